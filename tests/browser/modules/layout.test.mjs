// The layout of the screen.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  UNIT,
  fitBoard,
  cellCentre,
  pathPoints,
  nextTile,
  transpose,
  transposeRows,
} from "../../../src/lianliankan/web/static/js/board/layout.js";
import { shownGravity } from "../../../src/lianliankan/web/static/js/core/gravities.js";

test("a wide board is transposed on a phone, but not on a desktop", () => {
  assert.equal(fitBoard(8, 18, 360, 580).transposed, true);
  assert.equal(fitBoard(8, 18, 1280, 650).transposed, false);
  assert.equal(fitBoard(10, 10, 360, 700).transposed, false);
});

test("transposing twice gives the same cell", () => {
  assert.deepEqual(transpose(transpose([2, 5], true), true), [2, 5]);
  assert.deepEqual(transposeRows([[1, 2, 3]], true), [[1], [2], [3]]);
});

test("paths outside the board run close to it", () => {
  assert.deepEqual(cellCentre([0, 0], 3, 4), [UNIT / 2, UNIT / 2]);
  const [x, y] = cellCentre([-1, 4], 3, 4);
  assert.ok(y < 0 && y > -UNIT / 2 && x > 4 * UNIT);
  assert.equal(pathPoints([[0, 0], [0, 1]], 1, 2), "24 24 72 24"); // prettier-ignore
});

test("left and right follow the reading order, up and down keep to the column if possible", () => {
  const shown = [
    [1, 0, 0, 2],
    [0, 0, 3, 0],
  ];
  assert.deepEqual(nextTile(shown, [0, 0], "ArrowRight"), [0, 3]);
  assert.deepEqual(nextTile(shown, [0, 3], "ArrowDown"), [1, 2]);
  assert.deepEqual(nextTile(shown, [0, 3], "ArrowRight"), [1, 2]);
  assert.deepEqual(nextTile(shown, [1, 2], "ArrowUp"), [0, 3]);
  assert.equal(nextTile(shown, [0, 0], "ArrowLeft"), null);
  assert.equal(nextTile(shown, [0, 0], "x"), null);
  assert.deepEqual(nextTile(shown, [0, 3], "Home"), [0, 0]);
});

test("every tile can be reached with the arrows", () => {
  const shown = [
    [1, 0, 0, 0, 2],
    [0, 0, 3, 0, 0],
    [0, 4, 0, 0, 0],
    [5, 0, 0, 0, 6],
  ];
  const seen = new Set(["0,0"]);
  const queue = [[0, 0]];
  while (queue.length) {
    const from = queue.pop();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const to = nextTile(shown, from, key);
      if (to && !seen.has(String(to))) {
        seen.add(String(to));
        queue.push(to);
      }
    }
  }
  assert.equal(seen.size, 6);
});

test("a gravity is named as the screen shows it", () => {
  assert.equal(shownGravity("down", true), "right");
  assert.equal(shownGravity("down", false), "down");
  assert.equal(shownGravity("rotating", true), "rotating");
});
