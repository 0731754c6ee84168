// The connection to the server: no command is lost or repeated when the connection breaks.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection } from "../../../src/lianliankan/web/static/js/server/connection.js";

/** A server with a list of commands, and a network that can be cut. */
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

  random = () => this.chance ?? 0;

  /** Fire the next timer. */
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
    const state = (n) => answer({ type: "state", n, version: this.entries.length });
    const { type, n, version, command } = message;
    if (type === "hello") state(null);
    else if (type === "ping") answer({ type: "pong", n });
    else if (type === "do") {
      this.log.push(command);
      if (version !== this.entries.length && !this.stillApplies(command, version)) return state(n);
      if (command === "unkept") {
        answer({ type: "error", code: "store", message: "not saved", n });
        return state(null);
      }
      if (!command.startsWith("refuse")) this.entries.push(command);
      answer({ type: "done", n, version: this.entries.length, events: [] });
    }
  }

  /** Whether a pair for an earlier version is still on the same board. */
  stillApplies(command, version) {
    const since = this.entries.slice(version);
    return /^(pair|refuse)/.test(command) && !since.includes(command) && !since.includes("shuffle");
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function connected() {
  const world = new World();
  const received = { states: [], dones: [], statuses: [], errors: [] };
  const connection = new Connection(
    "ws://test",
    2,
    {
      onState: (message) => received.states.push(message),
      onDone: (message) => received.dones.push(message),
      onError: (message) => received.errors.push(message),
      onStatus: (status) => received.statuses.push(status),
    },
    world,
  );
  return { world, received, connection };
}

test("other commands than pairs go one at a time and in order, including those sent before the connection is open", async () => {
  const { world, received, connection } = connected();
  const answers = Promise.all(["a", "b", "refuse", "c"].map((command) => connection.send(command)));
  await settle();
  assert.deepEqual(
    (await answers).map((answer) => answer.version),
    [1, 2, 2, 3],
  );
  assert.deepEqual(world.entries, ["a", "b", "c"]);
  assert.equal(received.states.length, 1);
});

test("a command whose answer was lost is not done twice", async () => {
  const { world, connection, received } = connected();
  await settle();
  world.swallowAnswers = true;
  const lost = connection.send("a");
  await settle();
  assert.deepEqual(world.entries, ["a"]);
  world.swallowAnswers = false;
  world.cut(world.sockets.at(-1));
  world.ring();
  await settle();
  assert.equal(await lost, null);
  assert.deepEqual(world.entries, ["a"]);
  assert.equal(received.states.at(-1).version, 1);
  await connection.send("b");
  assert.deepEqual(world.entries, ["a", "b"]);
});

test("a command that never arrived is sent again after reconnecting", async () => {
  const { world, connection } = connected();
  await settle();
  const receive = world.receive.bind(world);
  world.receive = () => {};
  const sent = connection.send("a");
  world.cut(world.sockets.at(-1));
  world.receive = receive;
  world.ring();
  await settle();
  assert.equal((await sent).version, 1);
  assert.deepEqual(world.entries, ["a"]);
});

test("players of a server that died do not all reconnect at the same moment", async () => {
  const waits = [];
  for (const chance of [0, 0.5, 0.999]) {
    const { world } = connected();
    await settle();
    world.chance = chance;
    world.cut(world.sockets.at(-1));
    waits.push(Math.round(world.ring()));
  }
  assert.deepEqual(waits, [300, 1650, 2997]);
});

test("attempts to reconnect slow down, and resume at once when the network is back", async () => {
  const { world, received, connection } = connected();
  await settle();
  world.isUp = false;
  world.cut(world.sockets.at(-1));
  const waits = [];
  for (let i = 0; i < 7; i++) {
    waits.push(world.ring());
    await settle();
  }
  assert.deepEqual(waits, [300, 600, 1200, 2400, 4800, 8000, 8000]);
  assert.equal(received.statuses.at(-1), "lost");
  world.isUp = true;
  connection.reconnectNow();
  await settle();
  assert.equal(received.statuses.at(-1), "open");
});

test("after a server that stops, players come back at different moments", async () => {
  const { world, received } = connected();
  await settle();
  const waits = [];
  for (const chance of [0, 0.5, 1]) {
    world.chance = chance;
    world.cut(world.sockets.at(-1), 1012);
    waits.push(world.ring());
    await settle();
    assert.equal(received.statuses.at(-1), "open");
  }
  assert.deepEqual(waits, [300, 1650, 3000]);
});

test("silence is noticed: a ping without an answer leads to a new connection", async () => {
  const { world, received } = connected();
  await settle();
  world.swallowAnswers = true;
  world.ring(); // time for a ping
  await settle();
  world.swallowAnswers = false;
  world.ring(); // no pong came
  world.ring(); // time to connect again
  await settle();
  assert.equal(received.states.length, 2);
});

test("there is no reconnecting to a game that is gone", async () => {
  const { world, received } = connected();
  await settle();
  world.cut(world.sockets.at(-1), 4404);
  assert.equal(world.timers.length, 0);
  assert.equal(received.statuses.at(-1), "closed");
});

test("another tab's command does not answer ours, and ours is void when the game moved on", async () => {
  const { world, connection, received } = connected();
  await settle();
  world.entries.push("theirs");
  world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n: null, version: 1, events: [] }) });
  assert.equal(received.dones.length, 1);
  world.entries.push("theirs too");
  assert.equal(await connection.send("ours"), null);
  assert.deepEqual(world.entries, ["theirs", "theirs too"]);
  await connection.send("now");
  assert.deepEqual(world.entries.at(-1), "now");
});

