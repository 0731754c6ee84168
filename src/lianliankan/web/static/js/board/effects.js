// What is drawn over the tiles for a moment: paths, nearest misses, hints, points.

import { s } from "../core/dom.js";
import { UNIT, points, turn } from "./layout.js";
import { isCalm } from "../core/reduced_motion.js";
import { shake } from "./tile_motion.js";

/** @typedef {import("./rows.js").Cell} Cell */
/** @typedef {"linked" | "missed" | "hinted"} Manner */

const DRAW = 190; // milliseconds for a path to draw itself
const STAY = 170;
const FADE = 200;
const HALF_POINTS = 14; // of the width of the points that rise, as far as it would stick out

export class Effects {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.layer = s("g", { class: "effects" });
    /** @type {SVGElement[]} */
    this.lasting = [];
  }

  /** Take away what lasts until the next thing happens: hints and misses. */
  clear() {
    for (const element of this.lasting.splice(0)) element.remove();
    this.view.unmark("hinted", "blocking", "refused");
  }

  /**
   * Draw a path along its corners.
   * @param {Cell[]} corners
   * @param {Manner} manner
   */
  path(corners, manner) {
    const { view } = this;
    const shown = corners.map((cell) => turn(cell, view.turned));
    const line = points(shown, view.height, view.width);
    const group = s(
      "g",
      { class: `path ${manner}` },
      s("polyline", { class: "halo", points: line, pathLength: 1 }),
      s("polyline", { class: "line", points: line, pathLength: manner === "linked" ? 1 : null }),
    );
    this.layer.append(group);
    if (manner !== "linked") {
      this.lasting.push(group);
      return;
    }
    if (!isCalm()) {
      for (const part of group.children) {
        part.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
          duration: DRAW,
          easing: "cubic-bezier(.4,.1,.4,1)",
        });
      }
    }
    const fading = group.animate([{ opacity: 1 }, { opacity: 0 }], {
      delay: DRAW + STAY,
      duration: isCalm() ? 1 : FADE,
      fill: "forwards",
    });
    fading.onfinish = () => group.remove();
  }

  /**
   * Let the points of a pair rise from the middle of its path.
   * @param {Cell[]} corners
   * @param {number} number
   */
  points(corners, number) {
    if (!number || isCalm()) return;
    const { view } = this;
    const [x, y] = middleOf(corners.map((cell) => view.middle(cell)));
    const inside = Math.min(Math.max(x, HALF_POINTS), view.width * UNIT - HALF_POINTS); // the ring may be at the edge
    const text = s("text", { class: "points", x: inside, y: Math.max(y, UNIT / 4) }, `+${number}`);
    this.layer.append(text);
    const rising = text.animate(
      [
        { opacity: 0, transform: "translateY(6px)" },
        { opacity: 1, transform: "translateY(-6px)", offset: 0.25 },
        { opacity: 1, transform: "translateY(-14px)", offset: 0.65 },
        { opacity: 0, transform: "translateY(-24px)" },
      ],
      { duration: 900, delay: DRAW * 0.5, easing: "ease-out", fill: "both" },
    );
    rising.onfinish = () => text.remove();
  }

  /**
   * Show why two tiles do not link.
   * @param {any} event
   */
  refuse(event) {
    this.clear();
    for (const cell of event.cells) {
      const tile = this.view.tileAt(cell);
      if (!tile) continue;
      this.view.mark(cell, "refused");
      shake(this.view, tile);
    }
    if (!event.miss) return;
    if (event.miss.path) this.path(event.miss.path, "missed");
    for (const cell of event.miss.blockers) this.view.mark(cell, "blocking");
  }

  /**
   * Show a pair that can go.
   * @param {any} event
   */
  hint(event) {
    this.clear();
    this.path(event.path, "hinted");
    for (const cell of event.move) this.view.mark(cell, "hinted");
  }
}

/**
 * Give the point halfway along a line.
 * @param {[number, number][]} line
 * @returns {[number, number]}
 */
function middleOf(line) {
  const far = (/** @type {number} */ i) => Math.hypot(line[i + 1][0] - line[i][0], line[i + 1][1] - line[i][1]);
  let rest = line.slice(1).reduce((sum, _, i) => sum + far(i), 0) / 2;
  for (let i = 0; i + 1 < line.length; i++) {
    const length = far(i);
    if (rest <= length && length) {
      const share = rest / length;
      return [line[i][0] + share * (line[i + 1][0] - line[i][0]), line[i][1] + share * (line[i + 1][1] - line[i][1])];
    }
    rest -= length;
  }
  return line[0];
}
