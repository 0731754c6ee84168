// What races offer, as the server tells it: formats, items, limits, codes.

import { raceApi } from "../server/race_api.js";

/** Filled before anything of a race is shown. */
export const raceFacts = /** @type {import("../server/protocol.js").RaceCatalog} */ ({});

/** Load them, once. */
export async function loadRaceFacts() {
  if (!raceFacts.v) Object.assign(raceFacts, (await raceApi.facts()).catalog);
}

/**
 * Whether an item is used on another player.
 * @param {string} item
 */
export function isAttack(item) {
  return /** @type {string[]} */ (raceFacts.attacks).includes(item);
}
