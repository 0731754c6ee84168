// What happened in a race, in a sentence.

import { t } from "../i18n/i18n.js";
import { itemName, outText, raceTime } from "./race_words.js";

/** @import { RaceEvent, Standing } from "../server/protocol.js" */

/** @typedef {Map<number, string>} Names the names of the seats */

const MAX_STANDINGS = 3;

/**
 * Tell an event that says more than a pair; null for others.
 * @param {RaceEvent} event
 * @param {Names} names
 * @param {boolean} isTeam whether all win or lose together
 */
export function raceNews(event, names, isTeam) {
  const name = names.get(event.seat) ?? "";
  switch (event.event) {
    case "attacked": {
      const values = { name, by: names.get(event.by) ?? "", item: itemName(event.item) };
      return t(event.is_shielded ? "news shielded" : "news attacked", values);
    }
    case "itemused":
      return event.target === null ? t("news item", { name, item: itemName(event.item) }) : null;
    case "boardlaid":
      return event.why === "stuck" ? t("news stuck", { name }) : null;
    case "wentaway":
      return t("news away", { name });
    case "cameback":
      return t("news back", { name });
    case "wentout":
      return t("news out", { name, why: outText(event) });
    case "seatfinished":
      return isTeam ? null : t("news finished", { name, rank: event.rank, time: raceTime(event.at) });
    case "raceover":
      return overText(event.standings, names, isTeam);
    default:
      return null;
  }
}

/**
 * @param {Standing[]} standings
 * @param {Names} names
 * @param {boolean} isTeam
 */
function overText(standings, names, isTeam) {
  const [first, second] = standings;
  if (isTeam) return t(first.state === "finished" ? "result together won" : "result together lost");
  return second?.rank === 1 ? t("news draw") : t("news over", { name: names.get(first.seat) ?? "" });
}

/**
 * Say who is ahead, and how far the first ones are.
 * @param {import("./race_model.js").RaceModel} model
 * @param {Names} names
 * @param {number} [count] how many
 */
export function standingsText(model, names, count = MAX_STANDINGS) {
  const first = model.standings().slice(0, count);
  const parts = first.map(({ seat, tiles, pairs }) => {
    const number = model.hasOneBoard ? pairs : tiles;
    return t("news standing", { name: names.get(seat) ?? "", number });
  });
  return parts.join(" · ");
}
