// A small picture of a board that nobody plays on: for the help, for the gallery, and before own pictures are kept.

import { atlasOf, pen } from "./tile_atlas.js";
import { h, setStyle } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { mostKind } from "./rows.js";

/** @typedef {import("../core/faces.js").FaceSet} FaceSet */

/**
 * Draw tiles as they lie on a board; the faces come as soon as they are there.
 * @param {import("./rows.js").Rows} rows
 * @param {{cell: number, set?: FaceSet | null, label?: string}} how the side of a cell in pixels; the set is that of the
 *   game where none is given; without a label, screen readers skip it
 */
export function stillBoard(rows, { cell, set = currentFaces(), label }) {
  const side = Math.round(cell * devicePixelRatio);
  const [width, height] = [side * rows[0].length, side * rows.length];
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const canvas = h("canvas", { class: "still", width, height, ...named });
  setStyle(canvas, { width: `${width / devicePixelRatio}px`, "aspect-ratio": `${width} / ${height}` });
  if (!set) return canvas;
  const atlas = atlasOf(set, currentTheme(), side);
  const on = pen(canvas);
  const draw = () => {
    on.clearRect(0, 0, width, height);
    rows.forEach((line, row) => {
      line.forEach((kind, col) => kind > 0 && atlas.draw(on, kind, col * side, row * side, side, side));
    });
  };
  draw();
  void atlas.fill(mostKind(rows)).then(draw);
  return canvas;
}

const ROWS = 4;
const COLS = 8;

/**
 * Give a small board to look at: every kind twice, the two apart from each other.
 * @returns {import("./rows.js").Rows}
 */
export function previewRows() {
  const pairs = (ROWS * COLS) / 2;
  const kind = (/** @type {number} */ place) => (place < pairs ? 5 * place : 11 * place + 3) % pairs; // each once in a half
  return Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLS }, (_, col) => kind(row * COLS + col) + 1));
}

/**
 * Give the first kinds in rows, one after the other.
 * @param {number} rows
 * @param {number} cols
 * @returns {import("./rows.js").Rows}
 */
export function sampleRows(rows, cols) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => row * cols + col + 1));
}
