// The best lists, one for each mode and size, and the player's own games.

import { api } from "../server/api.js";
import { modeName } from "../game/hud.js";
import { clockText } from "../game/clock.js";
import { Opened, confirm } from "./dialog.js";
import { h } from "../core/dom.js";
import { choice } from "./form.js";
import { icon, stars } from "../core/icons.js";
import { shortDay, words } from "../i18n/i18n.js";

/** @typedef {import("../app.js").App} App */

const MOST = 10;

/**
 * Make a best list.
 * @param {any[]} bests
 * @param {string | null} own the game to point out
 */
export function bestList(bests, own = null) {
  return h(
    "ol",
    { class: "list bests" },
    ...bests
      .slice(0, MOST)
      .map((best, place) =>
        h(
          "li",
          { class: best.id === own ? "own" : "" },
          h("span", { class: "rank" }, String(place + 1)),
          h("span", {}, h("span", { class: "points-of" }, String(best.score)), h("small", {}, shortDay(best.changed))),
          h("span", {}, clockText(best.seconds)),
          stars(best.stars, words("stars of", { stars: best.stars })),
        ),
      ),
  );
}

/** @param {App} app */
export async function showBests(app) {
  await app.try(async () => {
    /** @type {[{mode: string, size: string}[], any[]]} */
    const [lists, games] = await Promise.all([api.bests({}), api.games()]);
    let chosen = lists[0] ? keyOf(lists[0]) : "";
    /** @type {Map<string, any[]>} */
    const found = new Map();
    const look = async (/** @type {string} */ key) => {
      chosen = key;
      if (!found.has(key)) {
        const [mode, size] = key.split(" ");
        await app.try(async () => void found.set(key, await api.bests({ mode, size })));
      }
      dialog.draw();
    };
    const dialog = new Opened({
      title: () => words("bests title"),
      body: () => [
        h(
          "div",
          { class: "body" },
          lists.length === 0 ? h("p", { class: "soft" }, words("bests none")) : null,
          lists.length > 0
            ? choice({
                name: "best",
                label: words("new mode"),
                value: chosen,
                options: lists.map((list) => ({
                  value: keyOf(list),
                  text: `${modeName(list.mode)} ${list.size.replace("x", "×")}`,
                })),
                onChange: (key) => void look(key),
              })
            : null,
          found.has(chosen) ? bestList(found.get(chosen) ?? []) : null,
          h("h3", {}, words("bests mine")),
          games.length === 0
            ? h("p", { class: "soft" }, words("games none"))
            : h("ul", { class: "list games" }, ...games.map((game) => gameLine(app, game, () => forget(game)))),
        ),
      ],
    });
    const forget = async (/** @type {any} */ game) => {
      if (!(await confirm("forget title", "forget text", "games forget"))) return;
      await app.try(async () => {
        await api.forget(game.id);
        games.splice(games.indexOf(game), 1);
        dialog.draw();
        const page = app.page;
        if (page && "line" in page && page.id === game.id) await app.home();
      });
    };
    if (chosen) await look(chosen);
  });
}

/** @param {{mode: string, size: string}} list */
function keyOf(list) {
  return `${list.mode} ${list.size}`;
}

/**
 * @param {App} app
 * @param {any} game
 * @param {() => void} forget
 */
function gameLine(app, game, forget) {
  const isOver = game.state === "won" || game.state === "lost";
  const level = game.level ? ` ${words("level number", { number: game.level })}` : "";
  const name = `${modeName(game.mode)} ${game.size.replace("x", "×")}${level}`;
  const about = [
    words(`state ${game.state}`),
    isOver && game.state === "won" ? `${words("score")} ${game.score}` : words("tiles left", { tiles: game.tiles }),
    clockText(game.seconds),
    shortDay(game.changed),
  ];
  const button = (/** @type {string} */ text, /** @type {string} */ drawn, /** @type {() => void} */ act) =>
    h(
      "button",
      {
        type: "button",
        class: "round",
        title: words(text),
        "aria-label": `${words(text)}: ${name}, ${about.join(", ")}`,
        onclick: act,
      },
      icon(drawn),
    );
  return h(
    "li",
    {},
    h("span", {}, name, h("small", { class: "parts" }, ...about.map((part) => h("span", {}, part)))),
    h(
      "span",
      { class: "deeds" },
      isOver ? null : button("games go on", "play", () => app.play(game.id)),
      game.state === "damaged" ? null : button("do replay", "replay", () => void app.replay(game.id)),
      button("games forget", "trash", forget),
    ),
  );
}
