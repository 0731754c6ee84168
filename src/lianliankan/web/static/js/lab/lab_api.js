// Requests of the lab.

import { cellText } from "../board/board_model.js";
import { showLoading } from "../core/loading_line.js";
import { once } from "../core/memory.js";
import { currentLanguage } from "../i18n/i18n.js";
import { send } from "../server/api.js";

/** @import { Cell, LabCatalog, LabRaceAnswer, RecordedGame, TraceAnswer, WhyAnswer } from "../server/protocol.js" */
/** @import { LabPage } from "./lab_page.js" */

/** Return what the lab offers. */
export const loadCatalog = once(() => /** @type {Promise<LabCatalog>} */ (send("GET", "/api/lab")));

/**
 * Return the address of something about a search.
 * @param {"trace" | "race" | "picture" | "why"} what
 * @param {Record<string, string>} values
 * @param {Cell[]} pair
 */
export function labPath(what, values, pair) {
  const query = new URLSearchParams({ ...values, pair: pair.map(cellText).join("-"), lang: currentLanguage() });
  return `/api/lab/${what}?${query}`;
}

/**
 * Ask for the search of the finder that is chosen.
 * @param {LabPage} lab
 * @param {Cell[]} pair
 * @returns {Promise<TraceAnswer>}
 */
export function askTrace({ share, finder, own }, pair) {
  if (own?.finder.name === finder) return own.trace(share, pair);
  return showLoading(send("GET", labPath("trace", { share, finder }, pair)));
}

/**
 * @param {LabPage} lab
 * @param {string[]} finders
 * @param {Cell[]} pair
 * @returns {Promise<LabRaceAnswer>}
 */
export function askRace({ share, own }, finders, pair) {
  if (own && finders.includes(own.finder.name)) return own.race(share, pair, finders);
  return showLoading(send("GET", labPath("race", { share, finders: finders.join(",") }, pair)));
}

/**
 * @param {string} share
 * @param {Cell[]} pair
 * @returns {Promise<WhyAnswer>}
 */
export function askWhy(share, pair) {
  return showLoading(send("GET", labPath("why", { share }, pair)));
}

/**
 * @param {string} text a record, or the share text of a game
 * @param {AbortSignal} signal
 * @returns {Promise<RecordedGame>}
 */
export function askGame(text, signal) {
  return send("POST", "/api/lab/game", { text }, { signal });
}
