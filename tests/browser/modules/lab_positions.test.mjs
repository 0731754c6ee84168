// The lab's positions: tiles that are moved, lines of moves, what moves lead to, proofs of losses, arcs.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { Kernel, KernelSolver } from "../../../src/lianliankan/web/static/js/kernel/kernel.js";
import { judgeMoves } from "../../../src/lianliankan/web/static/js/kernel/move_outcomes.js";
import { arcShape, kindHue } from "../../../src/lianliankan/web/static/js/lab/link_arcs.js";
import { MoveLine, readMoves, writeMoves } from "../../../src/lianliankan/web/static/js/lab/move_line.js";
import { SwapHistory } from "../../../src/lianliankan/web/static/js/lab/swap_history.js";

const file = new URL("../../../src/lianliankan/web/static/kernel.wasm", import.meta.url);
const skip = existsSync(file) ? false : "there is no kernel.wasm; run: make wasm";
const kernel = skip ? /** @type {Kernel} */ ({}) : await Kernel.load(readFileSync(file));
const rows = [
  [1, 1],
  [1, 2],
  [2, 1],
];

test("tiles change places, the chosen pair follows, and everything can be undone", () => {
  const start = { rows: [[1, 0, 2], [0, 1, 0]], pair: [[0, 0], [1, 1]] }; // prettier-ignore
  const history = new SwapHistory(structuredClone(start));
  const moved = history.swap([0, 0], [1, 2], start.pair);
  assert.deepEqual(moved, { rows: [[0, 0, 2], [0, 1, 1]], pair: [[1, 2], [1, 1]] }); // prettier-ignore
  const swapped = history.swap([1, 2], [0, 2], moved.pair);
  assert.deepEqual(swapped, { rows: [[0, 0, 1], [0, 1, 2]], pair: [[0, 2], [1, 1]] }); // prettier-ignore
  assert.deepEqual(history.undo(), moved);
  history.swap([1, 1], [0, 0], moved.pair);
  assert.deepEqual(history.reset(), start);
  assert.equal(history.canUndo, false);
  assert.deepEqual(history.undo(), start);
});

test("moves are written and read", () => {
  const moves = [[[0, 0], [1, 0]], [[11, 2], [3, 4]]]; // prettier-ignore
  assert.equal(writeMoves(moves), "1,1-2,1.12,3-4,5");
  assert.deepEqual(readMoves("1,1-2,1.12,3-4,5"), moves);
  assert.deepEqual(readMoves("nonsense"), []);
});

test("a line goes both ways, and another move forgets what followed", { skip }, () => {
  const line = new MoveLine(kernel.board(rows));
  line.append([[[0, 0], [1, 0]], [[0, 1], [2, 1]], [[1, 1], [2, 0]]]); // prettier-ignore
  assert.deepEqual([line.length, line.at], [3, 0]);
  line.go(3);
  assert.equal(line.board.tileCount, 0);
  line.go(0);
  assert.deepEqual(line.board.rows, rows);
  assert.equal(line.play([[0, 0], [1, 0]]), true); // prettier-ignore
  assert.deepEqual([line.length, line.at], [3, 1], "the next move of the line");
  line.go(0);
  assert.equal(line.play([[0, 0], [0, 1]]), true); // prettier-ignore
  assert.deepEqual([line.length, line.at, line.played.length], [1, 1, 1]);
  assert.equal(line.play([[1, 0], [2, 1]]), false, "they do not link"); // prettier-ignore
  line.append([[[9, 9], [0, 0]]]); // prettier-ignore
  assert.equal(line.length, 1);
});

test("every move is judged as llk.advise does", { skip }, () => {
  const board = kernel.board(rows);
  const solver = new KernelSolver(board);
  const verdict = solver.solve(1);
  let last = {};
  const tell = (facts) => (last = { ...last, ...facts });
  judgeMoves({ board, solver, verdict, isStill: true, seconds: 1, playouts: 16 }, tell);
  assert.deepEqual(board.moves().map(writeOne), ["1,1-1,2", "1,1-2,1", "1,2-3,2"]);
  assert.deepEqual(last.outcomes, [false, true, true]);
  assert.deepEqual(last.chances, [undefined, 1, 1]);
  judgeMoves({ board, solver, verdict: { ...verdict, moves: [] }, isStill: true, seconds: 0, playouts: 16 }, tell);
  assert.deepEqual(last.outcomes, [null, true, true], "without time, only playouts find wins");
});

test("arcs end at their places and bend away from the line; neighbouring kinds differ in colour", () => {
  const { points } = arcShape([24, 24], [216, 24]);
  assert.deepEqual([points[0], points.at(-1)], [[24, 24], [216, 24]]); // prettier-ignore
  assert.ok(points.slice(1, -1).every(([, y]) => y < 24));
  for (let kind = 1; kind < 40; kind++) {
    const apart = Math.abs(kindHue(kind) - kindHue(kind + 1));
    assert.ok(Math.min(apart, 360 - apart) > 60);
  }
});

const writeOne = (move) => writeMoves([move]);
