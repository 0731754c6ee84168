// The picture of a board: tiles that come, go, slide and flip. It knows no rule; it is told.

import { Cells } from "./aria_grid.js";
import { h, nextFrame, s, setStyle, wait } from "../core/dom.js";
import { Dressing } from "./tile_bitmaps.js";
import { Effects } from "./effects.js";
import { currentFaces, faceName } from "../core/faces.js";
import { EMPTY, VOID, WALL, afterEvents, pairUp } from "./rows.js";
import { MARGIN, UNIT, fit, middle, turn, turnRows } from "./layout.js";
import { isCalm } from "../core/reduced_motion.js";
import { arrive, dealOut, flip, leave, raise, ripple, slide } from "./tile_motion.js";
import { Tile, TileLayer } from "./tile_layer.js";
import { currentLanguage, words } from "../i18n/i18n.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./rows.js").Cell} Cell */
/** @typedef {import("./rows.js").Rows} Rows */

const LEAVE_AFTER = 170; // milliseconds that a path has before its tiles leave
const DEAL_WITHIN = 700; // milliseconds
const HALF_SOCKET = 19;

export class BoardView {
  /**
   * @param {HTMLElement} stage the element that the board fills
   * @param {object} heard
   * @param {(cell: Cell) => void} heard.onPick
   * @param {() => void} [heard.onTurn] rows have become columns, or columns rows
   */
  constructor(stage, heard) {
    this.stage = stage;
    this.heard = heard;
    /** @type {Rows} */
    this.rows = [[EMPTY]];
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.turned = false;
    this.isHidden = false;
    this.isLaid = false; // whether a board has come
    /** @type {Cell | null} */
    this.picked = null;
    /** @type {Tile | undefined} the one under the mouse */
    this.hovered = undefined;
    /** @type {(() => void)[]} */
    this.pending = [];
    this.ground = s("g", { class: "ground" });
    this.layer = new TileLayer();
    this.effects = new Effects(this);
    this.pictures = [this.ground, this.effects.layer].map((part) =>
      s("svg", { class: "picture", "aria-hidden": "true" }, part),
    );
    this.cells = new Cells({
      onPick: (cell) => heard.onPick(turn(cell, this.turned)),
      onHover: (cell) => this.hover(cell && turn(cell, this.turned)),
    });
    const [below, above] = this.pictures;
    this.element = h("div", { class: "board" }, below, this.layer.canvas, above, this.cells.element);
    stage.append(this.element);
    const rows = () => (this.isLaid ? this.rows : null);
    this.dressing = new Dressing(this.element, this.layer, rows, () => this.arrange());
    this.zoom = new Zoom(
      stage,
      this.element,
      () => this.size(),
      (cell) => this.resize(cell),
    );
    this.watcher = new ResizeObserver(() => this.arrange());
    this.watcher.observe(stage);
  }

  remove() {
    this.watcher.disconnect();
    this.dressing.remove();
    this.layer.remove();
    this.zoom.remove();
    this.element.remove();
  }

  // ---- Where things are ---------------------------------------------------------------------------------------------

  get height() {
    return this.turned ? this.rows[0].length : this.rows.length;
  }

  get width() {
    return this.turned ? this.rows.length : this.rows[0].length;
  }

  /** The board as the screen shows it. */
  get shown() {
    return turnRows(this.rows, this.turned);
  }

  /**
   * The middle of a cell in the picture.
   * @param {Cell} cell
   */
  middle(cell) {
    return middle(turn(cell, this.turned), this.height, this.width);
  }

  /** Where the cursor is on the board. */
  get cursor() {
    return turn(this.cells.cursor, this.turned);
  }

  /** How the whole board fits into the stage now. */
  size() {
    const found = fit(this.rows.length, this.rows[0].length, this.stage.clientWidth, this.stage.clientHeight);
    const edge = (2 * MARGIN) / UNIT;
    return { cell: found.cell, width: this.width + edge, height: this.height + edge };
  }

  /** Fit the board into the stage, turned where that makes it larger. */
  arrange() {
    const { turned } = fit(this.rows.length, this.rows[0].length, this.stage.clientWidth, this.stage.clientHeight);
    if (turned !== this.turned) {
      this.turned = turned;
      this.lay();
      this.heard.onTurn?.();
    }
    this.zoom.apply();
  }

  /** Draw everything anew where it stands. */
  lay() {
    this.flush();
    const [width, height] = [this.width * UNIT, this.height * UNIT];
    const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
    for (const picture of this.pictures) picture.setAttribute("viewBox", box);
    setStyle(this.element, {
      "--rows": String(this.height),
      "--cols": String(this.width),
      "--inset-x": `${(100 * MARGIN) / (width + 2 * MARGIN)}%`,
      "--inset-y": `${(100 * MARGIN) / (height + 2 * MARGIN)}%`,
    });
    this.effects.clear();
    this.ground.replaceChildren();
    this.layer.clear();
    this.tiles.clear();
    this.hovered = undefined;
    this.rows.forEach((line, row) => {
      line.forEach((kind, col) => {
        if (kind === VOID) return;
        const [x, y] = this.middle([row, col]);
        this.ground.append(kind === WALL ? s("use", { class: "wall", href: "#wall", x, y }) : socket(x, y));
        if (kind > 0) this.add([row, col], kind);
      });
    });
    this.cells.lay(this.height, this.width);
    this.pick(this.picked);
    this.describe();
  }

