// How the cost of finders grows with the board: measured here and now, one size after the other, and drawn meanwhile.

import { h, s } from "../core/dom.js";
import { logMarks, logPlace } from "../core/plot.js";
import { numberText, t } from "../i18n/i18n.js";
import { ApiError, errorKey } from "../server/api.js";
import { finderTitle } from "./finder_card.js";
import { askGrowth } from "./lab_api.js";

/** @import { GrowthAnswer } from "../server/protocol.js" */

/** @typedef {"examined" | "nanoseconds"} Cost */

const SIDES = [4, 6, 8, 12, 16, 24, 32];
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [420, 250, 52, 30, 12, 92];

export class GrowthCard {
  /** @param {import("./lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    /** @type {GrowthAnswer[]} */
    this.found = [];
    /** @type {string[]} */
    this.finders = [];
    this.isRunning = false;
    this.problem = "";
    this.element = h("section.lab-card");
  }

  /**
   * Show the card for some finders; what was measured for others is dropped.
   * @param {string[]} finders
   */
  build(finders) {
    if (finders.join() !== this.finders.join()) {
      this.stop();
      this.found = [];
      this.problem = "";
      this.finders = finders;
    }
    this.draw();
    return this.element;
  }

  stop() {
    this.isRunning = false;
  }

  async run() {
    this.isRunning = true;
    this.found = [];
    this.problem = "";
    const { finders } = this;
    for (const side of SIDES) {
      this.draw();
      const answer = await askGrowth(side, finders).catch((problem) => {
        if (!(problem instanceof ApiError)) throw problem;
        this.problem = t(errorKey(problem));
        return null;
      });
      if (!this.isRunning || finders !== this.finders) return this.draw();
      if (!answer) break;
      this.found.push(answer);
    }
    this.isRunning = false;
    this.draw();
  }

  draw() {
    const { found, isRunning } = this;
    const hasFocus = this.element.contains(document.activeElement);
    const press = () => {
      if (isRunning) this.stop();
      else void this.run();
      this.draw();
    };
    const button = h(
      "button.button.small",
      { "data-growth": isRunning ? "stop" : "run", onclick: press },
      t(isRunning ? "growth stop" : found.length ? "growth again" : "growth run"),
    );
    const next = SIDES[found.length];
    this.element.replaceChildren(
      h("h3", t("growth title")),
      h("p.muted", t("growth about")),
      h("div.card-actions", button, h("span.muted", { role: "status" }, this.progress(next))),
      ...(found.length ? [this.plot("examined"), this.plot("nanoseconds"), this.table()] : []),
    );
    if (hasFocus) button.focus();
  }

  /** @param {number | undefined} next */
  progress(next) {
    if (this.problem) return this.problem;
    return this.isRunning && next ? t("growth progress", { side: next }) : "";
  }

  /**
   * Draw a cost over the side of the board; both scales are logarithmic.
   * @param {Cost} cost
   */
  plot(cost) {
    const values = this.found.flatMap(({ points }) => points.map((point) => Math.max(point[cost], 1)));
    const marks = logMarks(Math.min(...values), Math.max(...values));
    const [low, high] = [marks[0], marks[marks.length - 1]];
    const x = (/** @type {number} */ side) =>
      LEFT + (WIDTH - LEFT - RIGHT) * logPlace(side, SIDES[0], SIDES[SIDES.length - 1]);
    const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * logPlace(value, low, high);
    const label = (/** @type {number} */ value) => (cost === "examined" ? numberText(value) : shortTime(value));
    return h(
      "figure.growth-plot",
      h("figcaption", t(`growth ${cost}`)),
      s(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t(`growth ${cost}`) },
        ...marks.flatMap((value) => [
          s("line.growth-grid", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
          s("text.growth-mark.end", { x: LEFT - 6, y: y(value) + 4 }, label(value)),
        ]),
        ...SIDES.map((side) => s("text.growth-mark", { x: x(side), y: HEIGHT - 8 }, String(side))),
        ...this.lines(cost, x, (value) => y(Math.max(value, 1))),
      ),
    );
  }

  /**
   * @param {Cost} cost
   * @param {(side: number) => number} x
   * @param {(value: number) => number} y
   */
  lines(cost, x, y) {
    const lines = this.finders.map((finder, place) => ({
      finder,
      colour: `growth-${place % 10}`,
      points: this.found.flatMap(({ side, points }) => {
        const point = points.find((each) => each.finder === finder);
        return point ? [/** @type {[number, number]} */ ([x(side), y(point[cost])])] : [];
      }),
    }));
    const drawn = lines.filter(({ points }) => points.length);
    drawn.sort((a, b) => a.points[a.points.length - 1][1] - b.points[b.points.length - 1][1]);
    let free = 0; // names must not cover each other
    return drawn.flatMap(({ finder, colour, points }) => {
      const [endX, endY] = points[points.length - 1];
      free = Math.max(endY + 4, free + 13);
      return [
        s("polyline", { class: `growth-line ${colour}`, points: points.join(" ") }),
        ...points.map(([cx, cy]) => s("circle", { class: `growth-dot ${colour}`, cx, cy, r: 2.6 })),
        s("text", { class: `growth-name ${colour}`, x: endX + 7, y: free }, finder.replace("published.", "p. ")),
      ];
    });
  }

  table() {
    const number = (/** @type {GrowthAnswer} */ { points }, /** @type {string} */ finder) => {
      const point = points.find((each) => each.finder === finder);
      return h("td", point ? `${numberText(Math.round(point.examined))} · ${shortTime(point.nanoseconds)}` : "–");
    };
    return h(
      "details",
      h("summary", t("growth table")),
      h(
        "div.table-scroll",
        { tabindex: "0", role: "region", "aria-label": t("growth table") },
        h(
          "table.growth-table",
          h(
            "tr",
            h("th", { scope: "col" }, ""),
            ...this.found.map(({ side }) => h("th", { scope: "col" }, `${side}×${side}`)),
          ),
          ...this.finders.map((finder) =>
            h("tr", h("th", { scope: "row" }, finderTitle(finder)), ...this.found.map((each) => number(each, finder))),
          ),
        ),
      ),
    );
  }
}

/**
 * Format a duration with about two digits.
 * @param {number} nanoseconds
 */
export function shortTime(nanoseconds) {
  const units = /** @type {[number, string][]} */ ([
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "µs"],
  ]);
  const [size, unit] = units.find(([each]) => nanoseconds >= each) ?? [1, "ns"];
  const value = nanoseconds / size;
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}
