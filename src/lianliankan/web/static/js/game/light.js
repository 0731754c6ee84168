// The light: whether the game can still be won, and if not, since which move and what helps.

import { find, h } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { explained } from "../dialogs/explain.js";
import { t } from "../i18n/i18n.js";

/** @import { GameView, Winnability } from "../server/protocol.js" */

const ASK_AFTER = 250; // milliseconds without a command before the server is asked

export class Light {
  /** @param {import("./game_page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.element = find("#winnability");
    this.shown = "";
    /** @type {boolean | null} */
    this.wasWinnable = true;
  }

  remove() {
    clearTimeout(this.timer);
    this.element.hidden = true;
    this.element.ariaLive = null;
  }

  /**
   * Show whether the game can be won. The last answer stays until the server has given a new one.
   * @param {GameView} view
   * @param {Winnability | null} answer what the server has just answered
   */
  show(view, answer) {
    clearTimeout(this.timer);
    const { page } = this;
    const isWanted = settings.light && !page.isPaused && view.may_ask;
    const isUnknown = view.winnable === null || (view.winnable === false && !view.doomed);
    if (!isWanted || view.state === "stuck" || (isUnknown && answer && !answer.timed_out))
      this.element.hidden = true; // the card of a stuck game says it
    else if (!isUnknown) this.draw(view);
    else if (answer) this.drawLate();
    if (isWanted && isUnknown && !answer && view.tiles)
      this.timer = setTimeout(() => page.connection.askWinnable(), ASK_AFTER);
  }

  /** @param {GameView} view */
  draw({ winnable, doomed, tools }) {
    const number = doomed?.number ?? 0;
    const canUndo = tools.includes("undo");
    const canGoBack = !winnable && number > 0 && canUndo;
    this.element.hidden = false;
    this.element.className = winnable ? "winnability won" : "winnability lost";
    const text = winnable ? t("light won") : t(lostText(number, tools.includes("shuffle"), canUndo), { number });
    // Screen readers are told when it changes, unless the message says so.
    const isNews = winnable !== this.wasWinnable && !this.page.message?.name.startsWith("doomed");
    this.wasWinnable = winnable;
    this.element.ariaLive = isNews ? "polite" : "off";
    if (this.shown === text + canGoBack) return;
    this.shown = text + canGoBack;
    const back = canGoBack ? h("button", { onclick: () => this.page.use("back") }, t("light back")) : "";
    this.element.replaceChildren(h("span", explained("light", text), " ", back));
  }

  /** Say that the time was over before it was known. */
  drawLate() {
    this.element.hidden = false;
    this.element.className = "winnability";
    this.element.ariaLive = "off";
    this.shown = t("light late");
    this.element.replaceChildren(h("span", explained("light", this.shown)));
  }
}

/**
 * Return the key of the text that says since when the game cannot be won. It is lost only where nothing helps.
 * @param {number} number of the move, or 0 for the start
 * @param {boolean} canShuffle
 * @param {boolean} canUndo
 */
function lostText(number, canShuffle, canUndo) {
  if (!number) return canShuffle ? "light start shuffle" : "light start";
  if (canShuffle) return "light dead end shuffle";
  return canUndo ? "light dead end" : "light lost";
}
