// A socket that lasts: it reconnects, notices silence, and keeps the commands that are not answered yet. Those marked as
// pairs are sent at once, others when everything before them is answered. What the messages say is up to its subclasses.

import { openSocket } from "./transport.js";

/** @import { Socket } from "./transport.js" */

const FIRST_WAIT = 300; // milliseconds before the first attempt to reconnect, at least
const WAIT_SPREAD = 10; // times as long, at most: thousands of players of a server that ends do not come back at once
const MAX_WAIT = 8000;
const PING_EVERY = 20000;
const SILENCE = 10000; // after a ping: the connection is dead
const SLOW_AFTER = 3000; // after a command: tell the player that there is no answer yet
const FINAL_CODES = 4000; // codes of the server itself, from here on: no game, no room, another version, too many windows
const MAX_UNDER_WAY = 32; // pairs without an answer; the server drops a page that is too far ahead of it

/**
 * @typedef {object} Environment what the connection needs from the browser; tests pass their own
 * @property {(path: string) => Socket} open
 * @property {(action: () => void, delay: number) => number} later
 * @property {(handle: number) => void} cancel
 * @property {() => number} random
 */

/** @type {Environment} */
const BROWSER = {
  open: openSocket,
  later: (action, delay) => setTimeout(action, delay),
  cancel: (handle) => clearTimeout(handle),
  random: () => Math.random(),
};

/** @typedef {"connecting" | "open" | "slow" | "lost" | "closed"} Status */
/**
 * @typedef {string | (() => string | null)} Command a function is called when its turn comes; null if there is nothing
 *   to do any more
 */
/**
 * @template Answer
 * @typedef {object} Waiting a command that is not answered yet
 * @property {Command} command
 * @property {number} n
 * @property {number} version of what it is for; of a pair, when the player chose it
 * @property {boolean} isPair
 * @property {boolean} isSent
 * @property {(answer: Answer | null) => void} resolve
 */

/**
 * @template {object} Message what the server sends
 * @template {Message} Answer those messages that answer commands
 */
export class Channel {
  /**
   * @param {string} path
   * @param {(status: Status) => void} onStatus
   * @param {Environment} [environment]
   */
  constructor(path, onStatus, environment = BROWSER) {
    this.path = path;
    this.onStatus = onStatus;
    this.environment = environment;
    this.version = 0;
    this.number = 0;
    this.tries = 0;
    /** @type {Waiting<Answer>[]} those that were sent come first */
    this.waiting = [];
    /** @type {Socket | null} */
    this.socket = null;
    this.isReady = false;
    this.isClosed = false;
    /** The code that the server closed the connection with for good, 0 if it did not. */
    this.closeCode = 0;
    this.timer = 0;
    this.slowTimer = 0;
    this.isSlow = false;
  }

