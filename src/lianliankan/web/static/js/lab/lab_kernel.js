// The kernel on the page of the lab: it answers at once, while a tile is dragged.

import { Kernel } from "../kernel/kernel.js";
import { kernelRules, loadKernelModule } from "../server/board_facts.js";
import { facts } from "../server/facts.js";

/** @import { PlainBoard } from "../server/board_facts.js" */

/** @type {Promise<Kernel> | null} */
let loading = null;

/** Load the kernel; null if this server has none for browsers. */
export async function loadLabKernel() {
  if (!facts.kernel) return null;
  loading ??= loadKernelModule().then((module) => Kernel.load(module));
  loading.catch(() => (loading = null));
  return loading;
}

/**
 * Make a board of the kernel.
 * @param {Kernel} kernel
 * @param {PlainBoard} board
 */
export function kernelBoard(kernel, board) {
  return kernel.board(board.rows, kernelRules(board));
}
