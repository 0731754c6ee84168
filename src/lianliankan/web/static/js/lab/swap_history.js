// What was tried with a board: tiles that changed places, step by step, with the two chosen tiles following.

/** @import { Rows } from "../board/board_model.js" */
/** @import { Cell } from "../server/protocol.js" */

/** @typedef {{rows: Rows, pair: [Cell, Cell] | null}} Tried */

/**
 * Return a board after two of its cells have changed places.
 * @param {Rows} rows
 * @param {Cell} from
 * @param {Cell} to
 */
export function swapCells(rows, from, to) {
  const after = rows.map((row) => row.slice());
  after[from[0]][from[1]] = rows[to[0]][to[1]];
  after[to[0]][to[1]] = rows[from[0]][from[1]];
  return after;
}

/**
 * Return where a tile is after two cells have changed places.
 * @param {Cell} cell
 * @param {Cell} from
 * @param {Cell} to
 */
export function swappedCell(cell, from, to) {
  return String(cell) === String(from) ? to : String(cell) === String(to) ? from : cell;
}

export class SwapHistory {
  /** @param {Tried} start */
  constructor(start) {
    /** @type {Tried[]} */
    this.steps = [start];
  }

  get now() {
    return this.steps[this.steps.length - 1];
  }

  get start() {
    return this.steps[0];
  }

  get canUndo() {
    return this.steps.length > 1;
  }

  /**
   * Let two cells change places.
   * @param {Cell} from
   * @param {Cell} to
   * @param {[Cell, Cell] | null} pair the two tiles, as they are chosen now
   */
  swap(from, to, pair) {
    this.now.pair = pair;
    this.steps.push({ rows: swapCells(this.now.rows, from, to), pair: followPair(pair, from, to) });
    return this.now;
  }

  undo() {
    if (this.canUndo) this.steps.pop();
    return this.now;
  }

  reset() {
    this.steps.length = 1;
    return this.now;
  }
}

/**
 * @param {[Cell, Cell] | null} pair
 * @param {Cell} from
 * @param {Cell} to
 * @returns {[Cell, Cell] | null}
 */
export function followPair(pair, from, to) {
  return pair && [swappedCell(pair[0], from, to), swappedCell(pair[1], from, to)];
}
