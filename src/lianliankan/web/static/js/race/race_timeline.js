// The time line of a race: a line for each seat, marks for what happened, and a slider over them.

import { h, s, setStyle } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { courseLines, courseMarks, spreadEnds } from "./race_course.js";
import { raceIcon, seatSign } from "./signs.js";

/** @import { RaceReplay } from "../server/protocol.js" */
/** @import { CourseMark, CoursePoint } from "./race_course.js" */

const SIZE = 1000; // of the drawing, which is stretched

/** How a line ends, other than with the race. @type {Record<string, string>} */
/** @type {Record<string, "check" | "cross">} */
const ENDS = { finish: "check", out: "cross" };

export class RaceTimeline {
  /**
   * @param {RaceReplay} replay
   * @param {(time: number) => void} onSeek
   */
  constructor(replay, onSeek) {
    this.replay = replay;
    this.length = Math.max(replay.length, 1);
    this.lines = courseLines(replay);
    this.marks = courseMarks(replay.events);
    this.endings = new Map(this.marks.filter(({ kind }) => kind in ENDS).map(({ seat, kind }) => [seat, kind]));
    const values = [...this.lines.values()].flat().map(({ value }) => value);
    this.most = Math.max(...values, 1);
    this.slider = h("input", { type: "range", id: "timeline", min: 0, max: this.length, step: 1 });
    this.slider.oninput = () => onSeek(Number(this.slider.value));
    this.picture = s("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.layer = h("div.course-marks", { "aria-hidden": "true" });
    this.cursor = h("div.course-cursor", { "aria-hidden": "true" });
    this.element = h(
      "div.timeline.race-timeline",
      h("div.race-course", this.picture, this.layer, this.cursor),
      this.slider,
    );
  }

  /**
   * Draw the lines, that of the chosen seat above the others, and the marks of that seat.
   * @param {number} chosen
   */
  draw(chosen) {
    const seats = [...this.lines.keys()].sort((a, b) => Number(a === chosen) - Number(b === chosen));
    this.picture.replaceChildren(
      ...seats.map((seat) =>
        s("path", {
          class: `race-line seat-${seat} ${seat === chosen ? "chosen" : ""}`,
          d: this.path(this.lines.get(seat) ?? []),
        }),
      ),
    );
    const ends = this.ends().map(({ seat, at, height }) => this.place(this.end(seat), at, height));
    const marks = this.marks
      .filter(({ kind }) => !(kind in ENDS))
      .sort((a, b) => Number(a.seat === chosen) - Number(b.seat === chosen));
    this.layer.replaceChildren(...marks.map((mark) => this.mark(mark, mark.seat === chosen)), ...ends);
  }

  /** @param {CoursePoint[]} points */
  path(points) {
    return points
      .map(({ at, value }, place) => {
        const [x, y] = [at / this.length, this.height(value)].map((part) => (SIZE * part).toFixed(1));
        return place ? `H${x}V${y}` : `M${x} ${y}`;
      })
      .join("");
  }

  /**
   * Return how far down a value is, from 0 to 1.
   * @param {number} value
   */
  height(value) {
    return 1 - value / this.most;
  }

  /** Where the signs of the seats are: at the ends of their lines, but not on each other. */
  ends() {
    const ends = [...this.lines].map(([seat, line]) => {
      const { at, value } = line[line.length - 1];
      return { seat, at, height: this.height(value) };
    });
    return spreadEnds(ends, this.length);
  }

  /**
   * The sign of a seat, and how its race ended.
   * @param {number} seat
   */
  end(seat) {
    const kind = this.endings.get(seat) ?? "";
    return h("span", { class: `course-end ${kind}` }, seatSign(seat), kind ? icon(ENDS[kind]) : null);
  }

  /**
   * A mark on the line of a seat; those of other seats than the chosen one are small.
   * @param {CourseMark} mark
   * @param {boolean} isChosen
   */
  mark({ at, seat, kind, item }, isChosen) {
    const line = this.lines.get(seat) ?? [];
    const point = line.findLast((each) => each.at <= at) ?? line[0];
    const picture = isChosen && item ? raceIcon(item) : null;
    const sign = h("span", { class: `course-mark ${kind} seat-${seat} ${isChosen ? "chosen" : ""}` }, picture);
    return this.place(sign, at, this.height(point.value));
  }

  /**
   * @param {HTMLElement} element
   * @param {number} at
   * @param {number} height
   */
  place(element, at, height) {
    setStyle(element, { left: `${(100 * at) / this.length}%`, top: `${100 * height}%` });
    return element;
  }

  /**
   * @param {number} now
   * @param {string} text what screen readers say about it
   */
  setTime(now, text) {
    this.slider.value = String(now);
    this.slider.setAttribute("aria-valuetext", text);
    setStyle(this.cursor, { left: `${(100 * now) / this.length}%` });
  }
}
