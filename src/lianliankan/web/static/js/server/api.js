// Requests to the server, apart from the game itself.

import { settings } from "../core/settings.js";
import { hasText, t } from "../i18n/i18n.js";
import { request } from "./transport.js";

/** A request that failed. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {Partial<import("./protocol.js").ErrorAnswer>} [answer]
   */
  constructor(status, code, { error, reason = "", values = {} } = {}) {
    super(error);
    this.status = status;
    this.code = code;
    /** What is wrong with a request for a board, in a word, and its numbers. */
    this.reason = reason;
    this.values = values;
  }
}

/**
 * Wait for a part of the page that is loaded only when it is needed.
 * @template Part
 * @param {Promise<Part>} part
 * @returns {Promise<Part>}
 */
export async function loadPart(part) {
  try {
    return await part;
  } catch {
    await api.me(); // fails if the server does not respond
    throw new ApiError(0, "version"); // it does, but the page's files have changed
  }
}

/**
 * Return the key of the text for an error. The page has its own text for each of the server's codes.
 * @param {{status?: number, code: string}} problem
 * @returns {string}
 */
export function errorKey({ status, code }) {
  if (status === 503 && code === "busy") return "error full";
  if (status === 413 && code === "full") return "error room";
  return hasText(`error ${code}`) ? `error ${code}` : "error other";
}

/**
 * Say why a game could not be started.
 * @param {ApiError} problem
 */
export function problemText(problem) {
  const { status, reason, values } = problem;
  if (reason && hasText(`wrong ${reason}`)) return t(`wrong ${reason}`, values);
  return t(status === 400 || status === 413 ? "new failed" : errorKey(problem));
}

/**
 * Send a request; anything but success is thrown as an ApiError.
 * @template Answer
 * @param {string} method
 * @param {string} path
 * @param {object} [body] a file is sent as it is, anything else as JSON
 * @param {{signal?: AbortSignal}} [control] ends the request: a server then stops its work
 * @returns {Promise<Answer>}
 */
export async function send(method, path, body, { signal } = {}) {
  /** @type {Pick<RequestInit, "headers" | "body" | "signal">} */
  const options = { headers: { Accept: "application/json" }, signal };
  if (body instanceof Blob) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { ...options.headers, "Content-Type": "application/json" };
  }
  let response;
  try {
    response = await request(method, path, options);
  } catch {
    throw new ApiError(0, "offline");
  }
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!response.ok) throw new ApiError(response.status, data?.code ?? "", data ?? undefined);
  return data;
}

/**
 * Write a query; what is null is left out.
 * @param {Record<string, string | number | null>} values
 */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}

/** @typedef {import("./protocol.js").NewGameRequest} NewGameRequest */
/** @typedef {import("./protocol.js").ReplayView} ReplayView */
/** @typedef {import("./protocol.js").UsualBoard} UsualBoard */
/** @typedef {import("./protocol.js").Summary} Summary */

/** @typedef {{id: string} | {share: string}} GameSource a game of the player, or a shared one */

/**
 * Return the address of something about a game.
 * @param {GameSource} source
 * @param {string} what
 * @param {Record<string, string>} [values]
 */
function sourcePath(source, what, values = {}) {
  if ("id" in source) return `/api/games/${source.id}/${what}?${new URLSearchParams(values)}`;
  return `/api/${what}?${new URLSearchParams({ share: source.share, ...values })}`;
}

export const api = {
  /** @returns {Promise<import("./protocol.js").PlayerAnswer>} */
  me: () => send("GET", "/api/me"),
  /** @type {(request: NewGameRequest) => Promise<import("./protocol.js").PreviewAnswer>} */
  preview: (request) => send("POST", "/api/games/preview", request),
  /** @type {(request: NewGameRequest) => Promise<import("./protocol.js").NewGameAnswer>} */
  start: (request) => send("POST", "/api/games", { ...(settings.askFirst && { ask_first: true }), ...request }),
  /** @type {(id: string, usual: UsualBoard) => Promise<import("./protocol.js").NewGameAnswer>} */
  startNext: (id, usual) => send("POST", `/api/games/${id}/next?ask_first=${Number(settings.askFirst)}`, usual),
  /** @returns {Promise<Summary[]>} */
  games: () => send("GET", "/api/games"),
  /** @returns {Promise<import("./protocol.js").BestList[]>} */
  bestLists: () => send("GET", "/api/bests"),
  /** @type {(list: import("./protocol.js").BestList) => Promise<Summary[]>} */
  bests: ({ size: _, won: __, ...list }) => send("GET", `/api/bests?${query(list)}`),
  /** @type {(id: string) => Promise<import("./protocol.js").GameResult>} */
  result: (id) => send("GET", `/api/games/${id}/result`),
  /** @returns {Promise<import("./protocol.js").Statistics>} */
  statistics: () => send("GET", "/api/stats"),
  /** @returns {Promise<import("./protocol.js").CalendarAnswer>} */
  calendar: () => send("GET", "/api/daily"),
  /** @type {(id: string) => Promise<import("./protocol.js").RemovedAnswer>} */
  deleteGame: (id) => send("DELETE", `/api/games/${id}`),
  /** @type {(id: string) => Promise<import("./protocol.js").ShareAnswer>} */
  share: (id) => send("GET", `/api/games/${id}/share`),
  /** @type {(name: string) => Promise<import("./protocol.js").ToyGame>} */
  toy: (name) => send("GET", `/api/toys/${name}`),
  /** @type {(source: GameSource) => Promise<ReplayView>} */
  replay: (source) => send("GET", sourcePath(source, "replay")),
  /** @type {(share: string) => Promise<import("./protocol.js").BoardAnswer>} */
  sharedBoard: (share) => send("GET", `/api/board?${new URLSearchParams({ share })}`),
  /** @type {(source: GameSource) => Promise<import("./protocol.js").Course>} */
  course: (source) => send("GET", sourcePath(source, "course")),
  /** @type {(source: GameSource, version: number) => Promise<ReplayView>} */
  win: (source, version) => send("GET", sourcePath(source, "win", { version: String(version) })),
  /** @type {(settings: object) => Promise<object>} */
  saveSettings: (settings) => send("PUT", "/api/settings", settings),
};
