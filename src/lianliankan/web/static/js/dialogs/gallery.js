// The gallery: every set of tiles with a look at it, the player's own among them; one press chooses.

import { ApiError } from "../server/api.js";
import { Opened, askName, confirm } from "./dialog.js";
import { h } from "../core/dom.js";
import { OWN, forgetFaces, loadFaces } from "../core/faces.js";
import { deed } from "./form.js";
import { icon } from "../core/icons.js";
import { pickers } from "./dropped_files.js";
import { onTiles, ownFaces, pictureProblem } from "../server/picture_api.js";
import { OwnPictures } from "./picture_import.js";
import { DEFAULTS, change, settings } from "../core/settings.js";
import { sampleRows, stillBoard } from "../board/thumbnail.js";
import { TEXTS, currentLanguage, words } from "../i18n/i18n.js";

/** @typedef {import("../core/faces.js").FaceSet} FaceSet */
/** @typedef {import("../server/picture_api.js").OwnSet} OwnSet */

/** The sets that are drawn by code. */
const DRAWN = ["animals", "opera", "mahjong", "garden", "seals", "signs"];
/** Those that are written with shapes and characters. */
const WRITTEN = ["numbers", "hanzi", "emoji"];

const MEGA = 1_000_000;

export class Gallery {
  constructor() {
    /** @type {import("../server/picture_api.js").Listing | null} */
    this.listing = null;
    this.problem = "";
    /** @type {OwnPictures | null} */
    this.upload = null;
    /** @type {Map<string, Promise<FaceSet>>} */
    this.sets = new Map();
    this.preview = h("div", { class: "preview" });
    this.previewed = "";
    this.dialog = new Opened({ title: () => words("gallery title"), kind: "gallery", body: () => this.body() });
    void this.refresh();
  }

  get isOpen() {
    return this.dialog.element.open;
  }

  /** The set that is chosen; one that is gone has given way to that of newcomers. */
  get chosen() {
    const { faces } = settings;
    const isGone = faces.startsWith(OWN) && this.listing?.sets.every(({ id }) => OWN + id !== faces);
    return isGone ? DEFAULTS.faces : faces;
  }

  /**
   * Ask for the player's own sets, and draw what there is.
   * @param {string} [problem] what there is to say, in words
   */
  async refresh(problem = "") {
    const isFirst = !this.listing;
    try {
      this.listing = await ownFaces.list();
      this.problem = problem;
    } catch {
      this.problem = problem || words("gallery unseen");
    }
    this.sets.clear();
    if (!this.isOpen) return;
    this.dialog.draw();
    if (isFirst && !document.activeElement?.id) this.focusChosen(); // an own one, which was not there yet
  }

