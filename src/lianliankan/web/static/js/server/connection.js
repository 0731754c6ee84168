// The line to a game on the server: one command at a time, none lost, none doubled, through broken connections.

const VERSION = 1;
const FIRST_WAIT = 300; // milliseconds before the first try to connect again
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const SILENCE = 10000; // after a ping: the line is dead
const PATIENCE = 3000; // after a command: the player should know that it still waits
const FINAL = new Set([4404, 4426, 4429]); // no such game, another version, too many windows: to try again is of no use
const VOID = new Set(["bad", "store"]); // errors that say: this command was not done, and will not be

/**
 * @typedef {object} Tools what the connection needs from its surroundings; tests give others
 * @property {(url: string) => any} open makes a WebSocket
 * @property {(act: () => void, after: number) => any} later
 * @property {(handle: any) => void} cancel
 */

/** @type {Tools} */
const REAL = {
  open: (url) => new WebSocket(url),
  later: (act, after) => setTimeout(act, after),
  cancel: (handle) => clearTimeout(handle),
};

/** @typedef {"connecting" | "open" | "slow" | "lost" | "closed"} Status */
/** @typedef {string | (() => string)} Command a function decides when its turn comes, after all that went before */

export class Connection {
  /**
   * @param {string} url
   * @param {object} heard
   * @param {(message: any) => void} heard.onState
   * @param {(message: any) => void} heard.onDone
   * @param {(message: any) => void} [heard.onLight]
   * @param {(message: any) => void} heard.onError
   * @param {(status: Status) => void} heard.onStatus
   * @param {Tools} [tools]
   */
  constructor(url, heard, tools = REAL) {
    this.url = url;
    this.heard = heard;
    this.tools = tools;
    this.entries = 0;
    this.number = 0;
    this.tries = 0;
    /** @type {{command: Command, n: number, after: number | null, resolve: (message: any) => void}[]} */
    this.waiting = [];
    /** @type {any} */
    this.socket = null;
    this.isReady = false;
    this.isClosed = false;
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.patience = null;
    this.isSlow = false;
    this.connect();
  }

  /** Open the line; what waits is sent when the server has said how the game stands. */
  connect() {
    if (this.isClosed) return;
    this.heard.onStatus(this.tries ? "lost" : "connecting");
    const socket = this.tools.open(this.url);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", v: VERSION }));
    socket.onmessage = (/** @type {{data: string}} */ message) => {
      if (socket === this.socket) this.hear(JSON.parse(message.data));
    };
    socket.onclose = (/** @type {{code: number}} */ closing) => {
      if (socket === this.socket) this.lose(closing.code);
    };
    this.watch(SILENCE);
  }

  /**
   * Do a command: it is answered once, with what happened, or with null where the game had moved on.
   * @param {Command} command
   * @returns {Promise<any>}
   */
  do(command) {
    return new Promise((resolve) => {
      this.waiting.push({ command, n: ++this.number, after: null, resolve });
      if (this.waiting.length === 1) this.sendFirst();
    });
  }

  /** Ask whether the game can still be won. */
  askLight() {
    if (this.isReady) this.socket.send(JSON.stringify({ type: "light", n: ++this.number }));
  }

  /** Whether a command is on its way. */
  get isBusy() {
    return this.waiting.length > 0;
  }

  /** Try to connect at once, for the network may be back. */
  hurry() {
    if (this.socket === null && !this.isClosed) {
      this.tools.cancel(this.timer);
      this.connect();
    }
  }

  /** Leave the game. */
  close() {
    this.isClosed = true;
    this.tools.cancel(this.timer);
    this.tools.cancel(this.patience);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.drop();
    this.heard.onStatus("closed");
  }

  /** @param {any} message */
  hear(message) {
    this.watch(PING_EVERY);
    if (message.type === "state") {
      this.isReady = true;
      this.tries = 0;
      this.answered();
      this.entries = message.entries;
      this.heard.onStatus("open");
      const first = this.waiting[0];
      const isSent = first && first.after !== null;
      // What was sent and not answered is sent again only where the game stands as it did; else it was done or is void.
      if (isSent && first.after !== message.entries) this.drop();
      this.heard.onState(message);
      this.sendFirst();
    } else if (message.type === "done") {
      if (!this.isReady) return; // another window's news before our greeting, which has it
      this.entries = message.entries;
      const first = this.waiting[0];
      const isOwn = first && message.n === first.n;
      if (isOwn) {
        this.waiting.shift();
        this.answered();
      }
      this.heard.onDone(message);
      if (isOwn) {
        first.resolve(message);
        this.sendFirst();
      }
    } else if (message.type === "light") {
      if (message.entries === this.entries) this.heard.onLight?.(message);
    } else if (message.type === "error") {
      const first = this.waiting[0];
      if (VOID.has(message.code) && first && first.after !== null) {
        this.waiting.shift();
        this.answered();
        first.resolve(null);
        if (message.code === "bad") this.sendFirst(); // else the server says next how the game stands
      }
      this.heard.onError(message);
    }
  }

  sendFirst() {
    const first = this.waiting[0];
    if (!first || !this.isReady) return;
    first.after = this.entries;
    const command = typeof first.command === "string" ? first.command : first.command();
    this.socket.send(JSON.stringify({ type: "do", n: first.n, after: first.after, command }));
    this.tools.cancel(this.patience);
    this.patience = this.tools.later(() => {
      this.isSlow = true;
      this.heard.onStatus("slow");
    }, PATIENCE);
  }

  /** No command is without its answer. */
  answered() {
    this.tools.cancel(this.patience);
    if (this.isSlow) this.heard.onStatus("open");
    this.isSlow = false;
  }

  /** Let go of what waits: the game is no longer what it was meant for. */
  drop() {
    for (const { resolve } of this.waiting.splice(0)) resolve(null);
  }

  /**
   * The line broke: try again, ever more slowly; where the server refuses, not at all.
   * @param {number} code
   */
  lose(code) {
    this.tools.cancel(this.timer);
    this.tools.cancel(this.patience);
    this.isSlow = false;
    this.socket = null;
    this.isReady = false;
    if (this.isClosed) return;
    if (FINAL.has(code)) {
      this.isClosed = true;
      this.drop();
      this.heard.onStatus("closed");
      return;
    }
    this.tries += 1;
    this.heard.onStatus("lost");
    const wait = Math.min(FIRST_WAIT * 2 ** (this.tries - 1), LONGEST_WAIT);
    this.timer = this.tools.later(() => this.connect(), wait);
  }

  /**
   * Make sure that a dead line is noticed: ask, and where nothing comes back, begin anew.
   * @param {number} after
   */
  watch(after) {
    this.tools.cancel(this.timer);
    this.timer = this.tools.later(() => {
      if (!this.isReady || after === SILENCE) {
        const socket = this.socket;
        this.lose(0);
        socket?.close();
      } else {
        this.socket.send(JSON.stringify({ type: "ping", n: ++this.number }));
        this.watch(SILENCE);
      }
    }, after);
  }
}
