// The picture of a board: its layers, its tiles, and what is highlighted. It knows none of the rules.

import { h, nextFrame, s, setStyle, wait } from "../core/dom.js";
import { currentFaces, faceName } from "../core/faces.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { currentLanguage, t } from "../i18n/i18n.js";
import { AriaGrid } from "./aria_grid.js";
import { cellShownAt, changeBoard, showEvents } from "./board_changes.js";
import { Effects } from "./effects.js";
import { MARGIN, UNIT, cellCentre, fitBoard, transpose, transposeRows } from "./layout.js";
import { EMPTY, VOID, WALL } from "./board_model.js";
import { Selection } from "./selection.js";
import { TileBitmaps } from "./tile_bitmaps.js";
import { Tile, TileLayer } from "./tile_layer.js";
import { dealOut, raise, slide } from "./tile_motion.js";
import { Zoom } from "./zoom.js";

/** @import { Cell, GameEvent } from "../server/protocol.js" */
/** @import { Rows } from "./board_model.js" */

const DEAL_WITHIN = 700; // milliseconds
const HALF_SOCKET = 19;

export class BoardView {
  /**
   * @param {HTMLElement} stage the element that the board fills
   * @param {object} handlers
   * @param {(cell: Cell) => void} handlers.onPick
   * @param {() => void} [handlers.onTranspose] rows are now shown as columns, or as rows again
   * @param {boolean} [handlers.isWatched] no tiles can be picked: the whole board is shown, however small
   * @param {(kind: number) => string} [handlers.nameOf] what a cell without a tile is called, if it is drawn on: its
   *   tiles do not rise under the mouse
   * @param {boolean} [handlers.isUpright] the board is never transposed
   */
  constructor(stage, handlers) {
    this.stage = stage;
    this.handlers = handlers;
    /** @type {Rows} */
    this.rows = [[EMPTY]];
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.transposed = false;
    this.isHidden = false;
    /** Whether the picture waits before it shows the board as it is. */
    this.isHeld = false;
    this.hasBoard = false;
    this.selection = new Selection();
    /** @type {Set<Tile>} the selected tiles, as far as they are shown */
    this.raised = new Set();
    /** @type {Tile | undefined} the tile under the mouse */
    this.hovered = undefined;
    /** @type {(() => void)[]} */
    this.pending = [];
    this.ground = s("g.ground");
    this.layer = new TileLayer();
    this.effects = new Effects(this);
    this.drawings = [this.ground, this.effects.layer].map((part) => s("svg.drawing", { "aria-hidden": "true" }, part));
    this.grid = new AriaGrid({
      onPick: (cell) => {
        const seen = this.isHeld ? null : cellShownAt(this, cell);
        if (seen) handlers.onPick(seen);
      },
      onHover: (cell) => this.hover(cell && transpose(cell, this.transposed)),
    });
    const [below, above] = this.drawings;
    this.element = h("div.board", below, this.layer.canvas, above, this.grid.element);
    stage.append(this.element);
    this.bitmaps = new TileBitmaps(this);
    this.zoom = new Zoom(this);
    this.resizeObserver = new ResizeObserver(() => this.fit());
    this.resizeObserver.observe(stage);
  }

  remove() {
    this.resizeObserver.disconnect();
    this.bitmaps.remove();
    this.layer.remove();
    this.zoom.remove();
    this.element.remove();
  }

  // ---- Geometry -----------------------------------------------------------------------------------------------------

  get height() {
    return this.transposed ? this.rows[0].length : this.rows.length;
  }

  get width() {
    return this.transposed ? this.rows.length : this.rows[0].length;
  }

  /** The board as the screen shows it. */
  get shown() {
    return transposeRows(this.rows, this.transposed);
  }

  /**
   * Return the centre of a cell in drawing units.
   * @param {Cell} cell
   */
  centre(cell) {
    return cellCentre(transpose(cell, this.transposed), this.height, this.width);
  }

  /** The cell of the board under the keyboard cursor. */
  get cursor() {
    return transpose(this.grid.cursor, this.transposed);
  }

  bestFit() {
    const { rows, stage } = this;
    return fitBoard(rows.length, rows[0].length, stage.clientWidth, stage.clientHeight, this.handlers);
  }

  /** How the whole board fits into the stage now. */
  size() {
    const { cell } = this.bestFit();
    const edge = (2 * MARGIN) / UNIT;
    return { cell, width: this.width + edge, height: this.height + edge };
  }

