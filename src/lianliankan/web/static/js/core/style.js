// Style sheets of parts that are loaded when they are asked for.

import { h } from "./dom.js";
import { once } from "./memory.js";

/** Load a style sheet, the name of a file in css/. */
export const loadStyle = once((/** @type {string} */ file) => {
  const link = h("link", { rel: "stylesheet", href: new URL(`../../css/${file}`, import.meta.url).href });
  document.head.append(link);
  return new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${file} could not be loaded`));
    };
  });
});
