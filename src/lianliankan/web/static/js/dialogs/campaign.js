// The levels of the campaign, each with its gravity and its stars; the next one is highlighted.

import { h } from "../core/dom.js";
import { gravityIcon } from "../core/gravities.js";
import { icon, stars } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { facts } from "../server/facts.js";
import { Dialog } from "./dialog.js";
import { explained } from "./explain.js";

/** @import { CampaignAnswer, LevelFacts } from "../server/protocol.js" */

/** @param {import("../app.js").App} app */
export async function openDialog(app) {
  app.me = await api.me();
  const { campaign } = app.me;
  const total = Object.values(campaign.stars).reduce((sum, count) => sum + count, 0);
  const sizes = [...new Set(facts.levels.map(levelSize))];
  const body = () => [
    h(
      "div.dialog-body",
      h(
        "p.totals",
        explained("lives", icon("heart"), t("campaign lives", { lives: campaign.lives })),
        explained("stars", icon("star"), t("campaign stars", { stars: total, most: 3 * facts.levels.length })),
      ),
      ...sizes.flatMap((size, lap) => {
        const levels = facts.levels.filter((level) => levelSize(level) === size);
        return [
          h("h3", t("campaign lap", { lap: lap + 1, size })),
          h("div.levels", ...levels.map((level) => levelButton(app, level, campaign))),
        ];
      }),
    ),
  ];
  return () => new Dialog({ title: () => t("campaign title"), body });
}

/** @param {LevelFacts} level */
function levelSize({ rows, cols }) {
  return `${rows}×${cols}`;
}

/**
 * @param {import("../app.js").App} app
 * @param {LevelFacts} level
 * @param {CampaignAnswer} campaign
 */
function levelButton(app, { level: number, gravity }, { level: next, stars: won }) {
  const count = won[number];
  const isOpen = number <= next;
  const label = t("campaign level", { level: number, gravity: t(`gravity ${gravity}`) });
  const state = !isOpen ? t("campaign locked") : count ? t("stars of", { stars: count }) : "";
  return h(
    "button",
    {
      class: number === next && !count ? "level next" : "level",
      id: `level-${number}`,
      disabled: !isOpen,
      title: label,
      "aria-label": state ? t("campaign level state", { label, state }) : label,
      "data-first": number === next,
      onclick: () => app.show("level", number),
    },
    gravityIcon(gravity),
    h("span", String(number)),
    isOpen ? stars(count ?? 0, state || label) : icon("lock"),
  );
}
