// The board as a picture, in the tile set and the theme on the screen.

import { highestKind, VOID, WALL } from "../board/board_model.js";
import { getAtlas, getContext } from "../board/tile_atlas.js";
import { h, loadImage } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";

/** @import { Rows } from "../board/board_model.js" */

const SIDE = 64; // of a cell
const MARGIN = 16;
const PNG_SCALE = 2;

/** @param {string} name */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * Draw what is under the tiles of a board, as SVG.
 * @param {Rows} rows
 */
function groundSvg(rows) {
  const [width, height] = [rows[0].length * SIDE + 2 * MARGIN, rows.length * SIDE + 2 * MARGIN];
  const cells = rows.flatMap((line, row) =>
    line.map((kind, col) => cellSvg(kind, MARGIN + col * SIDE, MARGIN + row * SIDE)),
  );
  const [high, low] = [colour("--stone-high"), colour("--stone-low")];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<linearGradient id="stone" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
    `<rect width="${width}" height="${height}" fill="${colour("--ground-high") || colour("--panel")}"/>`,
    ...cells,
    "</svg>",
  ].join("\n");
}

/**
 * Draw a cell: a gap, a wall, or the socket of a tile.
 * @param {number} kind
 * @param {number} x
 * @param {number} y
 */
function cellSvg(kind, x, y) {
  if (kind === VOID) return "";
  if (kind === WALL)
    return (
      `<rect x="${x + 1}" y="${y + 2}" width="${SIDE - 2}" height="${SIDE - 3}" rx="7" fill="${colour("--stone-edge")}"/>` +
      `<rect x="${x + 1}" y="${y + 1}" width="${SIDE - 2}" height="${SIDE - 7}" rx="7" fill="url(#stone)"/>`
    );
  return `<rect x="${x + 7}" y="${y + 7}" width="${SIDE - 14}" height="${SIDE - 14}" rx="11" fill="${colour("--socket")}"/>`;
}

/**
 * Draw a board as PNG.
 * @param {Rows} rows
 * @returns {Promise<Blob>}
 */
export async function boardPng(rows) {
  const [side, margin] = [SIDE * PNG_SCALE, MARGIN * PNG_SCALE];
  const canvas = h("canvas", { width: rows[0].length * side + 2 * margin, height: rows.length * side + 2 * margin });
  const context = getContext(canvas);
  const ground = await loadImage(new Blob([groundSvg(rows)], { type: "image/svg+xml" }));
  context.drawImage(ground, 0, 0, canvas.width, canvas.height);
  const set = currentFaces();
  if (set) {
    const atlas = getAtlas(set, currentTheme(), side);
    await atlas.drawFaces(highestKind(rows));
    rows.forEach((line, row) =>
      line.forEach((kind, col) => {
        if (kind > 0) atlas.draw(context, kind, margin + col * side, margin + row * side, side, side);
      }),
    );
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large")))),
  );
}
