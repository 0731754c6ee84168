// Tiles as small bitmaps: every face is drawn once, on its tile, at the exact size in device pixels.

import { h, loadImage } from "../core/dom.js";
import { pictureAddress } from "../server/transport.js";

/** @import { FaceSet, Theme } from "../core/faces.js" */

const SHEET_FACES = 12; // faces drawn at once: few enough that the page stays responsive
const GAP = 0.028; // between a tile and the edge of its cell, as a fraction of the cell
const LARGE = 0.93; // a picture that fills its tile, as a fraction of the tile
const SMALL = 0.86;
const CUSTOM_PICTURE = 0.94; // a custom picture, as a fraction of the space for it
const SHADOWS = { light: "rgb(13 42 34 / 0.22)", dark: "rgb(0 0 0 / 0.42)" };
const INK = "#3a4a44";
const MAX_ATLASES = 16; // in the cache

/** @type {Map<string, TileAtlas>} */
const atlases = new Map();

/**
 * Return the atlas of a set in a theme for a cell size in device pixels. The least recently used atlas is dropped.
 * @param {FaceSet} set
 * @param {Theme} theme
 * @param {number} side
 */
export function getAtlas(set, theme, side) {
  const name = `${set.name} ${theme} ${side}`;
  const known = atlases.get(name);
  const atlas = known?.set === set ? known : new TileAtlas(set, theme, side);
  atlases.delete(name);
  atlases.set(name, atlas);
  for (const old of [...atlases.keys()].slice(0, -MAX_ATLASES)) atlases.delete(old);
  return atlas;
}

export class TileAtlas {
  /**
   * @param {FaceSet} set
   * @param {Theme} theme
   * @param {number} side of a cell, in device pixels
   */
  constructor(set, theme, side) {
    this.set = set;
    this.theme = theme;
    this.side = side;
    this.gap = Math.max(1, Math.round(side * GAP));
    this.depth = Math.max(1, Math.round((side - 2 * this.gap) * set.depth));
    /** @type {ImageBitmap[]} */
    this.sheets = [];
    this.blank = makeCanvas(side, side);
    this.drawBody(getContext(this.blank));
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
  }

  /** The side of a tile in pixels. */
  get tile() {
    return this.side - 2 * this.gap;
  }

  /** @param {number} kind */
  has(kind) {
    return kind <= this.sheets.length * SHEET_FACES;
  }

  /**
   * Draw the faces of all kinds up to a number, except those that are already drawn.
   * @param {number} kinds
   * @param {() => void} [onMore] called after every few faces
   */
  drawFaces(kinds, onMore) {
    this.queue = this.queue.then(async () => {
      const missing = Math.ceil(kinds / SHEET_FACES) - this.sheets.length;
      const first = this.sheets.length * SHEET_FACES + 1;
      const coming = Array.from({ length: Math.max(missing, 0) }, (_, place) =>
        this.drawSheet(first + place * SHEET_FACES),
      );
      for (const sheet of coming) {
        this.sheets.push(await sheet);
        onMore?.();
      }
    });
    return this.queue;
  }

  /**
   * Draw a tile; it is blank as long as its face is not drawn yet.
   * @param {CanvasRenderingContext2D} context
   * @param {number} kind 0 is a tile whose face is hidden
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  draw(context, kind, x, y, width, height) {
    const sheet = kind > 0 ? this.sheets[Math.floor((kind - 1) / SHEET_FACES)] : undefined;
    const left = sheet ? ((kind - 1) % SHEET_FACES) * this.side : 0;
    context.drawImage(sheet ?? this.blank, left, 0, this.side, this.side, x, y, width, height);
  }

  /**
   * Draw some faces on their tiles, side by side.
   * @param {number} first
   */
  async drawSheet(first) {
    const { side } = this;
    const sheet = makeCanvas(SHEET_FACES * side, side);
    const context = getContext(sheet);
    const kinds = Array.from({ length: SHEET_FACES }, (_, place) => first + place);
    kinds.forEach((_, place) => context.drawImage(this.blank, place * side, 0));
    const isDrawn = (/** @type {number} */ kind) =>
      Boolean(this.set.faces.get(kind)?.symbol) && !this.pictureAddress(kind);
    const svg = this.buildSvg(kinds.map((kind) => (isDrawn(kind) ? kind : 0)));
    if (kinds.some(isDrawn)) {
      const picture = await loadImage(new Blob([svg], { type: "image/svg+xml" }));
      context.drawImage(picture, 0, 0, sheet.width, sheet.height);
    }
    await Promise.all(
      kinds.map(async (kind, place) => {
        const address = this.pictureAddress(kind);
        if (address) await this.drawPicture(context, kind, address, place * side);
        else if (!isDrawn(kind)) this.writeNumber(context, String(kind), place * side);
      }),
    );
    return createImageBitmap(sheet); // faster to copy than a canvas
  }

