// Boards on the kernel's WebAssembly, if `make wasm` has made it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { Kernel, KernelError } from "../../../src/lianliankan/web/static/js/kernel/kernel.js";

const file = new URL("../../../src/lianliankan/web/static/kernel.wasm", import.meta.url);
const skip = existsSync(file) ? false : "there is no kernel.wasm; run: make wasm";
const kernel = skip ? /** @type {Kernel} */ ({}) : await Kernel.load(readFileSync(file));
const rows = [
  [1, 2, 2, 1],
  [0, 3, 3, 0],
];

test("paths have their corners, and run around the board", { skip }, () => {
  const board = kernel.board(rows);
  assert.deepEqual(board.link([0, 0], [0, 3]), [
    [0, 0],
    [-1, 0],
    [-1, 3],
    [0, 3],
  ]);
  assert.equal(board.link([0, 0], [0, 1]), null); // different kinds
  assert.equal(board.link([0, 0], [1, 0]), null); // no tile
  assert.equal(board.link([0, 0], [7, 7]), null); // off the board
  assert.equal(kernel.board(rows, { outside: false }).link([0, 0], [0, 3]), null);
  assert.equal(kernel.board(rows, { max_turns: 1 }).link([0, 0], [0, 3]), null);
});

test("a board is played to its end", { skip }, () => {
  let board = kernel.board(rows);
  assert.deepEqual(board.rows, rows);
  assert.equal(board.moves().length, 3);
  while (board.tileCount) {
    const [a, b] = board.moves()[0];
    const after = board.play(a, b);
    assert.ok(after);
    board = after;
  }
  assert.equal(board.isStuck, false);
  assert.equal(board.play([0, 0], [0, 1]), null);
  const crossed = kernel.board([
    [1, 2],
    [2, 1],
  ]);
  assert.equal(crossed.isStuck, true);
  const verdict = crossed.solve();
  assert.deepEqual([verdict.winnable, verdict.moves, verdict.loss], [false, [], "blocked"]);
  assert.deepEqual(verdict.blocked, [[[0, 0], [0, 1], [1, 0], [1, 1]]]); // prettier-ignore
});

test("gravity moves tiles", { skip }, () => {
  const board = kernel.board([[1], [2], [2]], { gravity: 1 });
  assert.deepEqual(board.shifts([1, 0], [2, 0]), [
    [
      [0, 0],
      [2, 0],
    ],
  ]);
  assert.deepEqual(board.play([1, 0], [2, 0])?.rows, [[0], [0], [1]]);
  assert.equal(board.shifts([0, 0], [1, 0]), null);
});

test("a win can be played", { skip }, () => {
  let board = kernel.deal({ rows: 8, cols: 12, kinds: 24, seed: 7 });
  assert.ok(board);
  const { winnable, moves } = board.solve();
  assert.equal(winnable, true);
  for (const [a, b] of moves) {
    board = board?.play(a, b) ?? null;
    assert.ok(board);
  }
  assert.equal(board.tileCount, 0);
});

test("a loss has its reason and the tiles that prove it", { skip }, () => {
  const odd = kernel.board([[1, 1, 1, 2, 2]]).solve();
  assert.deepEqual([odd.winnable, odd.loss, odd.tiles], [false, "odd", [[0, 0], [0, 1], [0, 2]]]); // prettier-ignore
  const walled = kernel.board([[1, -1, 1]], { outside: false }).solve();
  assert.deepEqual([walled.loss, walled.tiles.length], ["walled off", 1]);
  const lost = kernel.board([[1], [2], [1], [2]], { gravity: 1, outside: false }).solve();
  assert.deepEqual([lost.winnable, lost.loss], [false, "exhausted"]);
  assert.deepEqual(kernel.board(rows).playOut(8), Array(8).fill(0));
});

test("what is not a board is refused", { skip }, () => {
  assert.throws(() => kernel.board([[1, 2], [3]]), KernelError);
  assert.throws(() => kernel.board([[-7]]), { code: -5 });
  assert.throws(() => kernel.deal({ rows: 3, cols: 3, kinds: 2, seed: 1 }), { code: -4 }); // an odd number of tiles
  assert.throws(() => kernel.deal({ rows: 2, cols: 2, kinds: 20_000_000, seed: 1 }), { code: -4 });
});

test("boards survive the growth of the memory, and are freed", { skip }, () => {
  const board = kernel.board(rows);
  const { memory } = kernel.instance;
  const before = memory.buffer.byteLength;
  const large = Array.from({ length: 300 }, () => Array(300).fill(1));
  const others = [kernel.board(large), kernel.board(large)];
  assert.ok(memory.buffer.byteLength > before);
  assert.equal(board.moves().length, 3);
  for (const other of others) other.free();
  const grown = memory.buffer.byteLength;
  for (let i = 0; i < 5; i++) kernel.board(large).free();
  assert.equal(memory.buffer.byteLength, grown);
});
