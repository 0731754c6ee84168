// Places of the game, as addresses on a server and in a site.
import assert from "node:assert/strict";
import { test } from "node:test";

import { readPlace } from "../../../src/lianliankan/web/static/js/core/address.js";

const read = (address, root) => readPlace(new URL(address), root);

test("a place is the same on a server, below a path of a server, and in a site", () => {
  for (const [address, root] of [
    ["https://example.org/c/timed-7/llkg1_x%2Fy?score=1&time=2", "/"],
    ["https://example.org/games/c/timed-7/llkg1_x%2Fy?score=1&time=2", "/games/"],
    ["https://example.org/any/folder/#/c/timed-7/llkg1_x%2Fy?score=1&time=2", "#/"],
    ["https://example.org/folder/index.html?x=1#/c/timed-7/llkg1_x%2Fy?score=1&time=2", "#/"],
  ]) {
    const place = read(address, root);
    assert.equal(place.path, "/c/timed-7/llkg1_x%2Fy");
    assert.deepEqual(place.parts, ["c", "timed-7", "llkg1_x/y"]);
    assert.equal(place.query, "score=1&time=2");
  }
});

test("an address without a place is the home", () => {
  for (const [address, root] of [
    ["https://example.org/", "/"],
    ["https://example.org/elsewhere", "/games/"],
    ["https://example.org/folder/", "#/"],
    ["https://example.org/folder/#main", "#/"],
  ])
    assert.deepEqual(read(address, root), { path: "/", parts: [""], query: "" });
});

test("what is not encoded as it should be stays as it is", () => {
  assert.deepEqual(read("https://example.org/b/%E0%A4%A", "/").parts, ["b", "%E0%A4%A"]);
});
