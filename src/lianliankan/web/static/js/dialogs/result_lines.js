// Results: what a finished game means, and lists of high scores.

import { clockText } from "../core/clock.js";
import { h } from "../core/dom.js";
import { icon, stars } from "../core/icons.js";
import { named, shortDay, t } from "../i18n/i18n.js";

/** @import { BestGames, GameResult, Summary } from "../server/protocol.js" */

const MAX_PLACES = 10;

/**
 * Describe a result, in lines; a first game is not a new best.
 * @param {GameResult} result
 * @returns {HTMLElement[]}
 */
export function resultLines({ place, day, achievements }) {
  const lines = [];
  if (place === 1 && (!day || day.counts)) lines.push(h("p.highlight", t("result first")));
  else if (place && !day) lines.push(h("p.highlight", t("result place", { place })));
  if (day) lines.push(h("p", t(day.counts ? (day.is_late ? "result day late" : "result day") : "result practice")));
  if (day?.counts && !day.is_late && day.streak > 1)
    lines.push(h("p.highlight", t("result streak", { days: day.streak })));
  for (const { name } of achievements) {
    const text = t("result achievement", { name: named("achievement", name) });
    lines.push(h("p.achievement-line", icon("medal"), text));
  }
  return lines;
}

/**
 * Create a list of high scores. Of a day the first attempt is in front, and the others are practice.
 * @param {BestGames} bests
 * @param {string | null} highlighted the id of the game to highlight
 */
export function bestList({ games, practice }, highlighted = null) {
  const isPractice = (/** @type {Summary} */ { id }) => practice.includes(id);
  const places = [...games.filter((game) => !isPractice(game)), ...games.filter(isPractice)];
  return h(
    "ol.list.best-list",
    ...places
      .slice(0, MAX_PLACES)
      .map((best, place) =>
        h(
          "li",
          { class: best.id === highlighted ? "highlighted" : "" },
          h("span.rank", isPractice(best) ? "" : String(place + 1)),
          h(
            "span",
            h("span.score", String(best.score)),
            h("small", shortDay(best.changed), isPractice(best) ? ` · ${t("list practice")}` : ""),
          ),
          h("span", clockText(best.seconds)),
          stars(best.stars, t("stars of", { stars: best.stars })),
        ),
      ),
  );
}
