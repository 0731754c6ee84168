// Boards on the kernel's WebAssembly: links, moves, deals and verdicts by the same code as on the server.

import { instantiateKernel } from "./instantiate.js";

/** @typedef {[number, number]} Cell row and column, counted from 0 */
/**
 * @typedef {object} KernelRules
 * @property {number | null} [max_turns] 2 by default; null for any number
 * @property {boolean} [outside] whether paths may run around the board
 * @property {boolean} [adjacent] whether neighbours link directly
 * @property {number} [gravity] its place among the gravities that the server tells; 0, the first, moves nothing
 * @property {number} [phase] of a gravity that turns
 */

/** Frees boards that are not used any more. */
const unused = new FinalizationRegistry((/** @type {{kernel: Kernel, address: number}} */ { kernel, address }) =>
  kernel.release(address),
);

/** The kernel, which makes boards. */
export class Kernel {
  /** @param {import("./instantiate.js").KernelInstance} instance */
  constructor(instance) {
    this.instance = instance;
  }

  /**
   * Make the kernel from the bytes of kernel.wasm, or from the module that was compiled from them.
   * @param {BufferSource | WebAssembly.Module} source
   */
  static async load(source) {
    return new Kernel(await instantiateKernel(source));
  }

  /**
   * Make a board of rows of numbers: a kind, 0 for empty, -1 for a wall, -2 for not part of the board.
   * @param {number[][]} rows
   * @param {KernelRules} [rules]
   */
  board(rows, { max_turns = 2, outside = true, adjacent = true, gravity = 0, phase = 0 } = {}) {
    const numbers = [
      rows.length,
      rows[0]?.length ?? 0,
      max_turns ?? -1,
      Number(outside),
      Number(adjacent),
      gravity,
      phase,
    ];
    const [address] = this.ask("make_board", Int32Array.from(rows.flat()), ...numbers);
    return new KernelBoard(this, address);
  }

  /**
   * Deal the winnable board of a number, as `llk.deal` does. Null if that takes more than trying some boards, which only
   * the library can do: small boards, or boards with gravity and many kinds.
   * @param {{rows: number, cols: number, kinds: number, seed: number | bigint, rules?: KernelRules, mask?: number[][]}} deal
   *   `mask`: the places of the tiles are above 0; all of them by default
   */
  deal({ rows, cols, kinds, seed, rules, mask }) {
    const places = this.board(mask ?? Array.from({ length: rows }, () => Array(cols).fill(1)), rules);
    const number = BigInt(seed);
    const halves = [number, number >> 32n].map((half) => Number(BigInt.asIntN(32, half)));
    const [address] = this.ask("deal", null, places.address, kinds, ...halves);
    places.free();
    return address ? new KernelBoard(this, address) : null;
  }

  /**
   * Call a function of the kernel: returns its result, then its output.
   * @param {string} name
   * @param {Int32Array | null} input
   * @param {...number} numbers
   */
  ask(name, input, ...numbers) {
    const answer = this.instance.ask(name, input, ...numbers);
    if (answer[0] < 0 && answer[0] > ILLEGAL) throw new KernelError(name, answer[0]);
    return answer;
  }

  /** @param {number} address */
  release(address) {
    this.instance.functions.release_layout(address);
  }
}

/** An immutable board. It is freed with the object, or earlier by `free`. */
export class KernelBoard {
  /**
   * @param {Kernel} kernel
   * @param {number} address
   */
  constructor(kernel, address) {
    this.kernel = kernel;
    this.address = address;
    unused.register(this, { kernel, address }, this);
  }

  free() {
    unused.unregister(this);
    this.kernel.release(this.address);
    this.address = 0;
  }

  /** The cells as rows of numbers. */
  get rows() {
    const [, ...numbers] = this.kernel.ask("numbers", null, this.address);
    const width = this.kernel.instance.functions.cols(this.address);
    return Array.from({ length: numbers.length / width }, (_, row) => numbers.slice(row * width, (row + 1) * width));
  }

  /** The phase of a gravity that turns. */
  get phase() {
    return this.kernel.instance.functions.phase(this.address);
  }

  get tileCount() {
    return this.kernel.instance.functions.tile_count(this.address);
  }

  /** Whether tiles are left but no move is. */
  get isStuck() {
    return this.tileCount > 0 && this.kernel.ask("has_move", null, this.address)[0] === 0;
  }

  /**
   * Return the corners of the best path between two tiles; null if no path joins them, or these are not two tiles.
   * @param {Cell} a
   * @param {Cell} b
   * @returns {Cell[] | null}
   */
  link(a, b) {
    const [status, ...corners] = this.kernel.ask("link", null, this.address, pack(a), pack(b));
    return status === LINKED ? corners.map(unpack) : null;
  }

