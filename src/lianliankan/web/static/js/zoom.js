// Enlarging a board: with two fingers, with the wheel, with buttons; one finger moves it, as any page that scrolls.

import { setStyle } from "./dom.js";
import { GOOD_CELL, LEAST_CELL, MOST_CELL } from "./layout.js";

export class Zoom {
  /**
   * @param {HTMLElement} stage what scrolls
   * @param {HTMLElement} board what grows
   * @param {() => {cell: number, width: number, height: number}} size how the board fits, in pixels and cells
   */
  constructor(stage, board, size) {
    this.stage = stage;
    this.board = board;
    this.size = size;
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
    this.to(this.factor > 1.01 ? 1 : Math.max(1.5, GOOD_CELL / this.size().cell));
  }

  /** Begin anew: all of the board in view, or enlarged where cells would be too small for fingers. */
  reset() {
    this.isFresh = true;
    this.apply();
    this.stage.scrollTo(0, 0);
  }

  get most() {
    return Math.max(1, MOST_CELL / this.size().cell);
  }

  /** Give the board its size in pixels. */
  apply() {
    const { cell, width, height } = this.size();
    if (this.isFresh) this.factor = cell < LEAST_CELL ? GOOD_CELL / cell : 1;
    this.factor = Math.min(Math.max(this.factor, 1), this.most);
    const side = cell * this.factor;
    setStyle(this.board, { width: `${side * width}px`, height: `${side * height}px`, "--cell": `${side}px` });
    document.body.classList.toggle("zoomable", this.factor > 1.01 || cell < GOOD_CELL - 4);
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
