// Everything the page says, in the language that is chosen.

import { TEXTS as dialogs } from "./texts_dialogs.js";
import { TEXTS as faces } from "./texts_faces.js";
import { TEXTS as game } from "./texts_game.js";

/** @typedef {"en" | "zh"} Language */

/** @type {Record<string, [string, string]>} */
export const TEXTS = { ...game, ...dialogs, ...faces };

/** @type {Language} */
let language = "en";

/** @returns {Language} */
export function currentLanguage() {
  return language;
}

/**
 * Choose the language; "auto" is the browser's.
 * @param {"auto" | Language} chosen
 */
export function setLanguage(chosen) {
  const own = navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
  language = chosen === "auto" ? own : chosen;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

/**
 * Give a text, with values filled in.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function words(name, values = {}) {
  const pair = TEXTS[name];
  if (!pair) return name;
  return fill(pair[language === "zh" ? 1 : 0], values);
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether there is such a text. */
export function hasWords(/** @type {string} */ name) {
  return name in TEXTS;
}

/**
 * Write a day in words.
 * @param {string} day as in 2026-11-15
 */
export function dayText(day) {
  const [year, month, date] = day.slice(0, 10).split("-").map(Number);
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const when = new Date(Date.UTC(year, month - 1, date));
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", weekday: "long", timeZone: "UTC" }).format(
    when,
  );
}

/**
 * Write the day of a moment in short.
 * @param {string} moment
 */
export function shortDay(moment) {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(new Date(moment));
}
