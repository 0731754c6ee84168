// The gallery: all tile sets with a preview, including custom pictures.

import { sampleRows, thumbnail } from "../board/thumbnail.js";
import { h } from "../core/dom.js";
import { CUSTOM_PREFIX } from "../core/faces.js";
import { icon, iconButton } from "../core/icons.js";
import { DEFAULTS, changeSettings, settings } from "../core/settings.js";
import { currentLanguage, named, t } from "../i18n/i18n.js";
import { apiError, loadPart } from "../server/api.js";
import { facts } from "../server/facts.js";
import { facesFromPictures, pictureApi, pictureErrorKey } from "../server/picture_api.js";
import { loadTexts } from "../server/texts.js";
import { forgetFaces, loadFaces } from "../server/tile_sets.js";
import { askName } from "./ask_name.js";
import { Dialog, confirm } from "./dialog.js";
import { actionButton } from "./form.js";
import { PictureImport, picturePickers } from "./picture_import.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { FaceSet } from "../core/faces.js" */
/** @import { PictureListAnswer, PictureSetAnswer as PictureSet } from "../server/protocol.js" */

const MEGABYTE = 1_000_000;

/** @type {Gallery | null} */
let shown = null;

/**
 * Show the gallery, if it is not open yet. It has the name of each set in both languages.
 * @param {import("../app.js").App} _
 * @param {(gallery: Gallery) => void} [then] what to do with it
 */
export async function openDialog(_, then) {
  await loadPart(Promise.all([loadTexts("en"), loadTexts("zh")]));
  return () => {
    if (!shown?.isOpen) shown = new Gallery();
    then?.(shown);
  };
}

export class Gallery {
  constructor() {
    /** @type {PictureListAnswer | null} */
    this.listing = null;
    this.problem = "";
    /** @type {PictureImport | null} */
    this.importer = null;
    /** @type {Map<string, Promise<FaceSet>>} */
    this.sets = new Map();
    this.preview = h("div.preview");
    this.previewed = "";
    this.dialog = new Dialog({ title: () => t("gallery title"), kind: "gallery", body: () => this.body() });
    void this.refresh();
  }

  get isOpen() {
    return this.dialog.element.open;
  }

  /** The chosen set, or the default set if the chosen one was removed. */
  get chosen() {
    const { faces } = settings;
    const isGone =
      faces.startsWith(CUSTOM_PREFIX) && this.listing?.sets.every(({ id }) => CUSTOM_PREFIX + id !== faces);
    return isGone ? DEFAULTS.faces : faces;
  }

  /**
   * Load the list of custom sets, and redraw.
   * @param {string} [problem] a text to show
   */
  async refresh(problem = "") {
    const isFirst = !this.listing;
    try {
      this.listing = await pictureApi.list();
      this.problem = problem;
    } catch {
      this.problem = problem || t("gallery unseen");
    }
    this.sets.clear();
    if (!this.isOpen) return;
    this.dialog.draw();
    if (isFirst && !document.activeElement?.id) this.focusChosen(); // a custom set, which was not listed before
  }

