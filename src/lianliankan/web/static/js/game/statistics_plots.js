// The plots of the statistics, drawn as SVG, each with its numbers as a text and a table.

import { h, s } from "../core/dom.js";
import { axisMarks, median, runningMedian } from "../core/plot.js";
import { shortDay, t } from "../i18n/i18n.js";

/** @import { GamePoint } from "../server/protocol.js" */

const [WIDTH, HEIGHT] = [440, 200];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 10, 10, 12];
const TREND = 9; // games

/**
 * A bar that says how much of a whole something is; the number stands beside it.
 * @param {number} part
 * @param {number} whole
 */
export function meter(part, whole) {
  const width = whole ? (100 * part) / whole : 0;
  return s(
    "svg.meter",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect.meter-ground", { width: 100, height: 8 }),
    s("rect.meter-part", { width, height: 8 }),
  );
}

/**
 * Plot a value of the last games: a dot for each, and the trend.
 * @param {string} title
 * @param {GamePoint[]} points
 * @param {(point: GamePoint) => number} valueOf
 * @param {(value: number) => string} write
 * @param {number[]} [steps] of the marks
 */
export function plotFigure(title, points, valueOf, write, steps) {
  const values = points.map(valueOf);
  const caption = values.length
    ? t(values.length > 1 ? "stats plot about" : "stats plot one", {
        games: values.length,
        low: write(Math.min(...values)),
        high: write(Math.max(...values)),
        median: write(Math.round(median(values))),
      })
    : t("stats plot none");
  return h(
    "figure.plot",
    h("figcaption", h("strong", title), h("span", caption)),
    values.length ? drawPlot(values, write, steps) : null,
    values.length ? pointTable(title, points, (point) => write(valueOf(point))) : null,
  );
}

/**
 * Draw the plot; its caption and its table say the same to screen readers.
 * @param {number[]} values
 * @param {(value: number) => string} write
 * @param {number[]} [steps]
 */
function drawPlot(values, write, steps) {
  const marks = axisMarks(Math.min(...values), Math.max(...values), steps);
  const [low, high] = [marks[0], marks[marks.length - 1]];
  const span = Math.max(values.length - 1, 1);
  const x = (/** @type {number} */ place) =>
    values.length === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + 8 + (place * (WIDTH - LEFT - RIGHT - 16)) / span;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((value - low) * (HEIGHT - TOP - BOTTOM)) / (high - low);
  const trend = runningMedian(values, TREND).map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`);
  return s(
    "svg.plot-picture",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    ...marks.flatMap((mark) => [
      s("path.plot-line", { d: `M${LEFT} ${y(mark)}H${WIDTH - RIGHT}` }),
      s("text.plot-mark", { x: LEFT - 8, y: y(mark), dy: "0.35em", "text-anchor": "end" }, write(mark)),
    ]),
    s("polyline.plot-trend", { points: trend.join(" ") }),
    ...values.map((value, place) => s("circle.plot-dot", { cx: x(place), cy: y(value), r: 4 })),
  );
}

/**
 * @param {string} title
 * @param {GamePoint[]} points
 * @param {(point: GamePoint) => string} write
 */
function pointTable(title, points, write) {
  return h(
    "details",
    h("summary", t("stats table")),
    h(
      "div.table-scroll.tall",
      { tabindex: "0", role: "region", "aria-label": title },
      h(
        "table.statistics-table",
        h("thead", h("tr", h("th", { scope: "col" }, t("stats date")), h("th", { scope: "col" }, title))),
        h(
          "tbody",
          ...[...points].reverse().map((point) => h("tr", h("td", shortDay(point.when)), h("td", write(point)))),
        ),
      ),
    ),
  );
}
