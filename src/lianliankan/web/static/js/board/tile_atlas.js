// Tiles as small bitmaps: every face is drawn once, on its tile, at the very size that the screen's pixels have.

import { h, loadImage } from "../core/dom.js";

/** @typedef {import("../core/faces.js").FaceSet} FaceSet */
/** @typedef {import("../core/faces.js").Theme} Theme */

const SHEET = 12; // faces that are drawn at once: few enough that the page can do something else in between
const GAP = 0.028; // between a tile and the side of its cell, in parts of the cell
const LARGE = 0.93; // a picture that fills its tile, in parts of the tile
const SMALL = 0.86;
const OWN_PICTURE = 0.94; // an own picture, in parts of the room that it has
const SHADES = { light: "rgb(13 42 34 / 0.22)", dark: "rgb(0 0 0 / 0.42)" };
const INK = "#3a4a44";
const KEPT = 16; // atlases that are remembered

/** @type {Map<string, Atlas>} */
const atlases = new Map();

/**
 * Give the atlas of a set in a theme, for cells of some pixels; the one that was used longest ago is forgotten.
 * @param {FaceSet} set
 * @param {Theme} theme
 * @param {number} side
 */
export function atlasOf(set, theme, side) {
  const name = `${set.name} ${theme} ${side}`;
  const known = atlases.get(name);
  const atlas = known?.set === set ? known : new Atlas(set, theme, side);
  atlases.delete(name);
  atlases.set(name, atlas);
  for (const old of [...atlases.keys()].slice(0, -KEPT)) atlases.delete(old);
  return atlas;
}

export class Atlas {
  /**
   * @param {FaceSet} set
   * @param {Theme} theme
   * @param {number} side of a cell, in pixels of the screen
   */
  constructor(set, theme, side) {
    this.set = set;
    this.theme = theme;
    this.side = side;
    this.gap = Math.max(1, Math.round(side * GAP));
    this.high = Math.max(1, Math.round((side - 2 * this.gap) * set.depth));
    /** @type {ImageBitmap[]} */
    this.sheets = [];
    this.blank = canvasOf(side, side);
    this.drawBody(pen(this.blank));
    /** @type {Promise<void>} */
    this.work = Promise.resolve();
  }

  /** The side of a tile in pixels. */
  get tile() {
    return this.side - 2 * this.gap;
  }

  /** @param {number} kind */
  has(kind) {
    return kind <= this.sheets.length * SHEET;
  }

  /**
   * Draw the faces from the first kind to one, where they are not there yet.
   * @param {number} kinds
   * @param {() => void} [onMore] some are there
   */
  fill(kinds, onMore) {
    this.work = this.work.then(async () => {
      const missing = Math.ceil(kinds / SHEET) - this.sheets.length;
      const first = this.sheets.length * SHEET + 1;
      const coming = Array.from({ length: Math.max(missing, 0) }, (_, place) => this.drawSheet(first + place * SHEET));
      for (const sheet of coming) {
        this.sheets.push(await sheet);
        onMore?.();
      }
    });
    return this.work;
  }

  /**
   * Draw a tile; one whose face is not there yet shows none.
   * @param {CanvasRenderingContext2D} on
   * @param {number} kind 0 is a tile whose face is hidden
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  draw(on, kind, x, y, width, height) {
    const sheet = kind > 0 ? this.sheets[Math.floor((kind - 1) / SHEET)] : undefined;
    const left = sheet ? ((kind - 1) % SHEET) * this.side : 0;
    on.drawImage(sheet ?? this.blank, left, 0, this.side, this.side, x, y, width, height);
  }

  /**
   * Draw some faces on their tiles, beside each other.
   * @param {number} first
   */
  async drawSheet(first) {
    const { side } = this;
    const sheet = canvasOf(SHEET * side, side);
    const on = pen(sheet);
    const kinds = Array.from({ length: SHEET }, (_, place) => first + place);
    kinds.forEach((_, place) => on.drawImage(this.blank, place * side, 0));
    const isDrawn = (/** @type {number} */ kind) => Boolean(this.set.faces.get(kind)?.symbol) && !this.addressOf(kind);
    const svg = this.svgOf(kinds.map((kind) => (isDrawn(kind) ? kind : 0)));
    if (kinds.some(isDrawn)) {
      const picture = await loadImage(new Blob([svg], { type: "image/svg+xml" }));
      on.drawImage(picture, 0, 0, sheet.width, sheet.height);
    }
    await Promise.all(
      kinds.map(async (kind, place) => {
        const address = this.addressOf(kind);
        if (address) await this.drawPicture(on, kind, address, place * side);
        else if (!isDrawn(kind)) this.write(on, String(kind), place * side);
      }),
    );
    return createImageBitmap(sheet); // which is copied faster than a canvas that might still change
  }

