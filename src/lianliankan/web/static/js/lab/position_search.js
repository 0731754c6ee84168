// A board, a line of moves from it, and what is found out about the position that is shown.

import { FactFinder, phaseName } from "../server/board_facts.js";
import { kernelBoard } from "./lab_kernel.js";
import { MoveLine, writeMoves } from "./move_line.js";

/** @import { BoardFacts } from "../kernel/facts_worker.js" */
/** @import { PlainBoard } from "../server/board_facts.js" */
/** @import { Move } from "./move_line.js" */

/** @typedef {"won" | "lost" | "searching" | "unknown" | "clear" | "without"} State */

const SEARCH_SECONDS = 8;
const LONG_SEARCH = 60;
const MAX_KNOWN = 300; // positions whose facts are kept

export class PositionSearch {
  /**
   * @param {import("../kernel/kernel.js").Kernel | null} kernel
   * @param {PlainBoard} root
   * @param {() => void} onFacts something new is known about the position that is shown
   */
  constructor(kernel, root, onFacts) {
    this.kernel = kernel;
    /** Where the line begins. */
    this.root = root;
    /** @type {MoveLine | null} */
    this.line = null;
    /** @type {BoardFacts} */
    this.facts = {};
    /** @type {Map<string, BoardFacts>} what was found out, by position */
    this.known = new Map();
    this.seconds = SEARCH_SECONDS;
    this.hasStopped = false;
    this.finder = new FactFinder((found) => {
      this.facts = found;
      this.known.set(this.key, found);
      if (this.known.size > MAX_KNOWN) this.known.delete(this.known.keys().next().value ?? "");
      onFacts();
    });
  }

  /**
   * Begin at a board.
   * @param {PlainBoard} board
   * @param {Move[]} [moves] played from there
   */
  start(board, moves = []) {
    this.root = board;
    this.line = this.kernel && new MoveLine(kernelBoard(this.kernel, board));
    this.line?.append(moves);
    this.line?.go(moves.length);
  }

  /** The position that is shown. */
  get position() {
    const { root, line } = this;
    return line ? { ...root, rows: line.board.rows, phase: phaseName(line.board.phase) } : root;
  }

  get rows() {
    return this.line?.board.rows ?? this.root.rows;
  }

  get isClear() {
    return !this.rows.flat().some((kind) => kind > 0);
  }

  /** The name of the position that is shown. */
  get key() {
    return this.keyAt(this.line?.at ?? 0);
  }

  /**
   * The name of the position after some moves of the line.
   * @param {number} place
   */
  keyAt(place) {
    const { rows, phase } = this.root;
    return `${JSON.stringify([rows, phase])} ${writeMoves(this.line?.moves.slice(0, place) ?? [])}`;
  }

  /** Stop looking, and show what is known about the position. */
  recall() {
    this.finder.stop();
    this.hasStopped = false;
    this.facts = this.known.get(this.key) ?? {};
  }

  /**
   * Find out about the position.
   * @param {{isLong?: boolean}} [options]
   */
  ask({ isLong = false } = {}) {
    this.recall();
    this.seconds = isLong ? LONG_SEARCH : SEARCH_SECONDS;
    if (isLong) this.facts = {};
    if (!this.line || this.isClear || this.facts.isDone) return;
    this.finder.ask(this.root, { seconds: this.seconds, played: this.line.played, judgesMoves: true });
  }

  /** Stop looking; what is known stays. */
  stop() {
    this.finder.stop();
    this.hasStopped = true;
  }

  /** @returns {State} */
  get state() {
    const { verdict, isDone } = this.facts;
    if (!this.kernel) return "without";
    if (this.isClear) return "clear";
    if (verdict?.winnable === true) return "won";
    if (verdict?.winnable === false) return "lost";
    return isDone || this.hasStopped ? "unknown" : "searching";
  }

  /**
   * Whether a pair links on another board with the same rules.
   * @param {number[][]} rows
   * @param {Move} pair
   */
  links(rows, pair) {
    if (!this.kernel) return false;
    const board = kernelBoard(this.kernel, { ...this.root, rows });
    const found = board.link(...pair) !== null;
    board.free();
    return found;
  }
}
