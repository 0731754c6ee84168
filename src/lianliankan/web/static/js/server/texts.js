// Loading the texts, which page and terminal share: those of one language, until another is asked for.

import { once } from "../core/memory.js";
import { addTexts } from "../i18n/i18n.js";
import { request } from "./transport.js";

/** @import { Language } from "../i18n/i18n.js" */
/** @typedef {"pictures" | "reading" | "race" | "edit" | "lab" | "site"} Part */

/** @type {Set<Language>} those that were asked for */
const languages = new Set();
/** @type {Set<Language>} those that are there */
const ready = new Set();
/** @type {Set<Part>} */
const parts = new Set();
const read = once(async (/** @type {string} */ file) => (await request("GET", `/texts/${file}`)).json());

/**
 * Load the texts of a language: the first ones, and those of all parts that are loaded.
 * @param {Language} language
 */
export async function loadTexts(language) {
  languages.add(language); // so that a part that is loaded meanwhile is loaded in this language, too
  try {
    await Promise.all([load(`${language}.json`, language), ...[...parts].map((part) => loadPart(part, language))]);
  } catch (problem) {
    languages.delete(language);
    throw problem;
  }
  ready.add(language);
}

/**
 * Whether the texts of a language are there.
 * @param {Language} language
 */
export function hasTexts(language) {
  return ready.has(language);
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
 * @param {string} file
 * @param {Language} language
 */
async function load(file, language) {
  const texts = await read(file);
  addTexts(language, "page" in texts ? { ...texts.shared, ...texts.page } : texts);
}
