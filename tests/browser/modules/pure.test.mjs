// Small pure modules: messages, clocks, texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { clockNow, clockText } from "../../../src/lianliankan/web/static/js/core/clock.js";
import { describeEvents } from "../../../src/lianliankan/web/static/js/game/messages.js";
import { addTexts, dayText, fill, hasText, momentText, t } from "../../../src/lianliankan/web/static/js/i18n/i18n.js";
import { errorKey } from "../../../src/lianliankan/web/static/js/server/api.js";

for (const language of /** @type {const} */ (["en", "zh"])) {
  const file = new URL(`../../../src/lianliankan/texts/${language}.json`, import.meta.url);
  const { shared, page } = JSON.parse(readFileSync(file, "utf-8"));
  addTexts(language, { ...shared, ...page });
}

test("clocks", () => {
  assert.equal(clockText(65.9), "1:05");
  assert.equal(clockText(3723), "1:02:03");
  assert.deepEqual(clockNow({ seconds: 10, left: 5, running: true }, 7000), { seconds: 17, left: 0 });
  assert.deepEqual(clockNow({ seconds: 10, left: null, running: false }, 7000), { seconds: 10, left: null });
});

test("moments are never ahead of the next larger unit", () => {
  const ago = (/** @type {number} */ seconds) => momentText(Date.now() / 1000 - seconds);
  assert.equal(ago(119), "1 minute ago");
  assert.equal(ago(3590), "59 minutes ago");
  assert.equal(ago(86390), "23 hours ago");
  assert.equal(ago(90000), "yesterday");
});

test("one message describes all events of a command", () => {
  const game = { maxTurns: 2, canUndo: true, canShuffle: false };
  const linked = { event: "linked", kind: 3, points: 20, combo: 2 };
  assert.equal(describeEvents([linked], game).name, "linked");
  assert.equal(describeEvents([linked, { event: "stuck", tiles: 4 }], game).name, "stuck undo");
  assert.equal(describeEvents([linked, { event: "won" }], game).name, "won");
  assert.deepEqual(
    describeEvents([{ event: "refused", reason: "no path", miss: { path: [1, 2, 3, 4, 5], blockers: [] } }], game),
    {
      name: "refused turns",
      values: { turns: 3, most: 2 },
    },
  );
  assert.equal(
    describeEvents([{ event: "refused", reason: "no path", miss: { path: [1, 2], blockers: [[0, 0]] } }], game).name,
    "refused blocked one",
  );
  assert.equal(
    describeEvents([{ event: "refused", reason: "different kinds", miss: null }], game).name,
    "refused different kinds",
  );
  assert.equal(describeEvents([], game), null);
});

test("values are filled in, and a language can be asked for", () => {
  assert.equal(fill("{a} and {b}", { a: 1 }), "1 and {b}");
  assert.equal(fill("{a} {a:tile|tiles}, {b} {b:pair|pairs}", { a: 1, b: 2 }), "1 tile, 2 pairs");
  assert.equal(t("level number", { number: 3 }, "zh"), "第 3 关");
  assert.equal(t("no such text"), "no such text");
  assert.equal(dayText("2026-11-15"), "Sunday 15 November");
  assert.equal(dayText("some day"), "some day");
});

test("every error has a text in the player's language", () => {
  const codes = ["bad", "store", "queue", "heavy", "long", "gone", "busy", "slow", "version", "large"];
  codes.push("origin", "type", "left", "", "offline");
  for (const code of codes) {
    assert.ok(hasText(errorKey({ code })), code);
    assert.doesNotMatch(t(errorKey({ code }), {}, "zh"), /[A-Za-z{]/, code);
  }
  assert.equal(errorKey({ status: 503, code: "busy" }), "error full");
  assert.equal(errorKey({ status: 503, code: "store" }), "error store");
});