test("a command that could not be saved is not sent again, and the next one follows", async () => {
  const { world, connection, received } = connected();
  await settle();
  const unsaved = connection.send("unkept");
  const next = connection.send("a");
  assert.equal(await unsaved, null);
  assert.equal((await next).version, 1);
  await settle();
  assert.deepEqual(world.log, ["unkept", "a"]);
  assert.equal(received.errors.length, 1);
});

test("a command may be chosen when its turn comes", async () => {
  const { world, connection } = connected();
  const toggled = () => (world.entries.at(-1) === "on" ? "off" : "on");
  await Promise.all([connection.send(toggled), connection.send(toggled), connection.send(toggled)]);
  assert.deepEqual(world.entries, ["on", "off", "on"]);
});

test("a command that has become pointless when its turn comes is not sent", async () => {
  const { world, connection } = connected();
  const found = await Promise.all([connection.send("a"), connection.send(() => null), connection.send("b")]);
  assert.deepEqual(world.log, ["a", "b"]);
  assert.equal(found[1], null);
});

test("a command without an answer is reported as slow until the answer comes", async () => {
  const { world, connection, received } = connected();
  await settle();
  world.swallowAnswers = true;
  void connection.send("a");
  await settle();
  const slowTimer = world.timers.find((timer) => timer.after === 3000);
  slowTimer.act();
  assert.equal(received.statuses.at(-1), "slow");
  world.swallowAnswers = false;
  world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n: 1, version: 1, events: [] }) });
  assert.equal(received.statuses.at(-1), "open");
  assert.ok(!world.timers.some((timer) => timer.after === 3000));
});

test("there is no reconnecting if too many windows are open", async () => {
  const { world, received } = connected();
  await settle();
  world.cut(world.sockets.at(-1), 4429);
  assert.equal(world.timers.length, 0);
  assert.equal(received.statuses.at(-1), "closed");
});

test("pairs do not wait for answers, and other commands wait for those before them", async () => {
  const { world, connection } = connected();
  await settle();
  world.swallowAnswers = true;
  const commands = ["pair 1", "refuse 2", "pair 3"].map((pair) => connection.sendPair(pair));
  const undo = connection.send("undo");
  const last = connection.sendPair("pair 4");
  await settle();
  assert.deepEqual(world.log, ["pair 1", "refuse 2", "pair 3"]);
  for (const [n, version] of [
    [1, 1],
    [2, 1],
    [3, 2],
  ])
    // prettier-ignore
    world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n, version, events: [] }) });
  assert.deepEqual(
    (await Promise.all(commands)).map(({ version }) => version),
    [1, 1, 2],
  );
  assert.deepEqual(world.log.slice(3), ["undo"]);
  world.swallowAnswers = false;
  world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n: 4, version: 3, events: [] }) });
  assert.equal((await undo).version, 3);
  assert.equal((await last).version, 4);
  assert.deepEqual(world.entries, ["pair 1", "pair 3", "undo", "pair 4"]);
});

