// The connection to a game. Commands go one at a time; none is lost or repeated, even if the connection breaks.

const FIRST_WAIT = 300; // milliseconds before the first attempt to reconnect
const MAX_WAIT = 8000;
const PING_EVERY = 20000;
const SILENCE = 10000; // after a ping: the connection is dead
const SLOW_AFTER = 3000; // after a command: tell the player that there is no answer yet
const FINAL_CODES = 4000; // codes of the server itself, from here on: no game, another version, too many windows
const NOT_DONE = new Set(["bad", "store", "queue", "heavy", "long"]); // after these errors a command was not done

/** @typedef {import("./protocol.js").ClientMessage} ClientMessage */
/** @typedef {import("./protocol.js").Done} Done */
/** @typedef {Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose">} Socket */

/**
 * @typedef {object} Environment what the connection needs from the browser; tests pass their own
 * @property {(url: string) => Socket} open
 * @property {(action: () => void, delay: number) => number} later
 * @property {(handle: number) => void} cancel
 */

/** @type {Environment} */
const BROWSER = {
  open: (url) => new WebSocket(url),
  later: (action, delay) => setTimeout(action, delay),
  cancel: (handle) => clearTimeout(handle),
};

/** @typedef {"connecting" | "open" | "slow" | "lost" | "closed"} Status */
/**
 * @typedef {string | (() => string | null)} Command a function is called when its turn comes, after all earlier
 *   commands; null if there is nothing to do any more
 */

export class Connection {
  /**
   * @param {string} url
   * @param {number} protocol its version
   * @param {object} handlers
   * @param {(message: import("./protocol.js").FullState) => void} handlers.onState
   * @param {(message: Done) => void} handlers.onDone
   * @param {(message: import("./protocol.js").Winnability) => void} [handlers.onWinnable]
   * @param {(message: import("./protocol.js").ErrorMessage) => void} handlers.onError
   * @param {(status: Status) => void} handlers.onStatus
   * @param {Environment} [environment]
   */
  constructor(url, protocol, handlers, environment = BROWSER) {
    this.url = url;
    this.protocol = protocol;
    this.handlers = handlers;
    this.environment = environment;
    this.version = 0;
    this.number = 0;
    this.tries = 0;
    /** @type {{command: Command, n: number, version: number | null, resolve: (message: Done | null) => void}[]} */
    this.waiting = [];
    /** @type {Socket | null} */
    this.socket = null;
    this.isReady = false;
    this.isClosed = false;
    this.timer = 0;
    this.slowTimer = 0;
    this.isSlow = false;
    this.connect();
  }

  /** Connect; waiting commands are sent once the server has sent the state of the game. */
  connect() {
    if (this.isClosed) return;
    this.handlers.onStatus(this.tries ? "lost" : "connecting");
    const socket = this.environment.open(this.url);
    this.socket = socket;
    socket.onopen = () => this.sendMessage({ type: "hello", v: this.protocol });
    socket.onmessage = (message) => {
      if (socket === this.socket) this.onMessage(JSON.parse(message.data));
    };
    socket.onclose = (closing) => {
      if (socket === this.socket) this.onClose(closing.code);
    };
    this.watchSilence(SILENCE);
  }

  /**
   * Send a command. The promise resolves to what happened, or to null if the command was not done.
   * @param {Command} command
   * @returns {Promise<Done | null>}
   */
  send(command) {
    return new Promise((resolve) => {
      this.waiting.push({ command, n: ++this.number, version: null, resolve });
      if (this.waiting.length === 1) this.sendFirst();
    });
  }

  /** @param {ClientMessage} message */
  sendMessage(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** Ask whether the game can still be won. */
  askWinnable() {
    if (this.isReady) this.sendMessage({ type: "winnable", n: ++this.number });
  }

  /** Start the clock: the player has picked a first tile. Without a connection, the first command starts it. */
  begin() {
    if (this.isReady) this.sendMessage({ type: "begin" });
  }

  /** Reconnect at once, since the network may be back. */
  reconnectNow() {
    if (this.socket === null && !this.isClosed) {
      this.environment.cancel(this.timer);
      this.connect();
    }
  }

  /** Leave the game. */
  close() {
    this.isClosed = true;
    this.environment.cancel(this.timer);
    this.environment.cancel(this.slowTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.rejectAll();
    this.handlers.onStatus("closed");
  }

  /** @param {import("./protocol.js").ServerMessage} message */
  onMessage(message) {
    this.watchSilence(PING_EVERY);
    if (message.type === "state") {
      this.isReady = true;
      this.tries = 0;
      this.clearSlow();
      this.version = message.version;
      this.handlers.onStatus("open");
      const first = this.waiting[0];
      const isSent = first && first.version !== null;
      // A command without an answer is sent again only if the game has not changed; otherwise it was done, or is void.
      if (isSent && first.version !== message.version) this.rejectAll();
      this.handlers.onState(message);
      this.sendFirst();
    } else if (message.type === "done") {
      if (!this.isReady) return; // news from another window; the state that follows includes it
      this.version = message.version;
      const first = this.waiting[0];
      const isOurs = first && message.n === first.n;
      if (isOurs) {
        this.waiting.shift();
        this.clearSlow();
      }
      this.handlers.onDone(message);
      if (isOurs) {
        first.resolve(message);
        this.sendFirst();
      }
    } else if (message.type === "winnable") {
      if (message.version === this.version) this.handlers.onWinnable?.(message);
    } else if (message.type === "error") {
      const first = this.waiting[0];
      if (NOT_DONE.has(message.code) && first && first.version !== null) {
        this.waiting.shift();
        this.clearSlow();
        first.resolve(null);
        if (message.code === "bad") this.sendFirst(); // otherwise the server sends the state next
      }
      this.handlers.onError(message);
    }
  }

  sendFirst() {
    const first = this.waiting[0];
    if (!first || !this.isReady) return;
    const command = typeof first.command === "string" ? first.command : first.command();
    if (command === null) {
      this.waiting.shift();
      first.resolve(null);
      this.sendFirst();
      return;
    }
    first.version = this.version;
    this.sendMessage({ type: "do", n: first.n, version: first.version, command });
    this.environment.cancel(this.slowTimer);
    this.slowTimer = this.environment.later(() => {
      this.isSlow = true;
      this.handlers.onStatus("slow");
    }, SLOW_AFTER);
  }

  /** A command was answered: stop saying that the server is slow. */
  clearSlow() {
    this.environment.cancel(this.slowTimer);
    if (this.isSlow) this.handlers.onStatus("open");
    this.isSlow = false;
  }

  /** Give up all waiting commands: the game has changed since they were made. */
  rejectAll() {
    for (const { resolve } of this.waiting.splice(0)) resolve(null);
  }

  /**
   * The connection broke: reconnect with growing delays, unless the server refuses the game.
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
      this.rejectAll();
      this.handlers.onStatus("closed");
      return;
    }
    this.tries += 1;
    this.handlers.onStatus("lost");
    const wait = Math.min(FIRST_WAIT * 2 ** (this.tries - 1), MAX_WAIT);
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
