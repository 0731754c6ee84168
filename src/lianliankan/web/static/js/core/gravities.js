// How each gravity is drawn, and what it is called on a board that is shown with rows as columns.

import { s } from "./dom.js";

const [UP, DOWN, LEFT, RIGHT] = [[0, -1], [0, 1], [-1, 0], [1, 0]]; // prettier-ignore

/**
 * The arrows of each gravity (where they are, from -1 to 1, and their direction), and its name on a transposed board.
 * @type {Record<string, {arrows?: number[][][], path?: string, transposed?: string}>}
 */
const GRAVITIES = {
  still: { path: "M8.5 8.5h7v7h-7z" },
  down: { arrows: [[[0, 0], DOWN]], transposed: "right" },
  up: { arrows: [[[0, 0], UP]], transposed: "left" },
  left: { arrows: [[[0, 0], LEFT]], transposed: "up" },
  right: { arrows: [[[0, 0], RIGHT]], transposed: "down" },
  "split-rows": { arrows: [[[0, -0.5], UP], [[0, 0.5], DOWN]], transposed: "split-columns" },
  "split-columns": { arrows: [[[-0.5, 0], LEFT], [[0.5, 0], RIGHT]], transposed: "split-rows" },
  "gather-rows": { arrows: [[[0, -0.5], DOWN], [[0, 0.5], UP]], transposed: "gather-columns" },
  "gather-columns": { arrows: [[[-0.5, 0], RIGHT], [[0.5, 0], LEFT]], transposed: "gather-rows" },
  "slide-left-right": { arrows: [[[0, -0.45], LEFT], [[0, 0.45], RIGHT]], transposed: "slide-up-down" },
  "slide-down-up": { arrows: [[[-0.45, 0], DOWN], [[0.45, 0], UP]], transposed: "slide-right-left" },
  outward: { arrows: [[[0, -0.58], UP], [[0, 0.58], DOWN], [[-0.58, 0], LEFT], [[0.58, 0], RIGHT]] },
  inward: { arrows: [[[0, -0.58], DOWN], [[0, 0.58], UP], [[-0.58, 0], RIGHT], [[0.58, 0], LEFT]] },
  rotating: { path: "M18.5 12A6.5 6.5 0 1 1 16.4 7.2M18.5 4.5v4H14.6" },
}; // prettier-ignore

/**
 * Return the name of a gravity as the screen shows it. Two of the names occur only on transposed boards.
 * @param {string} gravity
 * @param {boolean} transposed
 */
export function shownGravity(gravity, transposed) {
  return (transposed && GRAVITIES[gravity]?.transposed) || gravity;
}

/**
 * Draw the directions in which a gravity moves tiles.
 * @param {string} gravity
 * @param {boolean} [transposed]
 */
export function gravityIcon(gravity, transposed = false) {
  const { arrows = [], path } = GRAVITIES[gravity] ?? {};
  const turned = (/** @type {number[]} */ [x, y]) => (transposed ? [y, x] : [x, y]);
  const lines = arrows.map(([place, direction]) => arrow(turned(place), turned(direction)));
  const d = path ?? lines.join("");
  return s("svg.icon.gravity", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d }));
}

/**
 * @param {number[]} place
 * @param {number[]} direction
 */
function arrow([x, y], [dx, dy]) {
  const [length, wing] = [x || y ? 3.4 : 6.5, 3];
  const [cx, cy] = [12 + 10 * x, 12 + 10 * y];
  const [tx, ty] = [cx + dx * length, cy + dy * length];
  const [bx, by] = [tx - dx * wing, ty - dy * wing];
  return (
    `M${cx - dx * length} ${cy - dy * length}L${tx} ${ty}` +
    `M${bx - dy * wing} ${by - dx * wing}L${tx} ${ty}L${bx + dy * wing} ${by + dx * wing}`
  );
}
