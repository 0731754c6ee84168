// A small, static picture of a board: for the help, the gallery, and the preview of custom pictures.

import { h, setStyle } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { highestKind } from "./board_model.js";
import { getAtlas, getContext } from "./tile_atlas.js";

/** @import { FaceSet } from "../core/faces.js" */
/** @import { Rows } from "./board_model.js" */

/**
 * Draw a board; the faces appear as soon as they are loaded.
 * @param {Rows} rows
 * @param {{cell: number, set?: FaceSet | null, label?: string}} options `cell`: side of a cell in pixels; `set`: the
 *   game's set by default; `label`: without one, screen readers skip the picture
 */
export function thumbnail(rows, { cell, set = currentFaces(), label }) {
  const side = Math.round(cell * devicePixelRatio);
  const [width, height] = [side * rows[0].length, side * rows.length];
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const canvas = h("canvas", { class: "thumbnail", width, height, ...named });
  setStyle(canvas, { width: `${width / devicePixelRatio}px`, "aspect-ratio": `${width} / ${height}` });
  if (!set) return canvas;
  const atlas = getAtlas(set, currentTheme(), side);
  const context = getContext(canvas);
  const draw = () => {
    context.clearRect(0, 0, width, height);
    rows.forEach((line, row) => {
      line.forEach((kind, col) => kind > 0 && atlas.draw(context, kind, col * side, row * side, side, side));
    });
  };
  draw();
  void atlas.drawFaces(highestKind(rows)).then(draw);
  return canvas;
}

const ROWS = 4;
const COLS = 8;

/**
 * Return a small board that has every kind twice, the two tiles apart from each other.
 * @returns {Rows}
 */
export function previewRows() {
  const pairs = (ROWS * COLS) / 2; // every kind is once in each half
  const kind = (/** @type {number} */ place) => (place < pairs ? 5 * place : 11 * place + 3) % pairs;
  return Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLS }, (_, col) => kind(row * COLS + col) + 1));
}

/**
 * Return the first kinds in rows, one after the other.
 * @param {number} rows
 * @param {number} cols
 * @returns {Rows}
 */
export function sampleRows(rows, cols) {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => row * cols + col + 1));
}
