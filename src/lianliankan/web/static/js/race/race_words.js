// What races call things: formats, items, and those who take part.

import { named, numberText, t } from "../i18n/i18n.js";
import { raceIcon } from "./signs.js";

/** @import { RaceSettingsView, SeatView } from "../server/protocol.js" */
/** @import { RaceIconName } from "./signs.js" */

/** @typedef {RaceSettingsView["format"]} Format */

/** @param {Format} format */
export function formatName(format) {
  return t(`format ${format}`);
}

/** @param {Format} format */
export function formatAbout(format) {
  return t(`format ${format} about`);
}

/** @param {string} item */
export function itemName(item) {
  return named("item", item);
}

/** @type {Record<Format, RaceIconName>} */
const FORMAT_ICONS = { sprint: "bolt", items: "gift", shared: "grid", together: "people", ghost: "ghost" };

/** @param {Format} format */
export function formatIcon(format) {
  return raceIcon(FORMAT_ICONS[format]);
}

/**
 * Say why a seat is out.
 * @param {Pick<SeatView, "reason">} seat
 */
export function outText({ reason }) {
  return reason ? t(`race-out ${reason}`) : "";
}

/**
 * Return the name of a racer: without a name a guest with a tag, without a tag a player who left.
 * @param {{name: string | null, tag: string}} racer
 */
export function racerName({ name, tag }) {
  return name ?? (tag ? t("ranking guest", { tag }) : t("racer gone"));
}

/**
 * Return the words for a player's place among a number of players.
 * @param {number} rank
 * @param {number} count
 */
export function rankText(rank, count) {
  return t("rank of", { rank: numberText(rank), count: numberText(count) });
}

/**
 * Return a time of a race, with tenths of a second, which decide.
 * @param {number} milliseconds
 */
export function raceTime(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
  return `${minutes}:${String(seconds).padStart(2, "0")}.${tenths % 10}`;
}