  /**
   * Return the address of a kind's picture if it is a custom one.
   * @param {number} kind
   */
  pictureAddress(kind) {
    return this.set.faces.get(kind)?.address;
  }

  /** Position and size of the picture within a cell. */
  get box() {
    const size = (this.set.fillsTile ? LARGE : SMALL) * this.tile;
    return { left: (this.side - size) / 2, top: this.top + (this.tile - this.depth - size) / 2, size };
  }

  /**
   * Return an SVG of some faces, side by side, with every symbol they refer to.
   * @param {number[]} kinds 0 leaves a gap
   */
  buildSvg(kinds) {
    const { side, set } = this;
    const { left, top, size } = this.box;
    /** @type {Set<string>} */
    const symbols = new Set();
    const uses = kinds.map((kind, place) => {
      const symbol = set.faces.get(kind)?.symbol;
      if (!symbol) return "";
      const id = Number(symbol.match(/id="k(\d+)"/)?.[1]);
      for (const [, other] of symbol.matchAll(/href="#k(\d+)"/g)) symbols.add(this.findSymbol(Number(other)));
      symbols.add(symbol);
      return `<use href="#k${id}" x="${place * side + left}" y="${top}" width="${size}" height="${size}"/>`;
    });
    const width = kinds.length * side;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${side}" stroke-linejoin="round">`;
    return `${head}${[...symbols].join("")}${uses.join("")}</svg>`;
  }

  /**
   * Find the symbol with an id. In a set of custom pictures, the drawings have ids of other kinds.
   * @param {number} id
   */
  findSymbol(id) {
    const start = `<symbol id="k${id}"`;
    for (const { symbol } of this.set.faces.values()) if (symbol.startsWith(start)) return symbol;
    return "";
  }

  /**
   * Draw a custom picture, or its number if the picture cannot be loaded.
   * @param {CanvasRenderingContext2D} context
   * @param {number} kind
   * @param {string} address
   * @param {number} left
   */
  async drawPicture(context, kind, address, left) {
    const picture = new Image();
    try {
      picture.src = await pictureAddress(address);
      await picture.decode();
    } catch {
      return this.writeNumber(context, String(kind), left);
    }
    const { box } = this;
    const size = Math.round(CUSTOM_PICTURE * box.size);
    const [x, y] = [left + (this.side - size) / 2, box.top + (box.size - size) / 2].map(Math.round);
    context.save();
    context.beginPath();
    context.roundRect(x, y, size, size, Math.max(this.set.round * this.tile - (this.tile - size) / 2, 0));
    context.clip();
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, x, y, size, size);
    context.restore();
  }

  /** Distance of a tile from the top of its cell; its shadow is below it. */
  get top() {
    return Math.max(this.gap - Math.round(this.side * 0.015), 0);
  }

  /** @param {CanvasRenderingContext2D} context */
  drawBody(context) {
    const { gap, top, tile, depth, set } = this;
    const [faceHigh, faceLow, edgeHigh, edgeLow, rim] = set.colours[this.theme];
    const round = set.round * tile;
    const block = (/** @type {number} */ y, /** @type {number} */ height, /** @type {string[]} */ ...colours) => {
      const fill = context.createLinearGradient(0, y, 0, y + height);
      colours.forEach((colour, place) => fill.addColorStop(place / Math.max(colours.length - 1, 1), colour));
      context.fillStyle = fill;
      context.beginPath();
      context.roundRect(gap, y, tile, height, round);
      context.fill();
    };
    block(top + tile / 2, tile / 2 + this.side * 0.03, SHADOWS[this.theme]);
    block(top, tile, edgeHigh, edgeHigh, edgeHigh, edgeLow);
    block(top, tile - depth, faceHigh, faceLow);
    const line = Math.max(1, 0.022 * tile);
    context.globalAlpha = 0.8;
    context.strokeStyle = rim;
    context.lineWidth = line;
    context.beginPath();
    context.roundRect(gap + line / 2, top + line / 2, tile - line, tile - depth - line, Math.max(round - line / 2, 0));
    context.stroke();
    context.globalAlpha = 1;
  }

  /**
   * Write the number of a kind for which the set has no face.
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {number} left
   */
  writeNumber(context, text, left) {
    context.font = `700 ${0.36 * this.side}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = INK;
    context.fillText(text, left + this.side / 2, this.top + (this.tile - this.depth) / 2, 0.8 * this.tile);
  }
}

/**
 * @param {number} width
 * @param {number} height
 */
function makeCanvas(width, height) {
  return h("canvas", { width, height });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function getContext(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw on a canvas");
  return context;
}
