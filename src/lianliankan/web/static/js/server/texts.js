// Loading the texts, which page and terminal share.

import { addTexts } from "../i18n/i18n.js";
import { request } from "./transport.js";

/** @import { Language } from "../i18n/i18n.js" */

/** @type {Language[]} */
const LANGUAGES = ["en", "zh"];

/** Load the texts of all languages. */
export async function loadTexts() {
  const load = async (/** @type {Language} */ name) => {
    const { shared, page } = await (await request("GET", `/texts/${name}.json`)).json();
    addTexts(name, { ...shared, ...page });
  };
  await Promise.all(LANGUAGES.map(load));
}

/** @type {Map<string, Promise<void>>} */
const loadedParts = new Map();

/**
 * Load the texts of a part of the page, once.
 * @param {"pictures" | "reading" | "race" | "edit" | "lab" | "site"} part
 * @returns {Promise<void>}
 */
export function loadPartTexts(part) {
  const known = loadedParts.get(part);
  if (known) return known;
  const load = async (/** @type {Language} */ name) =>
    addTexts(name, await (await request("GET", `/texts/${part}/${name}.json`)).json());
  const loading = Promise.all(LANGUAGES.map(load)).then(() => undefined);
  loadedParts.set(part, loading);
  loading.catch(() => loadedParts.delete(part));
  return loading;
}
