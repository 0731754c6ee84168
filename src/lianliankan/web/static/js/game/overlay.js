// The card over the board while a game is paused or stuck: what happened, and what the player can do.

import { find, h } from "../core/dom.js";
import { isDialogOpen } from "../dialogs/dialog.js";
import { currentLanguage, t } from "../i18n/i18n.js";

/** @import { GameView } from "../server/protocol.js" */

export class Overlay {
  /**
   * @param {import("../board/aria_grid.js").AriaGrid} grid what the card covers
   * @param {(tool: string) => void} onTool
   */
  constructor(grid, onTool) {
    this.element = find("#overlay");
    this.grid = grid;
    this.onTool = onTool;
    /** @type {string | null} */
    this.card = null;
  }

  /**
   * Show the card for the state of a game, or none.
   * @param {GameView | null} view null shows no card
   */
  show(view) {
    if (view === null) this.setCard(null);
    else if (view.state === "paused") this.setCard(`paused ${currentLanguage()}`, () => this.pausedCard());
    else if (view.state === "stuck") {
      const { shuffles, tools, doomed } = view;
      this.setCard(`stuck ${currentLanguage()} ${shuffles} ${tools} ${doomed?.number}`, () => this.stuckCard(view));
    } else this.setCard(null);
  }

  /**
   * @param {string} text
   * @param {string} tool
   * @param {string} [kind]
   */
  button(text, tool, kind = "") {
    return h("button", { class: `button ${kind}`, "data-action": tool, onclick: () => this.onTool(tool) }, text);
  }

  pausedCard() {
    return [
      h("h2", t("paused title")),
      this.button(t("paused go on"), "pause", "primary"),
      h("div.row", this.button(t("paused restart"), "restart"), this.button(t("paused give up"), "give up")),
    ];
  }

  /** @param {GameView} view */
  stuckCard({ shuffles, tools, doomed, tiles, left }) {
    const actions = [];
    const canUndo = tools.includes("undo");
    if (tools.includes("shuffle")) {
      const text = shuffles === null ? t("tool shuffle") : t("stuck shuffle left", { left: shuffles });
      actions.push({ text, tool: "shuffle" });
    }
    if (canUndo) actions.push({ text: t("tool undo"), tool: "undo" });
    actions.push({ text: t("paused give up"), tool: "give up" });
    const lostBy = canUndo && doomed?.number;
    return [
      h("h2", t("stuck")),
      h("p.muted", t(left === null ? "tiles left" : "stuck clock", { tiles })),
      ...(lostBy ? [this.button(t("stuck back", { number: lostBy }), "back", "primary")] : []),
      h(
        "div.row",
        ...actions.map(({ text, tool }, place) => this.button(text, tool, place === 0 && !lostBy ? "primary" : "")),
      ),
    ];
  }

  /**
   * Show a card over the board, or remove it; the keyboard focus follows.
   * @param {string | null} name the same card is not drawn twice
   * @param {() => Node[]} [draw]
   */
  setCard(name, draw = () => []) {
    if (name === this.card) return;
    const hadFocus = this.element.contains(document.activeElement) || this.grid.hasFocus;
    this.card = name;
    this.element.hidden = name === null;
    this.element.classList.toggle("bottom", name?.startsWith("stuck") ?? false); // the board stays visible
    this.element.replaceChildren(...(name === null ? [] : [h("div.card", { role: "group" }, ...draw())]));
    this.grid.element.inert = name !== null;
    if (isDialogOpen()) return;
    if (name !== null) find(".button", this.element).focus({ preventScroll: true });
    else if (hadFocus) this.grid.focus();
  }
}
