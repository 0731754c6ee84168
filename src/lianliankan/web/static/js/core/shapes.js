// Shapes for boards: where tiles go, where walls stand, what is no part of the board; as the text of a mask.

/**
 * What stands where: y and x go from -1 to 1 over the board, row and col count its cells, cols says how many there are.
 * @type {Record<string, (y: number, x: number, row: number, col: number, cols: number) => "A" | "#" | "_">}
 */
const DRAWN = {
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
export const SHAPES = Object.keys(DRAWN);

/**
 * Draw a shape of some size, rows set apart by "/"; pairs need an even number of places, so one may be left out. Where
 * the board is too small for the shape, all of it is filled.
 * @param {string} shape
 * @param {number} rows
 * @param {number} cols
 */
export function maskOf(shape, rows, cols) {
  const draw = DRAWN[shape];
  const across = (/** @type {number} */ at, /** @type {number} */ count) =>
    count > 1 ? (2 * at) / (count - 1) - 1 : 0;
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => draw(across(row, rows), across(col, cols), row, col, cols)),
  );
  const places = lines.flatMap((line, row) => line.flatMap((sign, col) => (sign === "A" ? [[row, col]] : [])));
  if (places.length < 4 && shape !== "full") return maskOf("full", rows, cols);
  if (places.length % 2) {
    const [row, col] = places[places.length - 1];
    lines[row][col] = "_";
  }
  return lines.map((line) => line.join("")).join("/");
}
