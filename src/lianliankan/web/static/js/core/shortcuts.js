// Shortcuts of a single key, which players can switch off: speech and slips of the hand press keys too.

import { settings } from "./settings.js";

/** The keys of everything, in the order of the help. */
export const KEYS = {
  hint: "H",
  auto: "A",
  shuffle: "S",
  undo: "U",
  redo: "R",
  pause: "P",
  kind: "K",
  next: ".",
  new: "N",
  restart: "Shift+R",
  "give up": "X",
  bests: "B",
  tiles: "G",
  mute: "M",
  zen: "Z",
  full: "F",
  help: "?",
};

/**
 * Return what a keyboard event calls a key.
 * @param {keyof typeof KEYS} name
 */
export function pressedKey(name) {
  return KEYS[name].startsWith("Shift+") ? KEYS[name].slice(6) : KEYS[name].toLowerCase();
}

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
