// The tools and the palette: how to draw, and what. The palette counts the tiles of each kind.

import { thumbnail } from "../board/thumbnail.js";
import { EMPTY, VOID, WALL } from "../board/board_model.js";
import { find, h, redraw, setText } from "../core/dom.js";
import { roveFocus, setTabStop } from "../core/roving.js";
import { keyAttributes } from "../core/shortcuts.js";
import { t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";
import { editIcon } from "./edit_icons.js";
import { TOOLS } from "./edit_model.js";

/** @import { EditIconName } from "./edit_icons.js" */
/** @import { Tool } from "./edit_model.js" */

const SIDE = 36; // of a tile in the palette, in pixels
const KINDS = 36; // at least so many are offered, and some more than the board has
const MORE = 4;

/** @type {Record<string, Tool>} */
const TOOL_KEYS = { d: "brush", a: "fill", l: "line", r: "rectangle" };
/** @type {Record<string, number>} */
const NUMBER_KEYS = { e: EMPTY, 0: EMPTY, w: WALL, "#": WALL, o: VOID, _: VOID };
const SPECIAL = /** @type {const} */ ([
  [EMPTY, "empty", "eraser", "E"],
  [WALL, "wall", "wall", "W"],
  [VOID, "gap", "gap", "O"],
]);

export class EditTools {
  /** @param {import("./edit_page.js").EditPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Tool} */
    this.tool = "brush";
    /** What is drawn: a kind, or empty, a wall, or a gap. */
    this.number = 1;
    /** @type {Map<number, number>} the tiles of each kind */
    this.counts = new Map();
    this.bar = h("div.edit-tools", { role: "toolbar" });
    this.palette = h("div.edit-palette", { role: "radiogroup" });
    /** @type {Map<number, {button: HTMLElement, badge: HTMLElement}>} */
    this.paints = new Map();
    roveFocus(this.bar, ".tool");
    roveFocus(this.palette, ".paint");
    this.element = find("#tools");
    this.element.replaceChildren(this.bar, this.palette);
    this.element.removeAttribute("role"); // it holds a toolbar and a palette
  }

  remove() {
    this.element.replaceChildren();
    this.element.setAttribute("role", "toolbar");
  }

  /** Draw everything in the current language, with the faces of the current set. */
  draw() {
    const { page } = this;
    this.bar.setAttribute("aria-label", t("edit tools"));
    this.palette.setAttribute("aria-label", t("edit palette"));
    const keys = Object.fromEntries(Object.entries(TOOL_KEYS).map(([key, tool]) => [tool, key.toUpperCase()]));
    redraw(this.bar, () => [
      ...TOOLS.map((tool) =>
        this.toolButton(tool, t(`edit tool ${tool}`), tool, keys[tool], () => this.use(tool), this.tool === tool),
      ),
      this.toolButton("undo", t("tool undo"), "undo", "U", () => page.undo()),
      this.toolButton("redo", t("tool redo"), "redo", "Y", () => page.redo()),
      this.toolButton("panel-toggle", t("edit board"), "settings", "", () => page.panel.toggle()),
    ]);
    setTabStop(this.bar, ".tool");
    this.paints.clear();
    const kinds = Math.min(Math.max(KINDS, Math.max(0, ...this.counts.keys()) + MORE), facts.limits.max_kinds);
    redraw(this.palette, () => [
      ...SPECIAL.map(([number, name, iconName, key]) => this.paint(number, t(`edit ${name}`), editIcon(iconName), key)),
      ...Array.from({ length: kinds }, (_, place) => this.tilePaint(place + 1)),
    ]);
    this.showNumber();
    this.showCounts(this.counts);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {EditIconName} iconName
   * @param {string} key
   * @param {() => void} action
   * @param {boolean} [isUsed] whether it is the tool in use; other buttons are no choice
   */
  toolButton(name, label, iconName, key, action, isUsed) {
    const attributes = { class: "tool", id: `edit-${name}`, "aria-pressed": isUsed?.toString(), onclick: action };
    return h("button", { ...keyAttributes(label, key), ...attributes }, editIcon(iconName), h("span", label));
  }

  /** @param {number} kind */
  tilePaint(kind) {
    const key = kind <= 9 ? String(kind) : "";
    return this.paint(kind, this.page.nameOf(kind), thumbnail([[kind]], { cell: SIDE }), key);
  }

  /**
   * @param {number} number
   * @param {string} label
   * @param {Element} picture
   * @param {string} key
   */
  paint(number, label, picture, key) {
    const badge = h("span.badge", { "aria-hidden": "true" });
    const button = h(
      "button",
      {
        ...keyAttributes(label, key),
        class: "paint",
        id: `paint-${number}`,
        role: "radio",
        "data-label": label,
        onclick: () => this.pick(number),
      },
      picture,
      badge,
    );
    this.paints.set(number, { button, badge });
    return button;
  }

  /**
   * Show how many tiles there are of each kind, and which of them are odd.
   * @param {Map<number, number>} counts
   */
  showCounts(counts) {
    this.counts = counts;
    const highest = Math.min(Math.max(0, ...counts.keys()), facts.limits.max_kinds);
    if (highest && !this.paints.has(highest)) return this.draw();
    for (const [number, { button, badge }] of this.paints) {
      const count = counts.get(number) ?? 0;
      const isOdd = count % 2 === 1;
      button.classList.toggle("odd", isOdd);
      setText(badge, count ? `${count}${isOdd ? "!" : ""}` : "");
      const label = button.dataset.label ?? "";
      const told = isOdd ? "edit count odd" : "edit count";
      button.setAttribute("aria-label", number > 0 ? t(told, { name: label, tiles: count }) : label);
    }
  }

  /**
   * Show on the button for the panel, which covers the board on a narrow screen, whether the board can be won.
   * @param {string} state
   * @param {EditIconName} iconName
   * @param {string} headline
   */
  showState(state, iconName, headline) {
    const button = this.bar.querySelector("#edit-panel-toggle");
    button?.setAttribute("data-state", state);
    button?.setAttribute("aria-label", `${t("edit board")}: ${headline}`);
    button?.querySelector("svg")?.replaceWith(editIcon(iconName));
  }

  /** Show what is drawn. */
  showNumber() {
    for (const [number, { button }] of this.paints) button.setAttribute("aria-checked", String(number === this.number));
    setTabStop(this.palette, ".paint", this.paints.get(this.number)?.button);
  }

  /** @param {Tool} tool */
  use(tool) {
    this.tool = tool;
    for (const name of TOOLS) find(`#edit-${name}`).setAttribute("aria-pressed", String(name === tool));
    this.page.input.dropAnchor();
    this.page.say(t(`edit about ${tool}`));
  }

  /**
   * Choose what to draw.
   * @param {number} number
   */
  pick(number) {
    this.number = number;
    this.showNumber();
    this.paints.get(number)?.button.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.page.say(t("edit picked", { what: this.page.nameOf(number) }));
  }

  /**
   * @param {string} key
   * @returns {boolean} whether the key was used
   */
  handleKey(key) {
    const { page } = this;
    if (TOOL_KEYS[key]) this.use(TOOL_KEYS[key]);
    else if (key in NUMBER_KEYS) this.pick(NUMBER_KEYS[key]);
    else if (/^[1-9]$/.test(key)) this.pick(Number(key));
    else if (key === "+" || key === "-") this.pickNext(key === "+" ? 1 : -1);
    else if (key === "k") this.pick(page.model.at(page.board.cursor));
    else if (key === "u") page.undo();
    else if (key === "y") page.redo();
    else return false;
    return true;
  }

  /**
   * Choose the next or the previous kind.
   * @param {number} step
   */
  pickNext(step) {
    const kinds = this.paints.size - SPECIAL.length;
    this.pick(((Math.max(this.number, 0) - 1 + step + kinds) % kinds) + 1);
  }
}
