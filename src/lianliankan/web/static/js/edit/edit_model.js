// The board that is edited, without a screen: commands change it, and every change can be undone and redone.

import { EMPTY, WALL } from "../board/board_model.js";
import { areaCells, lineCells, rectangleCells, resizedRows, turnedRows, withCells } from "./edit_shapes.js";

/** @import { PlainBoard } from "../server/board_facts.js" */
/** @import { Cell, Rules } from "../server/protocol.js" */

/** @typedef {"brush" | "fill" | "line" | "rectangle"} Tool */

/** @type {readonly Tool[]} */
export const TOOLS = ["brush", "fill", "line", "rectangle"];

/** The kind of a change, for undoing it. @typedef {Tool | import("./edit_shapes.js").Turn | "size" | "rules" | "board" | "clear" | "deal"} Change */

const MAX_CHANGES = 500; // that can be undone

export class EditModel {
  /**
   * @param {PlainBoard} board
   * @param {{max_side: number, max_cells: number, max_kinds: number}} limits
   */
  constructor(board, limits) {
    this.board = board;
    this.limits = limits;
    /** @type {{change: Change, board: PlainBoard}[]} the boards before each change */
    this.past = [];
    /** @type {{change: Change, board: PlainBoard}[]} the boards after each change that was undone */
    this.future = [];
    /** @type {{tool: Tool, number: number, before: PlainBoard, from: Cell, last: Cell} | null} */
    this.stroke = null;
    /** Called after every change. */
    this.onChange = () => {};
  }

  get rows() {
    return this.board.rows;
  }

  get rules() {
    return this.board.rules;
  }

  get height() {
    return this.rows.length;
  }

  get width() {
    return this.rows[0].length;
  }

  /** @param {Cell} cell */
  at([row, col]) {
    return this.rows[row]?.[col] ?? WALL;
  }

  // ---- Strokes ------------------------------------------------------------------------------------------------------

  /**
   * Begin to draw at a cell: the brush paints it, a line and a rectangle begin there. A stroke is one change.
   * @param {Tool} tool
   * @param {number} number what is drawn: a kind, or empty, a wall, or a gap
   * @param {Cell} cell
   */
  beginStroke(tool, number, cell) {
    this.endStroke();
    if (tool === "fill") {
      this.change("fill", { ...this.board, rows: withCells(this.rows, areaCells(this.rows, cell), number) });
      return;
    }
    this.stroke = { tool, number, before: this.board, from: cell, last: cell };
    this.show(withCells(this.rows, [cell], number));
  }

  /**
   * Go on to another cell.
   * @param {Cell} cell
   */
  extendStroke(cell) {
    const { stroke } = this;
    if (!stroke || String(stroke.last) === String(cell)) return;
    const { tool, number, before, from, last } = stroke;
    stroke.last = cell;
    if (tool === "brush") return this.show(withCells(this.rows, lineCells(last, cell), number));
    const cells = tool === "line" ? lineCells(from, cell) : rectangleCells(from, cell);
    this.show(withCells(before.rows, cells, number));
  }

  /** End the stroke, which can be undone from now on. */
  endStroke() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    const after = this.board;
    this.board = stroke.before;
    this.change(stroke.tool, after);
  }

  /** Take the stroke back. */
  cancelStroke() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke) this.show(stroke.before.rows);
  }

  /**
   * Show rows as part of a stroke.
   * @param {import("../board/board_model.js").Rows} rows
   */
  show(rows) {
    this.board = { ...this.board, rows };
    this.onChange();
  }

  // ---- Commands -----------------------------------------------------------------------------------------------------

  /** @param {import("./edit_shapes.js").Turn} turn */
  turn(turn) {
    this.change(turn, { ...this.board, rows: turnedRows(this.rows, turn) });
  }

  /**
   * Give the board another size, as far as the limits allow.
   * @param {number} height
   * @param {number} width
   */
  resize(height, width) {
    if (!this.allowsSize(height, width)) return;
    this.change("size", { ...this.board, rows: resizedRows(this.rows, height, width) });
  }

  /**
   * @param {number} height
   * @param {number} width
   */
  allowsSize(height, width) {
    const { max_side: side, max_cells: cells } = this.limits;
    return height >= 1 && width >= 1 && height <= side && width <= side && height * width <= cells;
  }

  /** @param {Partial<Rules>} rules */
  setRules(rules) {
    const phase = rules.gravity === undefined || rules.gravity === this.rules.gravity ? this.board.phase : "up";
    this.change("rules", { ...this.board, rules: { ...this.rules, ...rules }, phase });
  }

  /** Remove everything. */
  clear() {
    this.change("clear", { ...this.board, rows: this.rows.map((line) => line.map(() => EMPTY)) });
  }

  /**
   * Replace the whole board.
   * @param {PlainBoard} board
   * @param {"board" | "deal"} [change]
   */
  replace(board, change = "board") {
    this.change(change, { rows: board.rows, rules: board.rules, phase: board.phase });
  }

  /**
   * @param {Change} change
   * @param {PlainBoard} after
   */
  change(change, after) {
    this.endStroke();
    if (isSame(this.board, after)) return this.onChange();
    this.past.push({ change, board: this.board });
    if (this.past.length > MAX_CHANGES) this.past.shift();
    this.future = [];
    this.board = after;
    this.onChange();
  }

  // ---- Undo ---------------------------------------------------------------------------------------------------------

  /** @returns {Change | null} what was undone */
  undo() {
    return this.step(this.past, this.future);
  }

  /** @returns {Change | null} what was redone */
  redo() {
    return this.step(this.future, this.past);
  }

  /**
   * @param {{change: Change, board: PlainBoard}[]} from
   * @param {{change: Change, board: PlainBoard}[]} to
   */
  step(from, to) {
    this.endStroke();
    const entry = from.pop();
    if (!entry) return null;
    to.push({ change: entry.change, board: this.board });
    this.board = entry.board;
    this.onChange();
    return entry.change;
  }
}

/**
 * @param {PlainBoard} one
 * @param {PlainBoard} other
 */
function isSame(one, other) {
  return one === other || JSON.stringify(fields(one)) === JSON.stringify(fields(other));
}

/** @param {PlainBoard} board */
function fields({ rows, rules, phase }) {
  return [rows, rules.max_turns, rules.outside, rules.gravity, rules.adjacent, phase];
}
