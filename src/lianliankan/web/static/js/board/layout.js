// Where cells lie on the screen: turned or not, how large, where a path runs, where an arrow key leads.

/** @typedef {import("./rows.js").Cell} Cell */
/** @typedef {import("./rows.js").Rows} Rows */

export const UNIT = 48; // the side of a cell in the picture's own units
export const MARGIN = 20; // around the cells, for paths on the ring
const RING = 10; // from the outermost cells to a path on the ring

export const LEAST_CELL = 27; // pixels: smaller cells are not for fingers, so the board starts enlarged
export const TOUCH_CELL = 40; // pixels: what fingers hit without aiming
export const GOOD_CELL = 42; // pixels: what an enlarged board starts with
export const MOST_CELL = 116;

/**
 * @typedef {object} Fit
 * @property {boolean} turned whether rows are shown as columns
 * @property {number} cell the side of a cell in pixels where all of the board is in view
 */

/**
 * Find how a board fits best into a space: as it is, or with rows shown as columns where that makes it clearly larger.
 * @param {number} rows
 * @param {number} cols
 * @param {number} width
 * @param {number} height
 * @returns {Fit}
 */
export function fit(rows, cols, width, height) {
  const edge = (2 * MARGIN) / UNIT;
  const side = (/** @type {number} */ across, /** @type {number} */ down) =>
    Math.min(width / (across + edge), height / (down + edge), MOST_CELL);
  const plain = side(cols, rows);
  const turned = side(rows, cols);
  return turned > plain * 1.12 ? { turned: true, cell: turned } : { turned: false, cell: plain };
}

/**
 * Turn a cell for the screen, or back: the same both ways.
 * @param {Cell} cell
 * @param {boolean} turned
 * @returns {Cell}
 */
export function turn(cell, turned) {
  return turned ? [cell[1], cell[0]] : cell;
}

/**
 * Give the middle of a cell of the screen in the picture's units; cells of the ring have theirs nearer to the board.
 * @param {Cell} cell
 * @param {number} rows
 * @param {number} cols
 * @returns {[number, number]} x and y
 */
export function middle([row, col], rows, cols) {
  const along = (/** @type {number} */ at, /** @type {number} */ count) =>
    at < 0 ? -RING : at >= count ? count * UNIT + RING : (at + 0.5) * UNIT;
  return [along(col, cols), along(row, rows)];
}

/**
 * Give the points of a path of the screen, for a polyline.
 * @param {Cell[]} corners
 * @param {number} rows
 * @param {number} cols
 */
export function points(corners, rows, cols) {
  return corners.map((cell) => middle(cell, rows, cols).join(" ")).join(" ");
}

/**
 * Find the tile that a key leads to on the screen. Left and right go through all tiles as one reads, so that every one
 * can be reached; up and down go to the next tile of the column, else to the nearest one that way; Home and End go to
 * the first and the last of the row.
 * @param {Rows} shown the board as the screen shows it
 * @param {Cell} from
 * @param {string} key
 * @returns {Cell | null} null where the key is none or no tile lies that way
 */
export function step(shown, from, key) {
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
 * Show a board's rows as columns where it is turned.
 * @param {Rows} rows
 * @param {boolean} turned
 * @returns {Rows}
 */
export function turnRows(rows, turned) {
  return turned ? rows[0].map((_, col) => rows.map((row) => row[col])) : rows;
}

/** @type {Record<string, string>} */
const TURNED_GRAVITY = {
  down: "right",
  right: "down",
  up: "left",
  left: "up",
  "split-rows": "split-columns",
  "split-columns": "split-rows",
  "gather-rows": "gather-columns",
  "gather-columns": "gather-rows",
  "slide-left-right": "slide-up-down",
  "slide-down-up": "slide-right-left",
};

/**
 * Name a gravity as the screen shows it; two have a name only when they are turned.
 * @param {string} gravity
 * @param {boolean} turned
 */
export function shownGravity(gravity, turned) {
  return turned ? (TURNED_GRAVITY[gravity] ?? gravity) : gravity;
}
