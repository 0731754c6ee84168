// The levels of the campaign, each with its gravity and its stars; the next one is highlighted.

import { h } from "../core/dom.js";
import { gravityIcon, icon, stars } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { GRAVITIES } from "./custom_game.js";
import { Dialog } from "./dialog.js";

const ROUNDS = ["6×10", "7×12", "8×14"];
const LEVELS = ROUNDS.length * GRAVITIES.length;

/** @param {import("../app.js").App} app */
export async function showCampaign(app) {
  await app.try(async () => {
    app.me = await api.me();
    const { level: next, lives, stars: won } = app.me.campaign;
    const total = Object.values(won).reduce((sum, count) => sum + count, 0);
    new Dialog({
      title: () => t("campaign title"),
      body: () => [
        h(
          "div",
          { class: "dialog-body" },
          h(
            "p",
            { class: "totals" },
            h("span", {}, icon("heart"), t("campaign lives", { lives })),
            h("span", {}, icon("star"), t("campaign stars", { stars: total, most: 3 * LEVELS })),
          ),
          ...ROUNDS.flatMap((size, round) => [
            h("h3", {}, t("campaign lap", { lap: round + 1, size })),
            h(
              "div",
              { class: "levels" },
              ...GRAVITIES.map((gravity, place) =>
                level(app, round * GRAVITIES.length + place + 1, gravity, next, won),
              ),
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
  const label = t("campaign level", { level: number, gravity: t(`gravity ${gravity}`) });
  const state = !isOpen ? t("campaign locked") : count ? t("stars of", { stars: count }) : "";
  return h(
    "button",
    {
      type: "button",
      class: number === next && !count ? "level next" : "level",
      id: `level-${number}`,
      disabled: !isOpen,
      title: label,
      "aria-label": state ? t("campaign level state", { label, state }) : label,
      "data-first": number === next,
      onclick: () => void app.try(() => app.startGame({ mode: "campaign", level: number })),
    },
    gravityIcon(gravity),
    h("span", {}, String(number)),
    isOpen ? stars(count ?? 0, state || label) : icon("lock"),
  );
}
