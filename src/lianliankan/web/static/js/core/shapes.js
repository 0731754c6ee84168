// Board shapes as masks: A for a tile, # for a wall, _ for a cell outside the board.

/**
 * The cell of each shape at a place: y and x go from -1 to 1, row and col count cells, cols is the width of the board.
 * @type {Record<string, (y: number, x: number, row: number, col: number, cols: number) => "A" | "#" | "_">}
 */
const CELLS = {
  full: () => "A",
  diamond: (y, x) => (Math.abs(y) + Math.abs(x) <= 1.06 ? "A" : "_"),
  frame: (y, x) => (Math.abs(y) < 0.42 && Math.abs(x) < 0.5 ? "_" : "A"),
  cross: (y, x) => (Math.abs(y) < 0.42 || Math.abs(x) < 0.36 ? "A" : "_"),
  pyramid: (y, x) => (Math.abs(x) <= (y + 1.25) / 2.1 ? "A" : "_"),
  towers: (y, x, row, col) => (col % 4 < 2 || y > 0.1 ? "A" : "_"),
  pillars: (y, x, row, col) => (row % 3 === 1 && col % 4 === 2 ? "#" : "A"),
  gates: (y, x, row, col, cols) => (col === cols >> 1 && Math.abs(y) > 0.3 ? "#" : "A"),
};

/** The names of the shapes. */
export const SHAPES = Object.keys(CELLS);

/**
 * Return the mask of a shape, with rows separated by "/". Pairs need an even number of tiles, so one may be left out.
 * If the board is too small for the shape, the mask is full.
 * @param {string} shape
 * @param {number} rows
 * @param {number} cols
 */
export function makeMask(shape, rows, cols) {
  const draw = CELLS[shape];
  const across = (/** @type {number} */ at, /** @type {number} */ count) =>
    count > 1 ? (2 * at) / (count - 1) - 1 : 0;
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => draw(across(row, rows), across(col, cols), row, col, cols)),
  );
  const places = lines.flatMap((line, row) => line.flatMap((cell, col) => (cell === "A" ? [[row, col]] : [])));
  if (places.length < 4 && shape !== "full") return makeMask("full", rows, cols);
  if (places.length % 2) {
    const [row, col] = places[places.length - 1];
    lines[row][col] = "_";
  }
  return lines.map((line) => line.join("")).join("/");
}
