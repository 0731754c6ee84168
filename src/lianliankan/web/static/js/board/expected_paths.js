// Paths that are shown before the server has answered: it confirms them, or they are taken back.

import { isMotionReduced } from "../core/reduced_motion.js";
import { sameCell } from "./board_model.js";

/** @import { Cell, Linked } from "../server/protocol.js" */
/** @import { Pair } from "./selection.js" */

/**
 * @typedef {object} ExpectedPath
 * @property {Pair} pair
 * @property {Cell[]} corners
 * @property {SVGElement} group
 * @property {number} since when it is shown, in milliseconds
 */

export class ExpectedPaths {
  /** @param {import("./effects.js").Effects} effects */
  constructor(effects) {
    this.effects = effects;
    /** @type {ExpectedPath[]} */
    this.paths = [];
  }

  /**
   * Show the path of a pair.
   * @param {Pair} pair
   * @param {Cell[]} corners
   */
  show(pair, corners) {
    const group = this.effects.path(corners, "linked", { stays: true });
    this.paths.push({ pair, corners, group, since: performance.now() });
  }

  /**
   * Let the path of a pair fade, now that the server has removed the pair.
   * @param {Linked} event
   * @returns {{group: SVGElement, shownFor: number} | null} the path, and for how many milliseconds it has been there;
   *   null if another path must be shown
   */
  confirm({ move, path }) {
    const found = this.paths.find(({ pair }) => pair.cells.every((cell) => move.some((end) => sameCell(cell, end))));
    if (!found) return null;
    this.paths = this.paths.filter((other) => other !== found);
    const { corners, group, since } = found;
    if (![path, [...path].reverse()].some((known) => String(known) === String(corners))) {
      group.remove();
      return null;
    }
    const shownFor = performance.now() - since;
    if (!isMotionReduced()) this.effects.fade(group, shownFor);
    return { group, shownFor };
  }

  /**
   * Take back the paths of all pairs but these.
   * @param {Pair[]} pairs
   */
  keep(pairs) {
    for (const { pair, group } of this.paths) if (!pairs.includes(pair)) group.remove();
    this.paths = this.paths.filter(({ pair }) => pairs.includes(pair));
  }
}
