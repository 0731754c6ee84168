// The tiles on a canvas. Only the part that has changed is redrawn.

import { h, setStyle } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { MARGIN, UNIT } from "./layout.js";
import { getContext } from "./tile_atlas.js";

/** @import { TileAtlas } from "./tile_atlas.js" */

/**
 * How a tile is drawn; lengths are in cells.
 * @typedef {object} Pose
 * @property {number} x column on the screen, a fraction while it slides
 * @property {number} y row on the screen
 * @property {number} offsetX distance to the right of its place
 * @property {number} lift height above its place
 * @property {number} scale
 * @property {number} scaleX from 1 to -1 while the tile flips
 * @property {number} alpha
 */

/** @typedef {{from: number, to: number, start: number, duration: number, ease: (share: number) => number}} Motion */

/**
 * @typedef {object} Timing
 * @property {number} duration in milliseconds
 * @property {number} [delay]
 * @property {(share: number) => number} [ease]
 */

const MAX_PIXELS = 16_000_000; // of a canvas: some browsers allow no more
const OVERHANG = 0.35; // in cells: how far a tile may be drawn beyond its place

/** Fast, then slow. */
export const easeOut = (/** @type {number} */ share) => 1 - (1 - share) ** 3;
export const easeIn = (/** @type {number} */ share) => share ** 2;
export const easeBoth = (/** @type {number} */ share) => share * share * (3 - 2 * share);
/** Overshoots, then comes back. */
export const easeBack = (/** @type {number} */ share) => 1 + 2.2 * (share - 1) ** 3 + 1.2 * (share - 1) ** 2;

/** A tile: its kind, its pose, and how the pose changes. */
export class Tile {
  /**
   * @param {number} kind
   * @param {number} x
   * @param {number} y
   */
  constructor(kind, x, y) {
    this.kind = kind;
    this.oldKind = kind; // shown during the first half of a flip
    this.isOnTop = false;
    this.isCovered = false; // blank, by an attack in a race
    /** @type {Pose} */
    this.pose = { x, y, offsetX: 0, lift: 0, scale: 1, scaleX: 1, alpha: 1 };
    /** @type {Map<keyof Pose, Motion>} */
    this.motions = new Map();
  }

  /** The kind that is visible: a tile that flips shows the old one first. */
  get shownKind() {
    return this.pose.scaleX > 0 ? this.oldKind : this.kind;
  }

  /**
   * Whether any motion has started, or none is left.
   * @param {number} now
   */
  hasStarted(now) {
    for (const { start } of this.motions.values()) if (start <= now) return true;
    return this.motions.size === 0;
  }

