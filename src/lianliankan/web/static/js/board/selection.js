// The selected tile, and the pairs that the server has not answered yet. They follow their tiles, which gravity moves.

import { findEvent, sameCell } from "./board_model.js";

/** @typedef {import("./board_model.js").Cell} Cell */
/** @typedef {[Cell, Cell]} Pair */

export class Selection {
  constructor() {
    /** @type {Cell | null} the selected tile, which waits for a second one */
    this.first = null;
    /** @type {Pair[]} */
    this.pairs = [];
  }

  /** All cells that are shown as selected. */
  get cells() {
    return this.first ? [...this.pairs.flat(), this.first] : this.pairs.flat();
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
    const pair = [first, cell];
    this.pairs.push(pair);
    return pair;
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
   * @param {import("../server/protocol.js").GameEvent[]} events
   */
  follow(events) {
    const isHint = findEvent(events, "hinted");
    for (const event of events) {
      if ("board" in event || event.event === "lost" || (isHint && event.event === "linked")) this.clear();
      else if (event.event === "hinted") this.first = null;
      else if (event.event === "linked") {
        const isLinked = (/** @type {Cell} */ cell) => event.move.some((end) => sameCell(end, cell));
        this.pairs = this.pairs.filter((pair) => !pair.some(isLinked));
        if (this.first && isLinked(this.first)) this.first = null;
      } else if (event.event === "packed") {
        const target = (/** @type {Cell} */ cell) => event.shifts.find(([start]) => sameCell(start, cell))?.[1] ?? cell;
        this.first &&= target(this.first);
        for (const pair of this.pairs) [pair[0], pair[1]] = [target(pair[0]), target(pair[1])];
      }
    }
  }

  clear() {
    this.first = null;
    this.pairs = [];
  }
}
