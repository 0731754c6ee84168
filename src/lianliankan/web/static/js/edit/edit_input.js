// Drawing on the board: with the mouse, with a finger, with the keyboard.

import { EMPTY } from "../board/board_model.js";
import { isSwitchedOff } from "../core/shortcuts.js";
import { isDialogOpen } from "../dialogs/dialog.js";
import { useShortcut } from "../game/keys.js";
import { t } from "../i18n/i18n.js";

/** @import { Cell } from "../server/protocol.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class EditInput {
  /** @param {import("./edit_page.js").EditPage} page */
  constructor(page) {
    this.page = page;
    /** @type {number | null} the pointer that draws */
    this.pointer = null;
    /** @type {Cell | null} where a line or a rectangle begins that is drawn with the keyboard */
    this.anchor = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const grid = page.board.grid.element;
    grid.addEventListener("pointerdown", (event) => this.begin(event), { signal });
    grid.addEventListener("pointermove", (event) => this.extend(event), { signal });
    addEventListener("pointerup", (event) => this.end(event), { signal });
    addEventListener("pointercancel", (event) => this.cancel(event), { signal });
    grid.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    grid.addEventListener("click", (event) => this.click(event), { signal });
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (!isDialogOpen() && this.handleKey(event)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey, { signal });
  }

  remove() {
    this.listeners.abort();
  }

  /**
   * The cell of the board at a place on the screen.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Cell | null}
   */
  cellAt({ clientX, clientY }) {
    const { board } = this.page;
    return board.grid.findCell(document.elementFromPoint(clientX, clientY));
  }

  // ---- Pointers -----------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  begin(event) {
    const { page } = this;
    if (this.pointer !== null && event.pointerId !== this.pointer) {
      this.pointer = null; // a second finger: it zooms, so the first was no stroke
      page.model.cancelStroke();
      return;
    }
    if (!event.isPrimary || event.button > 2) return;
    const cell = this.cellAt(event);
    if (!cell) return;
    this.dropAnchor();
    if (event.button === 1 || event.altKey) {
      page.tools.pick(page.model.at(cell));
      event.preventDefault();
      return;
    }
    this.pointer = event.pointerId;
    const { tool, number } = page.tools;
    page.model.beginStroke(tool, event.button === 2 ? EMPTY : number, cell);
  }

  /** @param {PointerEvent} event */
  extend(event) {
    if (event.pointerId !== this.pointer) return;
    const cell = this.cellAt(event);
    if (cell) this.page.model.extendStroke(cell);
  }

  /** @param {PointerEvent} event */
  end(event) {
    if (event.pointerId !== this.pointer) return;
    this.pointer = null;
    this.page.model.endStroke();
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    if (event.pointerId !== this.pointer) return;
    this.pointer = null;
    this.page.model.cancelStroke();
  }

  /**
   * A click without a pointer comes from a screen reader, or a voice.
   * @param {MouseEvent} event
   */
  click(event) {
    if (event.detail !== 0 || (event instanceof PointerEvent && event.pointerType)) return;
    this.useTool(this.page.board.cursor);
  }

  // ---- The keyboard -------------------------------------------------------------------------------------------------

  /**
   * Use the tool at a cell; a line and a rectangle need two.
   * @param {Cell} cell
   */
  useTool(cell) {
    const { page } = this;
    const { tool, number } = page.tools;
    const needsTwo = tool === "line" || tool === "rectangle";
    if (needsTwo && !this.anchor) {
      this.anchor = cell;
      page.board.mark(cell, "anchor");
      page.say(t("edit anchor", { tool: t(`edit tool ${tool}`), place: page.placeName(cell) }));
      return;
    }
    const from = this.anchor ?? cell;
    this.dropAnchor();
    this.draw(tool, number, from, cell);
  }

  /**
   * Draw a whole stroke, and say so.
   * @param {import("./edit_model.js").Tool} tool
   * @param {number} number
   * @param {Cell} from
   * @param {Cell} to
   */
  draw(tool, number, from, to) {
    const { model } = this.page;
    model.beginStroke(tool, number, from);
    model.extendStroke(to);
    model.endStroke();
    this.page.say(t("cell", { what: this.page.nameOf(number), place: this.page.placeName(to) }));
  }

  /** @returns {boolean} whether there was an anchor */
  dropAnchor() {
    const had = this.anchor !== null;
    this.anchor = null;
    if (had) this.page.board.removeMarks("anchor");
    return had;
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  handleKey(event) {
    const { page } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    const { key } = event;
    if (target.matches("input:not([type=radio]), select, textarea") || isSwitchedOff(event)) return false;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) return this.handleControl(event);
    if (event.altKey) return false;
    if (key === "Escape") return this.dropAnchor() || page.panel.close();
    if (page.tools.handleKey(key)) return true;
    if (useShortcut(page.app, key)) return true;
    if (target.closest("button, a, input")) return false;
    if (key === "Enter" || key === " ") {
      if (!page.board.grid.hasFocus) page.board.grid.focus();
      else this.useTool(page.board.cursor);
      return true;
    }
    if ((key === "Delete" || key === "Backspace") && page.board.grid.hasFocus) {
      this.draw("brush", EMPTY, page.board.cursor, page.board.cursor);
      return true;
    }
    return this.moveCursor(key);
  }

  /** @param {KeyboardEvent} event */
  handleControl({ key, shiftKey }) {
    const letter = key.toLowerCase();
    if (letter === "z" && !shiftKey) this.page.undo();
    else if (letter === "y" || letter === "z") this.page.redo();
    else return false;
    return true;
  }

  /**
   * Move the cursor by one cell, or to the ends of its row.
   * @param {string} key
   */
  moveCursor(key) {
    const { board } = this.page;
    const [row, col] = board.grid.cursor;
    const [down, right] = ARROWS[key] ?? [0, 0];
    const last = board.width - 1;
    const goal = key === "Home" ? [row, 0] : key === "End" ? [row, last] : [row + down, col + right];
    if (!ARROWS[key] && key !== "Home" && key !== "End") return false;
    const inside = (/** @type {number} */ place, /** @type {number} */ count) =>
      Math.min(Math.max(place, 0), count - 1);
    if (board.grid.hasFocus) board.grid.moveTo([inside(goal[0], board.height), inside(goal[1], board.width)]);
    board.grid.focus();
    return true;
  }
}
