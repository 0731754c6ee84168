// Around races: codes of rooms, requests for rooms, and the course of a race on its time line.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { addTexts } from "../../../src/lianliankan/web/static/js/i18n/i18n.js";
import {
  courseLines,
  courseMarks,
  lastNews,
  lastPair,
  nextPair,
  spreadEnds,
} from "../../../src/lianliankan/web/static/js/race/race_course.js";
import { raceNews } from "../../../src/lianliankan/web/static/js/race/race_news.js";
import { raceTime } from "../../../src/lianliankan/web/static/js/race/race_words.js";
import { readRoomCode } from "../../../src/lianliankan/web/static/js/race/room_code.js";
import { roomRequest, roomSizes } from "../../../src/lianliankan/web/static/js/race/room_dialog.js";

test("a code is read in any case, with spaces, and out of a link", () => {
  assert.equal(readRoomCode(" kmp rt "), "KMPRT");
  assert.equal(readRoomCode("KMP-RTX"), "KMPRTX");
  assert.equal(readRoomCode("https://play.example/race/KMPRT"), "KMPRT");
  assert.equal(readRoomCode("Race me: https://play.example/llk/race/kmprt?watch=1 now"), "KMPRT");
  assert.equal(readRoomCode("https://play.example/race/replay/abc"), null);
  assert.equal(readRoomCode("hello, how are you"), null);
  assert.equal(readRoomCode(""), null);
});

const usual = { rows: 8, cols: 14, seats: 6, gravity: "still", idle: 30, items: false };
const catalog = { formats: { sprint: usual, shared: usual }, optional_items: ["shared"] };
const wish = { format: "sprint", isPublic: true, seats: 6, size: null, gravity: "still", idle: null, items: null };

test("a request for a room says only what is not as usual", () => {
  assert.deepEqual(roomRequest(wish, catalog), { settings: { format: "sprint" }, is_public: true });
  const other = { ...wish, isPublic: false, seats: 2, size: [6, 8], gravity: "down", idle: 0, items: true };
  const settings = { format: "sprint", seats: 2, rows: 6, cols: 8, gravity: "down", idle: 0 };
  assert.deepEqual(roomRequest(other, catalog), { settings, is_public: false });
  assert.equal(roomRequest({ ...other, format: "shared" }, catalog).settings.items, true);
  assert.deepEqual(
    roomSizes({ rows: 8, cols: 14 }, [
      [10, 18],
      [8, 14],
      [4, 6],
    ]),
    [
      [4, 6],
      [8, 14],
      [10, 18],
    ],
  );
});

const events = [
  { event: "pairtaken", at: 1000, seat: 0, tiles: 6, pairs: 1, events: [] },
  { event: "pairtaken", at: 2000, seat: 1, tiles: 6, pairs: 1, events: [] },
  { event: "itemused", at: 2500, seat: 0, item: "put-back", target: 1 },
  { event: "attacked", at: 2500, seat: 1, by: 0, item: "put-back", is_shielded: false, pairs: 0 },
  { event: "boardlaid", at: 2500, seat: 1, board: "1 1 2 2\n3 3 4 4", why: "put-back" },
  { event: "itemused", at: 3000, seat: 1, item: "shield", target: null },
  { event: "pairtaken", at: 4000, seat: 0, tiles: 0, pairs: 2, events: [] },
  { event: "seatfinished", at: 4000, seat: 0, rank: 1 },
  { event: "raceover", at: 9000, seat: 0, standings: [] },
];
const first = { seats: [0, 1].map((seat) => ({ seat, tiles: 8, pairs: 0 })) };
const replay = { first, events, settings: { has_one_board: false }, length: 9000 };

test("a line for each seat: tiles left, or pairs on a common board", () => {
  const values = (/** @type {{at: number, value: number}[]} */ line) => line.map(({ at, value }) => [at, value]);
  const lines = courseLines(replay);
  assert.deepEqual(values(lines.get(0)), [[0, 8], [1000, 6], [4000, 0]]); // prettier-ignore
  assert.deepEqual(values(lines.get(1)), [[0, 8], [2000, 6], [2500, 8], [9000, 8]]); // prettier-ignore
  const common = courseLines({ ...replay, settings: { has_one_board: true } });
  assert.deepEqual(values(common.get(1)), [[0, 0], [2000, 1], [2500, 0], [9000, 0]]); // prettier-ignore
});

test("attacks, items and ends are marked; steps go from pair to pair of a seat", () => {
  assert.deepEqual(
    courseMarks(events).map(({ at, seat, kind }) => [at, seat, kind]),
    [[2500, 1, "attack"], [3000, 1, "item"], [4000, 0, "finish"]],
  ); // prettier-ignore
  assert.equal(nextPair(replay, 0, 1000), 4000);
  assert.equal(nextPair(replay, 1, 2000), 9000);
  assert.equal(lastPair(replay, 0, 4000), 1000);
  assert.equal(lastPair(replay, 0, 1000), 0);
  assert.equal(lastNews(events, 3500, 1000)?.event, "itemused");
  assert.equal(lastNews(events, 2000, 5000), undefined);
});

test("signs at the ends of lines do not cover each other, and stay inside", () => {
  const ends = [0.9, 0.95, 1, 1, 0.1, 0.05].map((height, seat) => ({ seat, at: seat < 4 ? 1000 : 10, height }));
  const spread = spreadEnds(ends, 1000);
  for (const one of spread)
    for (const other of spread)
      if (one !== other && one.at === other.at) assert.ok(Math.abs(one.height - other.height) > 0.19);
  assert.ok(spread.every(({ height }) => height >= 0 && height <= 1));
});

test("times have tenths of a second", () => {
  assert.equal(raceTime(61_987), "1:01.9");
});

test("the news say why somebody is out", () => {
  const file = new URL("../../../src/lianliankan/texts/en.json", import.meta.url);
  addTexts("en", JSON.parse(readFileSync(file, "utf-8")).race);
  const news = raceNews({ event: "wentout", at: 1, seat: 0, reason: "gave up" }, new Map([[0, "Ann"]]), false);
  assert.equal(news, "Ann is out. Gave up.");
});
