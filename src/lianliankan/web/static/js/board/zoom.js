// Zooming the board: by pinching, with the wheel, with the button. An enlarged board scrolls like any page.

import { setStyle } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { GOOD_CELL, MAX_CELL, MIN_CELL, SMALL_CELL, TOUCH_CELL } from "./layout.js";

const EDGE = 24; // pixels around what is scrolled into view

export class Zoom {
  /** @param {import("./board_view.js").BoardView} view whose stage scrolls when its board grows */
  constructor(view) {
    const { stage } = view;
    this.view = view;
    this.stage = stage;
    this.factor = 1;
    this.isInitial = true; // the player has not zoomed since the board was shown
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    stage.addEventListener("wheel", (event) => this.onWheel(event), { passive: false, signal });
    stage.addEventListener("touchstart", (event) => this.onTouch(event), { passive: false, signal });
    stage.addEventListener("touchmove", (event) => this.onTouch(event), { passive: false, signal });
    stage.addEventListener("touchend", () => (this.spread = 0), { signal });
    this.spread = 0;
    this.middle = [0, 0];
  }

  remove() {
    this.listeners.abort();
  }

  /** Switch between the whole board and large cells. */
  toggle() {
    this.zoomTo(this.isEnlarged ? 1 : this.touchFactor);
  }

  /** Show the whole board, or enlarge it if cells would be too small for touch. */
  reset() {
    this.isInitial = true;
    this.apply();
    this.stage.scrollTo(0, 0);
  }

  /** Whether part of the board is out of view. */
  get isEnlarged() {
    return this.factor > 1.01;
  }

  /** Whether a finger may miss the cells. */
  get hasSmallCells() {
    return this.view.size().cell * this.factor < SMALL_CELL;
  }

  /** The zoom factor for touch: one side of the board fills the stage if its cells are large enough then. */
  get touchFactor() {
    const { cell, width, height } = this.view.size();
    const side = Math.max(this.stage.clientWidth / width, this.stage.clientHeight / height);
    return (side < TOUCH_CELL ? Math.max(GOOD_CELL, 1.5 * cell) : Math.min(side, 1.5 * GOOD_CELL)) / cell;
  }

  get maxFactor() {
    return Math.max(1, MAX_CELL / this.view.size().cell);
  }

  /** Set the board's size in pixels. */
  apply() {
    const { cell, width, height } = this.view.size();
    if (cell <= 0) return; // the stage is not shown
    if (this.isInitial) this.factor = cell < MIN_CELL && !this.view.handlers.isWatched ? this.touchFactor : 1;
    this.factor = Math.min(Math.max(this.factor, 1), this.maxFactor);
    // Cells are whole device pixels, so that bitmaps are sharp.
    const side = Math.max(1, Math.floor(cell * this.factor * devicePixelRatio)) / devicePixelRatio;
    setStyle(this.view.element, { width: `${side * width}px`, height: `${side * height}px`, "--cell": `${side}px` });
    this.view.resize(side);
    if (this.stage.closest("dialog")) return; // the zoom button is for the board of the page
    const { classList } = document.body;
    classList.toggle("zoomable", this.isEnlarged || cell < TOUCH_CELL);
    classList.toggle("enlarged", this.isEnlarged);
    classList.toggle("small-cells", this.hasSmallCells);
  }

  /**
   * Zoom around a point of the stage.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoomTo(factor, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
    const before = this.factor;
    this.isInitial = false;
    this.factor = factor;
    const [left, top] = [this.stage.scrollLeft + x, this.stage.scrollTop + y];
    this.apply();
    const grown = this.factor / before;
    this.stage.scrollTo(left * grown - x, top * grown - y);
  }

  /**
   * Scroll boxes into view: all of them, or the first if they are too far apart.
   * @param {DOMRect[]} boxes
   */
  reveal(boxes) {
    const stage = this.stage.getBoundingClientRect();
    const shift = (/** @type {"left" | "top"} */ start, /** @type {"right" | "bottom"} */ end) => {
      const whole = [Math.min(...boxes.map((box) => box[start])), Math.max(...boxes.map((box) => box[end]))];
      const fits = whole[1] - whole[0] + 2 * EDGE <= stage[end] - stage[start];
      const [first, last] = fits ? whole : [boxes[0][start], boxes[0][end]];
      return Math.min(first - EDGE - stage[start], 0) || Math.max(last + EDGE - stage[end], 0);
    };
    const [left, top] = [shift("left", "right"), shift("top", "bottom")];
    if (left || top) this.stage.scrollBy({ left, top, behavior: isMotionReduced() ? "auto" : "smooth" });
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.stage.getBoundingClientRect();
    this.zoomTo(this.factor * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
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
    const box = this.stage.getBoundingClientRect();
    const x = (one.clientX + other.clientX) / 2 - box.left;
    const y = (one.clientY + other.clientY) / 2 - box.top;
    if (this.spread) {
      this.zoomTo((this.factor * spread) / this.spread, x, y);
      this.stage.scrollBy(this.middle[0] - x, this.middle[1] - y); // fingers that move together move the board
    }
    this.spread = spread;
    this.middle = [x, y];
  }
}
