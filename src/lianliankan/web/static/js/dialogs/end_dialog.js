// The end of a game: how it went, the stars, the best list, and what to do next.

import { api } from "../server/api.js";
import { bestList } from "./best_lists.js";
import { clockText } from "../game/clock.js";
import { Opened, isDialogOpen } from "./dialog.js";
import { h } from "../core/dom.js";
import { deed } from "./form.js";
import { stars } from "../core/icons.js";
import { LEVELS } from "./new_game.js";
import { showShare } from "./share.js";
import { words } from "../i18n/i18n.js";

/** @typedef {import("../game/game_page.js").GamePage} GamePage */

/**
 * @param {import("../app.js").App} app
 * @param {GamePage} page
 */
export async function showEnding(app, page) {
  if (isDialogOpen() || app.page !== page) return;
  const { view, head, id } = page;
  const { mode, level } = head.options;
  const isWon = view.state === "won";
  const size = `${head.rows.length}x${head.rows[0].length}`;
  /** @type {any[]} */
  let bests = [];
  const dialog = new Opened({
    title: () => words(isWon ? "won title" : "lost title"),
    kind: "narrow ending",
    body: () => [
      h(
        "div",
        { class: "body result" },
        isWon ? stars(view.stars, words("stars of", { stars: view.stars })) : null,
        isWon
          ? place(bests, id)
          : h("p", {}, words("result left", { why: words(`lost ${view.loss || "given up"}`), tiles: view.tiles })),
        isWon && level === LEVELS ? h("p", { class: "proud" }, words("campaign done")) : null,
        h(
          "dl",
          { class: "figures" },
          figure("result score", String(view.score)),
          figure("result time", clockText(view.seconds)),
          figure("result pairs", String(view.pairs)),
        ),
        h("div", { class: "deeds" }, ...firstDeeds(app, page, isWon)),
        h(
          "div",
          { class: "deeds" },
          deed("do replay", () => void app.replay(id), { drawn: "replay" }),
          deed("do share", () => void showShare(app, id), { drawn: "share" }),
        ),
        bests.length > 1 ? bestList(near(bests, id), id) : null,
      ),
    ],
  });
  if (!isWon) return;
  try {
    bests = await api.bests({ mode, size });
    if (dialog.element.open) dialog.draw();
  } catch {
    // The list is not worth a complaint.
  }
}

/**
 * @param {import("../app.js").App} app
 * @param {GamePage} page
 * @param {boolean} isWon
 */
function firstDeeds(app, page, isWon) {
  const { level, day } = page.head.options;
  if (level) {
    const isLast = level === LEVELS;
    return [
      isWon && !isLast
        ? deed("do level", () => void app.try(() => app.begin({ mode: "campaign", level: level + 1 })), {
            kind: "primary",
            drawn: "play",
            first: true,
          })
        : deed("do try", () => void app.again(page), { kind: "primary", drawn: "restart", first: true }),
      deed("do map", () => app.showCampaign(), { drawn: "flag" }),
    ];
  }
  const how = { kind: isWon ? "primary" : "", drawn: "new", first: isWon };
  const next = day ? afterDaily(app, day, how) : deed("do next", () => void app.next(page), how);
  const again = deed(isWon ? "do again" : "do try", () => void app.again(page), {
    kind: isWon ? "" : "primary",
    drawn: "restart",
    first: !isWon,
  });
  return isWon ? [next, again] : [again, next];
}

/**
 * What follows a daily game: that of today where it was an older one; there is no other of the same day.
 * @param {import("../app.js").App} app
 * @param {string} day
 * @param {Parameters<typeof deed>[2]} how
 */
function afterDaily(app, day, how) {
  return app.me && day < app.me.daily.day
    ? deed("do today", () => void app.try(() => app.begin({ mode: "daily" })), { ...how, drawn: "calendar" })
    : deed("do modes", () => app.showNewGame(), { ...how, drawn: "grid" });
}

/**
 * @param {any[]} bests
 * @param {string} id
 */
function place(bests, id) {
  const found = bests.findIndex((best) => best.id === id) + 1;
  if (!found) return null;
  return h("p", { class: "proud" }, found === 1 ? words("result first") : words("result place", { place: found }));
}

/**
 * The first five, and this game among them if it is anywhere in the list.
 * @param {any[]} bests
 * @param {string} id
 */
function near(bests, id) {
  const found = bests.findIndex((best) => best.id === id);
  return bests.slice(0, Math.max(5, found < 10 ? found + 1 : 5));
}

/**
 * @param {string} name
 * @param {string} value
 */
function figure(name, value) {
  return h("div", {}, h("dt", {}, words(name)), h("dd", {}, value));
}
