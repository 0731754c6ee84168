// The daily game: today's board, the streak, and a calendar of the days before, which can be played later.

import { addMonths, countdownText, monthOf, weeksOf } from "../core/calendar.js";
import { clockText } from "../core/clock.js";
import { find, h, setText } from "../core/dom.js";
import { icon, iconButton, stars } from "../core/icons.js";
import { dayText, monthText, numberText, t, weekdayNames } from "../i18n/i18n.js";
import { api, loadPart, problemOf } from "../server/api.js";
import { Dialog } from "./dialog.js";
import { actionButton, numberLine } from "./form.js";
import { showNotice } from "./notices.js";

/** @import { App } from "../app.js" */
/** @import { CalendarAnswer, DayResult } from "../server/protocol.js" */

const KEY_STATES = /** @type {const} */ (["won", "late", "lost", "missed"]);

/** @param {App} app */
export async function openDialog(app) {
  const calendar = await api.calendar();
  return () => new DailyDialog(app, calendar);
}

class DailyDialog {
  /**
   * @param {App} app
   * @param {CalendarAnswer} calendar
   */
  constructor(app, calendar) {
    this.app = app;
    this.calendar = calendar;
    this.midnight = midnightOf(calendar);
    this.results = resultsOf(calendar);
    this.isAsking = false;
    this.month = monthOf(calendar.today);
    this.problem = "";
    this.isBusy = false;
    /** @type {import("./ranking.js").RankingRow | null} */
    this.ranking = null;
    this.countdown = h("p.muted", { role: "timer" });
    this.dialog = new Dialog({
      title: () => t("daily title"),
      kind: "daily",
      body: () => [
        h(
          "div.dialog-body",
          this.statusLine(),
          this.today(),
          this.ranking?.draw() ?? null,
          this.calendarSection(),
          this.rules(),
        ),
      ],
      onClose: () => clearInterval(this.timer),
    });
    this.timer = setInterval(() => this.tick(), 1000);
    this.tick();
    void this.loadRanking();
  }

  /** Load the ranking of today; the dialog works without it. */
  async loadRanking() {
    const { today: day } = this.calendar;
    this.ranking = await loadPart(import("./ranking.js"))
      .then(({ loadRanking }) => loadRanking(this.app, { mode: "daily", day, name: dayText(day) }))
      .catch(() => null);
    if (this.ranking && this.dialog.element.open) this.dialog.draw();
  }

  /** Count down to the next board; when it is there, show it. */
  tick() {
    const left = (this.midnight - performance.now()) / 1000;
    setText(this.countdown, t("daily next", { time: countdownText(left) }));
    if (left <= 0 && !this.isAsking) void this.refresh();
  }

  async refresh() {
    this.isAsking = true;
    await this.app.try(async () => {
      this.calendar = await api.calendar();
      this.midnight = midnightOf(this.calendar);
      this.results = resultsOf(this.calendar);
      this.dialog.draw();
      await this.loadRanking();
    });
    this.isAsking = false;
  }

  statusLine() {
    if (!this.problem && !this.isBusy) return null;
    return h("p", { class: this.problem ? "error" : "muted", role: "status" }, this.problem || t("dealing"));
  }

  today() {
    const { today, record } = this.calendar;
    const result = this.results.get(today);
    const days = (/** @type {number} */ days) => t("daily days", { days });
    return h(
      "section.daily-today",
      h(
        "div",
        h("h3", dayText(today)),
        result?.state === "won" ? stars(result.stars, t("stars of", { stars: result.stars })) : null,
        result && result.state !== "playing" ? h("p", outcome(result)) : null,
        this.countdown,
      ),
      h(
        "dl.result-stats",
        numberLine("daily streak", days(record.streak)),
        numberLine("daily longest", days(record.longest)),
      ),
      h(
        "div.actions",
        actionButton(todayAction(result), () => void this.play(today), {
          kind: result && result.state !== "playing" ? "" : "primary",
          iconName: "play",
          first: true,
        }),
      ),
    );
  }

