// The tiles as they are drawn: one canvas, and of it only what has changed is drawn again.

import { pen } from "./tile_atlas.js";
import { h, setStyle } from "../core/dom.js";
import { MARGIN, UNIT } from "./layout.js";
import { isCalm } from "../core/reduced_motion.js";

/** @typedef {import("./tile_atlas.js").Atlas} Atlas */

/**
 * How a tile is drawn, where lengths are in cells.
 * @typedef {object} Pose
 * @property {number} x its column on the screen, which is no whole number while it slides
 * @property {number} y its row
 * @property {number} aside how far it is off its place to the right
 * @property {number} raised how far above its place
 * @property {number} scale
 * @property {number} wide how wide it is seen, as it turns from 1 to -1
 * @property {number} alpha
 */

/** @typedef {{from: number, to: number, start: number, duration: number, ease: (share: number) => number}} Motion */

/**
 * @typedef {object} How
 * @property {number} duration in milliseconds
 * @property {number} [delay]
 * @property {(share: number) => number} [ease]
 */

const MOST_PIXELS = 16_000_000; // of a canvas: more is not to be had everywhere
const ROOM = 0.35; // in cells: how far what is drawn may be off a tile's place

/** Fast at first, slow at last. */
export const easeOut = (/** @type {number} */ share) => 1 - (1 - share) ** 3;
export const easeIn = (/** @type {number} */ share) => share ** 2;
export const easeBoth = (/** @type {number} */ share) => share * share * (3 - 2 * share);
/** Beyond its end, and back. */
export const easeBack = (/** @type {number} */ share) => 1 + 2.2 * (share - 1) ** 3 + 1.2 * (share - 1) ** 2;

/** A tile: its kind, how it is drawn now, and where that goes. */
export class Tile {
  /**
   * @param {number} kind
   * @param {number} x
   * @param {number} y
   */
  constructor(kind, x, y) {
    this.kind = kind;
    this.was = kind; // what it shows until it has turned
    this.isOnTop = false;
    /** @type {Pose} */
    this.pose = { x, y, aside: 0, raised: 0, scale: 1, wide: 1, alpha: 1 };
    /** @type {Map<keyof Pose, Motion>} */
    this.motions = new Map();
  }

  /** The kind that is seen: a tile that turns shows the old one first. */
  get seen() {
    return this.pose.wide > 0 ? this.was : this.kind;
  }

  /**
   * Whether any motion has begun.
   * @param {number} now
   */
  isDue(now) {
    for (const { start } of this.motions.values()) if (start <= now) return true;
    return this.motions.size === 0;
  }

  /**
   * Go on to a moment.
   * @param {number} now
   * @returns {boolean} whether there is more to come
   */
  advance(now) {
    for (const [name, { from, to, start, duration, ease }] of this.motions) {
      const share = Math.min(Math.max((now - start) / duration, 0), 1);
      this.pose[name] = from + (to - from) * ease(share);
      if (share === 1) this.motions.delete(name);
    }
    return this.motions.size > 0;
  }
}

export class TileLayer {
  constructor() {
    this.canvas = h("canvas", { class: "tiles", "aria-hidden": "true" });
    this.pen = pen(this.canvas);
    /** @type {Set<Tile>} */
    this.tiles = new Set();
    /** @type {Set<Tile>} */
    this.moving = new Set();
    /** @type {Atlas | null} */
    this.atlas = null;
    this.side = 1;
    this.margin = 0;
    this.isHidden = false;
    this.isSoiled = false;
    this.soiled = { left: 0, top: 0, right: 0, bottom: 0 };
    this.frame = 0;
  }

  remove() {
    cancelAnimationFrame(this.frame);
  }

