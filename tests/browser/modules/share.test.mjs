// Sharing: blocks for chats, results in links, who was better, and links that only work here.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  challengeName,
  compareResults,
  readResult,
  recallChallenge,
  rememberChallenge,
  resultOf,
  writeResult,
} from "../../../src/lianliankan/web/static/js/core/challenge.js";
import { EMOJI, courseBlocks, isLoopback } from "../../../src/lianliankan/web/static/js/dialogs/share_text.js";

const point = (winnable = true, marks = []) => ({ version: 0, moves: 1, winnable, marks });
const blocks = (points, left = 0) =>
  courseBlocks([point(), ...points], left)
    .map((block) => EMOJI[block])
    .join("");

test("a game is at most ten blocks", () => {
  assert.equal(blocks(Array(72).fill(point())), "🟩".repeat(10));
  assert.equal(blocks([point(), point(true, ["hint"]), point(null)]), "🟩🟨🟩");
  assert.equal(blocks([]), "");
});

test("a lost game shows its dead end and what was not played", () => {
  const points = [...Array(4).fill(point()), point(false), point(false)];
  assert.equal(blocks(points, 8), "🟩🟩🟩🟩🟥🟥⬜⬜⬜⬜");
  assert.equal(blocks([point(false, ["undo"])], 142).length, [..."🟥"].length * 2 + 9);
});

test("a result is written into a link and read back", () => {
  const result = { score: 3120, seconds: 161, stars: 3, left: 0 };
  assert.equal(writeResult(result), "score=3120&time=161&stars=3");
  assert.deepEqual(readResult(`?${writeResult(result)}`), result);
  const lost = resultOf({ state: "lost", score: 40, seconds: 12.9, stars: 0, tiles: 22 });
  assert.equal(writeResult(lost), "score=40&time=12&left=22");
  assert.deepEqual(readResult(writeResult(lost)), lost);
});

test("a link without a result, or with one that cannot be, has none", () => {
  for (const query of ["", "?lang=zh", "?stars=3", "?score=-1", "?score=1e9", "?score=1&time=x", "?time=9999999"])
    assert.equal(readResult(query), null, query);
  assert.equal(readResult("?score=1&stars=4"), null);
  assert.equal(readResult("?score=1&left=10000"), null);
});

test("a won game is better than a lost one, then points, then time", () => {
  const won = { score: 100, seconds: 60, stars: 3, left: 0 };
  assert.ok(compareResults(won, { ...won, score: 900, left: 2 }) > 0);
  assert.ok(compareResults(won, { ...won, score: 110 }) < 0);
  assert.ok(compareResults(won, { ...won, seconds: 61 }) > 0);
  assert.equal(compareResults(won, { ...won }), 0);
  assert.ok(compareResults({ ...won, left: 4 }, { ...won, left: 6, score: 900 }) > 0);
});

const head = (options, deal = "8x18 seed=7", seed = 7) => ({
  options: { mode: "classic", level: null, day: null, ...options },
  deal,
  seed,
});

test("the readable part of a link", () => {
  assert.equal(challengeName(head({ mode: "timed" })), "timed-7");
  assert.equal(challengeName(head({ mode: "daily", day: "2026-11-15" })), "daily-2026-11-15");
  assert.equal(challengeName(head({ mode: "campaign", level: 12 })), "campaign-12");
  assert.equal(challengeName(head({ mode: "own" }, null)), "custom");
});

test("challenges are remembered for their board, the last twenty of them", () => {
  const stored = new Map();
  globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
  };
  const result = { score: 1, seconds: 2, stars: 3, left: 0 };
  for (let seed = 0; seed < 25; seed++) rememberChallenge(head({}, "8x18", seed), { ...result, score: seed });
  assert.deepEqual(recallChallenge(head({}, "8x18", 24)), { ...result, score: 24 });
  assert.equal(recallChallenge(head({}, "8x18", 4)), null);
  assert.equal(recallChallenge(head({ mode: "timed" }, "8x18", 24)), null);
  stored.set("lianliankan challenges", '{"classic   8x18 seed=7 7": 5}');
  assert.equal(recallChallenge(head({})), null);
});

test("loopback addresses", () => {
  for (const host of ["localhost", "game.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
    assert.ok(isLoopback(host), host);
  for (const host of ["play.example", "192.168.0.7", "localhost.example", "1.127.0.1"])
    assert.ok(!isLoopback(host), host);
});