  /**
   * Return all pairs that can be removed, in reading order.
   * @returns {[Cell, Cell][]}
   */
  moves() {
    return pairs(this.kernel.ask("moves", null, this.address));
  }

  /**
   * Return the board after a pair is removed and gravity has acted; null if the two cells do not link.
   * @param {Cell} a
   * @param {Cell} b
   */
  play(a, b) {
    const [address] = this.kernel.ask("play", null, this.address, pack(a), pack(b));
    return address > 0 ? new KernelBoard(this.kernel, address) : null;
  }

  /**
   * Return where gravity moves tiles after a pair is removed, from and to; null if the two cells do not link.
   * @param {Cell} a
   * @param {Cell} b
   * @returns {[Cell, Cell][] | null}
   */
  shifts(a, b) {
    const answer = this.kernel.ask("shifts", null, this.address, pack(a), pack(b));
    return answer[0] < 0 ? null : pairs(answer);
  }

  /**
   * Decide whether the board can be won.
   * @param {number} [seconds]
   * @returns {KernelVerdict}
   */
  solve(seconds = 1) {
    const solver = new KernelSolver(this);
    try {
      return solver.solve(seconds);
    } finally {
      solver.free();
    }
  }

  /**
   * Return how many tiles each of some random playouts leaves; the seed decides which playouts.
   * @param {number} games
   * @param {number} [seed]
   */
  playOut(games, seed = 0) {
    return [...this.kernel.ask("play_out", null, this.address, 0, games, seed, 0).subarray(1)];
  }
}

/**
 * What is known about a board, as `llk.Verdict` has it.
 * @typedef {object} KernelVerdict
 * @property {boolean | null} winnable null if the time was over first
 * @property {[Cell, Cell][]} moves a win
 * @property {"" | "odd" | "walled off" | "blocked" | "exhausted"} loss why it cannot be won
 * @property {Cell[]} tiles the tiles in question, for "odd" and "walled off"
 * @property {Cell[][]} blocked for "blocked", the sets of tiles that block each other
 * @property {number} nodes that were searched
 */

/** Searches a board; one that is asked again goes on with what it has learnt. */
export class KernelSolver {
  /** @param {KernelBoard} board that is not freed before */
  constructor(board) {
    this.board = board;
    this.address = board.kernel.ask("make_solver", null, board.address, 0, 0, 0)[0];
  }

  /**
   * Decide the board, or the position after some moves of it.
   * @param {number} seconds
   * @param {[Cell, Cell][]} [played]
   * @returns {KernelVerdict}
   */
  solve(seconds, played = []) {
    const { kernel, address } = this.board;
    const answer = kernel.ask(
      "solve",
      Int32Array.from(played.flat().map(pack)),
      this.address,
      address,
      -1,
      -1,
      seconds,
    );
    const [, winnable, loss, low, high, moveCount, tileCount, setCount] = answer;
    const tilesFrom = HEAD + 2 * moveCount;
    const blocked = [];
    for (let place = tilesFrom + tileCount; blocked.length < setCount; place += 1 + answer[place])
      blocked.push([...answer.subarray(place + 1, place + 1 + answer[place])].map(unpack));
    return {
      winnable: [false, true, null][winnable],
      moves: pairs(answer.subarray(HEAD - 1, tilesFrom)),
      loss: LOSSES[loss],
      tiles: [...answer.subarray(tilesFrom, tilesFrom + tileCount)].map(unpack),
      blocked,
      nodes: (low >>> 0) + (high >>> 0) * 2 ** 32,
    };
  }

  free() {
    this.board.kernel.instance.functions.release_solver(this.address);
    this.address = 0;
  }
}

/** A call that the kernel could not answer; `code` is one of kernel/wasm/interface.h. */
export class KernelError extends Error {
  /**
   * @param {string} name
   * @param {number} code
   */
  constructor(name, code) {
    super(`the kernel's ${name} failed with the code ${code}`);
    this.code = code;
  }
}

const LINKED = 0;
const ILLEGAL = -16; // and below: two cells that do not link
const HEAD = 8; // numbers before the moves of a verdict
/** @type {KernelVerdict["loss"][]} */
const LOSSES = ["", "odd", "walled off", "blocked", "exhausted"];

/** @param {Cell} cell */
function pack([row, col]) {
  return (row & 0xffff) | (col << 16);
}

/**
 * @param {number} number
 * @returns {Cell}
 */
function unpack(number) {
  return [(number << 16) >> 16, number >> 16];
}

/**
 * The pairs of cells in an answer, after its result.
 * @param {Int32Array} answer
 * @returns {[Cell, Cell][]}
 */
function pairs(answer) {
  return Array.from({ length: (answer.length - 1) / 2 }, (_, i) => [
    unpack(answer[2 * i + 1]),
    unpack(answer[2 * i + 2]),
  ]);
}
