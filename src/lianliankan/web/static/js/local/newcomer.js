// What a newcomer to a site gets before Python is there: the lesson, and a first board to look at. The board was dealt
// when the site was built; what the player does with it waits, and is done in a game with the same deal.

import { once, readStored, writeStored } from "../core/memory.js";
import { FILES } from "./runtime.js";

/** @import { FirstBoard, GameHead, NewcomerFacts } from "../server/protocol.js" */
/** @import { Socket } from "../server/transport.js" */
/** @import { Runtime, RuntimeSocket } from "./runtime.js" */

const VISITED = "lianliankan visited";
const PREFIX = "first-";
const BROKEN = 1006; // the code of a connection that was cut

/** Whether nothing was ever stored in this browser; not if it stores nothing at all. */
export function isNewcomer() {
  return readStored(VISITED) === null && writeStored(VISITED, null);
}

/** Note that there may be games in this browser from now on. */
export function noteVisit() {
  writeStored(VISITED, true);
}

/** @param {string} path */
async function readFile(path) {
  return (await fetch(new URL(path, FILES))).json();
}

const loadFacts = once(() => /** @type {Promise<NewcomerFacts>} */ (readFile("first/newcomer.json")));

/** @type {Map<string, Promise<string>>} the ids of the games that were started, by the names of their deals */
const started = new Map();

/**
 * Answer a request of a newcomer, if that is possible before Python is there.
 * @param {string} method
 * @param {string} path
 * @param {BodyInit | null | undefined} body
 * @returns {Promise<object | null>}
 */
export async function answerEarly(method, path, body) {
  if (method === "GET" && path === "/api/games") return [];
  const isStart = method === "POST" && path === "/api/games";
  if (!isStart && !(method === "GET" && path === "/api/me")) return null;
  const { me, boards } = await loadFacts();
  if (!isStart) return { ...me, daily: { ...me.daily, day: new Date().toISOString().slice(0, 10) } };
  const name = chooseDeal(boards, JSON.parse(String(body)), Math.random());
  return name === null ? null : { id: PREFIX + name, nearest: null };
}

/**
 * Choose a deal for a request; null if none was dealt for it.
 * @param {readonly FirstBoard[]} boards
 * @param {Record<string, unknown>} request
 * @param {number} chance from 0 to 1
 */
export function chooseDeal(boards, request, chance) {
  const { mode, rows, cols, kinds = null, ...others } = request;
  const board = boards.find(
    (one) => one.mode === mode && one.rows === rows && one.cols === cols && one.kinds === kinds,
  );
  if (!board || Object.keys(others).length) return null;
  return `${mode}-${rows}x${cols}-${1 + Math.floor(chance * board.deals)}`;
}

/**
 * Return the name of the deal of a first game, if that is what a socket is for.
 * @param {string} path
 */
export function firstDeal(path) {
  return path.startsWith(`/ws/${PREFIX}`) ? path.slice(`/ws/${PREFIX}`.length) : null;
}

/**
 * The socket of a first game: it shows the board at once, and starts the game as soon as Python is there. Its messages
 * wait until then.
 * @implements {Socket}
 */
export class FirstSocket {
  /**
   * @param {Runtime} runtime
   * @param {string} name of the deal
   */
  constructor(runtime, name) {
    this.runtime = runtime;
    this.name = name;
    /** @type {string[] | null} what waits for the game */
    this.waiting = [];
    /** @type {RuntimeSocket | null} */
    this.socket = null;
    this.isClosed = false;
    /** @type {string} */
    this.hello = "";
    /** @type {Socket["onopen"]} */
    this.onopen = null;
    /** @type {Socket["onmessage"]} */
    this.onmessage = null;
    /** @type {Socket["onclose"]} */
    this.onclose = null;
    void this.run();
  }

  get self() {
    return /** @type {WebSocket} */ (/** @type {unknown} */ (this));
  }

  /**
   * Show the board; then start the game with its deal, and let its socket speak for itself. A page that connects again
   * goes on with the game, and one that has the address of a board that is not there is told that there is no game.
   */
  async run() {
    try {
      const state = await (started.has(this.name) ? null : readFile(`first/${this.name}.json`).catch(() => null));
      if (this.isClosed) return;
      this.onopen?.call(this.self, new Event("open"));
      if (state) this.tell(JSON.stringify({ ...state, id: PREFIX + this.name }));
      await this.runtime.ready;
      if (state && !this.isClosed && !started.has(this.name)) started.set(this.name, this.startGame(state.head));
      const id = (await started.get(this.name)) ?? PREFIX + this.name;
      if (!this.isClosed) this.follow(id);
    } catch {
      started.delete(this.name);
      this.onclose?.call(this.self, new CloseEvent("close", { code: BROKEN }));
    }
  }

  /**
   * @param {GameHead} head
   * @returns {Promise<string>} the id of the game
   */
  async startGame({ options, deal, seed }) {
    const { boards } = await loadFacts();
    const board = boards.find(({ mode, rows, cols }) => this.name.startsWith(`${mode}-${rows}x${cols}-`));
    if (!board || !deal) throw new Error(`there is no first board for ${options.mode}`);
    const { deals: _, ...chosen } = board;
    const body = JSON.stringify({ ...chosen, seed });
    const headers = { "Content-Type": "application/json" };
    const answer = await this.runtime.request("POST", "/api/games", { headers, body });
    if (!answer.ok) throw new Error(`the first game was not started: ${answer.status}`);
    return (await answer.json()).id;
  }

  /** @param {string} id of the game to go on with */
  follow(id) {
    const socket = this.runtime.openSocket(`/ws/${id}`);
    this.socket = socket;
    socket.onopen = () => socket.send(this.hello);
    socket.onmessage = (/** @type {MessageEvent} */ { data }) => {
      this.tell(data);
      for (const text of this.waiting?.splice(0) ?? []) socket.send(text);
      this.waiting = null;
    };
    socket.onclose = (/** @type {CloseEvent} */ event) => this.onclose?.call(this.self, event);
  }

  /** @param {string} data */
  tell(data) {
    this.onmessage?.call(this.self, new MessageEvent("message", { data }));
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    if (!this.waiting) this.socket?.send(text);
    else if (message.type === "hello") this.hello = text;
    else if (message.type === "ping") this.tell(JSON.stringify({ type: "pong", n: message.n }));
    else {
      this.waiting.push(text);
      if (message.type === "do") this.runtime.await();
    }
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
  }
}
