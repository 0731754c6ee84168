// What every move of a position leads to: still winnable, lost, or undecided; and how often random play wins after it.

/** @import { Cell, KernelBoard, KernelSolver, KernelVerdict } from "./kernel.js" */

const TELL_EVERY = 80; // milliseconds
const MIN_SHARE = 0.25; // seconds that a move gets at least, while there is time

/**
 * @typedef {object} Position
 * @property {KernelBoard} board
 * @property {KernelSolver} solver of the board, with what it has learnt
 * @property {KernelVerdict} verdict about the board
 * @property {boolean} isStill without gravity, a win can be played in any order that links
 * @property {number} seconds for all moves
 * @property {number} playouts after each move
 */

/**
 * Judge every move, and tell in between what is known.
 * @param {Position} position
 * @param {(facts: import("./facts_worker.js").BoardFacts) => void} tell
 */
export function judgeMoves({ board, solver, verdict, isStill, seconds, playouts }, tell) {
  const moves = board.moves();
  const places = new Map(moves.map((move, place) => [String(move), place]));
  /** @type {(boolean | null | undefined)[]} */
  const outcomes = moves.map(() => (verdict.winnable === false ? false : undefined));
  /** @type {(number | undefined)[]} */
  const chances = moves.map(() => undefined);
  const began = performance.now();
  let told = began;
  const report = ({ isLast = false } = {}) => {
    if (!isLast && performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    tell({ outcomes: outcomes.slice(), chances: chances.slice() });
  };
  const learn = (/** @type {[Cell, Cell][]} */ win) => {
    for (const move of isStill ? win : win.slice(0, 1)) {
      const place = places.get(String(move));
      if (place !== undefined) outcomes[place] = true;
    }
  };
  learn(verdict.moves);
  report({ isLast: true });
  moves.forEach((move, place) => {
    if (outcomes[place] !== undefined) return;
    const left = seconds - (performance.now() - began) / 1000;
    const open = outcomes.filter((outcome) => outcome === undefined).length;
    const found = left > 0 ? solver.solve(Math.max(MIN_SHARE, left / open), [move]) : null;
    outcomes[place] = found?.winnable ?? null;
    if (found && isStill) learn(found.moves);
    report();
  });
  moves.forEach(([a, b], place) => {
    const after = outcomes[place] === false ? null : board.play(a, b);
    if (!after) return;
    const isCleared = after.tileCount === 0;
    const wins = isCleared ? playouts : after.playOut(playouts).filter((tiles) => tiles === 0).length;
    after.free();
    if (wins) outcomes[place] = true; // one of them is a win
    if (outcomes[place]) chances[place] = wins / playouts;
    report();
  });
  report({ isLast: true });
}
