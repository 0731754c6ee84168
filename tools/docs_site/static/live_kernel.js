// The kernel's boards for live boards: every rule is in there. kernel/wasm/interface.h says how it is called.

/**
 * @typedef {import("./live_grid.js").Cell} Cell
 * @typedef {import("../../../src/lianliankan/web/static/js/kernel/instantiate.js").KernelInstance} Kernel
 * @typedef {[maxTurns: number, outside: number, adjacent: number, gravity: number, phase: number]} Rules
 */

const LINKED = 0;
const LOST = 0;
const SECONDS = 1; // to find out whether a board can be won

/** @returns {Promise<Kernel>} */
export async function loadKernel() {
  const { instantiateKernel } = await import(new URL("kernel/instantiate.js", import.meta.url).href);
  const answer = await fetch(new URL("kernel/kernel.wasm.gz", import.meta.url));
  if (!answer.ok || !answer.body) throw new Error(`${answer.url}: ${answer.status}`);
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return instantiateKernel(await new Response(unpacked).arrayBuffer());
}

const pack = (/** @type {Cell} */ [row, col]) => row | (col << 16);
const unpack = (/** @type {number} */ number) => /** @type {Cell} */ ([(number << 16) >> 16, number >> 16]);

/** An immutable board. */
export class KernelBoard {
  /**
   * @param {Kernel} kernel
   * @param {number} address
   */
  constructor(kernel, address) {
    if (address <= 0) throw new Error(`the kernel refuses this board: ${address}`);
    this.kernel = kernel;
    this.address = address;
    this.cols = kernel.functions.cols(address);
    this.tileCount = kernel.functions.tile_count(address);
    this.isStuck = this.tileCount > 0 && kernel.functions.has_move(address) === 0;
  }

  /**
   * @param {Kernel} kernel
   * @param {number[][]} rows
   * @param {Rules} rules
   */
  static make(kernel, rows, rules) {
    const [address] = kernel.ask("make_board", Int32Array.from(rows.flat()), rows.length, rows[0].length, ...rules);
    return new KernelBoard(kernel, address);
  }

  /** @returns {number[][]} */
  toRows() {
    const [, ...numbers] = this.kernel.ask("numbers", null, this.address);
    return Array.from({ length: numbers.length / this.cols }, (_, row) =>
      numbers.slice(row * this.cols, (row + 1) * this.cols),
    );
  }

  /**
   * The corners of the best path; null if the two tiles do not link.
   *
   * @param {Cell} a
   * @param {Cell} b
   */
  link(a, b) {
    const [status, ...corners] = this.kernel.ask("link", null, this.address, pack(a), pack(b));
    return status === LINKED ? corners.map(unpack) : null;
  }

  /**
   * @param {Cell} a
   * @param {Cell} b
   */
  play(a, b) {
    return new KernelBoard(this.kernel, this.kernel.functions.play(this.address, pack(a), pack(b)));
  }

  /**
   * Whether the board is lost, and if it is known to be won, the first two cells of a win.
   *
   * @returns {{isLost: boolean, next: [Cell, Cell] | null}}
   */
  solve() {
    const { functions } = this.kernel;
    const solver = functions.make_solver(this.address, 1, 0, 0);
    const answer = this.kernel.ask("solve", new Int32Array(0), solver, this.address, -1, 0, SECONDS);
    const [failed, winnable, , , , moveCount, , , a, b] = answer;
    functions.release_solver(solver);
    if (failed) return { isLost: false, next: null };
    return { isLost: winnable === LOST, next: moveCount ? [unpack(a), unpack(b)] : null };
  }
}
