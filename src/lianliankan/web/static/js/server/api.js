// Requests to the server, apart from the game itself.

/** A request that failed. */
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
 * Return the key of the text for an error. The page has its own text for each of the server's codes.
 * @param {{status?: number, code: string}} problem
 * @returns {string}
 */
export function errorKey({ status, code }) {
  if (status === 503 && code === "busy") return "error full";
  if (status === 413 && code === "full") return "error room";
  return KNOWN_CODES.has(code) ? `error ${code}` : "error other";
}

const KNOWN_CODES = new Set(["offline", "slow", "store", "busy", "gone", "bad", "version", "name", "few"]);

/**
 * Send a request; anything but success is thrown as an ApiError.
 * @param {string} method
 * @param {string} path
 * @param {any} [body] a file is sent as it is, anything else as JSON
 */
export async function send(method, path, body) {
  /** @type {RequestInit} */
  const options = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body instanceof Blob) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers = { ...options.headers, "Content-Type": "application/json" };
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, "offline", "");
  }
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!response.ok) throw new ApiError(response.status, data?.code ?? "", data?.error ?? response.statusText);
  return data;
}

const query = (/** @type {Record<string, string | undefined>} */ parameters) => {
  const named = Object.entries(parameters).filter(([, value]) => value);
  return named.length ? `?${new URLSearchParams(/** @type {[string, string][]} */ (named))}` : "";
};

export const api = {
  me: () => send("GET", "/api/me"),
  /** @param {any} request */
  start: (request) => send("POST", "/api/games", request),
  /** @param {{over?: string, mode?: string}} [which] */
  games: (which = {}) => send("GET", `/api/games${query(which)}`),
  /** @param {{mode?: string, size?: string}} which */
  bests: (which) => send("GET", `/api/bests${query(which)}`),
  /** @param {string} id */
  deleteGame: (id) => send("DELETE", `/api/games/${id}`),
  /** @param {string} id */
  share: (id) => send("GET", `/api/games/${id}/share`),
  /** @param {string} id */
  replay: (id) => send("GET", `/api/games/${id}/replay`),
  /** @param {string} text */
  sharedReplay: (text) => send("GET", `/api/replay${query({ share: text })}`),
  /** @param {any} settings */
  saveSettings: (settings) => send("PUT", "/api/settings", settings),
};
