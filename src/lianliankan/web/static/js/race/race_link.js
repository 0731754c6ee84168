// Links between the places of the races.

import { linkTo, pathTo } from "../core/address.js";
import { h } from "../core/dom.js";

/**
 * A link to a place of the races, which is opened without loading the page again.
 * @param {import("../app.js").App} app
 * @param {string[]} parts of the address after `/race`
 * @param {import("../core/dom.js").Attributes} attributes
 * @param {...(Node | string | null)} content
 */
export function raceLink(app, parts, attributes, ...content) {
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window
    event.preventDefault();
    void app.go(pathTo(["race", ...parts]));
  };
  return h("a", { href: linkTo(["race", ...parts]), onclick: open, ...attributes }, ...content);
}
