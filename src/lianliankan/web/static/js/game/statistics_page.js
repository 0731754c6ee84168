// The statistics: numbers, games by mode and size, plots, first mistakes, achievements.

import { clockText } from "../core/clock.js";
import { h, redraw } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { actionButton, dropDown, numberLine } from "../dialogs/form.js";
import { dataButtons } from "../dialogs/move_data.js";
import { modeName, named, shortDay, t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { meter, plotFigure } from "./statistics_plots.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { AchievementState, ModeStatistics, Statistics } from "../server/protocol.js" */

const ASK_AGAIN_AFTER = 2000; // milliseconds, while the server still looks at games
const MISTAKES = /** @type {const} */ (["partner", "early", "unclear", "unknown"]);
const PARTS = /** @type {const} */ (["opening", "middle", "end"]);

/** @returns {Promise<import("../router.js").Opening>} */
export async function openPage() {
  const found = await api.statistics();
  return { make: (frame) => new StatisticsPage(frame, found) };
}

export class StatisticsPage {
  /**
   * @param {import("./frame.js").Frame} frame
   * @param {Statistics} statistics
   */
  constructor(frame, statistics) {
    this.app = frame.app;
    this.frame = frame;
    this.statistics = statistics;
    this.chosen = mostPlayed(statistics.modes);
    this.element = h("section.statistics", { tabindex: "-1", "aria-labelledby": "statistics-title" });
    frame.mark("reading");
    frame.add(this.element);
    this.draw();
    this.element.focus();
    this.askAgain();
  }

  redraw() {
    this.draw();
  }

  /** Ask for the numbers again, as long as the server has not looked at all games. */
  askAgain() {
    const { pending } = this.statistics;
    if (!pending) return;
    setTimeout(async () => {
      if (this.frame.signal.aborted) return;
      const found = await api.statistics().catch(() => null);
      if (!found || this.frame.signal.aborted) return;
      const isStuck = found.pending === pending;
      this.statistics = found;
      this.draw();
      if (!isStuck) this.askAgain();
    }, ASK_AGAIN_AFTER);
  }

  draw() {
    this.frame.showMode([icon("chart"), h("span", t("stats title"))], { title: t("stats title") });
    const { games, pending } = this.statistics;
    redraw(this.element, () => [
      h(
        "div.statistics-head",
        h("h2", { id: "statistics-title" }, t("stats title")),
        actionButton("bests title", () => this.app.show("bests"), { iconName: "bests" }),
        actionButton("stats back", () => void this.app.backToGame(), { kind: "primary", iconName: "back" }),
      ),
      h("p.muted.pending", { role: "status" }, pending ? t("stats pending", { games: pending }) : ""),
      ...(games ? this.sections() : [h("p.card-panel", t("stats none"))]),
      this.achievements(),
      this.data(),
    ]);
  }

  sections() {
    return [this.numbers(), this.modes(), this.plots(), this.mistakes()];
  }

  numbers() {
    const { games, won, streak, longest_streak, best_combo, hints, hintless } = this.statistics;
    const { daily_streak, longest_daily_streak } = this.statistics;
    const about = (/** @type {TextKey} */ name, /** @type {Record<string, number>} */ values = {}) =>
      h("small", t(name, values));
    return h(
      "dl.card-panel.numbers",
      numberLine("stats games", String(games), about("stats games about", { won })),
      numberLine("stats rate", percent(won, games), about("stats rate about", { lost: games - won })),
      numberLine("stats streak", String(streak), about("stats streak about", { longest: longest_streak })),
      numberLine("stats daily", String(daily_streak), about("stats daily about", { longest: longest_daily_streak })),
      numberLine("stats combo", String(best_combo), about("stats combo about")),
      numberLine("stats hints", String(hints), about("stats hints about", { games: hintless })),
    );
  }

  modes() {
    const head = /** @type {const} */ (["mode", "games", "won", "best time", "median time", "best score"]);
    return h(
      "section.card-panel",
      h("h3", t("stats modes")),
      h(
        "div.table-scroll",
        { tabindex: "0", role: "region", "aria-label": t("stats modes") },
        h(
          "table.statistics-table",
          h("thead", h("tr", ...head.map((name) => h("th", { scope: "col" }, t(`stats ${name}`))))),
          h("tbody", ...this.statistics.modes.map(modeRow)),
        ),
      ),
    );
  }

  plots() {
    const { modes } = this.statistics;
    const found = modes.find((group) => groupKey(group) === this.chosen) ?? modes[0];
    const menu = dropDown("statistics-group", modes.map(groupName), modes.indexOf(found), (place) => {
      this.chosen = groupKey(modes[place]);
      this.draw();
    });
    return h(
      "section.card-panel",
      h("div.plots-head", h("h3", t("stats plots")), h("label", h("span.visually-hidden", t("stats plots of")), menu)),
      h(
        "div.plots",
        plotFigure(t("stats scores"), found.points, ({ score }) => score, String),
        plotFigure(t("stats times"), found.points, ({ seconds }) => seconds, clockText, [1, 3, 6]),
      ),
    );
  }

  mistakes() {
    const { mistakes } = this.statistics;
    const total = MISTAKES.reduce((sum, name) => sum + mistakes[name], 0);
    const most = MISTAKES.slice(0, 2).reduce((a, b) => (mistakes[b] > mistakes[a] ? b : a));
    const inParts = PARTS.reduce((sum, part) => sum + mistakes[part], 0);
    const line = (/** @type {string} */ name, /** @type {number} */ count, /** @type {number} */ all, about = "") =>
      h(
        "li",
        h("span.name", name, about ? h("small", about) : null),
        h("span.count", String(count)),
        meter(count, all),
      );
    return h(
      "section.card-panel",
      h("h3", t("stats mistakes")),
      total === 0 ? h("p.muted", t("stats mistakes none")) : h("p.muted", t("stats mistakes about", { games: total })),
      mistakes[most] ? h("p.highlight", t("stats mistake most", { mistake: t(`mistake ${most}`) })) : null,
      total > 0 &&
        h(
          "div.mistakes",
          h(
            "ul.bars",
            ...MISTAKES.filter((name) => mistakes[name]).map((name) =>
              line(t(`mistake ${name}`), mistakes[name], total, t(`mistake ${name} about`)),
            ),
          ),
          inParts
            ? h(
                "ul.bars",
                { "aria-label": t("mistake part") },
                ...PARTS.map((part) => line(t(`mistake ${part}`), mistakes[part], inParts)),
              )
            : null,
        ),
    );
  }

  achievements() {
    const { achievements, min_pairs } = this.statistics;
    const reached = achievements.filter((each) => each.reached).length;
    return h(
      "section.card-panel",
      h(
        "h3",
        t("stats achievements"),
        h("small", ` ${t("stats achievements about", { reached, all: achievements.length, tiles: 2 * min_pairs })}`),
      ),
      h("ul.achievements", ...achievements.map(achievement)),
    );
  }

  /** Take the games to another place, or bring them from there. */
  data() {
    return h(
      "section.card-panel",
      { "aria-labelledby": "stats-data" },
      h("h3", { id: "stats-data" }, t("data title")),
      h("p.muted", t("data about")),
      h("div.card-actions", ...dataButtons(this.app)),
    );
  }
}

/** @param {ModeStatistics} group */
function modeRow(group) {
  const { games, won, best_seconds, median_seconds, best_score } = group;
  const time = (/** @type {number | null} */ seconds) => (seconds === null ? "–" : clockText(seconds));
  return h(
    "tr",
    h("th", { scope: "row" }, groupName(group)),
    h("td", String(games)),
    h("td", h("span.rate", meter(won, games), percent(won, games))),
    h("td", time(best_seconds)),
    h("td", time(median_seconds)),
    h("td", best_score === null ? "–" : String(best_score)),
  );
}

/** @param {AchievementState} state */
function achievement({ name, goal, progress, reached }) {
  return h(
    "li",
    { class: reached ? "reached" : "" },
    icon(reached ? "medal" : "lock"),
    h(
      "div",
      h("strong", named("achievement", name)),
      h("span", named("achievement", `${name} about`, { goal })),
      reached
        ? h("small", t("achievement reached", { date: shortDay(reached) }))
        : goal > 1
          ? h("small", meter(progress, goal), t("achievement progress", { progress, goal }))
          : null,
    ),
  );
}

/** @param {{mode: string, size: string}} group */
function groupKey({ mode, size }) {
  return `${mode} ${size}`;
}

/** @param {{mode: string, size: string}} group */
function groupName({ mode, size }) {
  return `${modeName(mode)} ${size.replace("x", "×")}`;
}

/** @param {ModeStatistics[]} modes */
function mostPlayed(modes) {
  const found = modes.reduce((a, b) => (a && a.games >= b.games ? a : b), modes[0]);
  return found ? groupKey(found) : "";
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return `${whole ? Math.round((100 * part) / whole) : 0}%`;
}
