// Moves played from a board, and the place among them: the win that is shown, or a line that was tried.

/** @import { KernelBoard } from "../kernel/kernel.js" */
/** @import { Cell } from "../server/protocol.js" */

/** @typedef {[Cell, Cell]} Move */

export class MoveLine {
  /** @param {KernelBoard} start */
  constructor(start) {
    /** @type {Move[]} */
    this.moves = [];
    /** How many of them are played. */
    this.at = 0;
    /** @type {KernelBoard[]} the boards after each number of moves */
    this.boards = [start];
  }

  get length() {
    return this.moves.length;
  }

  /** The position that is shown. */
  get board() {
    return this.boards[this.at];
  }

  /** The moves that led to it. */
  get played() {
    return this.moves.slice(0, this.at);
  }

  /** @param {number} place */
  go(place) {
    this.at = Math.min(Math.max(place, 0), this.length);
  }

  /**
   * Play a move from the position that is shown; moves after it are forgotten unless it is the next one.
   * @param {Move} move
   * @returns {boolean} whether it links
   */
  play(move) {
    if (String(this.moves[this.at]) !== String(move)) {
      const after = this.board.play(...move);
      if (!after) return false;
      this.moves.splice(this.at, Infinity, move);
      this.boards.splice(this.at + 1, Infinity, after);
    }
    this.at += 1;
    return true;
  }

  /**
   * Let moves follow the position that is shown, which stays; those that do not link are left out.
   * @param {Move[]} moves
   */
  append(moves) {
    const { at } = this;
    moves.every((move) => this.play(move));
    this.at = at;
  }
}

/**
 * Write moves, counted from 1, such as `1,1-1,2.3,1-3,2`.
 * @param {Move[]} moves
 */
export function writeMoves(moves) {
  return moves.map((move) => move.map(([row, col]) => `${row + 1},${col + 1}`).join("-")).join(".");
}

/**
 * @param {string} text
 * @returns {Move[]}
 */
export function readMoves(text) {
  return [...text.matchAll(/(\d{1,3}),(\d{1,3})-(\d{1,3}),(\d{1,3})/g)].map((found) => {
    const [a, b, c, d] = found.slice(1).map((number) => Number(number) - 1);
    return [
      [a, b],
      [c, d],
    ];
  });
}
