// Texts in the chosen language.

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
 * Set the language; "auto" is the browser's.
 * @param {"auto" | Language} chosen
 */
export function setLanguage(chosen) {
  const preferred = navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
  language = chosen === "auto" ? preferred : chosen;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

/**
 * Return a text with values filled in.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(name, values = {}) {
  const pair = TEXTS[name];
  if (!pair) return name;
  return fill(pair[language === "zh" ? 1 : 0], values);
}

/**
 * Join sentences: with a space in English, without one in Chinese.
 * @param {string[]} sentences
 */
export function joinSentences(...sentences) {
  return sentences.join(language === "zh" ? "" : " ");
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Whether a text exists. */
export function hasText(/** @type {string} */ name) {
  return name in TEXTS;
}

/**
 * Format a day with its weekday.
 * @param {string} day such as 2026-11-15
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
 * Format the day of a time stamp.
 * @param {string} moment
 */
export function shortDay(moment) {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(new Date(moment));
}