  /**
   * Where the picture of a kind is to be had, if it is the player's own.
   * @param {number} kind
   */
  addressOf(kind) {
    return this.set.faces.get(kind)?.address;
  }

  /** Where the picture of a tile is: how far from the left, from the top, and how large. */
  get box() {
    const size = (this.set.isLarge ? LARGE : SMALL) * this.tile;
    return { left: (this.side - size) / 2, top: this.top + (this.tile - this.high - size) / 2, size };
  }

  /**
   * Write an SVG of some faces, beside each other; those that they refer to are in it, too.
   * @param {number[]} kinds 0 leaves a place free
   */
  svgOf(kinds) {
    const { side, set } = this;
    const { left, top, size } = this.box;
    /** @type {Set<string>} */
    const symbols = new Set();
    const uses = kinds.map((kind, place) => {
      const symbol = set.faces.get(kind)?.symbol;
      if (!symbol) return "";
      const id = Number(symbol.match(/id="k(\d+)"/)?.[1]);
      for (const [, other] of symbol.matchAll(/href="#k(\d+)"/g)) symbols.add(this.symbolOf(Number(other)));
      symbols.add(symbol);
      return `<use href="#k${id}" x="${place * side + left}" y="${top}" width="${size}" height="${size}"/>`;
    });
    const width = kinds.length * side;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${side}" stroke-linejoin="round">`;
    return `${head}${[...symbols].join("")}${uses.join("")}</svg>`;
  }

  /**
   * Find the symbol of an id; a set of own pictures has those of its drawings for other kinds.
   * @param {number} id
   */
  symbolOf(id) {
    const start = `<symbol id="k${id}"`;
    for (const { symbol } of this.set.faces.values()) if (symbol.startsWith(start)) return symbol;
    return "";
  }

  /**
   * Draw an own picture, or its number where it does not come.
   * @param {CanvasRenderingContext2D} on
   * @param {number} kind
   * @param {string} address
   * @param {number} left
   */
  async drawPicture(on, kind, address, left) {
    const picture = new Image();
    picture.src = address;
    try {
      await picture.decode();
    } catch {
      return this.write(on, String(kind), left);
    }
    const { box } = this;
    const size = Math.round(OWN_PICTURE * box.size);
    const [x, y] = [left + (this.side - size) / 2, box.top + (box.size - size) / 2].map(Math.round);
    on.save();
    on.beginPath();
    on.roundRect(x, y, size, size, Math.max(this.set.round * this.tile - (this.tile - size) / 2, 0));
    on.clip();
    on.imageSmoothingQuality = "high";
    on.drawImage(picture, x, y, size, size);
    on.restore();
  }

  /** How far a tile is from the top of its cell: its shade is below it. */
  get top() {
    return Math.max(this.gap - Math.round(this.side * 0.015), 0);
  }

  /** @param {CanvasRenderingContext2D} on */
  drawBody(on) {
    const { gap, top, tile, high, set } = this;
    const [faceHigh, faceLow, edgeHigh, edgeLow, rim] = set.colours[this.theme];
    const round = set.round * tile;
    const block = (/** @type {number} */ y, /** @type {number} */ height, /** @type {string[]} */ ...colours) => {
      const fill = on.createLinearGradient(0, y, 0, y + height);
      colours.forEach((colour, place) => fill.addColorStop(place / Math.max(colours.length - 1, 1), colour));
      on.fillStyle = fill;
      on.beginPath();
      on.roundRect(gap, y, tile, height, round);
      on.fill();
    };
    block(top + tile / 2, tile / 2 + this.side * 0.03, SHADES[this.theme]);
    block(top, tile, edgeHigh, edgeHigh, edgeHigh, edgeLow);
    block(top, tile - high, faceHigh, faceLow);
    const line = Math.max(1, 0.022 * tile);
    on.globalAlpha = 0.8;
    on.strokeStyle = rim;
    on.lineWidth = line;
    on.beginPath();
    on.roundRect(gap + line / 2, top + line / 2, tile - line, tile - high - line, Math.max(round - line / 2, 0));
    on.stroke();
    on.globalAlpha = 1;
  }

  /**
   * Write the number of a kind that the set has no face for.
   * @param {CanvasRenderingContext2D} on
   * @param {string} text
   * @param {number} left
   */
  write(on, text, left) {
    on.font = `700 ${0.36 * this.side}px system-ui, sans-serif`;
    on.textAlign = "center";
    on.textBaseline = "middle";
    on.fillStyle = INK;
    on.fillText(text, left + this.side / 2, this.top + (this.tile - this.high) / 2, 0.8 * this.tile);
  }
}

/**
 * @param {number} width
 * @param {number} height
 */
function canvasOf(width, height) {
  return h("canvas", { width, height });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {CanvasRenderingContext2D}
 */
export function pen(canvas) {
  const found = canvas.getContext("2d");
  if (!found) throw new Error("this browser draws no canvas");
  return found;
}
