// The campaign's map: every level with its gravity and its stars; the next one shines.

import { api } from "../server/api.js";
import { Opened } from "./dialog.js";
import { h } from "../core/dom.js";
import { gravityIcon, icon, stars } from "../core/icons.js";
import { GRAVITIES } from "./custom_game.js";
import { words } from "../i18n/i18n.js";

const LAPS = ["6×10", "7×12", "8×14"];
const LEVELS = LAPS.length * GRAVITIES.length;

/** @param {import("../app.js").App} app */
export async function showCampaign(app) {
  await app.try(async () => {
    app.me = await api.me();
    const { level: next, lives, stars: won } = app.me.campaign;
    const total = Object.values(won).reduce((/** @type {number} */ sum, /** @type {any} */ count) => sum + count, 0);
    new Opened({
      title: () => words("campaign title"),
      body: () => [
        h(
          "div",
          { class: "body" },
          h(
            "p",
            { class: "totals" },
            h("span", {}, icon("heart"), words("campaign lives", { lives })),
            h("span", {}, icon("star"), words("campaign stars", { stars: total, most: 3 * LEVELS })),
          ),
          ...LAPS.flatMap((size, lap) => [
            h("h3", {}, words("campaign lap", { lap: lap + 1, size })),
            h(
              "div",
              { class: "levels" },
              ...GRAVITIES.map((gravity, place) => level(app, lap * GRAVITIES.length + place + 1, gravity, next, won)),
            ),
          ]),
        ),
      ],
    });
  });
}

/**
 * @param {import("../app.js").App} app
 * @param {number} number
 * @param {string} gravity
 * @param {number} next
 * @param {Record<string, number>} won
 */
function level(app, number, gravity, next, won) {
  const count = won[number];
  const isOpen = number <= next;
  const label = words("campaign level", { level: number, gravity: words(`gravity ${gravity}`) });
  const state = !isOpen ? words("campaign locked") : count ? words("stars of", { stars: count }) : "";
  return h(
    "button",
    {
      type: "button",
      class: number === next && !count ? "level now" : "level",
      id: `level-${number}`,
      disabled: !isOpen,
      title: label,
      "aria-label": state ? words("campaign level state", { label, state }) : label,
      "data-first": number === next,
      onclick: () => void app.try(() => app.begin({ mode: "campaign", level: number })),
    },
    gravityIcon(gravity),
    h("span", {}, String(number)),
    isOpen ? stars(count ?? 0, state || label) : icon("lock"),
  );
}
