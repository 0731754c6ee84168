// The selection: one tile waits for another, pairs wait for the server, and all of them follow their tiles.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Selection } from "../../../src/lianliankan/web/static/js/board/selection.js";

const [A, B, C, D] = [[0, 0], [0, 1], [1, 0], [1, 1]]; // prettier-ignore

test("the second tile makes a pair, and the same tile again drops the selection", () => {
  const selection = new Selection();
  assert.equal(selection.toggle(A), null);
  assert.deepEqual(selection.cells, [A]);
  assert.equal(selection.toggle([...A]), null);
  assert.deepEqual(selection.cells, []);
  selection.toggle(A);
  assert.deepEqual(selection.toggle(B).cells, [A, B]);
  assert.ok(selection.isUnderWay([...A]) && !selection.isUnderWay(C));
  assert.deepEqual(selection.cells, [A, B], "both are shown until the server answers");
});

test("the second tile of a refused pair stays selected, unless the player went on", () => {
  const selection = new Selection();
  selection.toggle(A);
  const pair = selection.toggle(B);
  selection.follow([{ event: "refused", cells: [A, B] }]);
  selection.finish(pair, B);
  assert.deepEqual(selection.cells, [B]);
  const next = selection.toggle(C);
  selection.toggle(D);
  selection.finish(next, C);
  assert.deepEqual(selection.cells, [D]);
});

test("a linked pair leaves the selection, and the next tile stays in it where gravity moves it", () => {
  const selection = new Selection();
  selection.toggle(A);
  const pair = selection.toggle(B);
  selection.toggle(C);
  const waiting = selection.toggle(D);
  selection.toggle([2, 2]);
  selection.follow([
    { event: "linked", move: [A, B] },
    { event: "packed", shifts: [[C, A], [[2, 2], C]] }, // prettier-ignore
  ]);
  selection.finish(pair, B);
  assert.deepEqual(waiting.cells, [A, D]);
  assert.deepEqual(selection.cells, [A, D, C]);
  selection.follow([{ event: "linked", move: [C, [3, 3]] }]); // by another window
  assert.deepEqual(selection.cells, [A, D]);
});

test("a new board, a hint that is played and a loss clear the selection", () => {
  const hint = { event: "hinted", move: [C, D] };
  for (const events of [
    [{ event: "undone", board: "1 1" }],
    [{ event: "shuffled", board: "1 1" }],
    [hint, { event: "linked", move: [C, D] }],
    [{ event: "lost", reason: "time" }],
  ]) {
    const selection = new Selection();
    selection.toggle(A);
    selection.follow(events);
    assert.deepEqual(selection.cells, []);
  }
});

test("a hint drops the selected tile, but not the pair that waits for the server", () => {
  const selection = new Selection();
  selection.toggle(A);
  const pair = selection.toggle(B);
  selection.toggle(C);
  selection.follow([{ event: "hinted", move: [A, D] }]);
  assert.deepEqual(selection.cells, pair.cells);
});

test("the selected tile is dropped first, then the pairs that were not sent", () => {
  const selection = new Selection();
  const [sent, unsent] = [[A, B], [C, D]].map((cells) => cells.map((cell) => selection.toggle(cell))[1]); // prettier-ignore
  sent.isSent = true;
  selection.toggle([2, 2]);
  assert.ok(selection.drop());
  assert.deepEqual(selection.pairs, [sent, unsent]);
  assert.ok(selection.drop());
  assert.deepEqual([selection.pairs, sent.isVoid, unsent.isVoid], [[sent], false, true]);
  assert.ok(!selection.drop(), "what is on its way cannot be dropped");
});

test("a pair of a board that is gone need not be sent", () => {
  const selection = new Selection();
  selection.toggle(A);
  const pair = selection.toggle(B);
  selection.follow([{ event: "shuffled", board: "1 1" }]);
  assert.ok(pair.isVoid);
});
