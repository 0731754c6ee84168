// A small board that is kept up to date: what another player has left, and the pair they just took.

import { h } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { highestKind } from "../board/board_model.js";
import { getAtlas, getContext } from "../board/tile_atlas.js";

/** @import { Rows } from "../board/board_model.js" */
/** @import { Cell } from "../server/protocol.js" */

const PLAIN_BELOW = 11; // CSS pixels: faces on smaller cells are only noise
const FLASH = 420; // milliseconds

export class LiveBoard {
  constructor() {
    this.canvas = h("canvas", { "aria-hidden": "true" });
    this.element = h("span.live-board", this.canvas);
    this.context = getContext(this.canvas);
    /** @type {Rows} */
    this.rows = [[0]];
    /** @type {Set<string>} */
    this.covered = new Set();
    this.isTurned = false;
    this.isBlank = false;
    /** @type {Cell[]} the pair that was just taken */
    this.flash = [];
    this.frame = 0;
    this.resizeObserver = new ResizeObserver(() => this.redraw());
    this.resizeObserver.observe(this.element);
  }

  remove() {
    this.resizeObserver.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.flashTimer);
  }

  /**
   * @param {Rows} rows
   * @param {{covered?: Cell[], isTurned?: boolean, isBlank?: boolean}} [looks] which tiles are hidden, whether all are
   *   upside down, whether no face is known
   */
  show(rows, { covered = [], isTurned = false, isBlank = false } = {}) {
    const names = covered.map(String);
    const isSame = names.length === this.covered.size && names.every((name) => this.covered.has(name));
    if (rows === this.rows && isSame && isTurned === this.isTurned && isBlank === this.isBlank) return;
    Object.assign(this, { rows, isTurned, isBlank, covered: new Set(names) });
    this.redraw();
  }

  /**
   * Mark a pair for a moment.
   * @param {Cell[]} cells
   */
  flashPair(cells) {
    this.flash = cells;
    clearTimeout(this.flashTimer);
    this.flashTimer = setTimeout(() => {
      this.flash = [];
      this.redraw();
    }, FLASH);
    this.redraw();
  }

  /** Draw in the next frame. */
  redraw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw() {
    const { rows, canvas, context } = this;
    const [width, height] = [this.element.clientWidth, this.element.clientHeight];
    const cell = Math.min(width / rows[0].length, height / rows.length);
    if (cell <= 0) return;
    const side = Math.max(1, Math.floor(cell * devicePixelRatio));
    Object.assign(canvas, { width: side * rows[0].length, height: side * rows.length });
    canvas.style.width = `${canvas.width / devicePixelRatio}px`;
    const colour = getComputedStyle(this.element);
    context.fillStyle = colour.getPropertyValue("--live-tile");
    const set = currentFaces();
    const atlas = set && cell >= PLAIN_BELOW ? getAtlas(set, currentTheme(), side) : null;
    const highest = highestKind(rows);
    if (atlas && !this.isBlank && !atlas.has(highest)) void atlas.drawFaces(highest).then(() => this.redraw());
    rows.forEach((line, row) =>
      line.forEach((kind, col) => {
        if (kind <= 0) return;
        const [x, y] = [col * side, row * side];
        const isBlank = this.isBlank || this.covered.has(`${row},${col}`);
        if (atlas) this.drawTile(atlas, isBlank ? 0 : kind, x, y, side);
        else {
          context.globalAlpha = isBlank && !this.isBlank ? 0.35 : 1;
          context.fillRect(x, y, side - 1, side - 1);
        }
      }),
    );
    context.globalAlpha = 1;
    context.fillStyle = colour.getPropertyValue("--live-flash");
    for (const [row, col] of this.flash) context.fillRect(col * side, row * side, side, side);
  }

  /**
   * @param {import("../board/tile_atlas.js").TileAtlas} atlas
   * @param {number} kind
   * @param {number} x
   * @param {number} y
   * @param {number} side
   */
  drawTile(atlas, kind, x, y, side) {
    if (!this.isTurned) return atlas.draw(this.context, kind, x, y, side, side);
    this.context.save();
    this.context.translate(2 * x + side, 2 * y + side);
    this.context.rotate(Math.PI);
    atlas.draw(this.context, kind, x, y, side, side);
    this.context.restore();
  }
}
