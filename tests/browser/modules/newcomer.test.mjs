// First games of a site: which request gets a board before Python is there.
import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseDeal, firstDeal } from "../../../src/lianliankan/web/static/js/local/newcomer.js";

const BOARDS = [
  { mode: "relaxed", rows: 6, cols: 8, kinds: null, deals: 12 },
  { mode: "classic", rows: 14, cols: 9, kinds: 36, deals: 12 },
];

test("a usual first game has one of its deals", () => {
  const request = { mode: "relaxed", rows: 6, cols: 8, kinds: null };
  assert.equal(chooseDeal(BOARDS, request, 0), "relaxed-6x8-1");
  assert.equal(chooseDeal(BOARDS, request, 0.999), "relaxed-6x8-12");
  assert.equal(chooseDeal(BOARDS, { mode: "classic", rows: 14, cols: 9, kinds: 36 }, 0.5), "classic-14x9-7");
});

test("any other game waits", () => {
  for (const request of [
    { mode: "classic", rows: 6, cols: 8, kinds: null },
    { mode: "classic", rows: 14, cols: 9, kinds: null },
    { mode: "relaxed", rows: 6, cols: 8, kinds: null, ask_first: true },
    { mode: "daily" },
    { share: "llkb1_x" },
  ])
    assert.equal(chooseDeal(BOARDS, request, 0), null);
});

test("the socket of a first game is known by its address", () => {
  assert.equal(firstDeal("/ws/first-relaxed-6x8-3"), "relaxed-6x8-3");
  assert.equal(firstDeal("/ws/0a1b2c"), null);
});
