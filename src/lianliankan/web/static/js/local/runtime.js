// The runtime of a site: a worker that runs the game in Python, with the same requests and sockets as a server. Whatever
// is asked before it is ready waits.

/** @import { Socket } from "../server/transport.js" */

/** The page's address of the worker, and of all files of this version. */
const WORKER = new URL("./worker.js", import.meta.url);
export const FILES = new URL("../../", import.meta.url);

/**
 * @typedef {"browser" | "storage" | "busy" | "taken" | "full" | "damaged" | "load" | "failed"} ProblemCode the
 *   browser lacks something; it stores nothing; another tab has the games, or has taken them over; no room is left; the
 *   games cannot be read; a file cannot be loaded; anything else
 */
/** @typedef {{status: number, headers: Record<string, string>, body: ArrayBuffer}} Answer */
/**
 * @typedef {{type: "progress", part: string, done: number, total: number} | {type: "ready"} |
 *   {type: "failed", code: string, message: string} | ({type: "answer", id: number} & Answer) |
 *   {type: "opened", id: number} | {type: "text", id: number, text: string} |
 *   {type: "closed", id: number, code: number}} FromWorker
 */

/** Return where the list of the files is that Python needs. */
export function pythonListAddress() {
  return new URL("runtime/files.json", FILES);
}

/** Return the address of the site, which is the same for all versions. */
export function siteAddress() {
  return new URL("./", document.baseURI);
}

const BUSY_WAIT = 250; // milliseconds until the next attempt: the page before a reload may still have the games
const BUSY_TRIES = 4;
const NO_BODY = [204, 205, 304]; // statuses of answers without one

export class Runtime {
  constructor() {
    /** @type {"loading" | "ready" | "failed"} */
    this.status = "loading";
    /** @type {ProblemCode} */
    this.problem = "failed";
    /** Whether a command of the player waits until it is ready. */
    this.isAwaited = false;
    /** @type {Map<string, {done: number, total: number}>} */
    this.parts = new Map();
    this.tries = 0;
    this.again = () => {};
    this.number = 0;
    /** @type {{message: import("./worker.js").ToWorker, transfer: Transferable[]}[]} */
    this.queue = [];
    /** @type {Map<number, (answer: Response) => void>} */
    this.requests = new Map();
    /** @type {Map<number, RuntimeSocket>} */
    this.sockets = new Map();
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** @type {Worker | null} */
    this.worker = null;
    /** Resolved when it is ready. @type {Promise<void>} */
    this.ready = new Promise((resolve) => (this.resolveReady = resolve));
  }

  get isLoading() {
    return this.status === "loading";
  }

  /** Whether an answer is waited for until it is ready; no caller waits until settings are stored. */
  get isAsked() {
    return this.queue.some(({ message }) => message.type === "request" && message.method !== "PUT");
  }

  /** How much is loaded, from 0 to 1, as far as it is known. */
  get progress() {
    const parts = [...this.parts.values()];
    const sum = (/** @type {"done" | "total"} */ name) => parts.reduce((all, part) => all + part[name], 0);
    return this.status === "ready" ? 1 : sum("done") / Math.max(sum("total"), 1);
  }

