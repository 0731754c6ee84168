// The selected tile, and the pairs that the server has not answered yet. They follow their tiles, which gravity moves.

import { findEvent, sameCell, shiftedCell } from "./board_model.js";

/** @import { Cell, GameEvent } from "../server/protocol.js" */

/**
 * @typedef {object} Pair two tiles that the player has chosen
 * @property {[Cell, Cell]} cells where they are now
 * @property {boolean} isSent whether it was sent to the server
 * @property {boolean} isVoid whether it need not be sent any more
 */

export class Selection {
  constructor() {
    /** @type {Cell | null} the selected tile, which waits for a second one */
    this.first = null;
    /** @type {Pair[]} */
    this.pairs = [];
  }

  /** All cells that are shown as selected. */
  get cells() {
    const cells = this.pairs.flatMap((pair) => pair.cells);
    return this.first ? [...cells, this.first] : cells;
  }

  /**
   * Whether a tile belongs to a pair that the server has not answered yet.
   * @param {Cell} cell
   */
  isUnderWay(cell) {
    return this.pairs.some(({ cells }) => cells.some((other) => sameCell(other, cell)));
  }

  /**
   * Select a tile, or drop it if it is the selected one.
   * @param {Cell} cell
   * @returns {Pair | null} the pair to play if this is the second tile
   */
  toggle(cell) {
    const { first } = this;
    this.first = first ? null : cell;
    if (!first || sameCell(first, cell)) return null;
    /** @type {Pair} */
    const pair = { cells: [first, cell], isSent: false, isVoid: false };
    this.pairs.push(pair);
    return pair;
  }

  /**
   * Drop the selected tile; without one, the pairs that were not sent yet.
   * @returns {boolean} whether there was anything to drop
   */
  drop() {
    const unsent = this.first ? [] : this.pairs.filter((pair) => !pair.isSent);
    const hadAny = this.first !== null || unsent.length > 0;
    this.first = null;
    for (const pair of unsent) pair.isVoid = true;
    this.pairs = this.pairs.filter((pair) => !pair.isVoid);
    return hadAny;
  }

  /**
   * End a pair that the server has answered but not removed, and select one of its tiles if nothing else was selected.
   * @param {Pair} pair
   * @param {Cell | null} rest
   */
  finish(pair, rest) {
    if (!this.pairs.includes(pair)) return;
    this.pairs = this.pairs.filter((other) => other !== pair);
    if (!this.cells.length) this.first = rest;
  }

  /**
   * Follow the tiles through the events of a command.
   * @param {GameEvent[]} events
   */
  follow(events) {
    const isHint = findEvent(events, "hinted");
    const before = this.pairs;
    for (const event of events) {
      if ("board" in event || event.event === "lost" || (isHint && event.event === "linked")) this.clear();
      else if (event.event === "hinted") this.first = null;
      else if (event.event === "linked") this.keep((cell) => !event.move.some((end) => sameCell(end, cell)));
      else if (event.event === "packed") {
        const target = (/** @type {Cell} */ cell) => shiftedCell(cell, event.shifts);
        this.first &&= target(this.first);
        for (const pair of this.pairs) pair.cells = [target(pair.cells[0]), target(pair.cells[1])];
      }
    }
    for (const pair of before) pair.isVoid ||= !this.pairs.includes(pair);
  }

  /**
   * Keep only the tiles, and the pairs of tiles, that are still there.
   * @param {(cell: Cell) => boolean} isThere
   */
  keep(isThere) {
    this.pairs = this.pairs.filter((pair) => pair.cells.every(isThere));
    if (this.first && !isThere(this.first)) this.first = null;
  }

  clear() {
    this.keep(() => false);
  }
}
