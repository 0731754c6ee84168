// What the game offers, as the server tells it: modes, levels, gravities, shapes, tile sets, limits.

import { send } from "./api.js";

/** @type {import("./protocol.js").GameCatalog} set before anything is shown */
export let facts;

export async function loadFacts() {
  facts = await send("GET", "/api/game");
}
