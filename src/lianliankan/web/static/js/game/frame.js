// What is around every page: header, numbers, tools, message, banner. A page writes there through its frame, which is
// cleared when the page goes and writes nothing after that.

import { setPlace } from "../core/address.js";
import { find, h } from "../core/dom.js";
import { isDialogOpen } from "../dialogs/dialog.js";
import { t } from "../i18n/i18n.js";

/** @import { App } from "../app.js" */
/** @import { EditSource } from "../edit/edit_page.js" */
/** @import { GameHead } from "../server/protocol.js" */

const ANNOUNCED = 2200; // milliseconds

/**
 * What the app asks of a page. A page is made with its frame, and ends what it has begun with the frame's signal.
 * @typedef {object} Page
 * @property {() => void} redraw the language or other settings have changed
 * @property {() => void} [remove] ends what neither the frame nor its signal does: boards, connections
 * @property {() => void} [showFaces] the player has chosen another tile set
 * @property {import("../board/board_view.js").BoardView | import("../lab/lab_board.js").LabBoard} [board]
 * @property {() => void} [toggleZoom] where that is not the board's zoom
 * @property {{id: string, head: GameHead | null}} [game] the game that is played here
 * @property {() => unknown} [restart] plays the game again from its beginning
 * @property {() => EditSource | Promise<EditSource>} [boardToEdit] the board as it stands, for editor and lab
 * @property {() => Promise<{share: string, point: number} | null>} [gameForLab] the game that is watched, and where
 */

export class Frame {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.closing = new AbortController();
    /** Aborted when the page goes: for listeners, timers and requests. */
    this.signal = this.closing.signal;
    this.main = find("#main");
    this.stage = find("#stage");
    this.mode = find("#mode");
    this.stats = find("#stats");
    this.tools = find("#tools");
    this.message = find("#message");
    this.notice = find("#notice");
    this.banner = find("#banner");
    /** @type {Set<string>} classes of the body */
    this.classes = new Set();
    /** @type {HTMLElement[]} what the page has put beside the stage */
    this.elements = [];
    this.hasBanner = false;
  }

  /** Clear everything for the next page, whatever this one has left. */
  close() {
    this.closing.abort();
    document.body.classList.remove(...this.classes);
    for (const element of this.elements) element.remove();
    for (const element of [this.stats, this.tools, this.notice]) element.replaceChildren();
    this.message.replaceChildren();
    this.message.classList.remove("bad");
    this.message.ariaLive = null;
    this.mode.onclick = null; // what it shows stays until the next page says where the player is: nothing jumps
    document.title = t("title");
    if (this.hasBanner) this.banner.hidden = true;
  }

  /**
   * Let the style sheets know what is shown.
   * @param {string} name a class of the body
   * @param {boolean} [isOn]
   */
  mark(name, isOn = true) {
    if (this.signal.aborted) return;
    this.classes.add(name);
    document.body.classList.toggle(name, isOn);
  }

  /**
   * Put elements beside the stage.
   * @param {...HTMLElement} elements
   */
  add(...elements) {
    this.elements.push(...elements);
    this.main.append(...elements);
  }

  /**
   * Say in the header where the player is; unless a page says otherwise, a click there offers a new game.
   * @param {(Node | string)[]} content
   * @param {object} [options]
   * @param {string} [options.title] of the browser's tab; games write their own
   * @param {import("../i18n/i18n.js").TextKey} [options.about] what the click does
   * @param {() => void} [options.action]
   */
  showMode(content, { title, about = "new game about", action = () => this.app.show("new game") } = {}) {
    if (this.signal.aborted) return;
    this.mode.replaceChildren(...content);
    this.mode.title = t(about);
    this.mode.onclick = action;
    if (title) this.showTitle(title);
  }

  /** @param {string} title */
  showTitle(title) {
    const text = `${title} · ${t("title")}`;
    if (!this.signal.aborted && document.title !== text) document.title = text;
  }

  /**
   * Show a message below the board.
   * @param {string} text
   * @param {{bad?: boolean, more?: string}} [options] `more` is for screen readers only
   */
  say(text, { bad = false, more = "" } = {}) {
    if (this.signal.aborted) return;
    const { message } = this;
    if (message.textContent !== text + more)
      message.replaceChildren(text, ...(more ? [h("span.visually-hidden", more)] : []));
    message.classList.toggle("bad", bad);
  }

  /**
   * Say something in the middle of the board, for what the player did not ask for.
   * @param {string} text
   */
  announce(text) {
    this.notice.replaceChildren(h("p.card", text));
    this.notice.animate([{ opacity: 0 }, { opacity: 1, offset: 0.08 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], {
      duration: ANNOUNCED,
    });
  }

  /**
   * Say what is wrong with the connection, until it is right again.
   * @param {string | null} text
   */
  showLine(text) {
    if (this.signal.aborted || (text === null && !this.hasBanner)) return;
    this.hasBanner = text !== null;
    if (text !== null) this.banner.textContent = text;
    this.banner.hidden = text === null;
  }

  /**
   * Listen to the keyboard while no dialog is open.
   * @param {(event: KeyboardEvent) => boolean} handle returns whether the key was used
   */
  onKey(handle) {
    const listener = (/** @type {KeyboardEvent} */ event) => {
      if (!isDialogOpen() && handle(event)) event.preventDefault();
    };
    document.addEventListener("keydown", listener, { signal: this.signal });
  }

  /**
   * Write into the address what the page shows now. On the way back or forward, the address is that of the next page.
   * @param {string} path
   * @param {{replace?: boolean}} [options]
   */
  setAddress(path, { replace = true } = {}) {
    if (!this.signal.aborted && !this.app.router.isLeaving) setPlace(path, { replace });
  }
}
