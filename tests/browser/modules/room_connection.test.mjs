// The connection to a room: everything is sent at once; after a break, pairs are sent again, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";

import { RoomConnection } from "../../../src/lianliankan/web/static/js/race/room_connection.js";

/** A network whose sockets the test holds. */
class Network {
  sockets = [];
  timers = [];

  open = () => {
    const socket = { sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close: () => undefined };
    this.sockets.push(socket);
    return socket;
  };

  later = (act, after) => {
    this.timers.push({ act, after });
    return this.timers.at(-1);
  };

  cancel = (timer) => (this.timers = this.timers.filter((other) => other !== timer));
  random = () => 0;

  get socket() {
    return this.sockets.at(-1);
  }

  tell(message) {
    this.socket.onmessage({ data: JSON.stringify(message) });
  }

  cut(code) {
    this.socket.onclose({ code });
    for (const { act, after } of this.timers.splice(0)) if (after < 10000) act();
  }
}

const room = (version) => ({ type: "room", v: 1, version, you: 0, room: {}, race: null, now: 0 });
const events = (n, version) => ({ type: "events", n, version, now: 0, events: [] });
const commands = ({ socket }) => socket.sent.map(({ n, version, command }) => [n, version, command]);

function connected() {
  const network = new Network();
  const heard = { rooms: [], events: [], reactions: [], errors: [], statuses: [] };
  const connection = new RoomConnection(
    "/api/races/KMPRT/socket",
    {
      onRoom: (message) => heard.rooms.push(message.version),
      onEvents: (message) => heard.events.push(message.version),
      onReaction: (message) => heard.reactions.push(message.reaction),
      onError: (message) => heard.errors.push(message.code),
      onStatus: (status) => heard.statuses.push(status),
    },
    network,
  );
  return { network, heard, connection };
}

test("nothing is sent before the room is there, and then all at once, with the version that was seen", async () => {
  const { network, heard, connection } = connected();
  const early = connection.send("ready");
  assert.deepEqual(network.socket.sent, []);
  network.tell(events(null, 3)); // what follows tells all
  network.tell(room(4));
  const item = connection.send("use hide 2");
  const pair = connection.sendPair("play 1,1-1,2");
  assert.deepEqual(commands(network), [[1, 4, "ready"], [2, 4, "use hide 2"], [3, 4, "play 1,1-1,2"]]); // prettier-ignore
  network.tell(events(3, 5));
  network.tell({ type: "error", n: 2, code: "stale", problem: "" });
  network.tell(events(1, 6));
  assert.deepEqual([(await early).type, (await item).code, (await pair).version], ["events", "stale", 5]);
  assert.deepEqual([heard.rooms, heard.events, heard.errors], [[4], [5, 6], ["stale"]]);
});

test("after a break, pairs are sent again as they were chosen, and other commands are not", async () => {
  const { network, connection } = connected();
  network.tell(room(4));
  const pair = connection.sendPair("play 1,1-1,2");
  const item = connection.send("use bomb");
  network.cut(1006);
  assert.equal(network.sockets.length, 2);
  network.tell(room(9));
  assert.deepEqual(commands(network), [[1, 4, "play 1,1-1,2"]]);
  assert.equal((await item).type, "room"); // it was done before, or never will be
  network.tell(events(1, 10));
  assert.equal((await pair).version, 10);
});

test("a room in the middle settles everything that was sent", async () => {
  const { network, connection } = connected();
  network.tell(room(4));
  const pair = connection.sendPair("play 1,1-1,2");
  network.tell(room(9));
  assert.equal((await pair).type, "room");
  assert.equal(network.socket.sent.length, 1);
});

test("codes of the server itself end it, and say why", async () => {
  const { network, heard, connection } = connected();
  network.tell(room(4));
  const pair = connection.sendPair("play 1,1-1,2");
  network.cut(4409);
  assert.deepEqual([connection.isClosed, connection.closeCode, network.sockets.length], [true, 4409, 1]);
  assert.equal(await pair, null);
  assert.equal(heard.statuses.at(-1), "closed");
});
