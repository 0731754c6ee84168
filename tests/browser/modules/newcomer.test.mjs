// First games of a site: which request gets a board before Python is there.
import assert from "node:assert/strict";
import { test } from "node:test";

import { FirstSocket, chooseDeal, firstDeal } from "../../../src/lianliankan/web/static/js/local/newcomer.js";

const HELLO = '{"type":"hello"}';
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

test("a page that connects again to a first game goes on with it, and one without a board is told so", async () => {
  const state = { type: "state", version: 0, head: { options: { mode: "relaxed" }, deal: "6x8 seed=3", seed: 3 } };
  globalThis.fetch = async (url) =>
    String(url).endsWith("-99.json")
      ? new Response("File not found", { status: 404 })
      : Response.json(String(url).endsWith("newcomer.json") ? { boards: BOARDS } : state);
  /** @type {string[]} */
  const asked = [];
  const runtime = {
    ready: Promise.resolve(),
    request: async (method, path, { body }) => {
      asked.push(`${method} ${path} ${body}`);
      return Response.json({ id: "0a1b2c" });
    },
    openSocket: (path) => {
      asked.push(path);
      const socket = { send: (text) => asked.push(text), close() {} };
      setTimeout(() => socket.onopen());
      return socket;
    },
  };
  /** @returns {Promise<string[]>} what the page is told before the game itself speaks */
  const connect = async (name = "relaxed-6x8-3") => {
    const told = [];
    const socket = new FirstSocket(runtime, name);
    socket.onopen = () => socket.send(HELLO);
    socket.onmessage = ({ data }) => told.push(JSON.parse(data).id);
    while (asked.at(-1) !== HELLO) await new Promise((resolve) => setTimeout(resolve));
    return told;
  };
  assert.deepEqual(await connect(), ["first-relaxed-6x8-3"]);
  const game = ["/ws/0a1b2c", HELLO];
  const start = 'POST /api/games {"mode":"relaxed","rows":6,"cols":8,"kinds":null,"seed":3}';
  assert.deepEqual(asked.splice(0), [start, ...game]);
  assert.deepEqual(await connect(), []);
  assert.deepEqual(asked.splice(0), game);
  assert.deepEqual(await connect("relaxed-6x8-99"), []);
  assert.deepEqual(asked, ["/ws/first-relaxed-6x8-99", HELLO]);
});
