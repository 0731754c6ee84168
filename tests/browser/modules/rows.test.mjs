// Boards as the page keeps them: reading texts, following events, pairing tiles.
import assert from "node:assert/strict";
import { test } from "node:test";

import { afterEvents, cellText, countTiles, pairUp, readBoard } from "../../../src/lianliankan/web/static/js/board/rows.js";

test("a board's text reads as rows, with and without rules", () => {
  assert.deepEqual(readBoard("1 2 .\n# _ 12"), [
    [1, 2, 0],
    [-1, -2, 12],
  ]);
  assert.deepEqual(readBoard("rules: gravity=down phase=up\n 1  2\n10 11"), [
    [1, 2],
    [10, 11],
  ]);
});

test("cells count from 1 in commands", () => assert.equal(cellText([0, 17]), "1,18"));

test("linked tiles go, and shifts move all at once", () => {
  const rows = [
    [1, 3],
    [2, 2],
    [3, 1],
  ];
  const events = [
    { event: "linked", move: [[1, 0], [1, 1]] }, // prettier-ignore
    { event: "packed", shifts: [[[0, 0], [1, 0]], [[0, 1], [1, 1]]] }, // prettier-ignore
  ];
  assert.deepEqual(afterEvents(rows, events), [
    [0, 0],
    [1, 3],
    [3, 1],
  ]);
  assert.deepEqual(rows[0], [1, 3], "what was given stays");
});

test("chains of shifts do not overwrite each other", () => {
  const events = [{ event: "packed", shifts: [[[0, 0], [0, 1]], [[0, 1], [0, 2]]] }]; // prettier-ignore
  assert.deepEqual(afterEvents([[5, 6, 0]], events), [[0, 5, 6]]);
});

test("boards in events are taken as they are, other events change nothing", () => {
  const rows = [[1, 1]];
  assert.equal(afterEvents(rows, [{ event: "picked", cell: [0, 0], kind: 1 }]), rows);
  assert.deepEqual(afterEvents(rows, [{ event: "undone", board: "1 2 2 1", move: null }]), [[1, 2, 2, 1]]);
});

test("tiles are paired with the nearest place of their kind", () => {
  const change = pairUp([[1, 0, 0, 1, 2]], [[0, 1, 0, 1, 3]]);
  assert.deepEqual(change.moved, [{ from: [0, 0], to: [0, 1] }]);
  assert.deepEqual(change.gone, [[0, 4]]);
  assert.deepEqual(change.come, [[0, 4]]);
  assert.equal(countTiles([[1, 0, -1, 7]]), 2);
});

test("whatever the two boards, pairing accounts for every tile", () => {
  let seed = 7;
  const chance = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const board = () => Array.from({ length: 6 }, () => Array.from({ length: 7 }, () => chance(5)));
  for (let i = 0; i < 50; i++) {
    const [before, after] = [board(), board()];
    const { moved, gone, come } = pairUp(before, after);
    const now = before.map((row) => row.slice());
    for (const [row, col] of gone) now[row][col] = 0;
    for (const { from } of moved) now[from[0]][from[1]] = 0;
    for (const { from, to } of moved) now[to[0]][to[1]] = before[from[0]][from[1]];
    for (const [row, col] of come) now[row][col] = after[row][col];
    assert.deepEqual(now, after);
  }
});
