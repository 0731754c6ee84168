// How tiles come, go and flip.

import { wait } from "./dom.js";
import { isCalm } from "./motion.js";

/** @typedef {import("./board_view.js").BoardView} BoardView */
/** @typedef {import("./board_view.js").Tile} Tile */
/** @typedef {import("./grid.js").Rows} Rows */

const LEAVE = 220; // milliseconds
const ARRIVE = 220;
const FLIP = 130;
const SPREAD = 200; // between the first tile and the last where they move one after the other
const MANY = 200; // tiles: more are not moved one by one all at once

/**
 * How late a tile moves, so that a wave goes over the board.
 * @param {BoardView} view
 * @param {string} name of its cell
 */
function delay(view, name) {
  const [row, col] = name.split(",").map(Number);
  return ((row + col) / (view.width + view.height)) * SPREAD;
}

/**
 * Deal the tiles.
 * @param {BoardView} view
 */
export function dealOut(view) {
  if (view.tiles.size > MANY) {
    view.svg.animate([{ opacity: 0, transform: "scale(0.97)" }, {}], { duration: ARRIVE, easing: "ease-out" });
    return;
  }
  for (const [name, tile] of view.tiles) {
    tile.lift.animate([{ opacity: 0, transform: "translateY(-14px) scale(0.9)" }, {}], {
      duration: ARRIVE,
      delay: delay(view, name),
      easing: "cubic-bezier(.2,.8,.3,1)",
      fill: "backwards",
    });
  }
}

/**
 * Let a tile come.
 * @param {Tile} tile
 */
export function arrive(tile) {
  if (isCalm()) return;
  tile.lift.animate([{ opacity: 0, transform: "scale(0.6)" }, {}], {
    duration: ARRIVE,
    easing: "cubic-bezier(.2,.9,.3,1.2)",
  });
}

/**
 * Let a tile go.
 * @param {Tile} tile
 */
export function leave(tile) {
  if (isCalm()) return tile.group.remove();
  tile.group.classList.add("leaving");
  setTimeout(() => tile.group.remove(), LEAVE);
}

/**
 * Let a ripple go over the empty board from where the last pair stood.
 * @param {BoardView} view
 * @param {import("./grid.js").Cell} from
 */
export function ripple(view, from) {
  const [x, y] = view.middle(from);
  for (const place of view.ground.children) {
    const far = Math.hypot(Number(place.getAttribute("x")) - x, Number(place.getAttribute("y")) - y);
    place.animate([{}, { opacity: 0.15, offset: 0.4 }, {}], { duration: 420, delay: far * 0.7, easing: "ease-in-out" });
  }
}

/**
 * Flip every tile, and show the new faces.
 * @param {BoardView} view
 * @param {Rows} after
 */
export async function flip(view, after) {
  if (view.tiles.size > MANY) return flipWhole(view, after);
  const edge = { transform: "scaleX(0)" };
  await Promise.all(
    [...view.tiles].map(async ([name, tile]) => {
      const kind = kindAt(after, name);
      tile.kind = kind;
      await wait(delay(view, name));
      tile.lift.animate([{}, edge], { duration: FLIP, easing: "ease-in" });
      await wait(FLIP);
      if (tile.kind === kind) view.dress(tile, kind);
      tile.lift.animate([edge, {}], { duration: FLIP, easing: "ease-out" });
    }),
  );
}

/**
 * Flip the whole picture at once, which no number of tiles makes slow.
 * @param {BoardView} view
 * @param {Rows} after
 */
async function flipWhole(view, after) {
  const flat = { transform: "perspective(1200px) rotateX(0)" };
  const edge = { transform: "perspective(1200px) rotateX(90deg)" };
  for (const [name, tile] of view.tiles) tile.kind = kindAt(after, name);
  await view.svg.animate([flat, edge], { duration: FLIP, easing: "ease-in" }).finished;
  for (const tile of view.tiles.values()) view.dress(tile, tile.kind);
  view.svg.animate([edge, flat], { duration: FLIP, easing: "ease-out" });
}

/**
 * @param {Rows} rows
 * @param {string} name of a cell
 */
function kindAt(rows, name) {
  const [row, col] = name.split(",").map(Number);
  return rows[row][col];
}
