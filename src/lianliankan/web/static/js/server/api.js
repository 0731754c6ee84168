// Requests to the server, apart from the game itself.

import { settings } from "../core/settings.js";
import { hasText, t } from "../i18n/i18n.js";
import { takePageData } from "./page_data.js";
import { request } from "./transport.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { BestGames, BoardAnswer, CalendarAnswer, Course, ErrorAnswer, GameResult, ListedBest, NewGameAnswer, NewGameRequest, PlayerAnswer, PreviewAnswer, RemovedAnswer, ReplayView, ShareAnswer, Statistics, Summary, ToyGame, UsualBoard } from "./protocol.js" */

/** A request that failed. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {Partial<ErrorAnswer>} [answer]
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
 * @returns {TextKey}
 */
export function errorKey({ status, code }) {
  if (status === 503 && code === "busy") return "error full";
  if (status === 413 && code === "full") return "error room";
  const key = `error ${code}`;
  return hasText(key) ? key : "error other";
}

/**
 * Return what went wrong with a request; what is no such problem is thrown again.
 * @param {unknown} problem
 * @returns {ApiError}
 */
export function apiError(problem) {
  if (problem instanceof ApiError) return problem;
  throw problem;
}

/**
 * Say what went wrong with a request; what is no such problem is thrown again.
 * @param {unknown} problem
 */
export function problemOf(problem) {
  return t(errorKey(apiError(problem)));
}

/**
 * Say why a game could not be started.
 * @param {ApiError | ErrorAnswer} problem
 */
export function problemText(problem) {
  const { reason, values } = problem;
  const key = `wrong ${reason}`;
  if (hasText(key)) return t(key, values);
  const isRefused = !("status" in problem) || problem.status === 400 || problem.status === 413;
  return t(isRefused ? "new failed" : errorKey(problem));
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
  /** @returns {Promise<PlayerAnswer>} */
  me: async () => takePageData("me") ?? send("GET", "/api/me"),
  /** @type {(request: NewGameRequest) => Promise<PreviewAnswer>} */
  preview: (request) => send("POST", "/api/games/preview", request),
  /** @type {(request: NewGameRequest) => Promise<NewGameAnswer>} */
  start: (request) => send("POST", "/api/games", { ...(settings.askFirst && { ask_first: true }), ...request }),
  /** @type {(id: string, usual: UsualBoard) => Promise<NewGameAnswer>} */
  startNext: (id, usual) => send("POST", `/api/games/${id}/next?ask_first=${Number(settings.askFirst)}`, usual),
  /** @returns {Promise<Summary[]>} */
  games: () => send("GET", "/api/games"),
  /** @type {(game: string | null) => Promise<ListedBest[]>} */
  bestLists: (game) => send("GET", `/api/bests?${query({ game })}`),
  /** @type {(list: ListedBest) => Promise<BestGames>} */
  bests: ({ mode, level, day, deal, kind, board }) =>
    send("GET", `/api/bests?${query({ mode, level, day, deal, kind, board })}`),
  /** @type {(id: string) => Promise<GameResult>} */
  result: (id) => send("GET", `/api/games/${id}/result`),
  /** @returns {Promise<Statistics>} */
  statistics: () => send("GET", "/api/stats"),
  /** @returns {Promise<CalendarAnswer>} */
  calendar: () => send("GET", "/api/daily"),
  /** @type {(id: string) => Promise<RemovedAnswer>} */
  deleteGame: (id) => send("DELETE", `/api/games/${id}`),
  /** @type {(id: string) => Promise<ShareAnswer>} */
  share: (id) => send("GET", `/api/games/${id}/share`),
  /** @type {(name: string) => Promise<ToyGame>} */
  toy: (name) => send("GET", `/api/toys/${name}`),
  /** @type {(source: GameSource) => Promise<ReplayView>} */
  replay: (source) => send("GET", sourcePath(source, "replay")),
  /** @type {(share: string) => Promise<BoardAnswer>} */
  sharedBoard: (share) => send("GET", `/api/board?${new URLSearchParams({ share })}`),
  /** @type {(source: GameSource) => Promise<Course>} */
  course: (source) => send("GET", sourcePath(source, "course")),
  /** @type {(source: GameSource, version: number) => Promise<ReplayView>} */
  win: (source, version) => send("GET", sourcePath(source, "win", { version: String(version) })),
  /** @type {(settings: object) => Promise<object>} */
  saveSettings: (settings) => send("PUT", "/api/settings", settings),
};