  /** Fit the board into the stage, transposed if that makes it larger. */
  fit() {
    const { transposed } = this.bestFit();
    if (transposed !== this.transposed) {
      this.transposed = transposed;
      this.drawAll();
      this.handlers.onTranspose?.();
    }
    this.zoom.apply();
  }

  /**
   * Resize the canvas for another cell size.
   * @param {number} cell in CSS pixels
   */
  resize(cell) {
    this.layer.resize(this.height, this.width, cell);
    this.bitmaps.sharpenSoon();
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  /** Draw the whole board from scratch, without motion. */
  drawAll() {
    this.flush();
    const [width, height] = [this.width * UNIT, this.height * UNIT];
    const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
    for (const drawing of this.drawings) drawing.setAttribute("viewBox", box);
    setStyle(this.element, {
      "--rows": String(this.height),
      "--cols": String(this.width),
      "--inset-x": `${(100 * MARGIN) / (width + 2 * MARGIN)}%`,
      "--inset-y": `${(100 * MARGIN) / (height + 2 * MARGIN)}%`,
    });
    this.effects.clear();
    this.layer.clear();
    this.tiles.clear();
    this.raised.clear();
    this.hovered = undefined;
    this.rows.forEach((line, row) => {
      line.forEach((kind, col) => {
        if (kind > 0) this.add([row, col], kind);
      });
    });
    this.drawGround();
    this.grid.layOut(this.height, this.width);
    this.showSelection();
    this.describe();
  }

  /** Draw what is under the tiles: hollows, walls, and nothing where a cell is not part of the board. */
  drawGround() {
    const part = (/** @type {number} */ kind, /** @type {Cell} */ cell) => {
      const [x, y] = this.centre(cell);
      if (kind === WALL) return s("use.wall", { href: "#wall", x, y });
      const box = { x: x - HALF_SOCKET, y: y - HALF_SOCKET, width: 2 * HALF_SOCKET, height: 2 * HALF_SOCKET, rx: 8 };
      return kind === VOID ? "" : s("rect", { class: "socket", ...box });
    };
    this.ground.replaceChildren(...this.rows.flatMap((line, row) => line.map((kind, col) => part(kind, [row, col]))));
  }

  /**
   * Show a board without motion, or deal it if it is new.
   * @param {Rows} rows
   * @param {{dealt?: boolean}} [options]
   */
  show(rows, { dealt = false } = {}) {
    this.rows = rows;
    this.hasBoard = true;
    this.selection.clear();
    this.transposed = this.bestFit().transposed;
    if (dealt) this.grid.cursor = transpose(this.firstTile(), this.transposed);
    this.zoom.reset(); // before there are many elements whose size depends on it
    this.drawAll();
    const drawn = this.bitmaps.sharpen();
    if (dealt && !isMotionReduced()) void this.deal(drawn);
  }

  /**
   * Deal the tiles once their faces are drawn, since a slow machine cannot do both at once, or after a short wait.
   * @param {Promise<void>} drawn
   */
  async deal(drawn) {
    const tiles = [...this.tiles.values()];
    for (const tile of tiles) tile.pose.alpha = 0;
    await Promise.race([drawn, wait(DEAL_WITHIN)]);
    await nextFrame(); // the browser lays out the new elements in this frame
    await nextFrame();
    dealOut(
      this,
      tiles.filter((tile) => this.layer.tiles.has(tile)),
    );
  }

  /** @returns {Cell} */
  firstTile() {
    for (const [row, line] of this.rows.entries()) {
      const col = line.findIndex((kind) => kind > 0);
      if (col >= 0) return [row, col];
    }
    return [0, 0];
  }

  /**
   * Show events that change the board, one after the other.
   * @param {GameEvent[]} events
   */
  apply(events) {
    this.selection.follow(events);
    showEvents(this, events);
    this.showSelection();
    this.describe();
  }

  /**
   * Change to another board; tiles slide to the nearest place of their kind.
   * @param {Rows} rows
   */
  change(rows) {
    if (String(rows) === String(this.rows)) return;
    this.selection.keep(([row, col]) => rows[row]?.[col] === this.rows[row]?.[col]);
    changeBoard(this, rows);
    this.showSelection();
  }

  // ---- Tiles --------------------------------------------------------------------------------------------------------

  /**
   * @param {Cell} cell
   * @param {number} kind
   * @returns {Tile}
   */
  add(cell, kind) {
    const [row, col] = transpose(cell, this.transposed);
    const tile = new Tile(kind, col, row);
    this.tiles.set(String(cell), tile);
    this.layer.add(tile);
    return tile;
  }

  /**
   * Slide a tile to a cell.
   * @param {Tile} tile
   * @param {Cell} cell
   */
  slideTo(tile, cell) {
    slide(this, tile, transpose(cell, this.transposed));
  }

  /**
   * @param {Cell} cell
   * @returns {Tile | undefined}
   */
  tileAt(cell) {
    return this.tiles.get(String(cell));
  }

  /**
   * Run an action after a delay, or as soon as the next change begins.
   * @param {number} delay in milliseconds
   * @param {() => void} action
   */
  defer(delay, action) {
    const once = () => {
      const place = this.pending.indexOf(once);
      if (place >= 0) {
        this.pending.splice(place, 1);
        action();
      }
    };
    this.pending.push(once);
    setTimeout(once, delay);
  }

  /** Run all deferred actions now. */
  flush() {
    for (const action of this.pending.slice()) action();
  }

  // ---- Highlights ---------------------------------------------------------------------------------------------------

  /**
   * Add a CSS class to a cell, or remove it.
   * @param {Cell} cell
   * @param {string} mark
   * @param {{on?: boolean}} [options]
   */
  mark(cell, mark, { on = true } = {}) {
    this.grid.at(transpose(cell, this.transposed))?.classList.toggle(mark, on);
  }

  /**
   * Remove CSS classes from all cells.
   * @param {string[]} marks
   */
  removeMarks(...marks) {
    for (const mark of marks) for (const cell of this.grid.marked(mark)) cell.classList.remove(mark);
  }

  /** Raise the selected tiles, and lower those that are no longer selected. */
  showSelection() {
    const { cells, pairs } = this.selection;
    this.effects.expected?.keep(pairs);
    this.grid.select(cells.map((cell) => transpose(cell, this.transposed)));
    const before = this.raised;
    this.raised = new Set(cells.flatMap((cell) => this.tileAt(cell) ?? []));
    for (const tile of before) if (!this.raised.has(tile) && this.layer.tiles.has(tile)) raise(this, tile, "");
    for (const tile of this.raised) if (!before.has(tile)) raise(this, tile, "picked");
  }

  /**
   * Show that one tile is selected, or none.
   * @param {Cell | null} cell
   */
  select(cell) {
    this.selection.clear();
    this.selection.first = cell;
    this.showSelection();
  }

  /**
   * Highlight all tiles of a kind, or none.
   * @param {number | null} kind
   */
  highlightKind(kind) {
    this.removeMarks("same-kind");
    if (kind === null) return;
    this.rows.forEach((line, row) =>
      line.forEach((found, col) => found === kind && this.mark([row, col], "same-kind")),
    );
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    const before = this.hovered;
    this.hovered = cell && !this.handlers.nameOf ? this.tileAt(cell) : undefined;
    if (before === this.hovered) return;
    if (before && !this.raised.has(before) && this.layer.tiles.has(before)) raise(this, before, "");
    if (this.hovered && !this.raised.has(this.hovered)) raise(this, this.hovered, "hover");
  }

  /**
   * Hide the faces while the game is paused.
   * @param {boolean} hidden
   */
  setHidden(hidden) {
    if (hidden === this.isHidden) return;
    this.isHidden = hidden;
    this.layer.setHidden(hidden);
    this.element.classList.toggle("hidden", hidden);
    this.describe();
  }

  /**
   * Scroll cells into view if part of the board is outside the window.
   * @param {Cell[]} cells
   */
  reveal(cells) {
    this.zoom.reveal(cells.map((cell) => this.grid.at(transpose(cell, this.transposed)).getBoundingClientRect()));
  }

  /** Update the labels for screen readers. */
  describe() {
    this.grid.element.setAttribute("aria-label", t("board", { rows: this.height, cols: this.width }));
    const covered = new Set([...this.tiles].flatMap(([cell, tile]) => (tile.isCovered ? [cell] : [])));
    const variant = `${currentLanguage()} ${currentFaces()?.name} ${this.isHidden} ${[...covered]}`;
    this.grid.describe(this.shown, variant, (kind, row, col) => {
      const place = t("place", { row: row + 1, col: col + 1 });
      const isBlank = this.isHidden || covered.has(String(transpose([row, col], this.transposed)));
      if (isBlank && kind > 0) return t("cell", { what: t("a tile"), place });
      const what = kind > 0 ? faceName(kind) : (this.handlers.nameOf?.(kind) ?? t(kind === EMPTY ? "empty" : "wall"));
      return t("cell", { what, place });
    });
  }
}