  /**
   * Fit the picture to cells of another size.
   * @param {number} cell in pixels of the page
   */
  resize(cell) {
    this.layer.resize(this.height, this.width, cell);
    this.dressing.sharpenSoon();
  }

  // ---- Tiles --------------------------------------------------------------------------------------------------------

  /**
   * @param {Cell} cell
   * @param {number} kind
   * @returns {Tile}
   */
  add(cell, kind) {
    const [row, col] = turn(cell, this.turned);
    const tile = new Tile(kind, col, row);
    this.tiles.set(String(cell), tile);
    this.layer.add(tile);
    return tile;
  }

  /**
   * @param {Tile} tile
   * @param {Cell} cell
   */
  place(tile, cell) {
    slide(this, tile, turn(cell, this.turned));
  }

  /**
   * @param {Cell} cell
   * @returns {Tile | undefined}
   */
  tileAt(cell) {
    return this.tiles.get(String(cell));
  }

  /**
   * Do something a little later, or at once when the next thing happens.
   * @param {number} after
   * @param {() => void} act
   */
  soon(after, act) {
    if (isCalm()) return act();
    const once = () => {
      const place = this.pending.indexOf(once);
      if (place >= 0) {
        this.pending.splice(place, 1);
        act();
      }
    };
    this.pending.push(once);
    setTimeout(once, after);
  }

  /** Do now what was to be done soon. */
  flush() {
    for (const act of this.pending.slice()) act();
  }

  // ---- What can happen ----------------------------------------------------------------------------------------------

  /**
   * Show a board, all at once; a new one is dealt.
   * @param {Rows} rows
   * @param {{dealt?: boolean}} [how]
   */
  show(rows, { dealt = false } = {}) {
    this.rows = rows;
    this.isLaid = true;
    this.picked = null;
    const { turned } = fit(rows.length, rows[0].length, this.stage.clientWidth, this.stage.clientHeight);
    this.turned = turned;
    if (dealt) this.cells.cursor = turn(this.firstTile(), turned);
    this.zoom.reset(); // before there are many elements whose size depends on it
    this.lay();
    const drawn = this.dressing.sharpen();
    if (dealt && !isCalm()) void this.deal(drawn);
  }

