// What is drawn over the tiles for a moment: paths, near misses, hints, points.

import { s } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { sameCell, shiftedCell } from "./board_model.js";
import { UNIT, pathPoints, transpose } from "./layout.js";
import { shake } from "./tile_motion.js";

/** @import { Cell, Hinted, Refused, TileShift } from "../server/protocol.js" */
/** @import { Tile } from "./tile_layer.js" */

/** @typedef {"linked" | "missed" | "hinted"} PathStyle */

const DRAW = 190; // milliseconds for a path to draw itself
const STAY = 170;
const FADE = 200;
const HALF_POINTS = 14; // half the width of the points that rise, in drawing units
const REFUSAL = 1000; // milliseconds that a refusal is shown before it fades
const FADE_REFUSAL = 300;

export class Effects {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.layer = s("g.effects");
    /** @type {Hinted | null} the pair that is shown as a hint */
    this.hinted = null;
    /** @type {Cell[]} the tiles that are shown as refused */
    this.refused = [];
    /** @type {import("./expected_paths.js").ExpectedPaths | null} those shown before the server has answered */
    this.expected = null;
  }

  /** Remove hints and refusals: the board changes. */
  clear() {
    this.expected?.keep([]);
    this.clearRefusal();
    this.clearHint();
  }

  clearHint() {
    this.hinted = null;
    this.removePath("hinted");
    this.view.removeMarks("hinted");
  }

  clearRefusal() {
    clearTimeout(this.fadeTimer);
    this.view.element.classList.remove("refusal-fading");
    this.clearMiss();
    this.markRefused([]);
  }

  clearMiss() {
    this.removePath("missed");
    this.view.removeMarks("blocking");
  }

  /** @param {Cell[]} cells */
  markRefused(cells) {
    this.view.removeMarks("refused");
    this.refused = cells;
    for (const cell of cells) this.view.mark(cell, "refused");
  }

  /**
   * Follow a pair that leaves: hints and near misses go, and other refused tiles stay marked until that fades.
   * @param {Cell[]} move
   */
  followPair(move) {
    this.clearHint();
    this.clearMiss();
    this.markRefused(this.refused.filter((cell) => !move.some((end) => sameCell(end, cell))));
  }

  /**
   * Follow tiles that gravity moves.
   * @param {TileShift[]} shifts
   */
  followShifts(shifts) {
    this.expected?.keep([]);
    if (this.refused.length) this.markRefused(this.refused.map((cell) => shiftedCell(cell, shifts)));
  }

  /** @param {PathStyle} style */
  removePath(style) {
    this.layer.querySelector(`.${style}`)?.remove();
  }

  /**
   * Draw a path. That of a pair draws itself and fades; with reduced motion, it stays until it is removed.
   * @param {Cell[]} corners
   * @param {PathStyle} style
   * @param {{stays?: boolean}} [options] whether it does not fade by itself
   */
  path(corners, style, { stays = false } = {}) {
    const { view } = this;
    const shown = corners.map((cell) => transpose(cell, view.transposed));
    const line = pathPoints(shown, view.height, view.width);
    const group = s(
      "g",
      { class: `path ${style}` },
      s("polyline.halo", { points: line, pathLength: 1 }),
      s("polyline.line", { points: line, pathLength: style === "linked" ? 1 : null }),
    );
    this.layer.append(group);
    if (style !== "linked" || isMotionReduced()) return group;
    for (const part of group.children) {
      part.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
        duration: DRAW,
        easing: "cubic-bezier(.4,.1,.4,1)",
      });
    }
    if (!stays) this.fade(group);
    return group;
  }

  /**
   * Let the path of a pair fade.
   * @param {SVGElement} group
   * @param {number} [shownFor] milliseconds
   */
  fade(group, shownFor = 0) {
    const delay = Math.max(DRAW + STAY - shownFor, 0);
    const fading = group.animate([{ opacity: 1 }, { opacity: 0 }], { delay, duration: FADE, fill: "forwards" });
    fading.onfinish = () => group.remove();
  }

  /**
   * Show the points of a pair, rising from the middle of its path.
   * @param {Cell[]} corners
   * @param {number} number
   */
  points(corners, number) {
    if (!number || isMotionReduced()) return;
    const { view } = this;
    const [x, y] = halfway(corners.map((cell) => view.centre(cell)));
    const inside = Math.min(Math.max(x, HALF_POINTS), view.width * UNIT - HALF_POINTS);
    const text = s("text.points", { x: inside, y: Math.max(y, UNIT / 4) }, `+${number}`);
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
   * Show for a moment why two tiles cannot be connected. A hint stays.
   * @param {Pick<Refused, "cells" | "miss">} event
   */
  refuse(event) {
    const before = this.refused;
    this.clearRefusal();
    this.fadeTimer = setTimeout(() => this.fadeRefusal(), REFUSAL);
    const tiles = event.cells.filter((cell) => this.view.tileAt(cell));
    this.markRefused([...before, ...tiles]);
    for (const cell of tiles) shake(this.view, /** @type {Tile} */ (this.view.tileAt(cell)));
    if (!event.miss) return;
    if (event.miss.path) this.path(event.miss.path, "missed");
    for (const cell of event.miss.blockers) this.view.mark(cell, "blocking");
  }

  fadeRefusal() {
    this.view.element.classList.add("refusal-fading");
    this.fadeTimer = setTimeout(() => this.clearRefusal(), isMotionReduced() ? 0 : FADE_REFUSAL);
  }

  /**
   * Show a pair that can be removed, until the board changes.
   * @param {Hinted} event
   */
  hint(event) {
    this.clear();
    this.hinted = event;
    this.path(event.path, "hinted");
    for (const cell of event.move) this.view.mark(cell, "hinted");
  }
}

/**
 * Return the point halfway along a line.
 * @param {[number, number][]} line
 * @returns {[number, number]}
 */
function halfway(line) {
  const length = (/** @type {number} */ i) => Math.hypot(line[i + 1][0] - line[i][0], line[i + 1][1] - line[i][1]);
  let rest = line.slice(1).reduce((sum, _, i) => sum + length(i), 0) / 2;
  for (let i = 0; i + 1 < line.length; i++) {
    const here = length(i);
    if (rest <= here && here) {
      const share = rest / here;
      return [line[i][0] + share * (line[i + 1][0] - line[i][0]), line[i][1] + share * (line[i + 1][1] - line[i][1])];
    }
    rest -= here;
  }
  return line[0];
}
