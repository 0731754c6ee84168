// The high scores, one list for each mode and size, and the player's games.

import { clockText } from "../core/clock.js";
import { h } from "../core/dom.js";
import { iconButton, stars } from "../core/icons.js";
import { modeName, shortDay, t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { isOver } from "../server/facts.js";
import { Dialog, confirm } from "./dialog.js";
import { choice } from "./form.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../server/protocol.js").Summary} Summary */

const MAX_PLACES = 10;

/**
 * Create a list of high scores.
 * @param {Summary[]} bests
 * @param {string | null} highlighted the id of the game to highlight
 */
export function bestList(bests, highlighted = null) {
  return h(
    "ol",
    { class: "list best-list" },
    ...bests
      .slice(0, MAX_PLACES)
      .map((best, place) =>
        h(
          "li",
          { class: best.id === highlighted ? "highlighted" : "" },
          h("span", { class: "rank" }, String(place + 1)),
          h("span", {}, h("span", { class: "score" }, String(best.score)), h("small", {}, shortDay(best.changed))),
          h("span", {}, clockText(best.seconds)),
          stars(best.stars, t("stars of", { stars: best.stars })),
        ),
      ),
  );
}

/** @param {App} app */
export async function showBestLists(app) {
  await app.try(async () => {
    const [lists, games] = await Promise.all([api.bestLists(), api.games()]);
    let chosen = lists[0] ? listKey(lists[0]) : "";
    /** @type {Map<string, Summary[]>} */
    const found = new Map();
    const choose = async (/** @type {string} */ key) => {
      chosen = key;
      if (!found.has(key)) {
        const [mode, size] = key.split(" ");
        await app.try(async () => void found.set(key, await api.bests({ mode, size })));
      }
      dialog.draw();
    };
    const dialog = new Dialog({
      title: () => t("bests title"),
      body: () => [
        h(
          "div",
          { class: "dialog-body" },
          lists.length === 0 ? h("p", { class: "muted" }, t("bests none")) : null,
          lists.length > 0
            ? choice({
                name: "best",
                label: t("new mode"),
                value: chosen,
                options: lists.map((list) => ({
                  value: listKey(list),
                  text: `${modeName(list.mode)} ${list.size.replace("x", "×")}`,
                })),
                onChange: (key) => void choose(key),
              })
            : null,
          found.has(chosen) ? bestList(found.get(chosen) ?? []) : null,
          h("h3", {}, t("bests mine")),
          games.length === 0
            ? h("p", { class: "muted" }, t("games none"))
            : h("ul", { class: "list games" }, ...games.map((game) => gameLine(app, game, () => deleteGame(game)))),
        ),
      ],
    });
    const deleteGame = async (/** @type {Summary} */ game) => {
      if (!(await confirm("forget title", "forget text", "games forget"))) return;
      await app.try(async () => {
        await api.deleteGame(game.id);
        games.splice(games.indexOf(game), 1);
        dialog.draw();
        const page = app.page;
        if (page && "connection" in page && page.id === game.id) await app.home();
      });
    };
    if (chosen) await choose(chosen);
  });
}

/** @param {{mode: string, size: string}} list */
function listKey(list) {
  return `${list.mode} ${list.size}`;
}

/**
 * @param {App} app
 * @param {Summary} game
 * @param {() => void} deleteGame
 */
function gameLine(app, game, deleteGame) {
  const level = game.level ? ` ${t("level number", { number: game.level })}` : "";
  const name = `${modeName(game.mode)} ${game.size.replace("x", "×")}${level}`;
  const about = [
    t(`state ${game.state}`),
    game.state === "won" ? `${t("score")} ${game.score}` : t("tiles left", { tiles: game.tiles }),
    clockText(game.seconds),
    shortDay(game.changed),
  ];
  const button = (/** @type {string} */ text, /** @type {string} */ iconName, /** @type {() => void} */ action) =>
    iconButton(iconName, t(text), {
      "aria-label": t("game action", { action: t(text), game: name, about: about.join(t("comma")) }),
      onclick: action,
    });
  return h(
    "li",
    {},
    h("span", {}, name, h("small", { class: "details" }, ...about.map((part) => h("span", {}, part)))),
    h(
      "span",
      { class: "actions" },
      isOver(game) || game.state === "damaged" ? null : button("games go on", "play", () => app.play(game.id)),
      game.state === "damaged" ? null : button("do replay", "replay", () => void app.replay(game.id)),
      button("games forget", "trash", deleteGame),
    ),
  );
}
