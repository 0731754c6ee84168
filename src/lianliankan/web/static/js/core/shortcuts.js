// Shortcuts of a single key, which players can switch off: speech and slips of the hand press keys too.

import { settings } from "./settings.js";

/**
 * Return the attributes that tell a button's key. Its title is for the mouse: screen readers have its name and its key.
 * @param {string} label
 * @param {string} [key]
 */
export function keyAttributes(label, key) {
  const isUsed = key && settings.shortcuts;
  return {
    title: isUsed ? `${label} (${key})` : label,
    "aria-description": "",
    "aria-keyshortcuts": isUsed ? key : null,
  };
}

/**
 * Whether a key is a letter, a digit or a sign while these are switched off. The space bar is none: it presses buttons.
 * @param {KeyboardEvent} event
 */
export function isSwitchedOff({ key, ctrlKey, metaKey }) {
  return !settings.shortcuts && key.length === 1 && key !== " " && !ctrlKey && !metaKey;
}
