// The faces of the tiles: a sprite from the server, one symbol for each kind, and words for them.

import { s } from "./dom.js";

/** @type {Map<number, string>} */
const names = new Map();
let count = 0;

/**
 * Load a set of faces into the page; the boards on it show them at once.
 * @param {string} name
 */
export async function loadFaces(name) {
  const answer = await fetch(`/faces/${name}.svg`);
  if (!answer.ok) throw new Error(`no faces ${name}`);
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  const holder = s("svg", { id: "faces", class: "sprite", "aria-hidden": "true" });
  names.clear();
  for (const symbol of [...sprite.querySelectorAll("symbol")]) {
    names.set(Number(symbol.id.slice(1)), symbol.getAttribute("data-name") ?? "");
    holder.append(document.importNode(symbol, true));
  }
  count = names.size;
  document.getElementById("faces")?.remove();
  document.body.append(holder);
}

/**
 * Draw the face of a kind, its middle at 0, 0; kinds that the set does not have show their number.
 * @param {number} kind
 * @param {number} side
 */
export function drawFace(kind, side) {
  if (kind <= count || count === 0) {
    return s("use", { class: "face", href: `#k${kind}`, x: -side / 2, y: -side / 2, width: side, height: side });
  }
  return s("text", { class: "face number" }, String(kind));
}

/**
 * Say what a tile of a kind shows.
 * @param {number} kind
 * @param {(name: string) => string} words
 */
export function faceName(kind, words) {
  const name = names.get(kind);
  const sign = name?.match(/^(solid|open|solid barred|open barred) ([a-z]+)$/);
  return sign ? words(`style ${sign[1]}`) + words(`shape ${sign[2]}`) : name || String(kind);
}
