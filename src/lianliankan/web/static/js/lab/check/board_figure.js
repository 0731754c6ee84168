// A small board as a picture, with rows and columns counted as in a program: from 0, and −1 in the ring.

import { thumbnail } from "../../board/thumbnail.js";
import { h, s, setStyle } from "../../core/dom.js";
import { t } from "../../i18n/i18n.js";

/** @import { Cell } from "../../server/protocol.js" */

/** @typedef {{corners: readonly Cell[], kind: "right" | "wrong"}} FigurePath */

const MAX_CELL = 46; // pixels
const MIN_CELL = 12;
const WIDTH = 240; // pixels, if the board is not too long for it
const HEIGHT = 250;
const EDGE = 0.55; // for the numbers, in cells
const NUMBERED = 20; // pixels of a cell that has room for the number of its tile

/**
 * Draw a board.
 * @param {object} figure
 * @param {readonly (readonly number[])[]} figure.rows
 * @param {boolean} figure.hasRing whether paths may leave the board
 * @param {readonly Cell[]} [figure.ends] the tiles in question
 * @param {readonly FigurePath[]} [figure.paths]
 * @param {string} [figure.label] what is to be seen, for screen readers
 */
export function boardFigure({ rows, hasRing, ends = [], paths = [], label = "" }) {
  const out = hasRing ? 1 : 0;
  const [height, width] = [rows.length + 2 * out, rows[0].length + 2 * out];
  const fit = Math.min(MAX_CELL, WIDTH / (width + EDGE), HEIGHT / (height + EDGE));
  const cell = Math.max(MIN_CELL, Math.floor(fit));
  const box = `${-out - EDGE} ${-out - EDGE} ${width + EDGE} ${height + EDGE}`;
  const drawing = (/** @type {(Node | string)[]} */ ...parts) => {
    const picture = s("svg.figure-drawing", { viewBox: box, "aria-hidden": "true" }, ...parts);
    setStyle(picture, { width: `${cell * (width + EDGE)}px`, height: `${cell * (height + EDGE)}px` });
    return picture;
  };
  const tiles = thumbnail(smallKinds(rows), { cell });
  setStyle(tiles, { left: `${cell * (out + EDGE)}px`, top: `${cell * (out + EDGE)}px` });
  const text = t("figure label", { rows: rows.map((row) => row.join(" ")).join(" / ") });
  const name = label ? `${label} ${text}` : text;
  return h(
    "div.board-figure",
    { role: "img", "aria-label": name, tabindex: cell > fit ? "0" : null },
    drawing(...ground(rows, out), ...numbers(rows, out)),
    tiles,
    drawing(
      ...ends.map((end) => square(end, 0.47, "figure-end")),
      ...(cell >= NUMBERED ? kindNumbers(rows) : []),
      ...paths.flatMap(({ corners, kind }) => [line(corners, "figure-halo"), line(corners, `figure-path ${kind}`)]),
    ),
  );
}

/**
 * Number the kinds of a board from 1 on: a program may be asked about tiles with any number.
 * @param {readonly (readonly number[])[]} rows
 */
function smallKinds(rows) {
  const all = [...new Set(rows.flat().filter((kind) => kind > 0))].sort((one, other) => one - other);
  return rows.map((row) => row.map((kind) => (kind > 0 ? all.indexOf(kind) + 1 : kind)));
}

/**
 * @param {readonly (readonly number[])[]} rows
 * @param {number} out
 */
function* ground(rows, out) {
  for (let row = -out; row < rows.length + out; row++)
    for (let col = -out; col < rows[0].length + out; col++) {
      const kind = rows[row]?.[col];
      yield square([row, col], 0.44, kind === undefined ? "lab-ring" : kind < 0 ? "figure-wall" : "socket");
    }
}

/**
 * The numbers of rows and columns.
 * @param {readonly (readonly number[])[]} rows
 * @param {number} out
 */
function* numbers(rows, out) {
  const number = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ value) =>
    s("text.figure-number", { x, y }, String(value).replace("-", "−"));
  for (let row = -out; row < rows.length + out; row++) yield number(-out - EDGE / 2, row + 0.5, row);
  for (let col = -out; col < rows[0].length + out; col++) yield number(col + 0.5, -out - EDGE / 2, col);
}

/**
 * The numbers of the tiles, as they are in the grid.
 * @param {readonly (readonly number[])[]} rows
 */
function* kindNumbers(rows) {
  for (const [row, line] of rows.entries())
    for (const [col, kind] of line.entries()) {
      if (kind <= 0) continue;
      const text = String(kind);
      const wide = 0.17 * text.length + 0.14;
      const place = { x: col + 0.97 - wide, y: row + 0.66, width: wide, height: 0.31, rx: 0.1 };
      yield s("rect", { class: "figure-badge", ...place });
      yield s("text.figure-kind", { x: col + 0.97 - wide / 2, y: row + 0.825 }, text);
    }
}

/**
 * @param {Cell} cell
 * @param {number} half
 * @param {string} kind
 */
function square([row, col], half, kind) {
  const side = 2 * half;
  return s("rect", { class: kind, x: col + 0.5 - half, y: row + 0.5 - half, width: side, height: side, rx: 0.16 });
}

/**
 * @param {readonly Cell[]} corners
 * @param {string} kind
 */
function line(corners, kind) {
  return s("polyline", { class: kind, points: corners.map(([row, col]) => `${col + 0.5} ${row + 0.5}`).join(" ") });
}
