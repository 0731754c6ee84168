// The graph of a game: free pairs as a line, where it could be won as a band below, and what helped as marks above.

import { h, s } from "../core/dom.js";
import { t } from "../i18n/i18n.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { Course, CoursePoint } from "../server/protocol.js" */

/** @typedef {CoursePoint["marks"][number]} Mark */
/** @typedef {"won" | "lost" | "unknown"} BandState */

/** Space left and right of the first and last point: half of the slider's thumb. */
export const SIDE = 8;
const MARKS = 14; // height of the row of marks
const BAND = 10;
const GAP = 3; // between line and band
const HALF_MARK = 4;

/** @type {Record<Mark, string>} */
const MARK_PATHS = {
  hint: "M0-4.5 4.5 0 0 4.5-4.5 0z",
  undo: "M3.5-4.5v9L-4.5 0z",
  shuffle: "M-4-4 4 4M4-4-4 4",
  restart: "M-4-4.5v9M4-4.5v9L-2.5 0z",
};

/**
 * @typedef {object} GraphShape
 * @property {[x: number, y: number][]} line
 * @property {number} floor where the line has no free pairs
 * @property {{x: number, width: number, state: BandState}[]} bands
 * @property {{x: number, mark: Mark}[]} marks
 */

/**
 * Return where everything is in a graph of some size.
 * @param {CoursePoint[]} points
 * @param {{width: number, height: number}} size
 * @returns {GraphShape}
 */
export function graphShape(points, { width, height }) {
  const step = (width - 2 * SIDE) / Math.max(points.length - 1, 1);
  const x = (/** @type {number} */ place) => SIDE + place * step;
  const floor = height - BAND - GAP;
  const most = Math.max(mostMoves(points), 1);
  const y = (/** @type {number} */ moves) => floor - (moves / most) * (floor - MARKS - 2);
  /** @type {GraphShape["bands"]} */
  const bands = [];
  points.forEach(({ winnable }, place) => {
    const state = winnable === null ? "unknown" : winnable ? "won" : "lost";
    const [left, right] = [Math.max(x(place - 0.5), 0), Math.min(x(place + 0.5), width)];
    const last = bands.at(-1);
    if (last?.state === state) last.width = right - last.x;
    else bands.push({ x: left, width: right - left, state });
  });
  return {
    line: points.map(({ moves }, place) => [x(place), y(moves)]),
    floor,
    bands,
    marks: points.flatMap(({ marks }, place) =>
      marks.map((mark, order) => ({ x: x(place - 0.5) + order * 2 * HALF_MARK, mark })),
    ),
  };
}

let count = 0;

