// Importing custom pictures: upload them one by one, compare and preview them, leave some out, save the set.

import { previewRows, thumbnail } from "../board/thumbnail.js";
import { h, setText, wait } from "../core/dom.js";
import { CUSTOM_PREFIX } from "../core/faces.js";
import { changeSettings } from "../core/settings.js";
import { hasText, joinSentences, t } from "../i18n/i18n.js";
import { ApiError } from "../server/api.js";
import { facts } from "../server/facts.js";
import { facesFromPictures, pictureApi, pictureElement, pictureErrorKey } from "../server/picture_api.js";
import { forgetFaces } from "../server/tile_sets.js";
import { Dialog, confirm } from "./dialog.js";
import { withNames } from "./dropped_files.js";
import { filePickers } from "./file_pickers.js";
import { actionButton } from "./form.js";

/** @import { PictureAnswer as Picture, PictureSetAnswer, RefusalAnswer, SimilarPictures as SimilarPair } from "../server/protocol.js" */
/** @import { DroppedFile } from "./dropped_files.js" */

const MAX_TRIES = 5;
const RETRY_AFTER = 1500; // milliseconds, if the server is busy

export class PictureImport {
  /**
   * @param {object} options
   * @param {PictureSetAnswer | null} options.into the set to extend, if any
   * @param {() => string[]} options.taken the names of the other sets
   * @param {() => void} options.onClose
   */
  constructor({ into, taken, onClose }) {
    this.into = into;
    this.taken = taken;
    /** @type {Picture[]} */
    this.pictures = [];
    /** @type {Set<string>} ids of the pictures that are left out */
    this.leftOut = new Set();
    /** @type {SimilarPair[]} */
    this.similar = [];
    /** @type {[string, string][]} pairs of ids that look alike and are kept all the same */
    this.kept = [];
    /** @type {(Pick<RefusalAnswer, "label" | "code"> & {other?: string})[]} */
    this.refused = [];
    /** @type {DroppedFile[]} */
    this.queue = [];
    /** @type {DroppedFile[]} */
    this.unsent = [];
    this.sent = 0;
    this.isBusy = false;
    this.problem = "";
    this.name = "";
    /** @type {string | null} */
    this.draft = null;
    this.progress = h("progress", { "aria-label": t("own title") });
    this.status = h("p.muted", { role: "status" });
    this.preview = h("div.preview");
    /** @type {Map<string, HTMLButtonElement>} created once, so that pictures do not flicker */
    this.buttons = new Map();
    this.dialog = new Dialog({
      title: () => (into ? t("own title into", { name: into.name }) : t("own title")),
      kind: "picture-import",
      onClose,
      body: () => [h("div.dialog-body", ...this.body()), this.footer()],
    });
  }

  get isOpen() {
    return this.dialog.element.open;
  }

  get chosen() {
    return this.pictures.filter(({ id }) => !this.leftOut.has(id));
  }

  /** All pictures that the set will have. */
  get result() {
    return [...(this.into?.pictures ?? []), ...this.chosen];
  }

  /** Pairs of chosen pictures that look alike, as long as the player has not decided about them. */
  get undecided() {
    const isKept = (/** @type {SimilarPair} */ { first, second }) =>
      this.kept.some((pair) => pair[0] === first && pair[1] === second);
    return this.similar.filter(
      (pair) => !this.leftOut.has(pair.first) && !this.leftOut.has(pair.second) && !isKept(pair),
    );
  }

  draw() {
    if (this.isOpen) this.dialog.draw();
  }

  // ---- Upload -------------------------------------------------------------------------------------------------------

