// What the player has chosen: kept in the browser at once, and with the server for the next browser.

/**
 * @typedef {object} Settings
 * @property {"auto" | "en" | "zh"} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {"auto" | "full" | "less"} motion
 * @property {boolean} timer
 * @property {boolean} light
 * @property {boolean} kin
 * @property {string} faces
 */

/** @type {Settings} */
export const DEFAULTS = {
  language: "auto",
  theme: "auto",
  sound: true,
  motion: "auto",
  timer: true,
  light: true,
  kin: false,
  faces: "animals",
};

const KEY = "lianliankan";
/** @type {((settings: Settings) => void)[]} */
const listeners = [];

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

/** @returns {Partial<Settings>} */
function read() {
  try {
    return known(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    return {};
  }
}

/**
 * Keep what is a setting, of the right type.
 * @param {any} given
 * @returns {Partial<Settings>}
 */
export function known(given) {
  const plain = /** @type {Record<string, unknown>} */ (DEFAULTS);
  return Object.fromEntries(Object.entries(given ?? {}).filter(([name, value]) => typeof value === typeof plain[name]));
}

/**
 * Change settings, and tell everybody.
 * @param {Partial<Settings>} given
 */
export function change(given) {
  Object.assign(settings, given);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  for (const listener of listeners) listener(settings);
}

/**
 * Hear of changes; what dresses the whole page hears first, so that all others draw in the new language.
 * @param {(settings: Settings) => void} listener
 * @param {{first?: boolean}} [how]
 */
export function onChange(listener, { first = false } = {}) {
  if (first) listeners.unshift(listener);
  else listeners.push(listener);
}

/**
 * Remember something, for all tabs; a browser that keeps nothing forgets it.
 * @param {string} name
 * @param {boolean} value
 */
export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`${KEY} ${name}`, "1");
    else localStorage.removeItem(`${KEY} ${name}`);
  } catch {
    // Then a reload forgets.
  }
}

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`${KEY} ${name}`) !== null;
  } catch {
    return false;
  }
}

/** Whether this browser has been here before. */
export function isKnownHere() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
