// What races offer, as the server tells it: formats, items, limits, codes.

import { raceApi } from "../server/race_api.js";

/** @type {import("../server/protocol.js").RaceCatalog} set before anything of a race is shown */
export let raceFacts;

/** Load them, once. */
export async function loadRaceFacts() {
  raceFacts ??= (await raceApi.facts()).catalog;
}

/**
 * Whether an item is used on another player.
 * @param {string} item
 */
export function isAttack(item) {
  return /** @type {string[]} */ (raceFacts.attacks).includes(item);
}
