// What the page asks the server about own pictures, and the tiles that they lie on.

import { ask, problemText } from "./api.js";
import { OWN, loadFaces } from "../core/faces.js";

/** @typedef {import("../core/faces.js").FaceSet} FaceSet */
/** @typedef {{id: string, label: string, address: string}} OwnPicture */
/** @typedef {{id: string, name: string, pictures: OwnPicture[]}} OwnSet */
/** @typedef {{sets: number, pictures: number, bytes: number, used: number}} Room */
/** @typedef {{sets: OwnSet[], draft: OwnSet | null, room: Room}} Listing */
/** @typedef {{label: string, code: string}} Refusal */
/** @typedef {{first: string, second: string, view: string}} Alike */

const SETS = "/api/faces/own";
const DRAFT = "/api/faces/draft";

export const ownFaces = {
  /** @returns {Promise<Listing>} */
  list: () => ask("GET", SETS),
  /**
   * Send a picture or a zip to the draft.
   * @param {import("../dialogs/dropped_files.js").Incoming} given
   * @returns {Promise<{kept: OwnPicture[], refused: Refusal[]}>}
   */
  add: ({ name, file }) => ask("POST", `${DRAFT}?${new URLSearchParams({ name })}`, file),
  /**
   * @param {string} [into] the set whose pictures are compared, too
   * @returns {Promise<{id: string | null, pictures: OwnPicture[], alike: Alike[]}>}
   */
  look: (into) => ask("GET", into ? `${DRAFT}?${new URLSearchParams({ into })}` : DRAFT),
  discard: () => ask("DELETE", DRAFT),
  /**
   * @param {{name: string} | {into: string}} where
   * @param {string[]} pictures those that are kept, in their order
   * @returns {Promise<{id: string}>}
   */
  save: (where, pictures) => ask("POST", SETS, { ...where, pictures }),
  /**
   * @param {string} id
   * @param {string} name
   */
  rename: (id, name) => ask("PUT", `${SETS}/${id}`, { name }),
  /** @param {string} id */
  remove: (id) => ask("DELETE", `${SETS}/${id}`),
  /** @param {string} id */
  zip: (id) => `${SETS}/${id}/zip`,
};

/**
 * Name the text that says what went wrong with pictures.
 * @param {import("./api.js").ApiError} problem
 */
export function pictureProblem(problem) {
  return problem.code === "gone" ? "error pictures" : problemText(problem);
}

/** @type {Promise<FaceSet> | null} */
let paper = null;

/**
 * Give a set as its pictures would look on tiles, without another question to the server where one set is known.
 * @param {string} id of a set or the draft
 * @param {OwnPicture[]} pictures
 */
export async function onTiles(id, pictures) {
  paper ??= loadFaces(OWN + id);
  paper.catch(() => (paper = null));
  return (await paper).withPictures(OWN + id, pictures);
}
