// A toy: a tiny game that the server has worked out. Every pair, its path and what moves afterwards are in its data.

import { BoardView } from "../board/board_view.js";
import { findEvent, sameCell } from "../board/board_model.js";
import { nextTile, transposeRows } from "../board/layout.js";
import { Finger } from "./finger.js";
import { sounds } from "./sound.js";

/** @import { Cell, GameEvent, Refused, ToyGame } from "../server/protocol.js" */

const WATCH_EVERY = 1500; // milliseconds between two pairs that are played for the player

export class ToyBoard {
  /**
   * @param {HTMLElement} stage
   * @param {ToyGame} toy
   * @param {object} handlers
   * @param {(cell: Cell | null) => void} [handlers.onSelect] a tile is selected, or none any more
   * @param {(events: GameEvent[]) => void} [handlers.onPair] a pair was played or refused
   */
  constructor(stage, toy, handlers = {}) {
    this.stage = stage;
    this.toy = toy;
    this.handlers = handlers;
    this.number = 0;
    /** @type {Cell | null} the selected tile */
    this.first = null;
    this.board = new BoardView(stage, { onPick: (cell) => this.pick(cell), onTranspose: () => this.point() });
    this.finger = new Finger(this.board);
    this.listeners = new AbortController();
    stage.addEventListener("keydown", (event) => this.onKey(event), { signal: this.listeners.signal });
    this.reset();
  }

  remove() {
    this.stop();
    this.listeners.abort();
    this.finger.remove();
    this.board.remove();
  }

  get position() {
    return this.toy.positions[this.number];
  }

  /** Whether no tile is left. */
  get isCleared() {
    return !this.position.pairs.length;
  }

  /** Whether tiles are left, but no pair of them can be removed. */
  get isStuck() {
    return !this.isCleared && !this.position.pairs.some(({ events }) => findEvent(events, "linked"));
  }

  /** Show the first position. */
  reset() {
    this.number = 0;
    this.first = null;
    this.board.show(this.position.rows, { dealt: true });
  }

  /** Show the finger at the tile to pick next. */
  point() {
    this.finger?.show(this.isPointing ? this.target() : null);
  }

  /** Keep the finger at the tile to pick next, or hide it. */
  setPointing(isPointing = true) {
    this.isPointing = isPointing;
    this.point();
  }

  /**
   * The tile to pick next: the match of the selected tile if the two can be removed, or the pair to show.
   * @returns {Cell | null}
   */
  target() {
    const { hint, pairs } = this.position;
    const { first } = this;
    const ready = first && pairs.find(({ cells, events }) => hasCell(cells, first) && findEvent(events, "linked"));
    if (ready) return ready.cells.find((cell) => !sameCell(cell, first)) ?? null;
    return hint?.[0] ?? null;
  }

  /** @param {Cell} cell */
  pick(cell) {
    this.stop();
    const { first } = this;
    if (this.board.rows[cell[0]][cell[1]] <= 0) return;
    if (!first || sameCell(first, cell)) {
      if (!first) sounds.pick();
      this.select(first ? null : cell);
    } else this.playPair([first, cell]);
    this.point();
  }

  /** @param {Cell | null} cell */
  select(cell) {
    this.first = cell;
    this.board.effects.clearRefusal();
    this.board.select(cell);
    this.handlers.onSelect?.(cell);
  }

  /** @param {[Cell, Cell]} pair */
  playPair(pair) {
    const found = this.position.pairs.find(({ cells }) => pair.every((cell) => hasCell(cells, cell)));
    const events = found?.events ?? [differentKinds(pair)];
    const refused = findEvent(events, "refused");
    this.first = refused ? pair[1] : null;
    this.number = found?.next ?? this.number;
    this.board.apply(events);
    this.board.select(this.first);
    if (refused) {
      sounds.refuse();
      this.board.effects.refuse(refused);
    } else sounds.link(1);
    this.handlers.onPair?.(events);
  }

  /** Play the pairs to show, one after the other, again and again until the player picks a tile. */
  watch() {
    this.stop();
    this.timer = setInterval(() => {
      const { hint } = this.position;
      if (!hint) return this.reset();
      const found = this.position.pairs.find(({ cells }) => hint.every((cell) => hasCell(cells, cell)));
      this.number = found?.next ?? 0;
      this.board.apply(found?.events ?? []);
    }, WATCH_EVERY);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  get isWatching() {
    return this.timer !== undefined;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { board } = this;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.first) this.pick(this.first);
    else if (event.key === "Enter" || event.key === " ") this.pick(board.cursor);
    else {
      const found = nextTile(board.shown, board.grid.cursor, event.key);
      if (!found && !event.key.startsWith("Arrow")) return;
      if (found) board.grid.moveTo(found);
      board.grid.focus();
    }
    event.preventDefault();
  }
}

/**
 * @param {Cell[]} cells
 * @param {Cell} cell
 */
function hasCell(cells, cell) {
  return cells.some((other) => sameCell(other, cell));
}

/**
 * The refusal of a pair that the data does not have, since it has all pairs of the same kind.
 * @param {[Cell, Cell]} cells
 * @returns {Refused}
 */
function differentKinds(cells) {
  return { event: "refused", command: "", reason: "different kinds", cells, miss: null };
}

/**
 * Return a toy with rows as columns. The only pairs of numbers in its events are cells.
 * @param {ToyGame} toy
 * @returns {ToyGame}
 */
export function transposeToy({ positions }) {
  const turn = (/** @type {string} */ _, /** @type {unknown} */ value) =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isInteger) ? [value[1], value[0]] : value;
  return {
    positions: positions.map(({ rows, ...rest }) => ({
      ...JSON.parse(JSON.stringify(rest), turn),
      rows: transposeRows(rows, true),
    })),
  };
}