  /** Connect; waiting commands are sent once the server has said how things stand. */
  connect() {
    if (this.isClosed) return;
    this.onStatus(this.tries ? "lost" : "connecting");
    const socket = this.environment.open(this.path);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.watchSilence(PING_EVERY);
      this.onMessage(JSON.parse(message.data));
    };
    socket.onclose = (closing) => {
      if (socket === this.socket) this.onClose(closing.code);
    };
    this.watchSilence(SILENCE);
  }

  /** Say the first words, if the server waits for any. */
  greet() {}

  /**
   * Take a message from the server.
   * @param {Message} message
   */
  onMessage(message) {
    throw new Error(`no handler takes ${message}`);
  }

  /**
   * @param {Command} command
   * @param {{isPair?: boolean, isUrgent?: boolean}} options
   * @returns {Promise<Answer | null>}
   */
  enqueue(command, { isPair = false, isUrgent = false }) {
    return new Promise((resolve) => {
      const waiting = { command, n: ++this.number, version: this.version, isPair, isSent: false, resolve };
      const sent = this.waiting.filter(({ isSent }) => isSent).length;
      this.waiting.splice(isUrgent ? sent : this.waiting.length, 0, waiting);
      this.sendWaiting();
    });
  }

  /** @param {number} version that the server has reached */
  setVersion(version) {
    this.version = version;
  }

  /** @param {object} message */
  sendMessage(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** Reconnect at once, since the network may be back. */
  reconnectNow() {
    if (this.socket === null && !this.isClosed) {
      this.environment.cancel(this.timer);
      this.connect();
    }
  }

  /** Leave. */
  close() {
    this.isClosed = true;
    this.environment.cancel(this.timer);
    this.environment.cancel(this.slowTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.rejectAll();
    this.onStatus("closed");
  }

  /** Send what may be sent now: pairs at once, any other command when everything before it is answered. */
  sendWaiting() {
    while (this.isReady) {
      const place = this.waiting.findIndex((waiting) => !waiting.isSent);
      const next = this.waiting[place];
      if (!next || place >= MAX_UNDER_WAY) return;
      if (place > 0 && !this.mayOvertake(next)) return;
      const command = typeof next.command === "string" ? next.command : next.command();
      if (command === null) {
        this.waiting.splice(place, 1);
        next.resolve(null);
        continue;
      }
      next.isSent = true;
      next.command = command;
      if (!next.isPair) next.version = this.version;
      this.sendMessage({ type: "do", n: next.n, version: next.version, command });
      if (place === 0) this.watchAnswers();
    }
  }

  /**
   * Whether a command may be sent before those before it are answered: a pair after pairs.
   * @param {Waiting<Answer>} next
   */
  mayOvertake(next) {
    return next.isPair && this.waiting[0].isPair;
  }

  /**
   * Resolve the command that the server has answered.
   * @param {number | null} n
   * @param {Answer | null} answer
   */
  settle(n, answer) {
    const place = n === null ? -1 : this.waiting.findIndex((waiting) => waiting.n === n);
    if (place < 0) return null;
    const [waiting] = this.waiting.splice(place, 1);
    this.watchAnswers();
    waiting.resolve(answer);
    return waiting;
  }

  /** Tell the player if the command that was sent first gets no answer. */
  watchAnswers() {
    this.environment.cancel(this.slowTimer);
    if (this.isSlow) this.onStatus("open");
    this.isSlow = false;
    if (!this.waiting[0]?.isSent) return;
    this.slowTimer = this.environment.later(() => {
      this.isSlow = true;
      this.onStatus("slow");
    }, SLOW_AFTER);
  }

  /**
   * Go on after reconnecting: what was not answered is sent again. The server knows which tiles a pair is about, and
   * whether they are still there. Any other command is sent again only if the game has not changed; otherwise it was
   * done, or is void.
   * @param {number} version of the game now
   */
  resume(version) {
    this.isReady = true;
    this.tries = 0;
    const first = this.waiting[0];
    const isVoid = first?.isSent && !first.isPair && first.version !== version;
    for (const waiting of this.waiting) waiting.isSent = false;
    if (isVoid) this.rejectOthers();
  }

  /** Give up all waiting commands other than pairs: the game has changed since they were made. */
  rejectOthers() {
    for (const { resolve } of this.takeOut(({ isPair }) => !isPair)) resolve(null);
  }

  /**
   * Take commands out of those that wait.
   * @param {(waiting: Waiting<Answer>) => boolean} isTaken
   */
  takeOut(isTaken) {
    const taken = this.waiting.filter(isTaken);
    this.waiting = this.waiting.filter((waiting) => !taken.includes(waiting));
    return taken;
  }

  /** Give up all waiting commands. */
  rejectAll() {
    for (const { resolve } of this.waiting.splice(0)) resolve(null);
  }

  /**
   * The connection broke: reconnect with growing delays, unless the server refuses it.
   * @param {number} code
   */
  onClose(code) {
    this.environment.cancel(this.timer);
    this.environment.cancel(this.slowTimer);
    this.isSlow = false;
    this.socket = null;
    this.isReady = false;
    if (this.isClosed) return;
    if (code >= FINAL_CODES) {
      this.isClosed = true;
      this.closeCode = code;
      this.rejectAll();
      this.onStatus("closed");
      return;
    }
    this.tries += 1;
    this.onStatus("lost");
    const spread = 1 + (WAIT_SPREAD - 1) * this.environment.random();
    const wait = Math.min(FIRST_WAIT * spread * 2 ** (this.tries - 1), MAX_WAIT);
    this.timer = this.environment.later(() => this.connect(), wait);
  }

  /**
   * Notice a dead connection: send a ping, and reconnect if no answer comes.
   * @param {number} after milliseconds without a message
   */
  watchSilence(after) {
    this.environment.cancel(this.timer);
    this.timer = this.environment.later(() => {
      if (!this.isReady || after === SILENCE) {
        const socket = this.socket;
        this.onClose(0);
        socket?.close();
      } else {
        this.sendMessage({ type: "ping", n: ++this.number });
        this.watchSilence(SILENCE);
      }
    }, after);
  }
}
