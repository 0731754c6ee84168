// Where the player is in the game, as the address of the page says: `/play/ID` on a server, `#/play/ID` in a site, which
// is a folder of files below any path. This module alone knows how places are written.

import { validSettings } from "./settings.js";

/**
 * @typedef {object} Place
 * @property {string} path such as `/play/ID`, the same on a server and in a site
 * @property {string[]} parts of the path, decoded
 * @property {string} query without its question mark
 */

/** Return what all places are written after: `/` on a server, or the path that it is below; `#/` in a site. */
function placeRoot() {
  return document.documentElement.dataset.root ?? "/";
}

/**
 * Read the place from an address; an address of something else is the home.
 * @param {{pathname: string, search: string, hash: string}} address
 * @param {string} root
 * @returns {Place}
 */
export function readPlace({ pathname, search, hash }, root) {
  const [path, ...query] = root.startsWith("#") ? hash.split("?") : [pathname, search.slice(1)];
  const rest = path.startsWith(root) ? path.slice(root.length) : "";
  return { path: `/${rest}`, parts: rest.split("/").map(decodePart), query: query.join("?") };
}

/**
 * Decode a part of an address; one that is not encoded as it should be stays as it is.
 * @param {string} text
 */
function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Return where the player is. */
export function currentPlace() {
  return readPlace(location, placeRoot());
}

/**
 * Read a place from its path.
 * @param {string} path with its query, if any
 */
export function placeAt(path) {
  const [pathname, ...query] = path.split("?");
  return readPlace({ pathname, search: `?${query.join("?")}`, hash: "" }, "/");
}

/**
 * Write a place.
 * @param {string[]} parts
 * @param {string} [query]
 */
export function pathTo(parts, query = "") {
  return `/${parts.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
}

/**
 * Write another place into the address.
 * @param {string} path
 * @param {{replace?: boolean}} [options] whether it takes the place of the old one in the history
 */
export function setPlace(path, { replace = false } = {}) {
  const address = placeRoot() + path.slice(1);
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/**
 * Listen for a change of the place by the browser: back, forward, or another address typed.
 * @param {() => void} action
 */
export function onPlaceChange(action) {
  addEventListener("popstate", action);
}

/**
 * Return the whole address of a place, for others to open.
 * @param {string[]} parts
 * @param {string} [query]
 */
export function linkTo(parts, query = "") {
  return new URL(placeRoot() + pathTo(parts, query).slice(1), location.href).href;
}

/**
 * Return the address of something that a server has.
 * @param {string} path such as `/api/me`
 */
export function serverAddress(path) {
  return placeRoot() + path.slice(1);
}

/** Read what the address wishes for, as that of `llk play --mode timed --lang zh`, and remove it from there. */
export function takeWishes() {
  const { path, query } = currentPlace();
  const wishes = new URLSearchParams(path === "/" ? query : "");
  const [language, faces] = [wishes.get("lang"), wishes.get("faces")];
  if (wishes.size) setPlace("/", { replace: true });
  return {
    mode: wishes.get("mode"),
    settings: validSettings({ ...(language && { language }), ...(faces && { faces }) }),
  };
}

/** Read the secret after the `#` of a server's address. */
export function readSecret() {
  return decodePart(location.hash.slice(1));
}
