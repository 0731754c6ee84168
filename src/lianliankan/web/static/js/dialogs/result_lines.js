// What a finished game means: its place in the high scores, its day, and new achievements.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";

/** @typedef {import("../server/protocol.js").GameResult} GameResult */

/**
 * Describe a result, in lines; a first game is not a new best.
 * @param {GameResult} result
 * @returns {HTMLElement[]}
 */
export function resultLines({ place, day, achievements }) {
  const lines = [];
  if (place === 1 && (!day || day.counts)) lines.push(h("p", { class: "highlight" }, t("result first")));
  else if (place && !day) lines.push(h("p", { class: "highlight" }, t("result place", { place })));
  if (day) lines.push(h("p", {}, t(day.counts ? (day.is_late ? "result day late" : "result day") : "result practice")));
  if (day?.counts && !day.is_late && day.streak > 1)
    lines.push(h("p", { class: "highlight" }, t("result streak", { days: day.streak })));
  for (const { name } of achievements) {
    const text = t("result achievement", { name: t(`achievement ${name}`) });
    lines.push(h("p", { class: "achievement-line" }, icon("medal"), text));
  }
  return lines;
}
