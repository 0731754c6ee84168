// Rankings of all players of the site: a row that says how the player stands, and the list behind it.

import { addDays } from "../core/calendar.js";
import { clockText } from "../core/clock.js";
import { find, h } from "../core/dom.js";
import { icon, iconButton, stars } from "../core/icons.js";
import { loadStyle } from "../core/style.js";
import { dayText, modeName, numberText, t } from "../i18n/i18n.js";
import { loadPart, send } from "../server/api.js";
import { dealName, facts } from "../server/facts.js";
import { loadPartTexts } from "../server/texts.js";
import { Dialog } from "./dialog.js";
import { ghostButton } from "./ghost_button.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { App } from "../app.js" */
/** @import { GameHead, RankingAnswer, StandingAnswer } from "../server/protocol.js" */

/**
 * @typedef {object} RankedBoard a board on which players are compared
 * @property {string} mode
 * @property {number | null} [level]
 * @property {string | null} [day]
 * @property {string | null} [deal] the text of a deal
 * @property {string} name what it is called below its mode
 */

/**
 * @param {RankedBoard} board
 * @returns {Promise<RankingAnswer>}
 */
function askRanking({ mode, level, day, deal }) {
  if (day) return send("GET", `/api/rankings/daily/${day}`);
  if (level) return send("GET", `/api/rankings/levels/${level}`);
  return send("GET", `/api/rankings/deals?${new URLSearchParams({ mode, deal: deal ?? "" })}`);
}

/** Load the style and the texts of lists of players. */
export function loadRankingParts() {
  return loadPart(Promise.all([loadStyle("dialogs/ranking.css"), loadPartTexts("reading")]));
}

/**
 * Return the board of a game if players are compared on it: not at home, and not in custom games.
 * @param {GameHead} head
 * @returns {RankedBoard | null}
 */
export function rankedBoard(head) {
  const { deal, options } = head;
  const { mode, level, day } = options;
  if (!facts.together || mode === "own" || !deal) return null;
  return { mode, level, day, deal, name: dealName(head) };
}

/**
 * Load the row of a board; null if there are no other players.
 * @param {App} app
 * @param {RankedBoard | null} board
 * @returns {Promise<RankingRow | null>}
 */
export async function loadRanking(app, board) {
  if (!board || !facts.together) return null;
  const [ranking] = await Promise.all([askRanking(board), loadRankingParts()]);
  return board.day || ranking.players > 1 ? new RankingRow(app, board, ranking) : null;
}

/** A row that says how the player stands; it opens the ranking. */
export class RankingRow {
  /**
   * @param {App} app
   * @param {RankedBoard} board
   * @param {RankingAnswer} ranking
   */
  constructor(app, board, ranking) {
    this.app = app;
    this.board = board;
    this.ranking = ranking;
  }

  draw() {
    const { own } = this.ranking;
    return h(
      "button.ranking-row",
      {
        id: "ranking-row",
        "aria-haspopup": "dialog",
        onclick: () => void showRanking(this.app, this.board, this.ranking),
      },
      icon(own?.won && own.place <= 3 ? "medal" : "bests"),
      h("span", h("strong", placeText(this.ranking)), h("small", aboutText(this.ranking))),
      icon("forth"),
    );
  }
}

/**
 * Show the ranking of a board.
 * @param {App} app
 * @param {RankedBoard} board
 * @param {RankingAnswer | null} [known]
 */
export async function showRanking(app, board, known = null) {
  await app.ask(async () => {
    const loading = known ? Promise.resolve(known) : askRanking(board);
    const [ranking] = await Promise.all([loading, loadRankingParts()]);
    return () => new RankingDialog(app, board, ranking);
  });
}

class RankingDialog {
  /**
   * @param {App} app
   * @param {RankedBoard} board
   * @param {RankingAnswer} ranking
   */
  constructor(app, board, ranking) {
    this.app = app;
    this.board = board;
    this.ranking = ranking;
    this.dialog = new Dialog({
      title: () => t("ranking title"),
      kind: "narrow ranking",
      onClose: () => document.getElementById("ranking-row")?.focus(), // it may have been redrawn meanwhile
      body: () => [h("div.dialog-body", this.head(), this.summary(), this.table(), this.race(), this.rules())],
    });
  }