/** A graph that fills the width of its place; it is drawn again when that changes. */
export class CourseGraph {
  /**
   * @param {CoursePoint[]} points
   * @param {string} [label] without one, screen readers skip the graph
   */
  constructor(points, label) {
    this.points = points;
    /** @type {number | null} the point that is marked */
    this.position = null;
    this.hatch = `course-hatch-${++count}`;
    const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
    this.element = s("svg", { class: "course-graph", ...named });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** @param {CoursePoint[]} points */
  setPoints(points) {
    this.points = points;
    this.draw();
  }

  /** @param {number} position */
  setPosition(position) {
    this.position = position;
    this.drawCursor();
  }

  draw() {
    const { width, height } = this.element.getBoundingClientRect();
    if (!width || !height) return;
    const shape = (this.shape = graphShape(this.points, { width, height }));
    const { line, floor, bands, marks } = shape;
    const corners = line.map(([x, y]) => `${x} ${y}`).join("L");
    this.cursor = s("g.cursor");
    this.element.replaceChildren(
      s("defs", hatching(this.hatch)),
      s("path.area", { d: `M${line[0][0]} ${floor}L${corners}L${line[line.length - 1][0]} ${floor}z` }),
      ...bands.map(({ x, width, state }) =>
        s("rect", {
          class: `band ${state}`,
          x: x + 0.5,
          y: height - BAND,
          width: Math.max(width - 1, 1),
          height: BAND - 0.5,
          rx: 2,
          fill: state === "lost" ? `url(#${this.hatch})` : null,
        }),
      ),
      ...marks.map(({ x, mark }) =>
        s(
          "g",
          { class: `mark ${mark}`, transform: `translate(${x} ${MARKS / 2})` },
          mark === "shuffle" || mark === "restart" ? s("path.cut", { d: `M0 ${MARKS / 2}V${height}` }) : null,
          s("path", { d: MARK_PATHS[mark] }),
        ),
      ),
      s("path.line", { d: `M${corners}` }),
      this.cursor,
    );
    this.drawCursor();
  }

  drawCursor() {
    const { shape, position } = this;
    const [x, y] = (position !== null && shape?.line[position]) || [];
    if (x === undefined || y === undefined) return;
    this.cursor?.replaceChildren(
      s("path", { d: `M${x} ${MARKS}V${(shape?.floor ?? 0) + GAP + BAND}` }),
      s("circle", { cx: x, cy: y, r: 5 }),
    );
  }
}

/**
 * The pattern of a dead end, which is not told by its colour alone.
 * @param {string} id
 */
function hatching(id) {
  return s(
    "pattern",
    { id, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    s("rect.hatch-ground", { width: 5, height: 5 }),
    s("rect.hatch", { width: 2, height: 5 }),
  );
}

/**
 * Say what the signs in a graph mean, as far as they occur.
 * @param {CoursePoint[]} points
 * @param {{isJudged?: boolean, isLate?: boolean}} [options] whether it is known where the game could be won, and whether
 *   the time was over before all of that was known
 */
export function courseLegend(points, { isJudged = true, isLate = false } = {}) {
  const { bands, marks } = graphShape(points, { width: 100, height: 50 });
  const most = mostMoves(points);
  const states = isJudged ? new Set(bands.map(({ state }) => state)) : [];
  const hatch = `course-hatch-${++count}`;
  const sample = (/** @type {SVGElement[]} */ ...parts) =>
    s("svg.course-sample", { viewBox: "0 0 18 12", "aria-hidden": "true" }, ...parts);
  const item = (/** @type {SVGElement} */ drawn, /** @type {string} */ text) => h("li", drawn, text);
  return h(
    "ul.course-legend",
    { "aria-hidden": "true" },
    item(sample(s("path.line", { d: "M1 9 6 4l5 4 6-6" })), t("course free", { most })),
    ...[...states].map((state) =>
      item(
        sample(
          s("defs", hatching(hatch)),
          s("rect", {
            class: `band ${state}`,
            x: 0.5,
            y: 1,
            width: 17,
            height: 10,
            rx: 2,
            fill: state === "lost" ? `url(#${hatch})` : null,
          }),
        ),
        t(isLate && state === "unknown" ? "course unknown late" : `course ${state}`),
      ),
    ),
    ...[...new Set(marks.map(({ mark }) => mark))].map((mark) =>
      item(
        sample(s("g", { class: `mark ${mark}`, transform: "translate(9 6)" }, s("path", { d: MARK_PATHS[mark] }))),
        t(`replay did ${mark}`),
      ),
    ),
  );
}

/**
 * Return what a course says about a game that was not won: the key of a text, and its values.
 * @param {Course} course
 * @returns {{name: TextKey, values: Record<string, number>}}
 */
export function courseVerdict({ points, lost, win, timed_out: isLate }) {
  if (lost === 0) return { name: "course never", values: {} };
  if (lost !== null) return { name: "course blame", values: { pair: lost } };
  if (win === null) return { name: isLate ? "course late" : "course open", values: {} };
  const isEnd = points.at(-1)?.winnable === true;
  return isEnd ? { name: "course end", values: {} } : { name: "course until", values: { pair: win } };
}

/**
 * Describe a course in a sentence, for those who do not see the graph.
 * @param {CoursePoint[]} points
 * @param {number} pairs
 */
export function courseText(points, pairs) {
  return t("course about", { pairs, most: mostMoves(points) });
}

/** @param {CoursePoint[]} points */
function mostMoves(points) {
  return Math.max(...points.map(({ moves }) => moves));
}
