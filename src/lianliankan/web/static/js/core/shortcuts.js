// Shortcuts of a single key, which players can switch off: speech and slips of the hand press keys too.

import { settings } from "./settings.js";

/**
 * Return the attributes that tell a button's key.
 * @param {string} label
 * @param {string} [key]
 */
export function keyAttributes(label, key) {
  return key && settings.shortcuts ? { title: `${label} (${key})`, "aria-keyshortcuts": key } : { title: label };
}

/**
 * Whether a key is a letter, a digit or a sign while these are switched off. The space bar is none: it presses buttons.
 * @param {KeyboardEvent} event
 */
export function isSwitchedOff({ key, ctrlKey, metaKey }) {
  return !settings.shortcuts && key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}