  /** What the ranking is of; from the ranking of a day, one can turn to other days. */
  head() {
    const { mode, day, name } = this.board;
    if (!day) return h("h3", [modeName(mode), name].filter(Boolean).join(" · "));
    const today = this.app.me?.daily.day ?? day;
    const turn = (/** @type {TextKey} */ label, /** @type {"back" | "forth"} */ iconName, /** @type {number} */ step) =>
      iconButton(iconName, t(label), {
        id: `ranking-${iconName}`,
        "aria-describedby": "ranking-day",
        disabled: step > 0 && day >= today,
        onclick: () => void this.turnTo(addDays(day, step)),
      });
    return h(
      "div.ranking-head",
      turn("ranking earlier", "back", -1),
      h("h3", { id: "ranking-day" }, dayText(day)),
      turn("ranking later", "forth", 1),
    );
  }

  /** @param {string} day */
  async turnTo(day) {
    await this.app.try(async () => {
      const board = { ...this.board, day, name: dayText(day) };
      this.ranking = await askRanking(board);
      this.board = board;
      if (!this.dialog.element.open) return;
      this.dialog.draw();
      const { element } = this.dialog;
      if (element.querySelector(".ranking-head button:disabled")) find(".ranking-head button:enabled", element).focus();
    });
  }

  summary() {
    const { own, percent } = this.ranking;
    return h(
      "p.ranking-summary",
      { role: "status" },
      h(own ? "strong" : "span", {}, placeText(this.ranking)),
      percent ? h("span.muted", aboutText(this.ranking)) : null,
    );
  }

  table() {
    const { top, near } = this.ranking;
    if (!top.length) return null;
    const last = top[top.length - 1];
    const head = /** @type {const} */ (["ranking place", "ranking player", "result score", "result time"]);
    return h(
      "table.ranking-table",
      h("thead", h("tr", ...head.map((name) => h("th", { scope: "col" }, t(name))))),
      h("tbody", ...top.map(standingLine)),
      near.length
        ? h(
            "tbody",
            near[0].place > last.place + 1
              ? h("tr.ranking-gap", { "aria-hidden": "true" }, h("td", { colspan: String(head.length) }, "⋯"))
              : null,
            ...near.map(standingLine),
          )
        : null,
    );
  }

  /** A race against the day's leaders, for those who have played that day: others would see the board before. */
  race() {
    const { day } = this.board;
    const { own, top } = this.ranking;
    const hasOthers = top.some(({ won, is_own }) => won && !is_own);
    if (!day || !own || !hasOthers) return null;
    return h("div.actions", ghostButton(this.app, { day }, "do race leaders"));
  }

  rules() {
    return h("p.muted.ranking-rules", t(this.board.day ? "ranking rules day" : "ranking rules best"));
  }
}

/** @param {StandingAnswer} standing */
function standingLine({ place, name, tag, won, score, seconds, stars: count, is_own: isOwn }) {
  const shown = name ?? t("ranking guest", { tag });
  return h(
    "tr",
    { class: isOwn ? "own" : "" },
    h("td.rank", place <= 3 && won ? medal(place) : numberText(place)),
    h(
      "th",
      { scope: "row", class: name ? "" : "guest" },
      h("bdi", shown),
      isOwn ? " " : null,
      isOwn ? h("span.own-mark", t("ranking you")) : null,
    ),
    h(
      "td",
      h("span.score", numberText(score)),
      " ",
      won ? stars(count, t("stars of", { stars: count })) : h("small", t("ranking lost")),
    ),
    h("td", clockText(seconds)),
  );
}

/** @param {number} place */
function medal(place) {
  return h("span", { class: `medal medal-${place}` }, numberText(place));
}

/**
 * Say which place the player has, or how many players there are.
 * @param {RankingAnswer} ranking
 */
function placeText({ own, players }) {
  const values = { players: numberText(players), count: players };
  if (own)
    return players > 1 ? t("ranking own place", { ...values, place: numberText(own.place) }) : t("ranking alone");
  return players ? t("ranking players", values) : t("ranking nobody");
}

/**
 * Say how many others the player is better than; of the last one, nothing.
 * @param {RankingAnswer} ranking
 */
function aboutText({ percent }) {
  if (!percent) return t("ranking open");
  return percent === 100 ? t("ranking best") : t("ranking percent", { percent });
}