  focusChosen() {
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector("[data-first]"))?.focus();
  }

  body() {
    this.previewed = "";
    this.show(this.chosen);
    return [
      h(
        "div",
        { class: "body", onmouseleave: () => this.show(this.chosen) },
        this.preview,
        this.group("drawn", DRAWN),
        this.own(),
        this.group("written", WRITTEN),
      ),
    ];
  }

  // ---- Looking ------------------------------------------------------------------------------------------------------

  /**
   * Give a set to draw; own ones need no question to the server but the first.
   * @param {string} name
   * @returns {Promise<FaceSet>}
   */
  find(name) {
    let found = this.sets.get(name);
    if (!found) {
      const own = this.listing?.sets.find(({ id }) => OWN + id === name);
      found = own ? onTiles(own.id, own.pictures) : loadFaces(name);
      this.sets.set(name, found);
    }
    return found;
  }

  /**
   * Draw a board of a set at the top.
   * @param {string} name
   */
  show(name) {
    if (name === this.previewed) return;
    this.previewed = name;
    const [cols, cell] = isNarrow() ? [8, 36] : [12, 56];
    void this.find(name).then(
      (set) => {
        if (name === this.previewed) this.preview.replaceChildren(stillBoard(sampleRows(2, cols), { cell, set }));
      },
      () => undefined,
    );
  }

  /**
   * @param {"drawn" | "written"} name
   * @param {string[]} sets
   */
  group(name, sets) {
    return h(
      "fieldset",
      { class: "sets" },
      h("legend", {}, words(`gallery ${name}`)),
      ...sets.map((set) => {
        const names = TEXTS[`faces ${set}`].map((text, place) => ({ text, lang: place ? "zh-Hans" : "en" }));
        if (currentLanguage() === "zh") names.reverse();
        const [first, second] = names;
        return this.card(set, h("strong", {}, first.text), h("span", { lang: second.lang }, second.text));
      }),
    );
  }

  /**
   * A set to choose: some of its tiles, and what it is called.
   * @param {string} name
   * @param {...Node} title
   */
  card(name, ...title) {
    const look = h("span", { class: "look" });
    const [cols, cell] = isNarrow() ? [4, 29] : [6, 40];
    const draw = (/** @type {FaceSet} */ set) => look.replaceChildren(stillBoard(sampleRows(2, cols), { cell, set }));
    void this.find(name).then(draw, () => undefined);
    const isChosen = this.chosen === name;
    return h(
      "label",
      {
        class: "set",
        // A dialog that opens under a pointer at rest is entered by it, but nobody has pointed at anything yet.
        onmousemove: () => this.show(name),
        onfocusin: () => this.show(name),
      },
      h("input", {
        type: "radio",
        name: "faces",
        id: `faces-${name}`,
        value: name,
        checked: isChosen,
        "data-first": isChosen,
        onchange: () => change({ faces: name }),
      }),
      look,
      h("span", { class: "title" }, ...title, icon("check")),
    );
  }

  // ---- The player's own ---------------------------------------------------------------------------------------------

  own() {
    const { sets = [], draft = null, room = null } = this.listing ?? {};
    const megabytes = (/** @type {number} */ bytes) =>
      bytes < MEGA ? Math.max(bytes / MEGA, 0.1).toFixed(1) : (bytes / MEGA).toFixed(0);
    return h(
      "fieldset",
      { class: "sets own" },
      h("legend", {}, words("gallery own")),
      ...sets.map((set) => this.ownCard(set)),
      draft?.pictures.length ? this.draftCard(draft.pictures.length) : null,
      h(
        "div",
        { class: "drop" },
        h("p", {}, words("gallery drop")),
        h("div", { class: "deeds" }, ...pickers((files, from) => this.take(files, from))),
        this.problem ? h("p", { class: "problem", role: "status" }, this.problem) : null,
        room?.used
          ? h(
              "p",
              { class: "soft" },
              words("gallery room", { used: megabytes(room.used), most: megabytes(room.bytes) }),
            )
          : null,
      ),
    );
  }

  /** @param {OwnSet} set */
  ownCard(set) {
    const { id, name, pictures } = set;
    const count = words("gallery pictures", { count: pictures.length });
    const about = (/** @type {string} */ deed) => ({
      class: "round",
      id: `${deed}-${id}`,
      title: words(`gallery ${deed}`, { name }),
      "aria-label": words(`gallery ${deed}`, { name }),
    });
    const button = (/** @type {string} */ deed, /** @type {string} */ drawn, /** @type {() => void} */ act) =>
      h("button", { type: "button", ...about(deed), onclick: act }, icon(drawn));
    return h(
      "div",
      { class: "own-set" },
      this.card(OWN + id, h("strong", {}, name), h("span", {}, count)),
      h(
        "div",
        { class: "deeds" },
        button("more", "plus", () => this.add(set)),
        button("rename", "pen", () => void this.rename(set)),
        h("a", { ...about("export"), href: ownFaces.zip(id), download: true }, icon("save")),
        button("remove", "trash", () => void this.remove(set)),
      ),
    );
  }

  /** @param {number} count */
  draftCard(count) {
    return h(
      "div",
      { class: "waiting" },
      h("p", {}, words(count === 1 ? "gallery draft one" : "gallery draft", { count })),
      deed("gallery go on", () => void this.add(null).send([])),
    );
  }

  /**
   * Open the dialog that takes pictures.
   * @param {OwnSet | null} into
   */
  add(into) {
    const before = settings.faces;
    const onClose = async () => {
      await this.refresh();
      if (settings.faces !== before) this.focusChosen();
    };
    const taken = () => this.listing?.sets.map(({ name }) => name) ?? [];
    this.upload = new OwnPictures({ into, taken, onClose: () => void onClose() });
    return this.upload;
  }

  /**
   * Take files, wherever they came from.
   * @param {import("./dropped_files.js").Incoming[]} files
   * @param {string} from
   */
  take(files, from) {
    const upload = this.upload?.isOpen ? this.upload : this.add(null);
    void upload.send(files, from);
  }

  /** @param {OwnSet} set */
  async rename({ id, name }) {
    await askName("rename title", "name keep", name, async (wanted) => {
      try {
        await ownFaces.rename(id, wanted);
      } catch (problem) {
        if (problem instanceof ApiError) return words(pictureProblem(problem));
        throw problem;
      }
      return "";
    });
    await this.refresh();
  }

  /** @param {OwnSet} set */
  async remove({ id, name }) {
    if (!(await confirm("remove title", "remove text", "remove yes", { name }))) return;
    let wrong = "";
    try {
      await ownFaces.remove(id);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (problem.code !== "gone") wrong = words(pictureProblem(problem)); // another window may have been faster
    }
    if (!wrong) {
      forgetFaces(OWN + id);
      if (settings.faces === OWN + id) change({ faces: DEFAULTS.faces });
    }
    await this.refresh(wrong);
  }
}

/** Whether the window is that of a phone. */
function isNarrow() {
  return innerWidth < 560;
}
