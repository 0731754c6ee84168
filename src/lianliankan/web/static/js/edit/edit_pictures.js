// The board as a picture, in the tile set and the theme on the screen: SVG, and PNG for whatever takes no SVG.

import { highestKind, VOID, WALL } from "../board/board_model.js";
import { TileAtlas, getAtlas, getContext } from "../board/tile_atlas.js";
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
 * Draw a board as SVG.
 * @param {Rows} rows
 * @param {{isGround?: boolean}} [options] whether only what is under the tiles is drawn
 */
export function boardSvg(rows, { isGround = false } = {}) {
  const [width, height] = [rows[0].length * SIDE + 2 * MARGIN, rows.length * SIDE + 2 * MARGIN];
  const set = currentFaces();
  const atlas = set && !isGround ? new TileAtlas(set, currentTheme(), SIDE) : null;
  const parts = rows.flatMap((line, row) =>
    line.flatMap((kind, col) => cellParts(kind, MARGIN + col * SIDE, MARGIN + row * SIDE, atlas)),
  );
  const kinds = [...new Set(rows.flat())].filter((kind) => kind > 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" stroke-linejoin="round">`,
    `<defs>${gradient("stone", colour("--stone-high"), colour("--stone-low"))}${atlas ? tileDefs(atlas, kinds) : ""}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colour("--ground-high") || colour("--panel")}"/>`,
    ...parts,
    "</svg>",
  ].join("\n");
}

/**
 * Draw what is on a cell.
 * @param {number} kind
 * @param {number} x
 * @param {number} y
 * @param {TileAtlas | null} atlas
 */
function cellParts(kind, x, y, atlas) {
  if (kind === VOID) return [];
  if (kind === WALL)
    return [
      `<rect x="${x + 1}" y="${y + 2}" width="${SIDE - 2}" height="${SIDE - 3}" rx="7" fill="${colour("--stone-edge")}"/>`,
      `<rect x="${x + 1}" y="${y + 1}" width="${SIDE - 2}" height="${SIDE - 7}" rx="7" fill="url(#stone)"/>`,
    ];
  const socket = `<rect x="${x + 7}" y="${y + 7}" width="${SIDE - 14}" height="${SIDE - 14}" rx="11" fill="${colour("--socket")}"/>`;
  if (kind <= 0 || !atlas) return [socket];
  const { left, top, size } = atlas.box;
  const symbol = atlas.set.faces.get(kind)?.symbol;
  const id = symbol?.match(/id="(k\d+)"/)?.[1];
  const face = id
    ? `<use href="#${id}" x="${x + left}" y="${y + top}" width="${size}" height="${size}"/>`
    : `<text x="${x + SIDE / 2}" y="${y + SIDE * 0.6}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${0.36 * SIDE}">${kind}</text>`;
  return [socket, `<use href="#tile" x="${x}" y="${y}"/>`, face];
}

/**
 * Define the tile under all faces, and the faces of some kinds.
 * @param {TileAtlas} atlas
 * @param {number[]} kinds
 */
function tileDefs(atlas, kinds) {
  const { gap, top, tile, depth, set } = atlas;
  const [faceHigh, faceLow, edgeHigh, edgeLow, rim] = set.colours[atlas.theme];
  const box = (/** @type {number} */ height, /** @type {string} */ paint) =>
    `<rect x="${gap}" y="${top}" width="${tile}" height="${height}" rx="${set.round * tile}" ${paint}/>`;
  const body =
    box(tile, 'fill="url(#edge)"') + box(tile - depth, `fill="url(#face)" stroke="${rim}" stroke-opacity="0.8"`);
  const symbols = atlas.buildSvg(kinds).match(/<symbol[^]*<\/symbol>/)?.[0] ?? "";
  return `${gradient("edge", edgeHigh, edgeLow)}${gradient("face", faceHigh, faceLow)}<g id="tile">${body}</g></defs>${symbols}<defs>`;
}

/**
 * @param {string} id
 * @param {string} high
 * @param {string} low
 */
function gradient(id, high, low) {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>`;
}

/**
 * Draw a board as PNG, with custom pictures, which an SVG cannot hold.
 * @param {Rows} rows
 * @returns {Promise<Blob>}
 */
export async function boardPng(rows) {
  const [side, margin] = [SIDE * PNG_SCALE, MARGIN * PNG_SCALE];
  const canvas = h("canvas", { width: rows[0].length * side + 2 * margin, height: rows.length * side + 2 * margin });
  const context = getContext(canvas);
  const ground = await loadImage(new Blob([boardSvg(rows, { isGround: true })], { type: "image/svg+xml" }));
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
