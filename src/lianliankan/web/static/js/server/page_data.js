// What the server has written into the page, so that the page need not ask for it.

/** @import { PageData } from "./protocol.js" */

/** @type {Partial<PageData> | null} */
let data = null;

/**
 * Take a part of it, once: later, the page asks for it.
 * @template {keyof PageData} Name
 * @param {Name} name
 * @returns {PageData[Name] | null} null if it was not written
 */
export function takePageData(name) {
  data ??= JSON.parse(document.querySelector("#page-data")?.textContent ?? "{}");
  const found = data?.[name] ?? null;
  if (data) delete data[name];
  return found;
}
