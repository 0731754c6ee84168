// Loading tile sets.

import { CUSTOM_PREFIX, FaceSet } from "../core/faces.js";
import { request } from "./transport.js";

/** @type {Map<string, Promise<FaceSet>>} */
const loaded = new Map();

/**
 * Load a set once; if that fails, the next call tries again.
 * @param {string} name
 * @returns {Promise<FaceSet>}
 */
export function loadFaces(name) {
  let found = loaded.get(name);
  if (!found) {
    found = fetchFaces(name);
    loaded.set(name, found);
    found.catch(() => loaded.delete(name));
  }
  return found;
}

/** @param {string} name */
async function fetchFaces(name) {
  const path = name.startsWith(CUSTOM_PREFIX)
    ? `/api/faces/own/${name.slice(CUSTOM_PREFIX.length)}/sprite.svg`
    : `/faces/${name}.svg`;
  const response = await request("GET", path);
  if (!response.ok) throw new Error(`cannot load the tile set ${name}`);
  return FaceSet.read(name, await response.text());
}

/**
 * Whether a set is loaded or loading.
 * @param {string} name
 */
export function isLoaded(name) {
  return loaded.has(name);
}

/**
 * Forget a set that was changed or removed.
 * @param {string} name
 */
export function forgetFaces(name) {
  loaded.delete(name);
}
