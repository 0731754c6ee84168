// The keyboard: the same keys as the terminal's.

import { isDialogOpen } from "../dialogs/dialog.js";
import { step, turn } from "../board/layout.js";

/** @type {Record<string, string>} */
const TOOLS = {
  h: "hint",
  a: "auto",
  s: "shuffle",
  u: "undo",
  r: "redo",
  R: "restart",
  p: "pause",
  n: "new",
  x: "give up",
};

/** @type {Record<string, "showHelp" | "showBests" | "turnLanguage" | "showGallery" | "turnMotion">} */
export const PAGES = { "?": "showHelp", b: "showBests", l: "turnLanguage", g: "showGallery", m: "turnMotion" };

export class Keys {
  /** @param {import("./game_page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.listener = (/** @type {KeyboardEvent} */ event) => {
      if (!isDialogOpen() && this.press(event)) event.preventDefault();
    };
    document.addEventListener("keydown", this.listener);
  }

  remove() {
    document.removeEventListener("keydown", this.listener);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key meant something
   */
  press(event) {
    const { page } = this;
    const { key } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea")) return false;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const undoing =
        key.toLowerCase() === "z" ? (event.shiftKey ? "redo" : "undo") : key.toLowerCase() === "y" ? "redo" : null;
      if (undoing) void page.use(undoing);
      return undoing !== null;
    }
    if (event.altKey) return false;
    if (TOOLS[key]) {
      void page.use(TOOLS[key]);
      return true;
    }
    if (PAGES[key]) {
      page.app[PAGES[key]]();
      return true;
    }
    return this.steer(key, target);
  }

  /**
   * Move over the board and pick.
   * @param {string} key
   * @param {HTMLElement} target
   */
  steer(key, target) {
    const { page } = this;
    const { board } = page;
    if (key === "k") {
      page.toggleKin();
      return true;
    }
    if (key === "Escape" && board.picked) {
      page.pick(board.picked);
      return true;
    }
    if (page.isPaused) return false;
    if (key === "Enter" || key === " ") {
      if (target.closest("button, a")) return false;
      if (!board.cells.hasFocus) board.cells.focus();
      page.pick(board.cursor);
      return true;
    }
    const found = key === "." ? this.nextOfKind() : step(board.shown, board.cells.cursor, key);
    if (!found && !key.startsWith("Arrow")) return false;
    if (found && board.cells.hasFocus) board.cells.moveTo(found);
    board.cells.focus();
    page.showKin();
    return true;
  }

  /** The next tile in reading order of the kind under the cursor, or of the picked one. */
  nextOfKind() {
    const { board } = this.page;
    const [row, col] = board.picked ?? board.cursor;
    const kind = board.rows[row][col];
    if (kind <= 0) return null;
    const width = board.rows[0].length;
    const count = board.rows.length * width;
    const here = board.cursor[0] * width + board.cursor[1];
    for (let i = 1; i <= count; i++) {
      const place = (here + i) % count;
      const cell = /** @type {[number, number]} */ ([Math.floor(place / width), place % width]);
      if (board.rows[cell[0]][cell[1]] === kind) return turn(cell, board.turned);
    }
    return null;
  }
}
