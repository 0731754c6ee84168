// The sets of faces: what the server's sprite of each has, and words for what tiles show.

/**
 * @typedef {object} Face
 * @property {string} symbol the element that draws it, which has the id "k" and the kind
 * @property {string} name
 * @property {string} chinese empty where there is only one name
 * @property {string} [address] of an own picture, which the element only refers to
 */

/** @typedef {"light" | "dark"} Theme */

/** The tile under faces that fill only the middle of it: ivory. */
const IVORY = {
  light: "#fffefa #f5efe0 #d9cdb2 #b7a684 #ffffff",
  dark: "#f1ebdc #ddd4c0 #a89b7f #7d7159 #fffbf0",
  round: "17",
  depth: "8",
};
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#13": "\r" };

/** A set: one face for each kind, and the tile that they stand on. */
export class FaceSet {
  /**
   * @param {string} name
   * @param {Record<string, string>} about what the root of a sprite says about its tiles
   * @param {Map<number, Face>} faces
   */
  constructor(name, about, faces) {
    this.name = name;
    this.about = about;
    this.faces = faces;
    /** Whether pictures fill their tile. */
    this.isLarge = "light" in about;
    const body = this.isLarge ? about : IVORY;
    /** The five colours of a tile: its face and its edge from top to bottom, and the rim. */
    this.colours = { light: body.light.split(" "), dark: body.dark.split(" ") };
    /** How round and how thick a tile is, in parts of its side. */
    this.round = Number(body.round) / 100;
    this.depth = Number(body.depth) / 100;
  }

  /**
   * Read a set from its sprite, which render/sprite.py writes: every symbol on a line.
   * @param {string} name
   * @param {string} sprite
   */
  static read(name, sprite) {
    /** @type {Map<number, Face>} */
    const faces = new Map();
    for (const [symbol, kind, said] of sprite.matchAll(/^<symbol id="k(\d+)"([^>]*)>.*$/gm)) {
      const { name: english = "", "name-zh": chinese = "" } = attributes(said);
      const address = symbol.match(/<image href="([^"]*)"/)?.[1];
      faces.set(Number(kind), { symbol, name: english, chinese, address });
    }
    return new FaceSet(name, attributes(sprite.slice(0, sprite.indexOf(">"))), faces);
  }

  /**
   * Give a set of own pictures on the same tiles as those of this one; further kinds show the same drawings.
   * @param {string} name
   * @param {{label: string, address: string}[]} pictures
   */
  withPictures(name, pictures) {
    const own = pictures.map(({ label, address }) => ({ symbol: "", name: label, chinese: "", address }));
    const rest = [...this.faces.values()].filter(({ address }) => address === undefined);
    return new FaceSet(name, this.about, new Map([...own, ...rest].map((face, place) => [place + 1, face])));
  }
}

/**
 * Read the data attributes of a tag.
 * @param {string} tag
 * @returns {Record<string, string>}
 */
function attributes(tag) {
  const plain = (/** @type {string} */ text) =>
    text.replace(/&(#?\w+);/g, (whole, name) => /** @type {Record<string, string>} */ (ENTITIES)[name] ?? whole);
  return Object.fromEntries(
    [...tag.matchAll(/ data-([a-z-]+)="([^"]*)"/g)].map(([, name, text]) => [name, plain(text)]),
  );
}

/** @type {Map<string, Promise<FaceSet>>} */
const loaded = new Map();
/** @type {FaceSet | null} */
let shown = null;

/** Sets of a player's own begin with this, and their id follows. */
export const OWN = "own-";

/**
 * Load a set, once; one that could not be loaded is asked for again the next time.
 * @param {string} name
 * @returns {Promise<FaceSet>}
 */
export function loadFaces(name) {
  let found = loaded.get(name);
  if (!found) {
    found = fetchFaces(name);
    loaded.set(name, found);
    found.catch(() => loaded.delete(name));
  }
  return found;
}

/** @param {string} name */
async function fetchFaces(name) {
  const path = name.startsWith(OWN) ? `/api/faces/own/${name.slice(OWN.length)}/sprite.svg` : `/faces/${name}.svg`;
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`no faces ${name}`);
  return FaceSet.read(name, await answer.text());
}

/**
 * Whether a set has come, or is on its way.
 * @param {string} name
 */
export function isLoaded(name) {
  return loaded.has(name);
}

/**
 * Forget a set that has changed or is gone.
 * @param {string} name
 */
export function forgetFaces(name) {
  loaded.delete(name);
}

/**
 * Let the tiles of the game show a set.
 * @param {FaceSet} set
 */
export function useFaces(set) {
  shown = set;
}

/** The set that the tiles of the game show; null while none has come. */
export function currentFaces() {
  return shown;
}

/** @returns {Theme} */
export function currentTheme() {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

/**
 * Say what a tile of a kind shows.
 * @param {number} kind
 * @param {(name: string) => string} words
 * @param {FaceSet | null} [set]
 */
export function faceName(kind, words, set = shown) {
  const face = set?.faces.get(kind);
  const sign = face?.name.match(/^(solid|open|solid barred|open barred) ([a-z]+)$/);
  if (sign) return words(`style ${sign[1]}`) + words(`shape ${sign[2]}`);
  const isChinese = document.documentElement.lang.startsWith("zh");
  return (isChinese && face?.chinese) || face?.name || String(kind);
}
