// Requests about custom pictures, and the tile sets made of them.

import { h } from "../core/dom.js";
import { CUSTOM_PREFIX } from "../core/faces.js";
import { errorKey, send } from "./api.js";
import { loadFaces } from "./tile_sets.js";
import { downloadAttributes, pictureAddress } from "./transport.js";

/** @import { FaceSet } from "../core/faces.js" */
/** @import { DraftAnswer, IdAnswer, PictureAnswer as Picture, PictureListAnswer, PictureSetAnswer as PictureSet, SaveRequest, UploadAnswer } from "./protocol.js" */

const SETS = "/api/faces/own";
const DRAFT = "/api/faces/draft";

export const pictureApi = {
  /** @returns {Promise<PictureListAnswer>} */
  list: () => send("GET", SETS),
  /**
   * Send a picture or a zip to the draft, for a set to extend or a new one.
   * @type {(dropped: {name: string, file: File}, into?: string) => Promise<UploadAnswer>}
   */
  add: ({ name, file }, into) => send("POST", `${DRAFT}?${new URLSearchParams({ name, ...(into && { into }) })}`, file),
  /**
   * Load the draft, compared with a set.
   * @type {(into?: string) => Promise<DraftAnswer>}
   */
  draft: (into) => send("GET", into ? `${DRAFT}?${new URLSearchParams({ into })}` : DRAFT),
  /** @returns {Promise<unknown>} */
  discard: () => send("DELETE", DRAFT),
  /** @type {(request: SaveRequest) => Promise<IdAnswer>} */
  save: (request) => send("POST", SETS, request),
  /** @type {(id: string, name: string) => Promise<PictureSet>} */
  rename: (id, name) => send("PUT", `${SETS}/${id}`, { name }),
  /** @type {(id: string) => Promise<unknown>} */
  remove: (id) => send("DELETE", `${SETS}/${id}`),
  /**
   * Return the attributes of a link that saves a set.
   * @param {string} id
   */
  zip: (id) => downloadAttributes(`${SETS}/${id}/zip`),
};

/**
 * Show a picture.
 * @param {Pick<Picture, "label" | "address">} picture
 * @param {number} size in pixels
 */
export function pictureElement({ label, address }, size) {
  const image = h("img", { alt: label, width: size, height: size });
  void pictureAddress(address).then((source) => (image.src = source));
  return image;
}

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
