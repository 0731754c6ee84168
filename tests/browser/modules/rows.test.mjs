// Boards as rows: reading texts, applying events, matching tiles.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cellText,
  matchTiles,
  readBoard,
  rowsAfter,
} from "../../../src/lianliankan/web/static/js/board/board_model.js";

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

test("commands count cells from 1", () => assert.equal(cellText([0, 17]), "1,18"));

test("linked tiles disappear, and all shifts happen at once", () => {
  const rows = [
    [1, 3],
    [2, 2],
    [3, 1],
  ];
  const events = [
    { event: "linked", move: [[1, 0], [1, 1]] }, // prettier-ignore
    { event: "packed", shifts: [[[0, 0], [1, 0]], [[0, 1], [1, 1]]] }, // prettier-ignore
  ];
  assert.deepEqual(rowsAfter(rows, events), [
    [0, 0],
    [1, 3],
    [3, 1],
  ]);
  assert.deepEqual(rows[0], [1, 3], "the argument is not changed");
});

test("chains of shifts do not overwrite each other", () => {
  const events = [{ event: "packed", shifts: [[[0, 0], [0, 1]], [[0, 1], [0, 2]]] }]; // prettier-ignore
  assert.deepEqual(rowsAfter([[5, 6, 0]], events), [[0, 5, 6]]);
});

test("an event's board replaces the rows; other events change nothing", () => {
  const rows = [[1, 1]];
  assert.equal(rowsAfter(rows, [{ event: "picked", cell: [0, 0], kind: 1 }]), rows);
  assert.deepEqual(rowsAfter(rows, [{ event: "undone", board: "1 2 2 1", move: null }]), [[1, 2, 2, 1]]);
});

test("tiles are matched with the nearest place of their kind", () => {
  const change = matchTiles([[1, 0, 0, 1, 2]], [[0, 1, 0, 1, 3]]);
  assert.deepEqual(change.moved, [{ from: [0, 0], to: [0, 1] }]);
  assert.deepEqual(change.removed, [[0, 4]]);
  assert.deepEqual(change.added, [[0, 4]]);
});

test("matching accounts for every tile of any two boards", () => {
  let seed = 7;
  const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
  const board = () => Array.from({ length: 6 }, () => Array.from({ length: 7 }, () => random(5)));
  for (let i = 0; i < 50; i++) {
    const [before, after] = [board(), board()];
    const { moved, removed, added } = matchTiles(before, after);
    const now = before.map((row) => row.slice());
    for (const [row, col] of removed) now[row][col] = 0;
    for (const { from } of moved) now[from[0]][from[1]] = 0;
    for (const { from, to } of moved) now[to[0]][to[1]] = before[from[0]][from[1]];
    for (const [row, col] of added) now[row][col] = after[row][col];
    assert.deepEqual(now, after);
  }
});