  focusChosen() {
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector("[data-first]"))?.focus();
  }

  body() {
    this.previewed = "";
    this.showPreview(this.chosen);
    return [
      h(
        "div.dialog-body",
        { onmouseleave: () => this.showPreview(this.chosen) },
        this.preview,
        this.group("drawn"),
        this.customSets(),
        this.group("written"),
      ),
    ];
  }

  // ---- Previews -----------------------------------------------------------------------------------------------------

  /**
   * Load a set; only the first custom set needs a request.
   * @param {string} name
   * @returns {Promise<FaceSet>}
   */
  loadSet(name) {
    let found = this.sets.get(name);
    if (!found) {
      const custom = this.listing?.sets.find(({ id }) => CUSTOM_PREFIX + id === name);
      found = custom ? facesFromPictures(custom.id, custom.pictures) : loadFaces(name);
      this.sets.set(name, found);
    }
    return found;
  }

  /**
   * Show some tiles of a set at the top.
   * @param {string} name
   */
  showPreview(name) {
    if (name === this.previewed) return;
    this.previewed = name;
    const [cols, cell] = isNarrow() ? [8, 36] : [12, 56];
    void this.loadSet(name).then(
      (set) => {
        if (name === this.previewed) this.preview.replaceChildren(thumbnail(sampleRows(2, cols), { cell, set }));
      },
      () => undefined,
    );
  }

  /**
   * The illustrated sets, or those of simple shapes and characters.
   * @param {"drawn" | "written"} name
   */
  group(name) {
    const sets = facts.faces.filter((set) => set.is_drawn === (name === "drawn"));
    return h(
      "fieldset.sets",
      h("legend", t(`gallery ${name}`)),
      ...sets.map(({ name: set }) => {
        const other = currentLanguage() === "zh" ? "en" : "zh";
        return this.card(
          set,
          h("strong", named("faces", set)),
          h("span", { lang: other }, named("faces", set, {}, other)),
        );
      }),
    );
  }

  /**
   * Create the card of a set: some of its tiles, and its name.
   * @param {string} name
   * @param {...Node} title
   */
  card(name, ...title) {
    const sample = h("span.sample");
    const [cols, cell] = isNarrow() ? [4, 29] : [6, 40];
    const draw = (/** @type {FaceSet} */ set) => sample.replaceChildren(thumbnail(sampleRows(2, cols), { cell, set }));
    void this.loadSet(name).then(draw, () => undefined);
    const isChosen = this.chosen === name;
    return h(
      "label.set",
      {
        onmousemove: () => this.showPreview(name),
        onfocusin: () => this.showPreview(name),
      },
      h("input", {
        type: "radio",
        name: "faces",
        id: `faces-${name}`,
        value: name,
        checked: isChosen,
        "data-first": isChosen,
        onchange: () => changeSettings({ faces: name }),
      }),
      sample,
      h("span.title", ...title, icon("check")),
    );
  }

  // ---- Custom pictures ----------------------------------------------------------------------------------------------

  customSets() {
    const { sets = [], draft = null, quota = null } = this.listing ?? {};
    const megabytes = (/** @type {number} */ bytes) =>
      bytes < MEGABYTE ? Math.max(bytes / MEGABYTE, 0.1).toFixed(1) : (bytes / MEGABYTE).toFixed(0);
    return h(
      "fieldset.sets",
      h("legend", t("gallery own")),
      ...sets.map((set) => this.customCard(set)),
      draft?.pictures.length ? this.draftCard(draft.pictures.length) : null,
      h(
        "div.drop-zone",
        h("p", t("gallery drop")),
        h("div.actions", ...picturePickers((files, from) => this.importFiles(files, from))),
        this.problem ? h("p.error", { role: "status" }, this.problem) : null,
        quota?.used
          ? h("p.muted", t("gallery room", { used: megabytes(quota.used), most: megabytes(quota.bytes) }))
          : null,
      ),
    );
  }

  /** @param {PictureSet} set */
  customCard(set) {
    const { id, name, pictures } = set;
    const count = t("gallery pictures", { count: pictures.length });
    const label = (/** @type {"more" | "rename" | "export" | "remove"} */ action) => t(`gallery ${action}`, { name });
    const button = (
      /** @type {"more" | "rename" | "export" | "remove"} */ action,
      /** @type {IconName} */ iconName,
      /** @type {() => void} */ run,
    ) => iconButton(iconName, label(action), { id: `${action}-${id}`, onclick: run });
    const download = {
      class: "icon-button",
      id: `export-${id}`,
      title: label("export"),
      "aria-label": label("export"),
    };
    return h(
      "div.custom-set",
      this.card(CUSTOM_PREFIX + id, h("strong", name), h("span", count)),
      h(
        "div.actions",
        button("more", "plus", () => this.openImport(set)),
        button("rename", "pen", () => void this.rename(set)),
        h("a", { ...download, ...pictureApi.zip(id) }, icon("save")),
        button("remove", "trash", () => void this.remove(set)),
      ),
    );
  }

  /** @param {number} count */
  draftCard(count) {
    return h(
      "div.draft",
      h("p", t(count === 1 ? "gallery draft one" : "gallery draft", { count })),
      actionButton("gallery go on", () => void this.openImport(null).send([])),
    );
  }

  /**
   * Open the dialog that imports pictures.
   * @param {PictureSet | null} into the set to extend; null creates a new one
   */
  openImport(into) {
    const before = settings.faces;
    const onClose = async () => {
      await this.refresh();
      if (settings.faces !== before) this.focusChosen();
    };
    const taken = () => this.listing?.sets.map(({ name }) => name) ?? [];
    this.importer = new PictureImport({ into, taken, onClose: () => void onClose() });
    return this.importer;
  }

  /**
   * Import files, wherever they come from.
   * @param {import("./dropped_files.js").DroppedFile[]} files
   * @param {string} from
   */
  importFiles(files, from) {
    const importer = this.importer?.isOpen ? this.importer : this.openImport(null);
    void importer.send(files, from);
  }

  /** @param {PictureSet} set */
  async rename({ id, name }) {
    await askName({
      title: "rename title",
      yes: "name keep",
      value: name,
      maxlength: facts.limits.max_set_name,
      accept: (wanted) => pictureApi.rename(id, wanted),
      explain: (problem) => t(pictureErrorKey(apiError(problem))),
    });
    await this.refresh();
  }

  /** @param {PictureSet} set */
  async remove({ id, name }) {
    if (!(await confirm("remove title", "remove text", "remove yes", { name }))) return;
    let problemText = "";
    try {
      await pictureApi.remove(id);
    } catch (thrown) {
      const problem = apiError(thrown);
      // Another window may have removed the set already.
      if (problem.code !== "gone") problemText = t(pictureErrorKey(problem));
    }
    if (!problemText) {
      forgetFaces(CUSTOM_PREFIX + id);
      if (settings.faces === CUSTOM_PREFIX + id) changeSettings({ faces: DEFAULTS.faces });
    }
    await this.refresh(problemText);
  }
}

/** Whether the window is as narrow as a phone. */
function isNarrow() {
  return innerWidth < 560;
}
