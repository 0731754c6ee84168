// Own pictures before they are kept: sent one by one, looked at, compared, some left out, and saved under a name.

import { ApiError } from "../server/api.js";
import { Opened, confirm } from "./dialog.js";
import { h, setText, wait } from "../core/dom.js";
import { OWN, forgetFaces } from "../core/faces.js";
import { deed } from "./form.js";
import { pickers } from "./dropped_files.js";
import { onTiles, ownFaces, pictureProblem } from "../server/picture_api.js";
import { change } from "../core/settings.js";
import { previewRows, stillBoard } from "../board/thumbnail.js";
import { hasWords, words } from "../i18n/i18n.js";

/** @typedef {import("./dropped_files.js").Incoming} Incoming */
/** @typedef {import("../server/picture_api.js").OwnPicture} OwnPicture */
/** @typedef {import("../server/picture_api.js").Alike} Alike */

const LEAST = 2; // pictures of a set
const MOST_FILE = 20_000_000; // bytes; more the server would refuse, after a long time
const MOST_ZIP = 64_000_000;
const TRIES = 5;
const LATER = 1500; // milliseconds until the server is asked again that was busy

export class OwnPictures {
  /**
   * @param {object} given
   * @param {import("../server/picture_api.js").OwnSet | null} given.into the set that gets more; null begins a new one
   * @param {() => string[]} given.taken the names that other sets have
   * @param {() => void} given.onClose
   */
  constructor({ into, taken, onClose }) {
    this.into = into;
    this.taken = taken;
    /** @type {OwnPicture[]} */
    this.pictures = [];
    /** @type {Set<string>} the ids of those that are left out */
    this.left = new Set();
    /** @type {Alike[]} */
    this.alike = [];
    /** @type {import("../server/picture_api.js").Refusal[]} */
    this.refused = [];
    /** @type {Incoming[]} */
    this.queue = [];
    /** @type {Incoming[]} */
    this.unsent = [];
    this.sent = 0;
    this.isBusy = false;
    this.problem = "";
    this.name = "";
    /** @type {string | null} */
    this.draft = null;
    this.progress = h("progress", { "aria-label": words("own title") });
    this.status = h("p", { class: "soft", role: "status" });
    this.preview = h("div", { class: "preview" });
    /** @type {Map<string, HTMLButtonElement>} drawn once, so that pictures do not flash */
    this.prints = new Map();
    this.dialog = new Opened({
      title: () => (into ? words("own title into", { name: into.name }) : words("own title")),
      kind: "uploading",
      onClose,
      body: () => [h("div", { class: "body" }, ...this.body()), this.foot()],
    });
  }

  get isOpen() {
    return this.dialog.element.open;
  }

  get chosen() {
    return this.pictures.filter(({ id }) => !this.left.has(id));
  }

  /** The pictures that the set will have. */
  get together() {
    return [...(this.into?.pictures ?? []), ...this.chosen];
  }

  draw() {
    if (this.isOpen) this.dialog.draw();
  }

  // ---- Sending ------------------------------------------------------------------------------------------------------