  /**
   * Upload files, one after the other.
   * @param {DroppedFile[]} files
   * @param {string} [from] the name of their folder
   */
  async send(files, from = "") {
    const zip = files.find(({ name }) => /\.zip$/i.test(name))?.name.replace(/\.zip$/i, "");
    this.name ||= from || zip || "";
    this.queue.push(...files);
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.queue.length && this.isOpen) {
      this.draw();
      await this.upload(this.queue.shift());
      this.sent += 1;
    }
    await this.compare();
    this.isBusy = false;
    this.sent = 0;
    this.draw();
  }

  /** @param {DroppedFile | undefined} dropped */
  async upload(dropped) {
    if (!dropped) return;
    const { file, name } = dropped;
    const { max_zip_bytes: maxZip, max_picture_bytes: maxPicture } = facts.limits;
    // The server would refuse it, but only after a long upload.
    if (!file.size || file.size > (/\.zip$/i.test(name) ? maxZip : maxPicture)) {
      this.refused.push({ label: name, code: file.size ? "large" : "empty" });
      return;
    }
    for (let tries = 1; ; tries++) {
      try {
        const { kept, refused } = await pictureApi.add(dropped, this.into?.id);
        this.pictures.push(...kept);
        this.refused.push(...refused);
        return;
      } catch (problem) {
        const isBusy = problem instanceof ApiError && (problem.status === 429 || problem.status === 503);
        if (!isBusy || tries === MAX_TRIES) return void this.unsent.push(dropped);
        await wait(RETRY_AFTER);
      }
    }
  }

  /** Upload again what could not be uploaded. */
  retry() {
    void this.send(this.unsent.splice(0));
  }

  /** Ask which pictures look alike. The answer includes pictures that were uploaded earlier. */
  async compare() {
    try {
      const { id, pictures, alike } = await pictureApi.draft(this.into?.id);
      if (id !== this.draft || pictures.length !== this.buttons.size) forgetFaces(CUSTOM_PREFIX + id);
      Object.assign(this, { draft: id, pictures, similar: alike });
    } catch {
      // The import works without the comparison.
    }
  }

  // ---- Content ------------------------------------------------------------------------------------------------------

  /** @returns {(Node | null)[]} */
  body() {
    this.showProgress();
    const { max_zip_bytes: zip, max_picture_bytes: picture } = facts.limits;
    const megabytes = { zip: zip / 1e6, picture: picture / 1e6 };
    return [
      h("p.muted", joinSentences(t("gallery drop"), t("own kinds", megabytes))),
      h("div.actions", ...picturePickers((files, from) => void this.send(files, from))),
      this.isBusy ? h("div.sending", this.progress, this.status) : null,
      this.unsent.length ? this.unsentPart() : null,
      this.refused.length ? this.refusedPart() : null,
      ...this.similarPart(),
      this.pictures.length ? this.gridPart() : null,
      this.chosen.length && this.result.length >= facts.limits.min_pictures && this.draft ? this.previewPart() : null,
    ];
  }

  showProgress() {
    const all = this.sent + this.queue.length;
    this.progress.max = all + 1; // comparing is the last step
    this.progress.value = this.sent;
    const values = { done: Math.min(this.sent + 1, all), all, name: this.queue[0]?.name ?? "" };
    setText(this.status, this.queue.length ? t("own sending", values) : t("own comparing"));
  }

  unsentPart() {
    return h(
      "div.unsent",
      { role: "alert" },
      h("p.error", t("own unsent", { count: this.unsent.length })),
      actionButton("own retry", () => this.retry()),
    );
  }

  refusedPart() {
    const why = (/** @type {string} */ code, other = "") => {
      const key = `refusal ${code}`;
      return t(hasText(key) ? key : "refusal other", { other });
    };
    return h(
      "section",
      h("h3", t("own refused")),
      h(
        "ul.refused-files",
        { tabindex: "0", "aria-label": t("own refused") },
        ...this.refused.map(({ label, code, other }) =>
          h("li", h("strong", label), t("refusal dash") + why(code, other)),
        ),
      ),
    );
  }

  /** The pairs to decide about, side by side. */
  similarPart() {
    const known = new Map([...(this.into?.pictures ?? []), ...this.pictures].map((picture) => [picture.id, picture]));
    const pairs = this.undecided;
    if (!pairs.length) return [];
    const side = (/** @type {string} */ id) => {
      const { label = "", address = "" } = known.get(id) ?? {};
      const isNew = this.pictures.some((picture) => picture.id === id);
      return h(
        "figure",
        h("span.picture-tile", pictureElement({ label, address }, 72)),
        isNew
          ? h(
              "button.button",
              {
                "aria-label": t("own leave out", { label }),
                onclick: () => this.leaveOut(id),
              },
              t("own left out"),
            )
          : h("figcaption", label),
      );
    };
    return [
      h(
        "section.alike",
        h("h3", t("own alike")),
        ...pairs.map((pair) =>
          h(
            "div.pair",
            h("p.muted", t(/colour|grey/.test(pair.view) ? "own alike about" : "own alike blind")),
            side(pair.first),
            side(pair.second),
            h("button.button", { onclick: () => this.keepBoth(pair) }, t("own keep both")),
          ),
        ),
      ),
    ];
  }

  /** @param {string} id */
  leaveOut(id) {
    this.leftOut.add(id);
    this.draw();
    this.focusNext(`picture-${id}`);
  }

  /** @param {SimilarPair} pair */
  keepBoth(pair) {
    this.kept.push([pair.first, pair.second]);
    this.draw();
    this.focusNext(`picture-${pair.second}`);
  }

  /**
   * Move the focus to the next pair, or to a picture after the last pair.
   * @param {string} picture the id of its element
   */
  focusNext(picture) {
    const next = this.dialog.element.querySelector(".pair button") ?? document.getElementById(picture);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  gridPart() {
    const { pictures } = this;
    return h(
      "section",
      h("h3", t("own chosen", { count: this.chosen.length, all: pictures.length })),
      h("div.picture-tiles", ...pictures.map((picture) => this.pictureButton(picture))),
    );
  }

  /** @param {Picture} picture */
  pictureButton({ id, label, address }) {
    let found = this.buttons.get(id);
    if (!found) {
      found = h("button.picture-tile", { id: `picture-${id}`, title: label }, pictureElement({ label, address }, 64));
      found.onclick = () => {
        if (!this.leftOut.delete(id)) this.leftOut.add(id);
        this.draw();
      };
      this.buttons.set(id, found);
    }
    found.setAttribute("aria-pressed", String(!this.leftOut.has(id)));
    return found;
  }

  previewPart() {
    const id = String(this.draft);
    const cell = innerWidth < 560 ? 36 : 56;
    void facesFromPictures(id, this.result).then(
      (set) => this.preview.replaceChildren(thumbnail(previewRows(), { cell, set, label: t("own preview of") })),
      () => undefined,
    );
    const more = h("p.muted", t("own signs"));
    return h("section", h("h3", t("own preview")), this.preview, more);
  }

  // ---- Saving -------------------------------------------------------------------------------------------------------

  footer() {
    const { length } = this.chosen;
    const field = h("input.field", {
      id: "set-name",
      maxlength: facts.limits.max_set_name,
      value: this.name,
      placeholder: t("own name hint"),
      autocomplete: "off",
    });
    field.oninput = () => (this.name = field.value);
    field.onkeydown = (event) => event.key === "Enter" && void this.save();
    const needed = this.into ? 1 : facts.limits.min_pictures;
    const save = actionButton(this.into ? "own join" : "own save", () => void this.save(), {
      kind: "primary",
      iconName: "check",
    });
    if (this.into) save.lastChild?.replaceWith(t(length === 1 ? "own join one" : "own join", { count: length }));
    const isUndecided = this.undecided.length > 0;
    save.disabled = this.isBusy || length < needed || isUndecided;
    const missing = length < needed ? t("own few", { least: needed }) : isUndecided ? t("own undecided") : "";
    const problem = this.problem || (this.pictures.length && !this.isBusy ? missing : "");
    return h(
      "div.dialog-footer",
      h("div.errors", { role: "status" }, problem ? h("p.error", problem) : ""),
      this.into ? null : h("label.form-field.set-name", h("span", t("name label")), field),
      this.pictures.length ? actionButton("own discard", () => void this.discard(), { kind: "danger" }) : null,
      save,
    );
  }

  async save() {
    if (this.isBusy || this.undecided.length) return;
    const where = this.into ? { into: this.into.id } : { name: this.name.trim() || this.freeName() };
    await this.try(async () => {
      const pictures = this.chosen.map((picture) => picture.id);
      const { id } = await pictureApi.save({ ...where, pictures, keep: this.kept });
      forgetFaces(CUSTOM_PREFIX + id);
      this.dialog.close();
      changeSettings({ faces: CUSTOM_PREFIX + id });
    });
  }

  /** Return an unused name for a set without one. */
  freeName() {
    const plain = t("gallery own");
    const taken = this.taken();
    let name = plain;
    for (let number = 2; taken.includes(name); number++) name = `${plain} ${number}`;
    return name;
  }

  async discard() {
    if (!(await confirm("discard title", "discard text", "discard yes"))) return;
    await this.try(async () => {
      await pictureApi.discard();
      this.dialog.close();
    });
  }

  /**
   * Run an action that needs the server; if it fails, show why and change nothing.
   * @param {() => Promise<void>} action
   */
  async try(action) {
    try {
      this.problem = "";
      await action();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      this.problem = t(pictureErrorKey(problem));
      if (problem.code === "alike") await this.compare(); // which had failed
      this.draw();
    }
  }
}

/**
 * Create the buttons to choose pictures.
 * @param {import("./dropped_files.js").FileHandler} onFiles
 */
export function picturePickers(onFiles) {
  const take = (/** @type {File[]} */ files) => onFiles(withNames(files), files[0].webkitRelativePath.split("/")[0]);
  return filePickers("pictures", take, {
    accept: "image/png,image/jpeg,image/webp,image/gif,.zip",
    files: { name: "add", text: "gallery add" },
    folder: { name: "folder", text: "gallery folder" },
  });
}
