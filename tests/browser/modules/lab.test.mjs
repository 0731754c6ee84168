// The lab: traces played forwards and backwards, addresses, scales of plots.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readPlaces, writePlaces } from "../../../src/lianliankan/web/static/js/lab/lab_places.js";
import { TracePlayer } from "../../../src/lianliankan/web/static/js/lab/trace_player.js";

const step = (kind, marks, waiting = null) => ({ kind, marks, waiting });
const TRACE = {
  steps: [
    step("visit", [[0, 0, "visited", 0]], [[0, 0]]),
    step("look", [[0, 1, "looked", 0]]),
    step("queue", [[0, 1, "reached", 1]], [[0, 1]]),
    step("visit", [[0, 1, "visited", 1]], []),
    step("look", [[0, 2, "blocked", 1]]),
  ],
};

test("a trace shows the same after the same number of steps, forwards and backwards", () => {
  const player = new TracePlayer(TRACE);
  const seen = [];
  for (let number = 0; number <= player.length; number++) {
    player.go(number);
    seen.push(JSON.stringify([[...player.marks].sort(), player.waiting, player.step?.kind]));
  }
  for (let number = player.length; number >= 0; number--) {
    player.go(number);
    assert.equal(JSON.stringify([[...player.marks].sort(), player.waiting, player.step?.kind]), seen[number]);
  }
  assert.equal(new Set(seen).size, 6);
});

test("a jump changes only what it says", () => {
  const player = new TracePlayer(TRACE);
  assert.deepEqual([...player.go(99)].sort(), ["0,0", "0,1", "0,2"]);
  assert.equal(player.isAtEnd, true);
  assert.deepEqual([...player.go(4)], ["0,2"]);
  assert.deepEqual(player.waiting, []);
  player.go(-5);
  assert.equal(player.number, 0);
  assert.equal(player.marks.size, 0);
});

test("visits can be gone through", () => {
  const player = new TracePlayer(TRACE);
  const stops = [];
  while (!player.isAtEnd) {
    player.go(player.nextVisit(1));
    stops.push(player.number);
  }
  assert.deepEqual(stops, [1, 4, 5]);
  player.go(player.nextVisit(-1));
  assert.equal(player.number, 4);
});

test("the address says the tab, the finder and the two tiles", () => {
  const pair = [
    [0, 7],
    [3, 5],
  ];
  const places = { tab: "trace", finder: "published.cases", pair, extra: { exercise: "ring" } };
  assert.deepEqual(readPlaces(writePlaces(places)), places);
  assert.match(writePlaces(places), /pair=1,8-4,6/);
  for (const query of ["", "pair=1,8", "pair=1,8-4,6-5,5", "pair=a,b-c,d", "pair=-1,8-4,6"])
    assert.equal(readPlaces(query).pair, null);
});
