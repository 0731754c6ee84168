// Which cells a tool covers, and boards that are mirrored, turned or given another size. It knows none of the rules.

import { EMPTY } from "../board/board_model.js";

/** @import { Rows } from "../board/board_model.js" */
/** @import { Cell } from "../server/protocol.js" */

/**
 * Return the cells of a straight line between two cells, both included (Bresenham, 1965).
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Cell[]}
 */
export function lineCells([row, col], [lastRow, lastCol]) {
  const [down, right] = [Math.abs(lastRow - row), Math.abs(lastCol - col)];
  const [stepRow, stepCol] = [Math.sign(lastRow - row), Math.sign(lastCol - col)];
  /** @type {Cell[]} */
  const cells = [];
  for (let error = right - down; ;) {
    cells.push([row, col]);
    if (row === lastRow && col === lastCol) return cells;
    const twice = 2 * error;
    if (twice > -down) {
      error -= down;
      col += stepCol;
    }
    if (twice < right) {
      error += right;
      row += stepRow;
    }
  }
}

/**
 * Return the cells of the rectangle with two opposite corners, all of them.
 * @param {Cell} a
 * @param {Cell} b
 * @returns {Cell[]}
 */
export function rectangleCells(a, b) {
  const [top, bottom] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [left, right] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  /** @type {Cell[]} */
  const cells = [];
  for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) cells.push([row, col]);
  return cells;
}

/**
 * Return a cell and all cells that have the same on them and are joined with it, side by side.
 * @param {Rows} rows
 * @param {Cell} start
 * @returns {Cell[]}
 */
export function areaCells(rows, start) {
  const same = rows[start[0]][start[1]];
  const seen = new Set([String(start)]);
  const found = [start];
  for (const [row, col] of found) {
    for (const next of /** @type {Cell[]} */ ([
      [row - 1, col],
      [row, col + 1],
      [row + 1, col],
      [row, col - 1],
    ])) {
      // prettier-ignore
      if (rows[next[0]]?.[next[1]] !== same || seen.has(String(next))) continue;
      seen.add(String(next));
      found.push(next);
    }
  }
  return found;
}

/**
 * Return rows with a number on some cells; cells outside are passed over. The same rows if nothing changes.
 * @param {Rows} rows
 * @param {Cell[]} cells
 * @param {number} number
 * @returns {Rows}
 */
export function withCells(rows, cells, number) {
  const changed = cells.filter(([row, col]) => (rows[row]?.[col] ?? number) !== number);
  if (!changed.length) return rows;
  const after = rows.map((line) => line.slice());
  for (const [row, col] of changed) after[row][col] = number;
  return after;
}

/** @typedef {"mirror" | "flip" | "clockwise" | "counterclockwise"} Turn */

/** @type {Record<Turn, (rows: Rows) => Rows>} */
const TURNS = {
  mirror: (rows) => rows.map((line) => line.toReversed()),
  flip: (rows) => rows.toReversed(),
  clockwise: (rows) => rows[0].map((_, col) => rows.map((line) => line[col]).reverse()),
  counterclockwise: (rows) => rows[0].map((_, col) => rows.map((line) => line[line.length - 1 - col])),
};

/**
 * Return rows mirrored (left and right), flipped (top and bottom) or turned by a quarter.
 * @param {Rows} rows
 * @param {Turn} turn
 */
export function turnedRows(rows, turn) {
  return TURNS[turn](rows);
}

/**
 * Return rows of another size: cut off, or with empty cells, at the bottom and on the right.
 * @param {Rows} rows
 * @param {number} height
 * @param {number} width
 * @returns {Rows}
 */
export function resizedRows(rows, height, width) {
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, col) => rows[row]?.[col] ?? EMPTY),
  );
}

/**
 * Count the tiles of each kind, in the order of kinds.
 * @param {Rows} rows
 * @returns {Map<number, number>}
 */
export function countKinds(rows) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const kind of rows.flat()) if (kind > 0) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return new Map([...counts].sort(([one], [other]) => one - other));
}
