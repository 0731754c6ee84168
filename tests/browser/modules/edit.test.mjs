// The editor's model: what each tool draws, and that undo gives back every board there was.
import assert from "node:assert/strict";
import { test } from "node:test";

import { EditModel, TOOLS } from "../../../src/lianliankan/web/static/js/edit/edit_model.js";
import {
  areaCells,
  countKinds,
  lineCells,
  rectangleCells,
  resizedRows,
  turnedRows,
} from "../../../src/lianliankan/web/static/js/edit/edit_shapes.js";

/** @typedef {import("../../../src/lianliankan/web/static/js/server/board_facts.js").PlainBoard} PlainBoard */
/** @typedef {import("../../../src/lianliankan/web/static/js/edit/edit_shapes.js").Turn} Turn */

const LIMITS = { max_side: 9, max_cells: 40, max_kinds: 12 };
/** @type {Turn[]} */
const TURNS = ["mirror", "flip", "clockwise", "counterclockwise"];

/** @param {number[][]} rows @returns {PlainBoard} */
function board(rows) {
  return { rows, rules: { max_turns: 2, outside: true, gravity: "still", adjacent: true }, phase: "up" };
}

/** Numbers that look random and are the same every time. @param {number} seed */
function randomNumbers(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Do something with a board, whatever it is.
 * @param {EditModel} model
 * @param {(below: number) => number} random
 */
function doAnything(model, random) {
  const cell = () => /** @type {[number, number]} */ ([random(model.height), random(model.width)]);
  const number = () => random(6) - 2;
  const choice = random(10);
  if (choice < 5) {
    model.beginStroke(TOOLS[random(TOOLS.length)], number(), cell());
    for (let i = random(4); i > 0; i--) model.extendStroke(cell());
    if (random(5)) model.endStroke();
    else if (random(2)) model.cancelStroke();
  } else if (choice === 5) model.turn(TURNS[random(4)]);
  else if (choice === 6) model.resize(random(11), random(11));
  else if (choice === 7) model.setRules([{ gravity: "down" }, { outside: false }, { max_turns: null }][random(3)]);
  else if (choice === 8) model.replace(board([[number(), number()]]), "deal");
  else if (random(4)) model.undo() && random(2) && model.redo();
  else model.clear();
}

test("undoing everything gives every board before, and redoing every board after", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomNumbers(seed);
    const model = new EditModel(board([[1, 2, 0], [0, -1, 1]]), LIMITS); // prettier-ignore
    for (let i = 0; i < 60; i++) {
      doAnything(model, random);
      assert.ok(model.height >= 1 && model.width >= 1 && model.height * model.width <= LIMITS.max_cells);
      assert.ok(model.rows.every((line) => line.length === model.width));
    }
    model.replace(board([[12]])); // a stroke may be open, and there may be something to redo
    const boards = [...model.past.map((entry) => entry.board), model.board].map((one) => JSON.stringify(one));
    assert.ok(
      boards.every((one, place) => place === 0 || one !== boards[place - 1]),
      "every change changes something",
    );
    for (const expected of boards.slice(0, -1).reverse()) {
      assert.notEqual(model.undo(), null);
      assert.equal(JSON.stringify(model.board), expected);
    }
    assert.equal(model.undo(), null);
    for (const expected of boards.slice(1)) {
      assert.notEqual(model.redo(), null);
      assert.equal(JSON.stringify(model.board), expected);
    }
    assert.equal(model.redo(), null);
  }
});

test("turns and their opposites", () => {
  const rows = [[1, 2, 3], [4, 5, 6]]; // prettier-ignore
  assert.deepEqual(turnedRows(rows, "clockwise"), [[4, 1], [5, 2], [6, 3]]); // prettier-ignore
  for (const [turn, back] of /** @type {[Turn, Turn][]} */ ([
    ["mirror", "mirror"],
    ["flip", "flip"],
    ["clockwise", "counterclockwise"],
  ]))
    assert.deepEqual(turnedRows(turnedRows(rows, turn), back), rows);
});

test("tools cover what they should", () => {
  assert.deepEqual(lineCells([0, 0], [2, 4]), [[0, 0], [0, 1], [1, 2], [1, 3], [2, 4]]); // prettier-ignore
  assert.deepEqual(lineCells([3, 1], [3, 1]), [[3, 1]]);
  for (const [a, b] of /** @type {[[number, number], [number, number]][]} */ ([
    [
      [7, 2],
      [0, 9],
    ],
    [
      [0, 9],
      [7, 2],
    ],
    [
      [5, 0],
      [5, 6],
    ],
  ])) {
    // prettier-ignore
    const cells = lineCells(a, b);
    assert.deepEqual([cells[0], cells.at(-1)], [a, b]);
    assert.equal(cells.length, 1 + Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])));
  }
  assert.equal(rectangleCells([2, 3], [0, 1]).length, 9);
  const rows = [[1, 1, 2], [2, 1, 1], [1, 2, 2]]; // prettier-ignore
  assert.equal(areaCells(rows, [0, 0]).length, 4);
  assert.equal(areaCells(rows, [2, 0]).length, 1);
  assert.deepEqual(resizedRows(rows, 2, 4), [[1, 1, 2, 0], [2, 1, 1, 0]]); // prettier-ignore
  assert.deepEqual([...countKinds([[3, 1, -1], [3, 0, 3]])], [[1, 1], [3, 3]]); // prettier-ignore
});

test("a stroke is one change, follows the pointer, and can be cancelled", () => {
  const model = new EditModel(board(Array.from({ length: 3 }, () => [0, 0, 0, 0])), LIMITS);
  model.beginStroke("rectangle", 5, [0, 0]);
  model.extendStroke([2, 3]);
  model.extendStroke([1, 1]);
  assert.deepEqual(model.rows, [[5, 5, 0, 0], [5, 5, 0, 0], [0, 0, 0, 0]]); // prettier-ignore
  model.cancelStroke();
  assert.equal(model.past.length, 0);
  model.beginStroke("brush", 5, [0, 0]);
  model.extendStroke([0, 3]); // a fast pointer skips cells
  model.endStroke();
  assert.deepEqual(model.rows[0], [5, 5, 5, 5]);
  assert.equal(model.past.length, 1);
  model.beginStroke("brush", 5, [0, 0]); // nothing changes
  model.endStroke();
  assert.equal(model.past.length, 1);
  assert.equal(model.undo(), "brush");
  assert.equal(countKinds(model.rows).size, 0);
});
