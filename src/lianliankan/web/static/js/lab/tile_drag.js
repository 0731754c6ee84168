// Moving a tile of the lab's board: with the mouse, with a finger, with the keyboard.

import { VOID } from "../board/board_model.js";

/** @import { Tile } from "../board/tile_layer.js" */
/** @import { Cell } from "../server/protocol.js" */

/**
 * Who wants to know where a tile is moved.
 * @typedef {object} DragHost
 * @property {(from: Cell, to: Cell) => void} preview the tile is over another cell; nothing has changed yet
 * @property {(from: Cell, to: Cell) => void} drop
 * @property {() => void} cancel
 * @property {(cell: Cell | null) => void} hover the mouse is over a cell, and moves nothing
 */

const SLACK = 6; // pixels that the pointer may move before a tile is dragged
const LIFT = 0.12;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class TileDrag {
  /**
   * @param {import("./lab_board.js").LabBoard} board
   * @param {DragHost} host
   */
  constructor(board, host) {
    this.board = board;
    this.host = host;
    /** @type {{from: Cell, to: Cell, tile: Tile} | null} the tile that is moved */
    this.carried = null;
    /** @type {{id: number, x: number, y: number, cell: Cell} | null} a pointer that may begin to drag */
    this.pressed = null;
    /** @type {AbortController | null} */
    this.listeners = null;
  }

  /** Listen to pointers. */
  start() {
    if (this.listeners) return;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    const grid = this.board.grid.element;
    this.board.element.classList.add("movable");
    grid.addEventListener("pointerdown", (event) => this.press(event), { signal });
    grid.addEventListener("pointermove", (event) => this.follow(event), { signal });
    grid.addEventListener("pointerleave", () => this.host.hover(null), { signal });
    addEventListener("pointerup", (event) => this.release(event), { signal });
    addEventListener("pointercancel", (event) => event.pointerId === this.pressed?.id && this.cancel(), { signal });
  }

  stop() {
    this.cancel();
    this.board.element.classList.remove("movable");
    this.listeners?.abort();
    this.listeners = null;
  }

  /** Whether the tile is moved with the keyboard. */
  get isCarrying() {
    return this.carried !== null && this.pressed === null;
  }

  // ---- Pointers -----------------------------------------------------------------------------------------------------

  /**
   * The cell of the board at a place on the screen.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Cell | null}
   */
  cellAt({ clientX, clientY }) {
    const found = this.board.grid.findCell(document.elementFromPoint(clientX, clientY));
    return found && [found[0] - 1, found[1] - 1];
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.pressed && event.pointerId !== this.pressed.id) return this.cancel(); // a second finger zooms
    const cell = this.cellAt(event);
    if (!event.isPrimary || event.button !== 0 || !cell || this.numberAt(cell) <= 0) return;
    this.cancel();
    this.pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, cell };
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const { pressed } = this;
    if (!pressed) {
      if (event.pointerType === "mouse" && !this.carried) this.host.hover(this.cellAt(event));
      return;
    }
    if (event.pointerId !== pressed.id) return;
    const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (!this.carried && distance < SLACK) return;
    if (!this.carried) this.lift(pressed.cell);
    if (!this.carried) return;
    const box = this.board.grid.element.getBoundingClientRect();
    const side = box.width / this.board.width;
    this.pose((event.clientX - box.left) / side - 0.5, (event.clientY - box.top) / side - 0.5);
    const cell = this.cellAt(event);
    this.aim(cell && this.isPlace(cell) ? cell : this.carried.from);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (event.pointerId !== this.pressed?.id) return;
    this.pressed = null;
    this.drop();
  }

  // ---- The keyboard -------------------------------------------------------------------------------------------------

  /**
   * Take the tile at a cell, to move it with the arrow keys.
   * @param {Cell} cell
   */
  carry(cell) {
    if (this.numberAt(cell) <= 0) return;
    this.cancel();
    this.lift(cell);
    this.board.grid.moveTo([cell[0] + 1, cell[1] + 1]);
    this.board.grid.focus();
    this.host.preview(cell, cell);
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it moves the tile
   */
  handleKey(key) {
    if (!this.isCarrying || !this.carried) return false;
    if (key === "Escape") this.cancel();
    else if (key === "Enter" || key === " " || key === "d") this.drop();
    else if (ARROWS[key]) {
      const to = this.nextPlace(this.carried.to, ARROWS[key]);
      this.pose(to[1] + 1, to[0] + 1);
      this.aim(to);
      this.board.grid.moveTo([to[0] + 1, to[1] + 1]);
      this.board.grid.focus();
    } else return false;
    return true;
  }

  /**
   * Return the next cell in a direction that can have a tile, or the same cell if there is none.
   * @param {Cell} from
   * @param {[number, number]} way
   * @returns {Cell}
   */
  nextPlace(from, [down, right]) {
    /** @type {Cell} */
    let cell = [from[0] + down, from[1] + right];
    while (this.isInside(cell) && !this.isPlace(cell)) cell = [cell[0] + down, cell[1] + right];
    return this.isPlace(cell) ? cell : from;
  }

  // ---- The tile -----------------------------------------------------------------------------------------------------

  /** @param {Cell} cell */
  lift(cell) {
    const tile = this.board.tileAt([cell[0] + 1, cell[1] + 1]);
    if (!tile) return;
    this.carried = { from: cell, to: cell, tile };
    tile.isOnTop = true;
    tile.motions.clear();
    this.board.element.classList.add("carrying");
    this.pose(cell[1] + 1, cell[0] + 1, LIFT);
  }

  /** @param {Cell} to */
  aim(to) {
    if (!this.carried || String(to) === String(this.carried.to)) return;
    this.carried.to = to;
    this.host.preview(this.carried.from, to);
  }

  drop() {
    const { carried } = this;
    this.put();
    if (!carried) return;
    if (String(carried.from) === String(carried.to)) this.host.cancel();
    else this.host.drop(carried.from, carried.to);
  }

  cancel() {
    const wasCarried = this.carried !== null;
    this.pressed = null;
    this.put();
    if (wasCarried) this.host.cancel();
  }

  /** Put the tile back to where it was. */
  put() {
    const { carried } = this;
    this.carried = null;
    this.board.element.classList.remove("carrying");
    if (!carried) return;
    this.board.layer.markDirty(carried.tile);
    carried.tile.isOnTop = false;
    Object.assign(carried.tile.pose, { x: carried.from[1] + 1, y: carried.from[0] + 1, lift: 0 });
    this.board.layer.change(carried.tile);
  }

  /**
   * Draw the tile somewhere.
   * @param {number} x
   * @param {number} y
   * @param {number} [lift]
   */
  pose(x, y, lift = LIFT) {
    if (!this.carried) return;
    this.board.layer.markDirty(this.carried.tile);
    Object.assign(this.carried.tile.pose, { x, y, lift });
    this.board.layer.change(this.carried.tile);
  }

  /** @param {Cell} cell */
  numberAt([row, col]) {
    return this.board.rows[row + 1]?.[col + 1] ?? VOID;
  }

  /** @param {Cell} cell */
  isPlace(cell) {
    return this.numberAt(cell) >= 0;
  }

  /** @param {Cell} cell */
  isInside([row, col]) {
    return row >= 0 && col >= 0 && row < this.board.rows.length - 2 && col < this.board.rows[0].length - 2;
  }
}
