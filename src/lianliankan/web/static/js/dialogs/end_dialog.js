// The dialog at the end of a game: the result, its graph, the high scores, and what to do next.

import { recallChallenge, resultOf } from "../core/challenge.js";
import { clockText } from "../core/clock.js";
import { h } from "../core/dom.js";
import { stars } from "../core/icons.js";
import { loadStyle } from "../core/style.js";
import { numberText, t } from "../i18n/i18n.js";
import { api, loadPart } from "../server/api.js";
import { facts } from "../server/facts.js";
import { comparison } from "./comparison.js";
import { CourseGraph, courseLegend, courseText, courseVerdict } from "./course_graph.js";
import { Dialog, isDialogOpen } from "./dialog.js";
import { explained } from "./explain.js";
import { actionButton, numberLine } from "./form.js";
import { ghostButton } from "./ghost_button.js";

/** @import { App } from "../app.js" */
/** @import { GamePage } from "../game/game_page.js" */
/** @import { BestGames, Course, GameResult, Options } from "../server/protocol.js" */

/** @typedef {typeof import("./result_lines.js")} ResultPart */

/**
 * @param {App} app
 * @param {GamePage} page
 */
export async function showEndDialog(app, page) {
  await loadPart(Promise.all([loadStyle("course.css"), loadStyle("dialogs/best_lists.css")]));
  const { view, head, id } = page;
  if (isDialogOpen() || page.frame.signal.aborted || !view || !head) return;
  const { level } = head.options;
  const isWon = view.state === "won";
  const toBeat = recallChallenge(head);
  /** @type {{found: GameResult, part: ResultPart} | null} */
  let result = null;
  /** @type {Course | null | undefined} undefined while it is not known, null if it cannot be */
  let graph;
  /** @type {import("./ranking.js").RankingRow | null} */
  let ranking = null;
  const course = api.course({ id });
  const dialog = new Dialog({
    title: () => t(isWon ? "won title" : "lost title"),
    kind: "narrow end-dialog",
    body: () => [
      h(
        "div.dialog-body.result",
        isWon ? explained("stars", stars(view.stars, t("stars of", { stars: view.stars }))) : null,
        isWon ? null : h("p", t("result left", { why: t(`lost ${view.loss || "given up"}`), tiles: view.tiles })),
        ...(result ? result.part.resultLines(result.found) : []),
        isWon && isLast(level) ? h("p.highlight", t("campaign done")) : null,
        toBeat
          ? comparison(resultOf(view), toBeat)
          : h(
              "dl.result-stats",
              { "data-about": true },
              numberLine("result score", numberText(view.score)),
              numberLine("result time", clockText(view.seconds)),
              numberLine("result pairs", String(view.pairs)),
            ),
        ranking?.draw() ?? null,
        graph === null ? null : courseBlock(app, page, isWon, graph),
        h("div.actions", ...nextActions(app, page, head.options, isWon)),
        h(
          "div.actions",
          actionButton("do replay", () => void app.go(`/replay/${id}`), { iconName: "replay" }),
          actionButton("do share", () => app.show("share", id), { iconName: "share" }),
          isWon ? ghostButton(app, { id }) : null,
        ),
        isWon && result?.found.place ? result.part.bestList(topPlaces(result.found.bests, id), id) : null,
      ),
    ],
  });
  const redraw = () => dialog.element.open && dialog.draw();
  const nothing = () => undefined; // the dialog works without the result and without the graph
  void course
    .then(
      (found) => (graph = found),
      () => (graph = null),
    )
    .then(redraw);
  void Promise.all([api.result(id), loadPart(import("./result_lines.js"))])
    .then(([found, part]) => (result = { found, part }), nothing)
    .then(redraw);
  void loadPart(import("./ranking.js"))
    .then(({ loadRanking, rankedBoard }) => loadRanking(app, rankedBoard(head)))
    .then((found) => (ranking = found), nothing)
    .then(redraw);
}

/**
 * The graph of the game; below that of a lost one, where it could still have been won.
 * @param {App} app
 * @param {GamePage} page
 * @param {boolean} isWon
 * @param {Course | undefined} course undefined as long as the server works on it
 */
function courseBlock(app, page, isWon, course) {
  if (!course) {
    const busy = isWon ? null : h("p.verdict.muted", t("course busy"));
    return h("div.course", h("div.course-place"), busy);
  }
  const { points, win_version: version, timed_out: isLate } = course;
  if (points.length < 2) return null;
  const { name, values } = courseVerdict(course);
  return h(
    "div.course",
    isWon ? null : h("p.verdict", t(name, values)),
    isWon || version === null
      ? null
      : actionButton("do win", () => void app.go(`/replay/${page.id}/win-${version}`), {
          iconName: "hint",
        }),
    new CourseGraph(points, courseText(points, page.view?.pairs ?? 0)).element,
    courseLegend(points, { isLate }),
  );
}

/**
 * @param {App} app
 * @param {GamePage} page
 * @param {Options} options
 * @param {boolean} isWon
 */
function nextActions(app, page, { level, day }, isWon) {
  if (level) {
    return [
      isWon && !isLast(level)
        ? actionButton("do level", () => app.show("level", level + 1), {
            kind: "primary",
            iconName: "play",
            first: true,
          })
        : actionButton("do try", () => void app.playAgain(page.id, page.head), {
            kind: "primary",
            iconName: "restart",
            first: true,
          }),
      actionButton("do map", () => app.show("campaign"), { iconName: "flag" }),
    ];
  }
  const options = { kind: isWon ? "primary" : "", iconName: /** @type {const} */ ("new"), first: isWon };
  const next = day ? afterDaily(app, day, options) : actionButton("do next", () => void app.playNext(page.id), options);
  const again = actionButton(isWon ? "do again" : "do try", () => void app.playAgain(page.id, page.head), {
    kind: isWon ? "" : "primary",
    iconName: "restart",
    first: !isWon,
  });
  return isWon ? [next, again] : [again, next];
}

/** @param {number | null} level */
function isLast(level) {
  return level === facts.levels.length;
}

/**
 * What follows a daily game: today's board after an older one; otherwise other modes, since a day has only one board.
 * @param {App} app
 * @param {string} day
 * @param {Parameters<typeof actionButton>[2]} options
 */
function afterDaily(app, day, options) {
  return app.me && day < app.me.daily.day
    ? actionButton("do today", () => void app.try(() => app.startGame({ mode: "daily" })), {
        ...options,
        iconName: "calendar",
      })
    : actionButton("do modes", () => app.show("new game"), { ...options, iconName: "grid" });
}

/**
 * Return the first five places, or as many as include this game if it is in the first ten.
 * @param {BestGames} bests
 * @param {string} id
 */
function topPlaces({ games, practice }, id) {
  const found = games.findIndex((best) => best.id === id);
  return { games: games.slice(0, Math.max(5, found < 10 ? found + 1 : 5)), practice };
}
