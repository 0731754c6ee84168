// What the page asks the server beside the game itself.

/** An answer that says what went wrong. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Name the text that says what went wrong: for each code of the server's the page has its own words, in every language.
 * @param {{status?: number, code: string}} problem
 * @returns {string}
 */
export function problemText({ status, code }) {
  if (status === 503 && code === "busy") return "error full";
  if (status === 413 && code === "full") return "error room";
  return SAID.has(code) ? `error ${code}` : "error other";
}

const SAID = new Set(["offline", "slow", "store", "busy", "gone", "bad", "version", "name", "few"]);

/**
 * Ask the server for something; what is no is thrown as an ApiError.
 * @param {string} method
 * @param {string} path
 * @param {any} [body] a file goes as it is, anything else as JSON
 */
export async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body instanceof Blob) request.body = body;
  else if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "Content-Type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new ApiError(0, "offline", "");
  }
  const text = await answer.text();
  let found = null;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    found = null;
  }
  if (!answer.ok) throw new ApiError(answer.status, found?.code ?? "", found?.error ?? answer.statusText);
  return found;
}

const query = (/** @type {Record<string, string | undefined>} */ given) => {
  const named = Object.entries(given).filter(([, value]) => value);
  return named.length ? `?${new URLSearchParams(/** @type {[string, string][]} */ (named))}` : "";
};

export const api = {
  me: () => ask("GET", "/api/me"),
  /** @param {any} wish */
  begin: (wish) => ask("POST", "/api/games", wish),
  /** @param {{over?: string, mode?: string}} [which] */
  games: (which = {}) => ask("GET", `/api/games${query(which)}`),
  /** @param {{mode?: string, size?: string}} which */
  bests: (which) => ask("GET", `/api/bests${query(which)}`),
  /** @param {string} id */
  forget: (id) => ask("DELETE", `/api/games/${id}`),
  /** @param {string} id */
  share: (id) => ask("GET", `/api/games/${id}/share`),
  /** @param {string} id */
  replay: (id) => ask("GET", `/api/games/${id}/replay`),
  /** @param {string} text */
  sharedReplay: (text) => ask("GET", `/api/replay${query({ share: text })}`),
  /** @param {any} settings */
  keepSettings: (settings) => ask("PUT", "/api/settings", settings),
};