  /**
   * Start the worker.
   * @param {{language: string, takeOver?: boolean}} options whether the games are taken from the tab that has them
   */
  start({ language, takeOver = false }) {
    this.worker?.terminate();
    this.worker = null;
    this.status = "loading";
    this.parts.clear();
    this.again = () => this.start({ language, takeOver });
    if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis)) return this.fail("browser");
    const worker = new Worker(WORKER, { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker === this.worker) this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      console.warn(`the game has stopped: ${event.message}`);
      if (worker === this.worker) this.fail(this.isLoading ? "load" : "failed");
    };
    worker.postMessage({ type: "start", base: siteAddress().href, list: pythonListAddress().href, language, takeOver });
    this.notify();
  }

  /** @param {FromWorker} message */
  receive(message) {
    if (message.type === "progress") this.parts.set(message.part, message);
    else if (message.type === "ready") {
      this.status = "ready";
      for (const { message, transfer } of this.queue.splice(0)) this.worker?.postMessage(message, transfer);
      this.resolveReady?.();
    } else if (message.type === "failed") {
      if (message.code === "busy" && ++this.tries < BUSY_TRIES) return void setTimeout(this.again, BUSY_WAIT);
      console.warn(`the game cannot run: ${message.message}`);
      return this.fail(/** @type {ProblemCode} */ (message.code));
    } else if (message.type === "answer") return this.answer(message.id, message);
    else return this.sockets.get(message.id)?.receive(message);
    this.notify();
  }

  /**
   * Say why there is no game. What waits goes on waiting for a runtime that is started again; what was sent gets no
   * answer any more, for the page shows this instead.
   * @param {ProblemCode} code
   */
  fail(code) {
    this.worker?.terminate();
    this.worker = null;
    this.status = "failed";
    this.problem = code;
    this.tries = 0;
    this.notify();
  }

  /** @param {() => void} listener called when something about the runtime has changed */
  onChange(listener) {
    this.listeners.push(listener);
    listener();
  }

  notify() {
    for (const listener of this.listeners) listener();
  }

  /** Note that the player waits for it. */
  await() {
    this.isAwaited = true;
    this.notify();
  }

  /**
   * @param {import("./worker.js").ToWorker} message
   * @param {Transferable[]} [transfer]
   */
  post(message, transfer = []) {
    if (this.status === "ready") this.worker?.postMessage(message, transfer);
    else {
      this.queue.push({ message, transfer });
      this.notify();
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Pick<RequestInit, "headers" | "body">} options
   * @returns {Promise<Response>}
   */
  async request(method, path, { headers, body }) {
    const sent = await readBody(body);
    const id = ++this.number;
    const answered = new Promise((resolve) => this.requests.set(id, resolve));
    const given = Object.fromEntries(new Headers(headers));
    this.post({ type: "request", id, method, path, headers: given, body: sent }, sent ? [sent] : []);
    return answered;
  }

  /**
   * @param {number} id
   * @param {Answer} answer
   */
  answer(id, { status, headers, body }) {
    const response = new Response(NO_BODY.includes(status) ? null : body, { status, headers });
    this.requests.get(id)?.(response);
    this.requests.delete(id);
  }

  /** @param {string} path */
  openSocket(path) {
    const socket = new RuntimeSocket(this, ++this.number);
    this.sockets.set(socket.id, socket);
    this.post({ type: "open", id: socket.id, path });
    return socket;
  }
}

/** A socket to the game in the worker. @implements {Socket} */
export class RuntimeSocket {
  /**
   * @param {Runtime} runtime
   * @param {number} id
   */
  constructor(runtime, id) {
    this.runtime = runtime;
    this.id = id;
    /** @type {Socket["onopen"]} */
    this.onopen = null;
    /** @type {Socket["onmessage"]} */
    this.onmessage = null;
    /** @type {Socket["onclose"]} */
    this.onclose = null;
  }

  /** @param {FromWorker} message */
  receive(message) {
    const self = /** @type {WebSocket} */ (/** @type {unknown} */ (this));
    if (message.type === "opened") this.onopen?.call(self, new Event("open"));
    else if (message.type === "text") this.onmessage?.call(self, new MessageEvent("message", { data: message.text }));
    else if (message.type === "closed") {
      this.runtime.sockets.delete(this.id);
      this.onclose?.call(self, new CloseEvent("close", { code: message.code }));
    }
  }

  /** @param {string} text */
  send(text) {
    this.runtime.post({ type: "text", id: this.id, text });
  }

  close() {
    this.runtime.sockets.delete(this.id);
    this.runtime.post({ type: "close", id: this.id });
  }
}

/**
 * @param {BodyInit | null | undefined} body
 * @returns {Promise<ArrayBuffer | null>}
 */
async function readBody(body) {
  return body === null || body === undefined ? null : new Response(body).arrayBuffer();
}
