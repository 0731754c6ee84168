// Texts in the chosen language.

/** @typedef {"en" | "zh"} Language */
/** @typedef {typeof import("../../../../texts/en.json")} Texts */
/** @typedef {Exclude<keyof Texts, "terminal">} Group of texts, of those that the page has */
/** @typedef {{[G in Group]: keyof Texts[G]}[Group]} TextKey the name of a text */
/** @typedef {TextKey extends infer K ? (K extends `${infer F} ${string}` ? F : never) : never} Family of texts */

/** @type {Record<Language, Record<string, string>>} */
const TEXTS = { en: {}, zh: {} };

/**
 * Add texts of a language.
 * @param {Language} name
 * @param {Record<string, string>} texts
 */
export function addTexts(name, texts) {
  Object.assign(TEXTS[name], texts);
}

/** @type {Language} */
let language = "en";

/** @returns {Language} */
export function currentLanguage() {
  return language;
}

/**
 * Return the language of a setting; "auto" is the browser's.
 * @param {"auto" | Language} setting
 * @returns {Language}
 */
export function chosenLanguage(setting) {
  const preferred = navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
  return setting === "auto" ? preferred : setting;
}

/**
 * Set the language, whose texts are there.
 * @param {Language} chosen
 */
export function setLanguage(chosen) {
  language = chosen;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

/**
 * Return a text with values filled in, by default in the chosen language.
 * @param {TextKey} name
 * @param {Record<string, string | number>} [values]
 * @param {Language} [lang]
 */
export function t(name, values = {}, lang = language) {
  return fill(TEXTS[lang][name] ?? name, values);
}

/**
 * Join sentences: with a space in English, without one in Chinese.
 * @param {string[]} sentences
 */
export function joinSentences(...sentences) {
  return sentences.join(language === "zh" ? "" : " ");
}

/**
 * Fill values into a text; `{tiles:tile|tiles}` is the first word if that value is 1, otherwise the second.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  const plural = /\{(\w+):([^|{}]*)\|([^{}]*)\}/g;
  const chosen = text.replace(plural, (_, name, one, many) => (values[name] === 1 ? one : many));
  return chosen.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Return the text for what the server names: `named("gravity", "down")` is the text of "gravity down". What has no text
 * in this family is called by its name.
 * @param {Family} family the first word of the key
 * @param {string | number} name its rest
 * @param {Record<string, string | number>} [values]
 * @param {Language} [lang]
 */
export function named(family, name, values = {}, lang = language) {
  const key = `${family} ${name}`;
  return hasText(key) ? t(key, values, lang) : String(name);
}

/**
 * Whether a text exists.
 * @param {string} name
 * @returns {name is TextKey}
 */
export function hasText(name) {
  return name in TEXTS[language];
}

/**
 * Return the name of a mode; a mode that the page does not know is a custom game.
 * @param {string} mode
 */
export function modeName(mode) {
  const key = `mode ${mode}`;
  return t(hasText(key) ? key : "mode own");
}

/**
 * Format a number with separators.
 * @param {number} number
 */
export function numberText(number) {
  return new Intl.NumberFormat(language === "zh" ? "zh-CN" : "en-GB").format(number);
}

/**
 * Format a day with its weekday; a text that is no day, which a shared game may have, stays as it is.
 * @param {string} day such as 2026-11-15
 */
export function dayText(day) {
  const [year, month, date] = day.slice(0, 10).split("-").map(Number);
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const when = new Date(Date.UTC(year, month - 1, date));
  if (Number.isNaN(when.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", weekday: "long", timeZone: "UTC" }).format(
    when,
  );
}

/**
 * Format a month.
 * @param {string} month such as 2026-11
 */
export function monthText(month) {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const when = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(when);
}

/** Return the names of the days of a week, from Monday on. */
export function weekdayNames() {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const write = (/** @type {"short" | "narrow" | "long"} */ weekday, /** @type {number} */ day) =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format(new Date(Date.UTC(2026, 0, 5 + day)));
  const short = language === "zh" ? "narrow" : "short";
  return Array.from({ length: 7 }, (_, day) => ({ short: write(short, day), long: write("long", day) }));
}

/**
 * Say roughly how long ago a moment was, or on which day.
 * @param {number} seconds since 1970
 */
export function momentText(seconds) {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const ago = Date.now() / 1000 - seconds;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (ago < 60) return t("moment now");
  if (ago < 3600) return relative.format(-Math.floor(ago / 60), "minute");
  if (ago < 86400) return relative.format(-Math.floor(ago / 3600), "hour");
  if (ago < 30 * 86400) return relative.format(-Math.floor(ago / 86400), "day");
  const when = new Date(seconds * 1000);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }).format(when);
}

/**
 * Format the day of a time stamp.
 * @param {string} moment
 */
export function shortDay(moment) {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(new Date(moment));
}
