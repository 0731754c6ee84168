// Where cells are on the screen: transposed or not, how large, where a path runs, where an arrow key leads.

/** @import { Cell } from "../server/protocol.js" */
/** @import { Rows } from "./board_model.js" */

export const UNIT = 48; // side of a cell, in drawing units
export const MARGIN = 16; // around the cells, for paths outside the board
const RING = 10; // distance of such a path from the outermost cells

export const MIN_CELL = 27; // pixels: smaller cells are too small for touch, so the board starts enlarged
export const SMALL_CELL = 34; // pixels: below this, players with a touch screen are told how to enlarge the board
export const TOUCH_CELL = 40; // pixels: easy to hit with a finger
export const GOOD_CELL = 42; // pixels: initial cell size of an enlarged board
export const MAX_CELL = 116;

/**
 * @typedef {object} Fit
 * @property {boolean} transposed whether rows are shown as columns
 * @property {number} cell side of a cell in pixels when the whole board is in view
 */

/**
 * Find how a board fits best into a space: as it is, or with rows shown as columns if that makes it clearly larger.
 * @param {number} rows
 * @param {number} cols
 * @param {number} width
 * @param {number} height
 * @param {{isUpright?: boolean}} [options] whether it is shown as it is in any case
 * @returns {Fit}
 */
export function fitBoard(rows, cols, width, height, { isUpright = false } = {}) {
  const edge = (2 * MARGIN) / UNIT;
  const side = (/** @type {number} */ across, /** @type {number} */ down) =>
    Math.min(width / (across + edge), height / (down + edge), MAX_CELL);
  const plain = side(cols, rows);
  const transposed = side(rows, cols);
  return transposed > plain * 1.12 && !isUpright
    ? { transposed: true, cell: transposed }
    : { transposed: false, cell: plain };
}

/**
 * Convert a cell of the board to a cell of the screen, or back.
 * @param {Cell} cell
 * @param {boolean} transposed
 * @returns {Cell}
 */
export function transpose(cell, transposed) {
  return transposed ? [cell[1], cell[0]] : cell;
}

/**
 * Return the centre of a screen cell in drawing units. Cells outside the board have theirs close to its edge.
 * @param {Cell} cell
 * @param {number} rows
 * @param {number} cols
 * @returns {[number, number]} x and y
 */
export function cellCentre([row, col], rows, cols) {
  const along = (/** @type {number} */ at, /** @type {number} */ count) =>
    at < 0 ? -RING : at >= count ? count * UNIT + RING : (at + 0.5) * UNIT;
  return [along(col, cols), along(row, rows)];
}

/**
 * Return the points of a path on the screen, for a polyline.
 * @param {Cell[]} corners
 * @param {number} rows
 * @param {number} cols
 */
export function pathPoints(corners, rows, cols) {
  return corners.map((cell) => cellCentre(cell, rows, cols).join(" ")).join(" ");
}

/**
 * Find the tile that a key leads to on the screen. Left and right go through all tiles in reading order, so every tile
 * can be reached. Up and down go to the next tile of the column, or to the nearest one in that direction. Home and End
 * go to the first and the last tile of the row.
 * @param {Rows} shown the board as the screen shows it
 * @param {Cell} from
 * @param {string} key
 * @returns {Cell | null} null for any other key, or if there is no tile in that direction
 */
export function nextTile(shown, from, key) {
  /** @type {Cell[]} */
  const tiles = shown.flatMap((line, row) =>
    line.flatMap((kind, col) => (kind > 0 ? [/** @type {Cell} */ ([row, col])] : [])),
  );
  const [row, col] = from;
  const isAfter = (/** @type {Cell} */ tile) => tile[0] > row || (tile[0] === row && tile[1] > col);
  const isBefore = (/** @type {Cell} */ tile) => tile[0] < row || (tile[0] === row && tile[1] < col);
  switch (key) {
    case "ArrowRight":
      return tiles.find(isAfter) ?? null;
    case "ArrowLeft":
      return tiles.filter(isBefore).at(-1) ?? null;
    case "ArrowDown":
      return nearest(
        tiles.filter((tile) => tile[0] > row),
        from,
      );
    case "ArrowUp":
      return nearest(
        tiles.filter((tile) => tile[0] < row),
        from,
      );
    case "Home":
      return tiles.find((tile) => tile[0] === row) ?? null;
    case "End":
      return tiles.filter((tile) => tile[0] === row).at(-1) ?? null;
    default:
      return null;
  }
}

/**
 * @param {Cell[]} tiles
 * @param {Cell} from
 * @returns {Cell | null}
 */
function nearest(tiles, from) {
  const cost = (/** @type {Cell} */ tile) => 1000 * Math.abs(tile[1] - from[1]) + Math.abs(tile[0] - from[0]);
  return tiles.reduce(
    (/** @type {Cell | null} */ best, tile) => (best && cost(best) <= cost(tile) ? best : tile),
    null,
  );
}

/**
 * Swap the rows and columns of a transposed board.
 * @param {Rows} rows
 * @param {boolean} transposed
 * @returns {Rows}
 */
export function transposeRows(rows, transposed) {
  return transposed ? rows[0].map((_, col) => rows.map((row) => row[col])) : rows;
}
