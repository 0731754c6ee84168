// Enlarging a board: with two fingers, with the wheel, with buttons; one finger moves it, as any page that scrolls.

import { setStyle } from "../core/dom.js";
import { GOOD_CELL, LEAST_CELL, MOST_CELL, TOUCH_CELL } from "./layout.js";
import { isCalm } from "../core/reduced_motion.js";

const EDGE = 24; // pixels around what is brought into view

export class Zoom {
  /**
   * @param {HTMLElement} stage what scrolls
   * @param {HTMLElement} board what grows
   * @param {() => {cell: number, width: number, height: number}} size how the board fits, in pixels and cells
   * @param {(cell: number) => void} onSize hears of the side of a cell, in pixels
   */
  constructor(stage, board, size, onSize) {
    this.stage = stage;
    this.board = board;
    this.size = size;
    this.onSize = onSize;
    this.factor = 1;
    this.isFresh = true; // nobody has changed it since the board was laid
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    stage.addEventListener("wheel", (event) => this.onWheel(event), { passive: false, signal });
    stage.addEventListener("touchstart", (event) => this.onTouch(event), { passive: false, signal });
    stage.addEventListener("touchmove", (event) => this.onTouch(event), { passive: false, signal });
    stage.addEventListener("touchend", () => (this.spread = 0), { signal });
    this.spread = 0;
  }

  remove() {
    this.stopping.abort();
  }

  /** Go from the whole board to large cells, or back. */
  toggle() {
    this.to(this.isEnlarged ? 1 : this.good);
  }

  /** Begin anew: all of the board in view, or enlarged where cells would be too small for fingers. */
  reset() {
    this.isFresh = true;
    this.apply();
    this.stage.scrollTo(0, 0);
  }

  /** Whether a part of the board is out of view. */
  get isEnlarged() {
    return this.factor > 1.01;
  }

  /** Whether cells are smaller than a fingertip. */
  get isTight() {
    return this.size().cell * this.factor < TOUCH_CELL;
  }

  /** How much to enlarge for fingers: so far that one side of the board fills the stage, where that is enough. */
  get good() {
    const { cell, width, height } = this.size();
    const side = Math.max(this.stage.clientWidth / width, this.stage.clientHeight / height);
    return (side < TOUCH_CELL ? Math.max(GOOD_CELL, 1.5 * cell) : Math.min(side, 1.5 * GOOD_CELL)) / cell;
  }

  get most() {
    return Math.max(1, MOST_CELL / this.size().cell);
  }

  /** Give the board its size in pixels. */
  apply() {
    const { cell, width, height } = this.size();
    if (this.isFresh) this.factor = cell < LEAST_CELL ? this.good : 1;
    this.factor = Math.min(Math.max(this.factor, 1), this.most);
    // Cells of whole pixels of the screen, so that what is drawn in them is sharp.
    const side = Math.max(1, Math.floor(cell * this.factor * devicePixelRatio)) / devicePixelRatio;
    setStyle(this.board, { width: `${side * width}px`, height: `${side * height}px`, "--cell": `${side}px` });
    this.onSize(side);
    const { classList } = document.body;
    classList.toggle("zoomable", this.isEnlarged || cell < TOUCH_CELL);
    classList.toggle("enlarged", this.isEnlarged);
    classList.toggle("tight", this.isTight);
  }

  /**
   * Enlarge or shrink around a point of the stage.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  to(factor, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
    const before = this.factor;
    this.isFresh = false;
    this.factor = factor;
    const [left, top] = [this.stage.scrollLeft + x, this.stage.scrollTop + y];
    this.apply();
    const grown = this.factor / before;
    this.stage.scrollTo(left * grown - x, top * grown - y);
  }

  /**
   * Scroll so that some boxes are in view: all of them, or the first where they lie too far apart.
   * @param {DOMRect[]} boxes
   */
  reveal(boxes) {
    const stage = this.stage.getBoundingClientRect();
    const shift = (/** @type {"left" | "top"} */ start, /** @type {"right" | "bottom"} */ end) => {
      const whole = [Math.min(...boxes.map((box) => box[start])), Math.max(...boxes.map((box) => box[end]))];
      const fits = whole[1] - whole[0] + 2 * EDGE <= stage[end] - stage[start];
      const [least, most] = fits ? whole : [boxes[0][start], boxes[0][end]];
      return Math.min(least - EDGE - stage[start], 0) || Math.max(most + EDGE - stage[end], 0);
    };
    const [left, top] = [shift("left", "right"), shift("top", "bottom")];
    if (left || top) this.stage.scrollBy({ left, top, behavior: isCalm() ? "auto" : "smooth" });
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.stage.getBoundingClientRect();
    this.to(this.factor * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {TouchEvent} event */
  onTouch(event) {
    if (event.touches.length !== 2) {
      this.spread = 0;
      return;
    }
    event.preventDefault();
    const [one, other] = [event.touches[0], event.touches[1]];
    const spread = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (this.spread) {
      const box = this.stage.getBoundingClientRect();
      const x = (one.clientX + other.clientX) / 2 - box.left;
      const y = (one.clientY + other.clientY) / 2 - box.top;
      this.to((this.factor * spread) / this.spread, x, y);
    }
    this.spread = spread;
  }
}