test("a pair of a board that is gone is answered with the new one, and the next pair is not", async () => {
  const { world, connection } = connected();
  await settle();
  const shuffled = connection.send("shuffle");
  const old = connection.sendPair("pair 1");
  assert.equal((await shuffled).type, "done");
  assert.equal((await old).type, "state");
  assert.equal((await connection.sendPair("pair 2")).type, "done");
  assert.deepEqual(world.entries, ["shuffle", "pair 2"]);
});

test("a game that was paused meanwhile goes on before the pairs that were made without a connection", async () => {
  const { world, connection } = connected();
  await settle();
  world.cut(world.sockets.at(-1));
  const pair = connection.sendPair("pair 1");
  world.entries.push("pause");
  connection.handlers.onState = () => void connection.send("resume", { isUrgent: true });
  connection.reconnectNow();
  assert.equal((await pair).type, "done");
  assert.deepEqual(world.entries, ["pause", "resume", "pair 1"]);
});

test("no more pairs are under way than the server allows", async () => {
  const { world, connection } = connected();
  await settle();
  world.swallowAnswers = true;
  for (let i = 0; i < 50; i++) void connection.sendPair(`pair ${i}`);
  assert.equal(world.log.length, 32);
  world.swallowAnswers = false;
  world.sockets.at(-1).onmessage({ data: JSON.stringify({ type: "done", n: 1, version: 1, events: [] }) });
  assert.equal(world.log.length, 33);
});

test("whenever the connection breaks, every command is done once or is known not to be", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { world, connection } = connected();
    let random = seed;
    const chance = (share) => (random = (random * 48271) % 2147483647) < share * 2147483647;
    const receive = world.receive.bind(world);
    world.receive = (socket, message) => {
      if (chance(0.1)) return world.cut(socket); // on the way there
      receive(socket, message);
      if (chance(0.1)) queueMicrotask(() => world.cut(socket)); // on the way back, perhaps with a few answers
    };
    /** @type {{command: string, answer: any}[]} */
    const sent = [];
    for (let i = 0; i < 20; i++) {
      const command = chance(0.1) ? `shuffle` : chance(0.2) ? `other ${i}` : `pair ${i}`;
      const isPair = command.startsWith("pair");
      const item = { command, answer: undefined };
      sent.push(item);
      void connection[isPair ? "sendPair" : "send"](command).then((answer) => (item.answer = answer));
      if (chance(0.5)) await Promise.resolve();
    }
    for (let i = 0; i < 400 && sent.some(({ answer }) => answer === undefined); i++) {
      for (let j = 0; j < 20; j++) await Promise.resolve();
      if (connection.socket === null) world.ring();
    }
    const names = world.entries.filter((entry) => entry !== "shuffle");
    assert.equal(new Set(names).size, names.length, `seed ${seed}: done twice`);
    const shuffles = world.entries.filter((entry) => entry === "shuffle").length;
    assert.ok(shuffles <= sent.filter(({ command }) => command === "shuffle").length);
    for (const { command, answer } of sent) {
      assert.notEqual(answer, undefined, `seed ${seed}: ${command} has no answer`);
      if (answer?.type === "done") assert.ok(world.entries.includes(command), `seed ${seed}: ${command} was lost`);
      const mayBeVoid = shuffles > 0 || !command.startsWith("pair");
      if (!mayBeVoid) assert.ok(world.entries.includes(command), `seed ${seed}: ${command} was dropped`);
    }
    const order = names.map((name) => Number(name.split(" ")[1]));
    assert.deepEqual(
      order,
      order.slice().sort((a, b) => a - b),
      `seed ${seed}: the order changed`,
    );
  }
});