  /**
   * Make the canvas as large as the board; its pixels are those of the screen, where it may have so many.
   * @param {number} rows
   * @param {number} cols
   * @param {number} cell in pixels of the page
   */
  resize(rows, cols, cell) {
    const edge = (2 * MARGIN) / UNIT;
    const fine = Math.sqrt(MOST_PIXELS / ((rows + edge) * (cols + edge))) / cell;
    const ratio = Math.min(devicePixelRatio, fine);
    this.side = Math.max(1, Math.round(cell * ratio));
    this.margin = Math.round((this.side * MARGIN) / UNIT);
    const [width, height] = [cols * this.side + 2 * this.margin, rows * this.side + 2 * this.margin];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height }); // which clears it
    setStyle(this.canvas, { width: `${width / ratio}px`, height: `${height / ratio}px` });
    this.paintAll();
  }

  // ---- Tiles that come, change and go -------------------------------------------------------------------------------

  /** @param {Tile} tile */
  add(tile) {
    this.tiles.add(tile);
    this.change(tile);
  }

  /** @param {Tile} tile */
  delete(tile) {
    this.change(tile);
    this.tiles.delete(tile);
    this.moving.delete(tile);
  }

  clear() {
    this.tiles.clear();
    this.moving.clear();
    this.paintAll();
  }

  /**
   * Draw a tile anew.
   * @param {Tile} tile
   */
  change(tile) {
    this.soil(tile);
    this.wake();
  }

  /**
   * Let a tile go from how it is drawn, or from what is given, to something else; where nothing moves, it is so at once.
   * @param {Tile} tile
   * @param {Partial<Record<keyof Pose, number | [number, number]>>} goals
   * @param {How} how
   */
  move(tile, goals, { duration, delay = 0, ease = easeOut }) {
    this.soil(tile);
    const start = performance.now() + delay;
    for (const [key, goal] of Object.entries(goals)) {
      const name = /** @type {keyof Pose} */ (key);
      const [from, to] = Array.isArray(goal) ? goal : [tile.pose[name], goal];
      tile.motions.delete(name);
      tile.pose[name] = isCalm() ? to : from;
      if (!isCalm() && (from !== to || Array.isArray(goal)))
        tile.motions.set(name, { from, to, start, duration, ease });
    }
    this.soil(tile);
    if (tile.motions.size) this.moving.add(tile);
    this.wake();
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  /**
   * Show the faces of an atlas, or those that have come to it meanwhile.
   * @param {Atlas} atlas
   */
  dress(atlas) {
    this.atlas = atlas;
    this.paintAll();
  }

  /** @param {boolean} hidden whether the tiles show no face */
  hide(hidden) {
    this.isHidden = hidden;
    this.paintAll();
  }

  paintAll() {
    this.soiled = { left: 0, top: 0, right: this.canvas.width, bottom: this.canvas.height };
    this.isSoiled = true;
    this.wake();
  }

  /** Draw in the next frame. */
  wake() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.step(now);
    });
  }

  /** @param {number} now */
  step(now) {
    for (const tile of this.moving) {
      if (!tile.isDue(now)) continue;
      this.soil(tile);
      if (!tile.advance(now)) this.moving.delete(tile);
      this.soil(tile);
    }
    if (this.isSoiled) this.paint();
    if (this.moving.size) this.wake();
  }

  /**
   * Where a tile and its shade may be, in whole pixels: what is wiped by halves leaves a line.
   * @param {Tile} tile
   */
  boxOf({ pose }) {
    const reach = Math.ceil((1 + 2 * ROOM) * this.side);
    const left = this.margin + Math.round((pose.x - ROOM) * this.side);
    const top = this.margin + Math.round((pose.y - ROOM) * this.side);
    return { left, top, right: left + reach, bottom: top + reach };
  }

  /** @param {Tile} tile */
  soil(tile) {
    const { left, top, right, bottom } = this.boxOf(tile);
    const { soiled } = this;
    this.soiled = this.isSoiled
      ? {
          left: Math.min(soiled.left, left),
          top: Math.min(soiled.top, top),
          right: Math.max(soiled.right, right),
          bottom: Math.max(soiled.bottom, bottom),
        }
      : { left, top, right, bottom };
    this.isSoiled = true;
  }

  /** Draw what has changed, and all tiles that reach into it: those that move over those that lie still. */
  paint() {
    const { left, top, right, bottom } = this.soiled;
    const on = this.pen;
    this.isSoiled = false;
    on.save();
    on.beginPath();
    on.rect(left, top, right - left, bottom - top);
    on.clip();
    on.clearRect(left, top, right - left, bottom - top);
    const later = [];
    for (const tile of this.tiles) {
      const box = this.boxOf(tile);
      if (box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom) continue;
      if (tile.isOnTop || tile.motions.size || tile.pose.raised) later.push(tile);
      else this.draw(tile);
    }
    for (const tile of later.sort((one, other) => Number(one.isOnTop) - Number(other.isOnTop))) this.draw(tile);
    on.restore();
  }

  /** @param {Tile} tile */
  draw({ seen, pose }) {
    const { side, margin, pen: on } = this;
    if (!this.atlas || pose.alpha <= 0) return;
    const [width, height] = [side * pose.scale * Math.abs(pose.wide), side * pose.scale];
    const x = margin + (pose.x + pose.aside + 0.5) * side - width / 2;
    const y = margin + (pose.y - pose.raised + 0.5) * side - height / 2;
    on.globalAlpha = Math.min(pose.alpha, 1);
    on.imageSmoothingEnabled = Math.abs(pose.wide) === 1; // nobody sees it while tiles turn, and it takes half the time
    // Whole pixels: a bitmap that lies between them is blurred, and slow.
    this.atlas.draw(on, this.isHidden ? 0 : seen, Math.round(x), Math.round(y), width, height);
  }
}