  calendarSection() {
    const { today, first_day: firstDay } = this.calendar;
    const turn = (/** @type {number} */ step) => {
      this.month = addMonths(this.month, step);
      this.dialog.draw();
      const { element } = this.dialog;
      if (element.querySelector(".calendar-head button:disabled"))
        find(".calendar-head button:enabled", element).focus();
    };
    return h(
      "section.calendar",
      h(
        "div.calendar-head",
        iconButton("back", t("daily earlier"), {
          id: "daily-earlier",
          "aria-describedby": "daily-month",
          disabled: this.month <= monthOf(firstDay),
          onclick: () => turn(-1),
        }),
        h("h3", { id: "daily-month" }, monthText(this.month)),
        iconButton("forth", t("daily later"), {
          id: "daily-later",
          "aria-describedby": "daily-month",
          disabled: this.month >= monthOf(today),
          onclick: () => turn(1),
        }),
      ),
      h(
        "table",
        { "aria-label": monthText(this.month) },
        h("thead", h("tr", ...weekdayNames().map(({ short, long }) => h("th", { scope: "col", abbr: long }, short)))),
        h("tbody", ...weeksOf(this.month).map((week) => h("tr", ...week.map((day) => h("td", this.dayButton(day)))))),
      ),
      h("ul.calendar-key", { "aria-hidden": "true" }, ...KEY_STATES.map(keyLine)),
    );
  }

  /** @param {string | null} day */
  dayButton(day) {
    if (!day) return null;
    const { today, first_day: firstDay } = this.calendar;
    const number = String(Number(day.slice(8)));
    if (day > today || day < firstDay) return h("span.day", number);
    const result = this.results.get(day);
    const state = stateOf(result);
    const name = day === today && !result ? "today" : state;
    return h(
      "button",
      {
        class: `day ${state}${day === today ? " today" : ""}`,
        id: `day-${day}`,
        "aria-label": t(`day ${name}`, { day: dayText(day), stars: result?.stars ?? 0 }),
        onclick: () => void this.play(day),
      },
      number,
      mark(state, result?.stars ?? 0),
    );
  }

  rules() {
    return h("p.muted.daily-rules", t("daily rules"));
  }

  /**
   * Continue the game of a day, or start one.
   * @param {string} day
   */
  async play(day) {
    const result = this.results.get(day);
    if (result?.state === "playing") return this.app.play(result.game);
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    this.dialog.draw();
    try {
      await this.app.startGame({ mode: "daily", day });
      if (result) showNotice(t("result practice"));
      else if (day < this.calendar.today) showNotice(t("result day late"));
    } catch (thrown) {
      this.problem = problemOf(thrown);
    }
    this.isBusy = false;
    if (this.dialog.element.open) this.dialog.draw();
  }
}

/** @param {CalendarAnswer} calendar */
function midnightOf({ seconds_left: left }) {
  return performance.now() + left * 1000;
}

/**
 * @param {CalendarAnswer} calendar
 * @returns {Map<string, DayResult>}
 */
function resultsOf({ record }) {
  return new Map(record.days.map((result) => [result.day, result]));
}

/** @param {DayResult | undefined} result */
function todayAction(result) {
  if (!result) return "daily play";
  return result.state === "playing" ? "daily continue" : "daily practise";
}

/** @param {DayResult} result */
function outcome({ state, score, seconds }) {
  return state === "won"
    ? t("daily won today", { score: numberText(score), time: clockText(seconds) })
    : t("daily lost today");
}

/** @param {DayResult | undefined} result */
function stateOf(result) {
  if (!result) return "missed";
  return result.state === "won" && result.is_late ? "late" : result.state;
}

/**
 * Mark a day: with its stars, with a cross, or with nothing.
 * @param {string} state
 * @param {number} count
 */
function mark(state, count) {
  const won = h("span.day-mark", { "aria-hidden": "true" }, "★".repeat(count));
  if (state === "won") return won;
  if (state === "late") return h("span.day-mark", { "aria-hidden": "true" }, icon("restart"), "★".repeat(count));
  if (state === "lost") return h("span.day-mark", { "aria-hidden": "true" }, icon("cross"));
  if (state === "playing") return h("span.day-mark", { "aria-hidden": "true" }, icon("play"));
  return null;
}

/** @param {typeof KEY_STATES[number]} state */
function keyLine(state) {
  return h("li", h("span", { class: `day ${state}` }, mark(state, 1)), t(`marked ${state}`));
}
