// Tile sets: read from sprites, with a name for each face.

import { named } from "../i18n/i18n.js";

/**
 * @typedef {object} Face
 * @property {string} symbol the SVG element that draws it; its id is "k" and the kind
 * @property {string} name
 * @property {string} chinese empty if there is only one name
 * @property {string} [address] of a custom picture, which the symbol only refers to
 */

/** @typedef {"light" | "dark"} Theme */

/** The ivory tile under faces that fill only its middle. */
const IVORY = {
  light: "#fffefa #f5efe0 #d9cdb2 #b7a684 #ffffff",
  dark: "#f1ebdc #ddd4c0 #a89b7f #7d7159 #fffbf0",
  round: "17",
  depth: "8",
};
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#13": "\r" };

/** A tile set: one face for each kind, and the tile under them. */
export class FaceSet {
  /**
   * @param {string} name
   * @param {Record<string, string>} attributes of the sprite's root element, which describe its tiles
   * @param {Map<number, Face>} faces
   */
  constructor(name, attributes, faces) {
    this.name = name;
    this.attributes = attributes;
    this.faces = faces;
    /** Whether faces fill their tile. */
    this.fillsTile = "light" in attributes;
    const body = this.fillsTile ? attributes : IVORY;
    /** The five colours of a tile: face and edge, each from top to bottom, and the rim. */
    this.colours = { light: body.light.split(" "), dark: body.dark.split(" ") };
    /** Corner radius and depth of a tile, as fractions of its side. */
    this.round = Number(body.round) / 100;
    this.depth = Number(body.depth) / 100;
  }

  /**
   * Read a set from its sprite, written by render/sprite.py with one symbol per line.
   * @param {string} name
   * @param {string} sprite
   */
  static read(name, sprite) {
    /** @type {Map<number, Face>} */
    const faces = new Map();
    for (const [symbol, kind, tag] of sprite.matchAll(/^<symbol id="k(\d+)"([^>]*)>.*$/gm)) {
      const { name: english = "", "name-zh": chinese = "" } = readAttributes(tag);
      const address = symbol.match(/<image href="([^"]*)"/)?.[1];
      faces.set(Number(kind), { symbol, name: english, chinese, address });
    }
    return new FaceSet(name, readAttributes(sprite.slice(0, sprite.indexOf(">"))), faces);
  }

  /**
   * Return a set of custom pictures on the same tiles as this one. Further kinds show this set's drawings.
   * @param {string} name
   * @param {{label: string, address: string}[]} pictures
   */
  withPictures(name, pictures) {
    const custom = pictures.map(({ label, address }) => ({ symbol: "", name: label, chinese: "", address }));
    const rest = [...this.faces.values()].filter(({ address }) => address === undefined);
    return new FaceSet(name, this.attributes, new Map([...custom, ...rest].map((face, place) => [place + 1, face])));
  }
}

/**
 * Read the data attributes of a tag.
 * @param {string} tag
 * @returns {Record<string, string>}
 */
function readAttributes(tag) {
  const decode = (/** @type {string} */ text) =>
    text.replace(/&(#?\w+);/g, (whole, name) => /** @type {Record<string, string>} */ (ENTITIES)[name] ?? whole);
  return Object.fromEntries(
    [...tag.matchAll(/ data-([a-z-]+)="([^"]*)"/g)].map(([, name, text]) => [name, decode(text)]),
  );
}

/** @type {FaceSet | null} */
let current = null;

/** The names of custom sets: this prefix and an id. */
export const CUSTOM_PREFIX = "own-";

/**
 * Show a set on the tiles of the game.
 * @param {FaceSet} set
 */
export function useFaces(set) {
  current = set;
}

/** The set on the tiles of the game; null before the first is loaded. */
export function currentFaces() {
  return current;
}

/** @returns {Theme} */
export function currentTheme() {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

/**
 * Return the name of what a tile shows.
 * @param {number} kind
 * @param {FaceSet | null} [set]
 */
export function faceName(kind, set = current) {
  const face = set?.faces.get(kind);
  const symbol = face?.name.match(/^(solid|open|solid barred|open barred) ([a-z]+)$/);
  if (symbol) return named("style", symbol[1]) + named("shape", symbol[2]);
  const isChinese = document.documentElement.lang.startsWith("zh");
  return (isChinese && face?.chinese) || face?.name || String(kind);
}
