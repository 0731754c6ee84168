// The line to the server: through broken connections no command is lost, and none is done twice.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../../src/lianliankan/web/static/js/server/connection.js";

/** A server that keeps a list of commands, and a network that can be cut. */
class World {
  constructor() {
    this.entries = [];
    this.sockets = [];
    this.timers = [];
    this.isUp = true;
    this.swallowAnswers = false;
    this.log = [];
  }

  open = () => {
    const socket = { sent: [], close: () => this.cut(socket), isOpen: false };
    this.sockets.push(socket);
    socket.send = (text) => this.receive(socket, JSON.parse(text));
    queueMicrotask(() => {
      if (!this.isUp) return socket.onclose({ code: 1006 });
      socket.isOpen = true;
      socket.onopen();
    });
    return socket;
  };

  later = (act, after) => {
    const timer = { act, after };
    this.timers.push(timer);
    return timer;
  };

  cancel = (timer) => {
    this.timers = this.timers.filter((other) => other !== timer);
  };

  /** Let the next timer ring. */
  ring() {
    const timer = this.timers.shift();
    timer?.act();
    return timer?.after;
  }

  cut(socket, code = 1006) {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    socket.onclose({ code });
  }

  receive(socket, message) {
    const answer = (given) =>
      queueMicrotask(() => socket.isOpen && !this.swallowAnswers && socket.onmessage({ data: JSON.stringify(given) }));
    const state = () => answer({ type: "state", entries: this.entries.length });
    if (message.type === "hello") state();
    else if (message.type === "ping") answer({ type: "pong", n: message.n });
    else if (message.type === "do") {
      this.log.push(message.command);
      if (message.after !== this.entries.length) return state();
      if (message.command === "unkept") {
        answer({ type: "error", code: "store", message: "not kept" });
        return state();
      }
      if (message.command !== "refuse") this.entries.push(message.command);
      answer({ type: "done", n: message.n, entries: this.entries.length, events: [] });
    }
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 2));

function connected() {
  const world = new World();
  const heard = { states: [], dones: [], statuses: [], errors: [] };
  const line = new Connection(
    "ws://test",
    {
      onState: (message) => heard.states.push(message),
      onDone: (message) => heard.dones.push(message),
      onError: (message) => heard.errors.push(message),
      onStatus: (status) => heard.statuses.push(status),
    },
    world,
  );
  return { world, heard, line };
}

test("commands go one at a time and in order, also those given before the line is open", async () => {
  const { world, heard, line } = connected();
  const answers = Promise.all(["a", "b", "refuse", "c"].map((command) => line.do(command)));
  await settle();
  assert.deepEqual(
    (await answers).map((answer) => answer.entries),
    [1, 2, 2, 3],
  );
  assert.deepEqual(world.entries, ["a", "b", "c"]);
  assert.equal(heard.states.length, 1);
});

test("a command whose answer was lost is not done twice", async () => {
  const { world, line, heard } = connected();
  await settle();
  world.swallowAnswers = true;
  const lost = line.do("a");
  await settle();
  assert.deepEqual(world.entries, ["a"]);
  world.swallowAnswers = false;
  world.cut(world.sockets.at(-1));
  world.ring();
  await settle();
  assert.equal(await lost, null);
  assert.deepEqual(world.entries, ["a"]);
  assert.equal(heard.states.at(-1).entries, 1);
  await line.do("b");
  assert.deepEqual(world.entries, ["a", "b"]);
});

test("a command that never arrived is sent again after reconnecting", async () => {
  const { world, line } = connected();
  await settle();
  const receive = world.receive.bind(world);
  world.receive = () => {};
  const sent = line.do("a");
  world.cut(world.sockets.at(-1));
  world.receive = receive;
  world.ring();
  await settle();
  assert.equal((await sent).entries, 1);
  assert.deepEqual(world.entries, ["a"]);
});

test("tries to connect come ever more slowly, and hurry when the network is back", async () => {
  const { world, heard, line } = connected();
  await settle();
  world.isUp = false;
  world.cut(world.sockets.at(-1));
  const waits = [];
  for (let i = 0; i < 7; i++) {
    waits.push(world.ring());
    await settle();
  }
  assert.deepEqual(waits, [300, 600, 1200, 2400, 4800, 8000, 8000]);
  assert.equal(heard.statuses.at(-1), "lost");
  world.isUp = true;
  line.hurry();
  await settle();
  assert.equal(heard.statuses.at(-1), "open");
});

test("silence is noticed: a ping without an answer begins anew", async () => {
  const { world, heard } = connected();
  await settle();
  world.swallowAnswers = true;
  world.ring(); // time for a ping
  await settle();
  world.swallowAnswers = false;
  world.ring(); // no pong came
  world.ring(); // time to connect again
  await settle();
  assert.equal(heard.states.length, 2);
});

test("where the game is gone, nobody tries again", async () => {
  const { world, heard } = connected();
  await settle();
  world.cut(world.sockets.at(-1), 4404);
  assert.equal(world.timers.length, 0);
  assert.equal(heard.statuses.at(-1), "closed");
});

test("another tab's command does not answer ours, and ours is void when the game moved on", async () => {
  const { world, line, heard } = connected();
  await settle();
  world.entries.push("theirs");
  world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n: null, entries: 1, events: [] }) });
  assert.equal(heard.dones.length, 1);
  world.entries.push("theirs too");
  assert.equal(await line.do("ours"), null);
  assert.deepEqual(world.entries, ["theirs", "theirs too"]);
  await line.do("now");
  assert.deepEqual(world.entries.at(-1), "now");
});

test("what could not be kept is not sent again, and what waits behind it goes on", async () => {
  const { world, line, heard } = connected();
  await settle();
  const unkept = line.do("unkept");
  const next = line.do("a");
  assert.equal(await unkept, null);
  assert.equal((await next).entries, 1);
  await settle();
  assert.deepEqual(world.log, ["unkept", "a"]);
  assert.equal(heard.errors.length, 1);
});

test("a command may be decided when its turn comes", async () => {
  const { world, line } = connected();
  const turned = () => (world.entries.at(-1) === "on" ? "off" : "on");
  await Promise.all([line.do(turned), line.do(turned), line.do(turned)]);
  assert.deepEqual(world.entries, ["on", "off", "on"]);
});

test("a command without an answer is said to wait, until the answer comes", async () => {
  const { world, line, heard } = connected();
  await settle();
  world.swallowAnswers = true;
  void line.do("a");
  await settle();
  const patience = world.timers.find((timer) => timer.after === 3000);
  patience.act();
  assert.equal(heard.statuses.at(-1), "slow");
  world.swallowAnswers = false;
  world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n: 1, entries: 1, events: [] }) });
  assert.equal(heard.statuses.at(-1), "open");
  assert.ok(!world.timers.some((timer) => timer.after === 3000));
});

test("where too many windows are open, nobody tries again", async () => {
  const { world, heard } = connected();
  await settle();
  world.cut(world.sockets.at(-1), 4429);
  assert.equal(world.timers.length, 0);
  assert.equal(heard.statuses.at(-1), "closed");
});
