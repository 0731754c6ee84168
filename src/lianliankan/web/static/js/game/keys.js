// The keyboard: where the terminal has the same command, it has the same key.

import { nextTile, transpose } from "../board/layout.js";
import { isSwitchedOff, pressedKey } from "../core/shortcuts.js";

/** The tools of a game that have keys. */
const TOOLS = Object.fromEntries(
  /** @type {const} */ (["hint", "auto", "shuffle", "undo", "redo", "restart", "pause", "new", "give up"]).map(
    (name) => [pressedKey(name), name],
  ),
);

/** @type {Record<string, (app: import("../app.js").App) => void>} what every page has */
const SHORTCUTS = {
  [pressedKey("help")]: (app) => app.show("help"),
  [pressedKey("bests")]: (app) => app.show("bests"),
  [pressedKey("tiles")]: (app) => app.show("gallery"),
  [pressedKey("mute")]: (app) => app.toggleSound(),
  [pressedKey("zen")]: (app) => app.toggleZen(),
  [pressedKey("full")]: (app) => app.toggleFullScreen(),
};

/**
 * Do what a key does on every page.
 * @param {import("../app.js").App} app
 * @param {string} key
 * @returns {boolean} whether it does anything
 */
export function useShortcut(app, key) {
  SHORTCUTS[key]?.(app);
  return key in SHORTCUTS;
}

/**
 * @typedef {object} KeyedPage what the keys need of a page
 * @property {import("../app.js").App} app
 * @property {import("./frame.js").Frame} frame
 * @property {import("../board/board_view.js").BoardView} board
 * @property {import("./picks.js").Picks} picks
 * @property {boolean} isPaused
 * @property {(tool: string) => unknown} use
 * @property {() => void} showSameKind
 * @property {() => void} toggleSameKind
 */

export class Keys {
  /**
   * @param {KeyedPage} page
   * @param {Record<string, string>} [tools] the keys of its tools
   */
  constructor(page, tools = TOOLS) {
    this.page = page;
    this.tools = tools;
    page.frame.onKey((event) => this.handle(event));
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  handle(event) {
    const { page } = this;
    const { key } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea") || isSwitchedOff(event)) return false;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const undoing =
        key.toLowerCase() === "z" ? (event.shiftKey ? "redo" : "undo") : key.toLowerCase() === "y" ? "redo" : null;
      if (undoing) void page.use(undoing);
      return undoing !== null;
    }
    if (event.altKey) return false;
    if (this.tools[key]) {
      void page.use(this.tools[key]);
      return true;
    }
    return useShortcut(page.app, key) || this.moveOrPick(key, target);
  }

  /**
   * Move the cursor over the board, or pick a tile.
   * @param {string} key
   * @param {HTMLElement} target
   */
  moveOrPick(key, target) {
    const { page } = this;
    const { board } = page;
    if (key === pressedKey("kind")) {
      page.toggleSameKind();
      return true;
    }
    if (key === "Escape") return page.picks.drop();
    if (page.isPaused) return false;
    if (key === "Enter" || key === " ") {
      if (target.closest("button, a")) return false;
      if (!board.grid.hasFocus) board.grid.focus();
      if (!board.isHeld) page.picks.pick(board.cursor); // as the cell is labelled
      return true;
    }
    const found = key === pressedKey("next") ? this.nextOfKind() : nextTile(board.shown, board.grid.cursor, key);
    if (!found && !key.startsWith("Arrow")) return false;
    if (found && board.grid.hasFocus) board.grid.moveTo(found);
    board.grid.focus();
    page.showSameKind();
    return true;
  }

  /** Find the next tile, in reading order, of the same kind as the selected tile or the one under the cursor. */
  nextOfKind() {
    const { board } = this.page;
    const [row, col] = board.selection.first ?? board.cursor;
    const kind = board.rows[row][col];
    if (kind <= 0) return null;
    const width = board.rows[0].length;
    const count = board.rows.length * width;
    const here = board.cursor[0] * width + board.cursor[1];
    for (let i = 1; i <= count; i++) {
      const place = (here + i) % count;
      const cell = /** @type {[number, number]} */ ([Math.floor(place / width), place % width]);
      if (board.rows[cell[0]][cell[1]] === kind) return transpose(cell, board.transposed);
    }
    return null;
  }
}