  /**
   * Advance all motions.
   * @param {number} now
   * @returns {boolean} whether any motion is left
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
    this.canvas = h("canvas.tiles", { "aria-hidden": "true" });
    this.context = getContext(this.canvas);
    /** @type {Set<Tile>} */
    this.tiles = new Set();
    /** @type {Set<Tile>} */
    this.moving = new Set();
    /** @type {TileAtlas | null} */
    this.atlas = null;
    this.side = 1;
    this.margin = 0;
    this.isHidden = false;
    this.isTurned = false; // upside down
    this.isDirty = false;
    this.dirty = { left: 0, top: 0, right: 0, bottom: 0 };
    this.frame = 0;
  }

  remove() {
    cancelAnimationFrame(this.frame);
  }

  /**
   * Resize the canvas to the board, in device pixels as far as the limit allows.
   * @param {number} rows
   * @param {number} cols
   * @param {number} cell in CSS pixels
   */
  resize(rows, cols, cell) {
    const edge = (2 * MARGIN) / UNIT;
    const maxRatio = Math.sqrt(MAX_PIXELS / ((rows + edge) * (cols + edge))) / cell;
    const ratio = Math.min(devicePixelRatio, maxRatio);
    this.side = Math.max(1, Math.round(cell * ratio));
    this.margin = Math.round((this.side * MARGIN) / UNIT);
    const [width, height] = [cols * this.side + 2 * this.margin, rows * this.side + 2 * this.margin];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    setStyle(this.canvas, { width: `${width / ratio}px`, height: `${height / ratio}px` });
    this.markAllDirty();
  }

  // ---- Tiles and their motion ---------------------------------------------------------------------------------------

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
    this.markAllDirty();
  }

  /**
   * Redraw a tile.
   * @param {Tile} tile
   */
  change(tile) {
    this.markDirty(tile);
    this.requestFrame();
  }

  /**
   * Animate a tile's pose to new values, or from a given value to another. With reduced motion, set it at once.
   * @param {Tile} tile
   * @param {Partial<Record<keyof Pose, number | [number, number]>>} goals
   * @param {Timing} timing
   */
  move(tile, goals, { duration, delay = 0, ease = easeOut }) {
    this.markDirty(tile);
    const start = performance.now() + delay;
    for (const [key, goal] of Object.entries(goals)) {
      const name = /** @type {keyof Pose} */ (key);
      const [from, to] = Array.isArray(goal) ? goal : [tile.pose[name], goal];
      tile.motions.delete(name);
      tile.pose[name] = isMotionReduced() ? to : from;
      if (!isMotionReduced() && (from !== to || Array.isArray(goal)))
        tile.motions.set(name, { from, to, start, duration, ease });
    }
    this.markDirty(tile);
    if (tile.motions.size) this.moving.add(tile);
    this.requestFrame();
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  /**
   * Show the faces of an atlas, including those drawn since the last call.
   * @param {TileAtlas} atlas
   */
  useAtlas(atlas) {
    this.atlas = atlas;
    this.markAllDirty();
  }

  /** @param {boolean} turned whether the tiles are upside down */
  setTurned(turned) {
    if (turned === this.isTurned) return;
    this.isTurned = turned;
    this.markAllDirty();
  }

  /** @param {boolean} hidden whether the tiles are blank */
  setHidden(hidden) {
    this.isHidden = hidden;
    this.markAllDirty();
  }

  markAllDirty() {
    this.dirty = { left: 0, top: 0, right: this.canvas.width, bottom: this.canvas.height };
    this.isDirty = true;
    this.requestFrame();
  }

  /** Draw in the next frame. */
  requestFrame() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.step(now);
    });
  }

  /** @param {number} now */
  step(now) {
    for (const tile of this.moving) {
      if (!tile.hasStarted(now)) continue;
      this.markDirty(tile);
      if (!tile.advance(now)) this.moving.delete(tile);
      this.markDirty(tile);
    }
    if (this.isDirty) this.paint();
    if (this.moving.size) this.requestFrame();
  }

  /**
   * Return the pixels that a tile and its shadow may cover. They are whole: clearing half a pixel leaves a line.
   * @param {Tile} tile
   */
  tileBox({ pose }) {
    const size = Math.ceil((1 + 2 * OVERHANG) * this.side);
    const left = this.margin + Math.round((pose.x - OVERHANG) * this.side);
    const top = this.margin + Math.round((pose.y - OVERHANG) * this.side);
    return { left, top, right: left + size, bottom: top + size };
  }

  /** @param {Tile} tile */
  markDirty(tile) {
    const { left, top, right, bottom } = this.tileBox(tile);
    const { dirty } = this;
    this.dirty = this.isDirty
      ? {
          left: Math.min(dirty.left, left),
          top: Math.min(dirty.top, top),
          right: Math.max(dirty.right, right),
          bottom: Math.max(dirty.bottom, bottom),
        }
      : { left, top, right, bottom };
    this.isDirty = true;
  }

  /** Redraw the dirty part and every tile in it, moving tiles above resting ones. */
  paint() {
    const { left, top, right, bottom } = this.dirty;
    const { context } = this;
    this.isDirty = false;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    context.clearRect(left, top, right - left, bottom - top);
    const above = [];
    for (const tile of this.tiles) {
      const box = this.tileBox(tile);
      if (box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom) continue;
      if (tile.isOnTop || tile.motions.size || tile.pose.lift) above.push(tile);
      else this.draw(tile);
    }
    for (const tile of above.sort((one, other) => Number(one.isOnTop) - Number(other.isOnTop))) this.draw(tile);
    context.restore();
  }

  /** @param {Tile} tile */
  draw({ shownKind, isCovered, pose }) {
    const { side, margin, context } = this;
    if (!this.atlas || pose.alpha <= 0) return;
    const [width, height] = [side * pose.scale * Math.abs(pose.scaleX), side * pose.scale];
    const x = margin + (pose.x + pose.offsetX + 0.5) * side - width / 2;
    const y = margin + (pose.y - pose.lift + 0.5) * side - height / 2;
    context.globalAlpha = Math.min(pose.alpha, 1);
    context.imageSmoothingEnabled = Math.abs(pose.scaleX) === 1; // invisible while tiles flip, and twice as fast
    // Whole pixels: a bitmap between pixels is blurred, and slow to draw.
    const [left, top, kind] = [Math.round(x), Math.round(y), this.isHidden || isCovered ? 0 : shownKind];
    if (!this.isTurned) return this.atlas.draw(context, kind, left, top, width, height);
    context.save();
    context.translate(2 * left + width, 2 * top + height);
    context.rotate(Math.PI);
    this.atlas.draw(context, kind, left, top, width, height);
    context.restore();
  }
}
