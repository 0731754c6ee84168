// How difficult a board is among all deals of its kind, by the scores that the atlas of winnable deals has found.

import { shownGravity } from "../core/gravities.js";
import { countKinds } from "./edit_shapes.js";

/**
 * Return which share of the winnable deals of a board's kind is easier than a score; null for other boards than deals of
 * a size, a number of kinds and rules that the atlas has.
 * @param {readonly import("../server/protocol.js").ScoreFacts[]} tables
 * @param {{rows: number[][], rules: import("../server/protocol.js").Rules}} board
 * @param {number} score
 */
export function easierShare(tables, { rows, rules }, score) {
  const sides = [rows.length, rows[0].length];
  if (shownGravity(rules.gravity, true) === rules.gravity) sides.sort((a, b) => a - b); // on its side it is the same
  const counts = [...countKinds(rows).values()];
  const tiles = counts.reduce((sum, count) => sum + count, 0);
  const least = 2 * Math.floor(tiles / 2 / counts.length); // a deal has as many of each kind, or two more
  const table = tables.find(
    (each) =>
      each.rows === sides[0] &&
      each.cols === sides[1] &&
      each.kinds === counts.length &&
      each.gravity === rules.gravity &&
      each.outside === rules.outside,
  );
  const isDeal = tiles === sides[0] * sides[1] && counts.every((count) => count === least || count === least + 2);
  if (!table || !isDeal || rules.max_turns !== 2 || !rules.adjacent) return null;
  const { scores } = table;
  const part = scores.findIndex((_, place) => place > 0 && score <= scores[place]);
  if (part < 0) return 1;
  const [low, high] = [scores[part - 1], scores[part]];
  return (part - 1 + (high > low ? Math.max(score - low, 0) / (high - low) : 0)) / (scores.length - 1);
}
