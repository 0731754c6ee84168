// A worker that finds out about boards, so that the page never waits: free pairs, whether a board can be won, how hard it
// is. Who has another question meanwhile ends the worker and starts another one.

import { Kernel, KernelSolver } from "./kernel.js";
import { judgeMoves } from "./move_outcomes.js";

/** @import { Cell, KernelBoard, KernelRules, KernelVerdict } from "./kernel.js" */

/**
 * @typedef {object} FactsRequest
 * @property {number} id
 * @property {number[][]} rows
 * @property {KernelRules} rules
 * @property {[Cell, Cell][]} played the question is about the position after these moves
 * @property {boolean} judgesMoves whether to find out about every move, too
 * @property {number} seconds to search for at most
 * @property {number} playouts for the difficulty
 */
/**
 * What is known about a board; the answers to a request add to each other.
 * @typedef {object} BoardFacts
 * @property {Cell[][]} [moves] the free pairs
 * @property {boolean} [isStuck]
 * @property {KernelVerdict} [verdict] whether it can be won; `winnable` is null while the search goes on
 * @property {number} [searched] seconds
 * @property {number} [chance] the share of random playouts that win; an estimate while `isEstimate`
 * @property {boolean} [isEstimate]
 * @property {(boolean | null | undefined)[]} [outcomes] for each free pair, whether the position after it can be won;
 *   null if that stays undecided, undefined before the search
 * @property {(number | undefined)[]} [chances] for each free pair, the share of random playouts that win after it
 * @property {boolean} [isDone] nothing more will come
 */

const FIRST_SEARCH = 0.2; // seconds; each further one is twice as long, and in between the page hears how it goes
const FIRST_PLAYOUTS = 32; // for an estimate that comes at once

/** @type {Promise<Kernel> | undefined} */
let loading;

onmessage = async ({ data }) => {
  if ("module" in data) {
    loading = Kernel.load(data.module);
    return;
  }
  const kernel = await loading;
  if (kernel) findFacts(kernel, data);
};

/**
 * @param {Kernel} kernel
 * @param {FactsRequest} request
 */
function findFacts(kernel, { id, rows, rules, seconds, playouts, played, judgesMoves }) {
  const tell = (/** @type {BoardFacts} */ facts) => postMessage({ id, facts });
  const board = playAll(kernel.board(rows, rules), played);
  const solver = new KernelSolver(board);
  const began = performance.now();
  const searched = () => (performance.now() - began) / 1000;
  tell({ moves: board.moves(), isStuck: board.isStuck });
  let nodes = 0;
  const search = (/** @type {number} */ slice) => {
    const verdict = solver.solve(Math.min(slice, Math.max(seconds - searched(), 0)));
    nodes += verdict.nodes;
    tell({ verdict: { ...verdict, nodes }, searched: searched() });
    return verdict;
  };
  let verdict = search(FIRST_SEARCH);
  if (verdict.winnable !== false) {
    tell({ chance: countWins(board, FIRST_PLAYOUTS), isEstimate: true });
    const chance = countWins(board, playouts);
    tell({ chance, isEstimate: false });
    if (chance > 0 && verdict.winnable === null) {
      verdict = { ...verdict, winnable: true };
      tell({ verdict: { ...verdict, nodes } });
    }
  }
  for (let slice = 2 * FIRST_SEARCH; verdict.winnable === null && searched() < seconds; slice *= 2)
    verdict = search(slice);
  if (judgesMoves) judgeMoves({ board, solver, verdict, isStill: !rules.gravity, seconds, playouts }, tell);
  solver.free();
  board.free();
  tell({ isDone: true });
}

/**
 * Return the share of random playouts that clear a board.
 * @param {KernelBoard} board
 * @param {number} games
 */
function countWins(board, games) {
  return board.playOut(games).filter((tiles) => tiles === 0).length / games;
}

/**
 * Play moves, and free the boards before the last one.
 * @param {KernelBoard} board
 * @param {[Cell, Cell][]} moves
 */
function playAll(board, moves) {
  for (const [a, b] of moves) {
    const after = board.play(a, b);
    if (!after) throw new Error(`${a} and ${b} do not link`);
    board.free();
    board = after;
  }
  return board;
}
