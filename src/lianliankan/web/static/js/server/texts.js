// Loading the texts, which page and terminal share: those of one language, until another is asked for.

import { addTexts } from "../i18n/i18n.js";
import { request } from "./transport.js";

/** @import { Language } from "../i18n/i18n.js" */
/** @typedef {"pictures" | "reading" | "race" | "edit" | "lab" | "site"} Part */

/** @type {Set<Language>} */
const languages = new Set();
/** @type {Set<Part>} */
const parts = new Set();
/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Load the texts of a language: the first ones, and those of all parts that are loaded.
 * @param {Language} language
 */
export async function loadTexts(language) {
  await Promise.all([load(`${language}.json`, language), ...[...parts].map((part) => loadPart(part, language))]);
  languages.add(language);
}

/**
 * Whether the texts of a language are there.
 * @param {Language} language
 */
export function hasTexts(language) {
  return languages.has(language);
}

/**
 * Load the texts of a part of the page, once.
 * @param {Part} part
 */
export async function loadPartTexts(part) {
  parts.add(part);
  await Promise.all([...languages].map((language) => loadPart(part, language)));
}

/**
 * @param {Part} part
 * @param {Language} language
 */
function loadPart(part, language) {
  return load(`${part}/${language}.json`, language);
}

/**
 * Load a file once; if that fails, the next call tries again.
 * @param {string} file
 * @param {Language} language
 * @returns {Promise<void>}
 */
function load(file, language) {
  const known = loaded.get(file);
  if (known) return known;
  const read = async () => {
    const texts = await (await request("GET", `/texts/${file}`)).json();
    addTexts(language, "page" in texts ? { ...texts.shared, ...texts.page } : texts);
  };
  const loading = read();
  loaded.set(file, loading);
  loading.catch(() => loaded.delete(file));
  return loading;
}