  /**
   * Send files, one after the other.
   * @param {Incoming[]} files
   * @param {string} [from] the folder that they were in
   */
  async send(files, from = "") {
    const zip = files.find(({ name }) => /\.zip$/i.test(name))?.name.replace(/\.zip$/i, "");
    this.name ||= from || zip || "";
    this.queue.push(...files);
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.queue.length && this.isOpen) {
      this.draw();
      await this.sendOne(this.queue.shift());
      this.sent += 1;
    }
    await this.compare();
    this.isBusy = false;
    this.sent = 0;
    this.draw();
  }

  /** @param {Incoming | undefined} given */
  async sendOne(given) {
    if (!given) return;
    const { file, name } = given;
    if (!file.size || file.size > (/\.zip$/i.test(name) ? MOST_ZIP : MOST_FILE)) {
      this.refused.push({ label: name, code: file.size ? "large" : "empty" });
      return;
    }
    for (let tries = 1; ; tries++) {
      try {
        const { kept, refused } = await ownFaces.add(given);
        this.pictures.push(...kept);
        this.refused.push(...refused);
        return;
      } catch (problem) {
        const isBusy = problem instanceof ApiError && (problem.status === 429 || problem.status === 503);
        if (!isBusy || tries === TRIES) return void this.unsent.push(given);
        await wait(LATER);
      }
    }
  }

  /** Send again what could not be sent. */
  retry() {
    void this.send(this.unsent.splice(0));
  }

  /** Ask which pictures look alike; all that was sent earlier is there, too. */
  async compare() {
    try {
      const { id, pictures, alike } = await ownFaces.look(this.into?.id);
      if (id !== this.draft || pictures.length !== this.prints.size) forgetFaces(OWN + id);
      Object.assign(this, { draft: id, pictures, alike });
    } catch {
      // What was sent is known; that two of them look alike can be seen, too.
    }
  }

  // ---- Looking ------------------------------------------------------------------------------------------------------

  /** @returns {(Node | null)[]} */
  body() {
    this.showProgress();
    return [
      h("p", { class: "soft" }, words("gallery drop"), " ", words("own kinds")),
      h("div", { class: "deeds" }, ...pickers((files, from) => void this.send(files, from))),
      this.isBusy ? h("div", { class: "sending" }, this.progress, this.status) : null,
      this.unsent.length ? this.unsentPart() : null,
      this.refused.length ? this.refusedPart() : null,
      ...this.alikePart(),
      this.pictures.length ? this.gridPart() : null,
      this.chosen.length && this.together.length >= LEAST && this.draft ? this.previewPart() : null,
    ];
  }

  showProgress() {
    const all = this.sent + this.queue.length;
    this.progress.max = all + 1; // to compare them is the last step
    this.progress.value = this.sent;
    const values = { done: Math.min(this.sent + 1, all), all, name: this.queue[0]?.name ?? "" };
    setText(this.status, this.queue.length ? words("own sending", values) : words("own comparing"));
  }

  unsentPart() {
    return h(
      "div",
      { class: "unsent", role: "alert" },
      h("p", { class: "problem" }, words("own unsent", { count: this.unsent.length })),
      deed("own retry", () => this.retry()),
    );
  }

  refusedPart() {
    const why = (/** @type {string} */ code) =>
      words(hasWords(`refusal ${code}`) ? `refusal ${code}` : "refusal other");
    return h(
      "section",
      {},
      h("h3", {}, words("own refused")),
      h(
        "ul",
        { class: "refused", tabindex: "0", "aria-label": words("own refused") },
        ...this.refused.map(({ label, code }) => h("li", {}, h("strong", {}, label), words("refusal dash") + why(code))),
      ),
    );
  }

  /** Pairs that look alike, side by side, while both are in. */
  alikePart() {
    const known = new Map([...(this.into?.pictures ?? []), ...this.pictures].map((picture) => [picture.id, picture]));
    const pairs = this.alike.filter(({ first, second }) => !this.left.has(first) && !this.left.has(second));
    if (!pairs.length) return [];
    const side = (/** @type {string} */ id) => {
      const { label = "", address = "" } = known.get(id) ?? {};
      const isMine = this.pictures.some((picture) => picture.id === id);
      return h(
        "figure",
        {},
        h("span", { class: "print" }, h("img", { src: address, alt: label, width: 72, height: 72 })),
        isMine
          ? h(
              "button",
              {
                type: "button",
                class: "button",
                "aria-label": words("own leave out", { label }),
                onclick: () => this.leaveOut(id),
              },
              words("own left out"),
            )
          : h("figcaption", {}, label),
      );
    };
    return [
      h(
        "section",
        { class: "alike" },
        h("h3", {}, words("own alike")),
        ...pairs.map((pair) =>
          h(
            "div",
            { class: "pair" },
            h("p", { class: "soft" }, words(/colour|grey/.test(pair.view) ? "own alike about" : "own alike blind")),
            side(pair.first),
            side(pair.second),
            h(
              "button",
              { type: "button", class: "button", onclick: () => this.keepBoth(pair) },
              words("own keep both"),
            ),
          ),
        ),
      ),
    ];
  }

  /** @param {string} id */
  leaveOut(id) {
    this.left.add(id);
    this.draw();
    this.goOn(`print-${id}`);
  }

  /** @param {Alike} pair */
  keepBoth(pair) {
    this.alike = this.alike.filter((other) => other !== pair);
    this.draw();
    this.goOn(`print-${pair.second}`);
  }

  /**
   * Lead the keyboard to the next pair; after the last one, to a picture.
   * @param {string} picture the id of its element
   */
  goOn(picture) {
    const next = this.dialog.element.querySelector(".pair button") ?? document.getElementById(picture);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  gridPart() {
    const { pictures } = this;
    return h(
      "section",
      {},
      h("h3", {}, words("own chosen", { count: this.chosen.length, all: pictures.length })),
      h("div", { class: "prints" }, ...pictures.map((picture) => this.print(picture))),
    );
  }

  /** @param {OwnPicture} picture */
  print({ id, label, address }) {
    let found = this.prints.get(id);
    if (!found) {
      found = h(
        "button",
        { type: "button", class: "print", id: `print-${id}`, title: label },
        h("img", { src: address, alt: label, width: 64, height: 64 }),
      );
      found.onclick = () => {
        if (!this.left.delete(id)) this.left.add(id);
        this.draw();
      };
      this.prints.set(id, found);
    }
    found.setAttribute("aria-pressed", String(!this.left.has(id)));
    return found;
  }

  previewPart() {
    const id = String(this.draft);
    const cell = innerWidth < 560 ? 36 : 56;
    void onTiles(id, this.together).then(
      (set) => this.preview.replaceChildren(stillBoard(previewRows(), { cell, set, label: words("own preview of") })),
      () => undefined,
    );
    const more = h("p", { class: "soft" }, words("own signs"));
    return h("section", {}, h("h3", {}, words("own preview")), this.preview, more);
  }

  // ---- Keeping ------------------------------------------------------------------------------------------------------

  foot() {
    const { length } = this.chosen;
    const field = h("input", {
      class: "field",
      id: "own-name",
      maxlength: 60,
      value: this.name,
      placeholder: words("own name hint"),
      autocomplete: "off",
      oninput: () => (this.name = field.value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && void this.save(),
    });
    const needed = this.into ? 1 : LEAST;
    const save = deed(this.into ? "own join" : "own save", () => void this.save(), { kind: "primary", drawn: "check" });
    if (this.into) save.lastChild?.replaceWith(words(length === 1 ? "own join one" : "own join", { count: length }));
    save.disabled = this.isBusy || length < needed;
    const problem = this.problem || (this.pictures.length && length < needed ? words("own few") : "");
    return h(
      "div",
      { class: "foot-of" },
      h("div", { class: "trouble", role: "status" }, problem ? h("p", { class: "problem" }, problem) : ""),
      this.into ? null : h("label", { class: "entry naming" }, h("span", {}, words("name label")), field),
      this.pictures.length ? deed("own discard", () => void this.discard(), { kind: "danger" }) : null,
      save,
    );
  }

  async save() {
    if (this.isBusy) return;
    const where = this.into ? { into: this.into.id } : { name: this.name.trim() || this.freeName() };
    await this.try(async () => {
      const { id } = await ownFaces.save(
        where,
        this.chosen.map((picture) => picture.id),
      );
      forgetFaces(OWN + id);
      this.dialog.close();
      change({ faces: OWN + id });
    });
  }

  /** A name for those who give none. */
  freeName() {
    const plain = words("gallery own");
    const taken = this.taken();
    let name = plain;
    for (let number = 2; taken.includes(name); number++) name = `${plain} ${number}`;
    return name;
  }

  async discard() {
    if (!(await confirm("discard title", "discard text", "discard yes"))) return;
    await this.try(async () => {
      await ownFaces.discard();
      this.dialog.close();
    });
  }

  /**
   * Do something with the server; where it fails, say so, and keep everything as it is.
   * @param {() => Promise<void>} act
   */
  async try(act) {
    try {
      this.problem = "";
      await act();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      this.problem = words(pictureProblem(problem));
      this.draw();
    }
  }
}
