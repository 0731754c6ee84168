// The card over the board while a game is paused or stuck: what it is, and what can be done.

import { isDialogOpen } from "../dialogs/dialog.js";
import { find, h } from "../core/dom.js";
import { currentLanguage, words } from "../i18n/i18n.js";

export class Veil {
  /**
   * @param {import("../board/aria_grid.js").Cells} cells what the card covers
   * @param {(tool: string) => void} onTool
   */
  constructor(cells, onTool) {
    this.element = find("#veil");
    this.cells = cells;
    this.onTool = onTool;
    /** @type {string | null} */
    this.covered = null;
  }

  /**
   * Show the card that a game needs, or none.
   * @param {any} view null where no card is needed
   */
  show(view) {
    if (view === null) this.cover(null);
    else if (view.state === "paused") this.cover(`paused ${currentLanguage()}`, () => this.paused());
    else if (view.state === "stuck") {
      const { shuffles, can_undo: canUndo, doomed } = view;
      this.cover(`stuck ${currentLanguage()} ${shuffles} ${canUndo} ${doomed?.number}`, () => this.stuck(view));
    } else this.cover(null);
  }

  /**
   * @param {string} text
   * @param {string} tool
   * @param {string} [kind]
   */
  button(text, tool, kind = "") {
    return h(
      "button",
      { type: "button", class: `button ${kind}`, "data-deed": tool, onclick: () => this.onTool(tool) },
      text,
    );
  }

  paused() {
    return [
      h("h2", {}, words("paused title")),
      this.button(words("paused go on"), "pause", "primary"),
      h(
        "div",
        { class: "row" },
        this.button(words("paused restart"), "restart"),
        this.button(words("paused give up"), "give up"),
      ),
    ];
  }

  /** @param {any} view */
  stuck({ shuffles, can_undo: canUndo, doomed, tiles, left }) {
    const deeds = [];
    if (shuffles !== 0) deeds.push({ text: "tool shuffle", tool: "shuffle" });
    if (canUndo) deeds.push({ text: "tool undo", tool: "undo" });
    deeds.push({ text: "paused give up", tool: "give up" });
    const leadsBack = canUndo && doomed?.number;
    return [
      h("h2", {}, words("stuck")),
      h("p", { class: "soft" }, words(left === null ? "tiles left" : "stuck clock", { tiles })),
      ...(leadsBack ? [this.button(words("light lost by", { number: doomed.number }), "back", "primary")] : []),
      h(
        "div",
        { class: "row" },
        ...deeds.map(({ text, tool }, place) =>
          this.button(words(text), tool, place === 0 && !leadsBack ? "primary" : ""),
        ),
      ),
    ];
  }

  /**
   * Lay a card over the board, or take it away; the keyboard goes with it.
   * @param {string | null} what the same card is not drawn twice
   * @param {() => Node[]} [draw]
   */
  cover(what, draw = () => []) {
    if (what === this.covered) return;
    const hadFocus = this.element.contains(document.activeElement) || this.cells.hasFocus;
    this.covered = what;
    this.element.hidden = what === null;
    this.element.classList.toggle("low", what?.startsWith("stuck") ?? false); // what is left is still worth a look
    this.element.replaceChildren(...(what === null ? [] : [h("div", { class: "card", role: "group" }, ...draw())]));
    this.cells.element.inert = what !== null;
    if (isDialogOpen()) return;
    if (what !== null) find(".button", this.element).focus({ preventScroll: true });
    else if (hadFocus) this.cells.focus();
  }
}
