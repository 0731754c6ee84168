// Style sheets of parts that are loaded when they are asked for.

import { h } from "./dom.js";

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Load a style sheet, once.
 * @param {string} file in css/
 * @returns {Promise<void>}
 */
export function loadStyle(file) {
  const known = loaded.get(file);
  if (known) return known;
  const link = h("link", { rel: "stylesheet", href: new URL(`../../css/${file}`, import.meta.url).href });
  const loading = /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => {
        loaded.delete(file);
        link.remove();
        reject(new Error(`${file} could not be loaded`));
      };
    })
  );
  loaded.set(file, loading);
  document.head.append(link);
  return loading;
}
