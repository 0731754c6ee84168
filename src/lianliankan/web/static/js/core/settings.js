// The player's settings: saved in the browser at once, and on the server for other browsers.

import { readStored, writeStored } from "./memory.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "en" | "zh"} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {boolean} motion whether tiles may move; the system may forbid it too
 * @property {boolean} light
 * @property {boolean} askFirst
 * @property {string} faces
 * @property {string} background
 * @property {boolean} shortcuts whether single letters are shortcuts
 * @property {boolean} zen whether numbers and messages are hidden
 * @property {boolean} ranked whether rankings show the player's name
 */

/** @type {Settings} */
export const DEFAULTS = {
  language: "auto",
  theme: "auto",
  sound: true,
  motion: true,
  light: true,
  askFirst: false,
  faces: "animals",
  background: "jade",
  shortcuts: true,
  zen: false,
  ranked: true,
};

const KEY = "lianliankan";
/** @type {((settings: Settings) => void)[]} */
const listeners = [];

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...validSettings(readStored(KEY)) };

/**
 * Return the valid settings among some values.
 * @param {Record<string, unknown> | null} values
 * @returns {Partial<Settings>}
 */
export function validSettings(values) {
  const defaults = /** @type {Record<string, unknown>} */ (DEFAULTS);
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(([name, value]) => typeof value === typeof defaults[name]),
  );
}

/**
 * Change settings and notify all listeners.
 * @param {Partial<Settings>} changes
 */
export function changeSettings(changes) {
  Object.assign(settings, changes);
  writeStored(KEY, settings);
  for (const listener of listeners) listener(settings);
}

/**
 * Listen for changes. A listener with `first` runs before the others, so that they draw in the new language.
 * @param {(settings: Settings) => void} listener
 * @param {{first?: boolean}} [options]
 */
export function onSettingsChange(listener, { first = false } = {}) {
  if (first) listeners.unshift(listener);
  else listeners.push(listener);
}

/**
 * Remember a flag for all tabs.
 * @param {string} name
 * @param {boolean} value
 */
export function remember(name, value) {
  writeStored(`${KEY} ${name}`, value || null);
}

/** @param {string} name */
export function recall(name) {
  return readStored(`${KEY} ${name}`) !== null;
}

/** Whether this browser has saved settings. */
export function hasStoredSettings() {
  return readStored(KEY) !== null;
}
