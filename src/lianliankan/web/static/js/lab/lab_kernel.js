// The kernel on the page of the lab: it answers at once, while a tile is dragged.

import { once } from "../core/memory.js";
import { Kernel } from "../kernel/kernel.js";
import { kernelRules, loadKernelModule } from "../server/board_facts.js";
import { facts } from "../server/facts.js";

/** @import { PlainBoard } from "../server/board_facts.js" */

const load = once(async () => Kernel.load(await loadKernelModule()));

/** Load the kernel; null if this server has none for browsers. */
export async function loadLabKernel() {
  return facts.kernel ? load() : null;
}

/**
 * Make a board of the kernel.
 * @param {Kernel} kernel
 * @param {PlainBoard} board
 */
export function kernelBoard(kernel, board) {
  return kernel.board(board.rows, kernelRules(board));
}
