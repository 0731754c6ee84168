// What is loaded once, and what the browser stores.
import assert from "node:assert/strict";
import { test } from "node:test";

import { once, readStored, writeStored } from "../../../src/lianliankan/web/static/js/core/memory.js";

test("something is loaded once for each key, and again after a failure", async () => {
  const asked = [];
  const load = once(async (key) => {
    asked.push(key);
    if (asked.length === 1) throw new Error("broken");
    return key.toUpperCase();
  });
  await assert.rejects(load("a"));
  assert.deepEqual(await Promise.all([load("a"), load("a"), load("b")]), ["A", "A", "B"]);
  assert.deepEqual(asked, ["a", "a", "b"]);
});

test("without storage, nothing is remembered and nothing breaks", () => {
  delete globalThis.localStorage;
  assert.equal(writeStored("name", { a: 1 }), false);
  assert.equal(readStored("name"), null);
});
