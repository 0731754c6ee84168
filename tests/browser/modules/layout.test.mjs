// Where things lie on the screen.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  UNIT,
  fit,
  middle,
  points,
  shownGravity,
  step,
  turn,
  turnRows,
} from "../../../src/lianliankan/web/static/js/board/layout.js";

test("a wide board stands upright on a phone, and lies on a desk", () => {
  assert.equal(fit(8, 18, 360, 580).turned, true);
  assert.equal(fit(8, 18, 1280, 650).turned, false);
  assert.equal(fit(10, 10, 360, 700).turned, false);
});

test("turning back gives the same cell", () => {
  assert.deepEqual(turn(turn([2, 5], true), true), [2, 5]);
  assert.deepEqual(turnRows([[1, 2, 3]], true), [[1], [2], [3]]);
});

test("the ring lies close to the board", () => {
  assert.deepEqual(middle([0, 0], 3, 4), [UNIT / 2, UNIT / 2]);
  const [x, y] = middle([-1, 4], 3, 4);
  assert.ok(y < 0 && y > -UNIT / 2 && x > 4 * UNIT);
  assert.equal(points([[0, 0], [0, 1]], 1, 2), "24 24 72 24"); // prettier-ignore
});

test("left and right read on, up and down keep to the column where they can", () => {
  const shown = [
    [1, 0, 0, 2],
    [0, 0, 3, 0],
  ];
  assert.deepEqual(step(shown, [0, 0], "ArrowRight"), [0, 3]);
  assert.deepEqual(step(shown, [0, 3], "ArrowDown"), [1, 2]);
  assert.deepEqual(step(shown, [0, 3], "ArrowRight"), [1, 2]);
  assert.deepEqual(step(shown, [1, 2], "ArrowUp"), [0, 3]);
  assert.equal(step(shown, [0, 0], "ArrowLeft"), null);
  assert.equal(step(shown, [0, 0], "x"), null);
  assert.deepEqual(step(shown, [0, 3], "Home"), [0, 0]);
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
      const to = step(shown, from, key);
      if (to && !seen.has(String(to))) {
        seen.add(String(to));
        queue.push(to);
      }
    }
  }
  assert.equal(seen.size, 6);
});

test("gravity is named as it looks", () => {
  assert.equal(shownGravity("down", true), "right");
  assert.equal(shownGravity("down", false), "down");
  assert.equal(shownGravity("rotating", true), "rotating");
});