  /**
   * Deal the tiles when their faces are drawn, since a slow machine does not do both at a time; or soon anyway.
   * @param {Promise<void>} drawn
   */
  async deal(drawn) {
    const tiles = [...this.tiles.values()];
    for (const tile of tiles) tile.pose.alpha = 0;
    await Promise.race([drawn, wait(DEAL_WITHIN)]);
    await nextFrame(); // in which the page lays out all that is new
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
   * Play events that change the board, one after the other.
   * @param {any[]} events
   */
  apply(events) {
    for (const event of events) {
      const after = afterEvents(this.rows, [event]);
      if (event.event === "linked") this.link(event, after);
      else if (event.event === "packed") this.pack(event, after);
      else if (event.event === "shuffled") this.shuffle(after);
      else if (after !== this.rows) this.change(after);
    }
    this.describe();
  }

  /**
   * @param {any} event
   * @param {Rows} after
   */
  link(event, after) {
    this.flush();
    this.effects.clear();
    this.pick(null);
    this.rows = after;
    this.effects.path(event.path, "linked");
    this.effects.points(event.path, event.points);
    if (this.tiles.size === 2 && !isCalm()) setTimeout(() => ripple(this, event.move[1]), LEAVE_AFTER);
    for (const cell of event.move) {
      const tile = this.tileAt(cell);
      this.tiles.delete(String(cell));
      if (!tile) continue;
      tile.isOnTop = true;
      this.mark(cell, "linked");
      this.soon(LEAVE_AFTER, () => {
        this.mark(cell, "linked", { on: false });
        leave(this, tile);
      });
    }
  }

  /**
   * @param {any} event
   * @param {Rows} after
   */
  pack(event, after) {
    this.rows = after;
    const moving = event.shifts.map((/** @type {[Cell, Cell]} */ [start, end]) => ({
      tile: this.tileAt(start),
      start,
      end,
    }));
    for (const { start } of moving) this.tiles.delete(String(start));
    for (const { tile, end } of moving) if (tile) this.tiles.set(String(end), tile);
    this.soon(LEAVE_AFTER + 60, () => {
      for (const { tile, end } of moving) if (tile) this.place(tile, end);
    });
  }

  /**
   * Go to another board: tiles slide to the nearest place of their kind, others come and go.
   * @param {Rows} after
   */
  change(after) {
    this.flush();
    this.effects.clear();
    this.pick(null);
    const { moved, gone, come } = pairUp(this.rows, after);
    this.rows = after;
    const sliding = moved.map(({ from, to }) => ({ tile: this.tileAt(from), from, to }));
    for (const { from } of sliding) this.tiles.delete(String(from));
    for (const cell of gone) {
      const tile = this.tileAt(cell);
      this.tiles.delete(String(cell));
      if (tile) leave(this, tile);
    }
    for (const { tile, to } of sliding) {
      if (!tile) continue;
      this.tiles.set(String(to), tile);
      this.place(tile, to);
    }
    for (const cell of come) arrive(this, this.add(cell, after[cell[0]][cell[1]]));
    void this.dressing.sharpen(); // kinds may have come that were not there
  }

  /**
   * Lay the tiles anew: they flip where the places stay, and slide where they do not.
   * @param {Rows} after
   */
  shuffle(after) {
    const places = (/** @type {Rows} */ rows) => rows.flatMap((line) => line.map((kind) => kind > 0)).join();
    if (isCalm() || places(after) !== places(this.rows)) return this.change(after);
    this.flush();
    this.effects.clear();
    this.pick(null);
    this.rows = after;
    const kindAt = (/** @type {string} */ name) =>
      name.split(",").reduce((/** @type {any} */ at, i) => at[Number(i)], after);
    flip(this, new Map([...this.tiles].map(([name, tile]) => [tile, kindAt(name)])));
    void this.dressing.sharpen();
  }

  // ---- Pointing out -------------------------------------------------------------------------------------------------

  /**
   * Mark a cell in a way that the style sheet has, or no longer.
   * @param {Cell} cell
   * @param {string} mark
   * @param {{on?: boolean}} [how]
   */
  mark(cell, mark, { on = true } = {}) {
    this.cells.at(turn(cell, this.turned))?.classList.toggle(mark, on);
  }

  /**
   * Take marks away, wherever they are.
   * @param {string[]} marks
   */
  unmark(...marks) {
    for (const mark of marks) for (const cell of this.cells.marked(mark)) cell.classList.remove(mark);
  }

  /** @param {Cell | null} cell */
  pick(cell) {
    const before = this.picked && this.tileAt(this.picked);
    this.picked = cell;
    this.unmark("picked");
    if (cell) this.mark(cell, "picked");
    const tile = cell ? this.tileAt(cell) : undefined;
    if (before && before !== tile) raise(this, before, "");
    if (tile) raise(this, tile, "picked");
  }

  /**
   * Point out every tile of a kind, or none.
   * @param {number | null} kind
   */
  showKind(kind) {
    this.unmark("kin");
    if (kind === null) return;
    this.rows.forEach((line, row) => line.forEach((found, col) => found === kind && this.mark([row, col], "kin")));
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    const before = this.hovered;
    const picked = this.picked && this.tileAt(this.picked);
    this.hovered = cell ? this.tileAt(cell) : undefined;
    if (before === this.hovered) return;
    if (before && before !== picked && this.layer.tiles.has(before)) raise(this, before, "");
    if (this.hovered && this.hovered !== picked) raise(this, this.hovered, "hover");
  }

  /**
   * Hide the faces while the game is paused.
   * @param {boolean} hidden
   */
  hide(hidden) {
    if (hidden === this.isHidden) return;
    this.isHidden = hidden;
    this.layer.hide(hidden);
    this.element.classList.toggle("hidden", hidden);
    this.describe();
  }

  /**
   * Bring cells into view, where not all of the board is.
   * @param {Cell[]} cells
   */
  reveal(cells) {
    this.zoom.reveal(cells.map((cell) => this.cells.at(turn(cell, this.turned)).getBoundingClientRect()));
  }

  /** Tell screen readers what lies where. */
  describe() {
    this.cells.element.setAttribute("aria-label", words("board", { rows: this.height, cols: this.width }));
    const picked = this.picked && turn(this.picked, this.turned);
    const manner = `${currentLanguage()} ${currentFaces()?.name} ${this.isHidden}`;
    this.cells.describe(this.shown, picked, manner, (kind, row, col) => {
      const place = words("place", { row: row + 1, col: col + 1 });
      if (this.isHidden && kind > 0) return words("cell", { what: words("a tile"), place });
      const what = kind > 0 ? faceName(kind, words) : words(kind === EMPTY ? "empty" : "wall");
      return words("cell", { what, place });
    });
  }
}

/**
 * Draw the place under a tile.
 * @param {number} x
 * @param {number} y
 */
function socket(x, y) {
  const [width, height] = [2 * HALF_SOCKET, 2 * HALF_SOCKET];
  return s("rect", { class: "socket", x: x - HALF_SOCKET, y: y - HALF_SOCKET, width, height, rx: 8 });
}
