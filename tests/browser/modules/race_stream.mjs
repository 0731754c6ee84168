// Follows a recorded race by its events alone, and compares what the page knows with what the server knew.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { readBoard } from "../../../src/lianliankan/web/static/js/board/board_model.js";
import { RaceModel } from "../../../src/lianliankan/web/static/js/race/race_model.js";

const FIELDS = ["tiles", "pairs", "combo", "state", "reason", "ended_at", "idle_at", "away_until", "limit_at", "hints"]
  .concat(["stock", "hidden_until", "turned_until", "blocked_until", "shielded_until"]); // prettier-ignore

const { first, steps } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const model = new RaceModel(first);
let compared = 0;
for (const { events, room, race } of steps) {
  for (const event of events) model.apply(event);
  assert.deepEqual(model.room, room);
  if (race === null) continue;
  if (!model.hasRace) Object.assign(model, new RaceModel({ ...first, room, race })); // as after "racebegun"
  for (const seat of race.seats) {
    const known = model.seats.get(seat.seat);
    const where = `seat ${seat.seat} after ${JSON.stringify(events)}`;
    assert.deepEqual(known.rows, readBoard(seat.board), where);
    for (const field of FIELDS) assert.deepEqual(known[field], seat[field], `${field} of ${where}`);
    compared += 1;
  }
  assert.deepEqual(model.standings(), race.standings);
  assert.equal(model.closesAt, race.closes_at);
}
console.log(compared);
