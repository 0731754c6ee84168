// What the game offers, as the server tells it: modes, levels, gravities, shapes, tile sets, limits.

import { dayText, t } from "../i18n/i18n.js";
import { send } from "./api.js";
import { takePageData } from "./page_data.js";

/** Filled before anything is shown. */
export const facts = /** @type {import("./protocol.js").GameCatalog} */ ({});

/** @param {{state: string}} game */
export function isOver({ state }) {
  return state === "won" || state === "lost";
}

/**
 * Whether a game takes moves: it is neither paused nor over.
 * @param {{state: string}} game
 */
export function isOpen({ state }) {
  return state === "playing" || state === "stuck";
}

/**
 * Whether the number of a game's deal can be shown: JavaScript does not represent every number exactly.
 * @param {import("./protocol.js").GameHead} head
 */
export function hasDealNumber({ deal, seed }) {
  return deal !== null && seed <= facts.limits.max_seed;
}

export async function loadFacts() {
  Object.assign(facts, takePageData("facts") ?? (await send("GET", "/api/game")));
}

/**
 * Say which board of its mode a game has: a level, a day, or the number of its deal; nothing if it has none.
 * @param {import("./protocol.js").GameHead} head
 */
export function dealName(head) {
  const { level, day } = head.options;
  if (level) return t("level number", { number: level });
  if (day) return dayText(day);
  return hasDealNumber(head) ? t("deal number", { number: head.seed }) : "";
}
