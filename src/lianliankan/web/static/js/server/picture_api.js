// Requests about custom pictures, and the tile sets made of them.

import { CUSTOM_PREFIX, loadFaces } from "../core/faces.js";
import { errorKey, send } from "./api.js";

/** @typedef {import("../core/faces.js").FaceSet} FaceSet */
/** @typedef {{id: string, label: string, address: string}} Picture */
/** @typedef {{id: string, name: string, pictures: Picture[]}} PictureSet */
/** @typedef {{sets: number, pictures: number, bytes: number, used: number}} Quota */
/** @typedef {{sets: PictureSet[], draft: PictureSet | null, room: Quota}} Listing */
/** @typedef {{label: string, code: string}} Refusal */
/** @typedef {{first: string, second: string, view: string}} Alike */

const SETS = "/api/faces/own";
const DRAFT = "/api/faces/draft";

export const pictureApi = {
  /** @returns {Promise<Listing>} */
  list: () => send("GET", SETS),
  /**
   * Send a picture or a zip to the draft.
   * @param {import("../dialogs/dropped_files.js").DroppedFile} dropped
   * @returns {Promise<{kept: Picture[], refused: Refusal[]}>}
   */
  add: ({ name, file }) => send("POST", `${DRAFT}?${new URLSearchParams({ name })}`, file),
  /**
   * @param {string} [into] a set whose pictures are compared as well
   * @returns {Promise<{id: string | null, pictures: Picture[], alike: Alike[]}>}
   */
  draft: (into) => send("GET", into ? `${DRAFT}?${new URLSearchParams({ into })}` : DRAFT),
  discard: () => send("DELETE", DRAFT),
  /**
   * @param {{name: string} | {into: string}} where
   * @param {string[]} pictures the ids to keep, in order
   * @returns {Promise<{id: string}>}
   */
  save: (where, pictures) => send("POST", SETS, { ...where, pictures }),
  /**
   * @param {string} id
   * @param {string} name
   */
  rename: (id, name) => send("PUT", `${SETS}/${id}`, { name }),
  /** @param {string} id */
  remove: (id) => send("DELETE", `${SETS}/${id}`),
  /** @param {string} id */
  zip: (id) => `${SETS}/${id}/zip`,
};

/**
 * Return the key of the text for an error with pictures.
 * @param {import("./api.js").ApiError} problem
 */
export function pictureErrorKey(problem) {
  return problem.code === "gone" ? "error pictures" : errorKey(problem);
}

/** @type {Promise<FaceSet> | null} */
let template = null;

/**
 * Return a tile set made of pictures. Only the first call needs a request, to learn what the tiles look like.
 * @param {string} id of a set or of the draft
 * @param {Picture[]} pictures
 */
export async function facesFromPictures(id, pictures) {
  template ??= loadFaces(CUSTOM_PREFIX + id);
  template.catch(() => (template = null));
  return (await template).withPictures(CUSTOM_PREFIX + id, pictures);
}
