// What decided a race: the margin, and what made it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { describeDecision } from "../../../src/lianliankan/web/static/js/race/decisive.js";

const nameOf = (seat) => ["Ann", "Ben", "Cai"][seat];
const standing = (seat, rank, values) => ({
  seat,
  rank,
  state: "finished",
  tiles: 0,
  pairs: 12,
  finished_at: 60000,
  reason: null,
  ...values,
});
const decide = (standings, { log = [], you = null, isTeam = false, hasOneBoard = false } = {}) =>
  describeDecision({ standings, log, nameOf, you, isTeam, hasOneBoard });
const names = (reasons) => reasons.map(({ name }) => name);
const pair = (seat, combo) => ({ event: "pairtaken", at: 1000, seat, combo });
const attack = (at, by, seat) => ({ event: "attacked", at, by, seat, item: "hide", did: "hide", is_shielded: false });

test("the margin", () => {
  const first = standing(0, 1);
  const later = standing(1, 2, { finished_at: 61500 });
  const values = { name: "Ann", other: "Ben", seconds: "1.5" };
  assert.deepEqual(decide([first, later]), [{ name: "decided seconds", values }]);
  assert.deepEqual(names(decide([first, later], { you: 0 })), ["decided own seconds"]);
  const racing = standing(1, 2, { state: "racing", finished_at: null, tiles: 14 });
  assert.equal(decide([first, racing])[0].values.tiles, 14);
  assert.deepEqual(names(decide([first, { ...racing, state: "out", reason: "idle" }])), ["decided out"]);
  const pairs = decide([standing(0, 1, { pairs: 9 }), standing(1, 2, { pairs: 3 })], { hasOneBoard: true });
  assert.equal(pairs[0].values.count, 6);
  assert.equal(decide([first, standing(2, 1)])[0].values.names, "Ann, Cai");
  assert.deepEqual(decide([]), []);
});

test("what made it: a late attack before a long combo, and a long combo before many attacks", () => {
  const standings = [standing(0, 1), standing(1, 2, { finished_at: 62000 })];
  const combo = [pair(0, 7), pair(1, 3)];
  assert.deepEqual(decide(standings, { log: [...combo, attack(55000, 0, 1)] })[1], {
    name: "decided attack",
    values: { by: "Ann", name: "Ben", item: "hide", seconds: 5 },
  });
  assert.equal(decide(standings, { log: [...combo, attack(20000, 0, 1)] })[1].values.combo, 7);
  const many = [1, 2, 3].map((at) => attack(at * 1000, 0, 2));
  assert.equal(decide(standings, { log: [...many, pair(0, 4)] })[1].values.count, 3);
  assert.equal(decide(standings, { log: [pair(0, 7), pair(1, 6)] }).length, 1);
});

test("a team", () => {
  const won = [standing(0, 1, { pairs: 5 }), standing(1, 1, { pairs: 7 })];
  const reasons = decide(won, { isTeam: true, log: [pair(0, 1)] });
  assert.deepEqual(names(reasons), ["decided team won", "decided team best"]);
  assert.equal(reasons[1].values.name, "Ben");
  const lost = won.map((each) => ({ ...each, state: "out", finished_at: null, reason: "time", tiles: 8 }));
  assert.equal(decide(lost, { isTeam: true })[0].values.tiles, 8);
});
