// The motions of tiles: dealing, appearing, leaving, sliding, flipping.

import { isMotionReduced } from "../core/reduced_motion.js";
import { easeBack, easeBoth, easeIn, easeOut } from "./tile_layer.js";

/** @import { BoardView } from "./board_view.js" */
/** @import { Tile } from "./tile_layer.js" */

const SLIDE = 230; // milliseconds
const LIFT = 160;
const LEAVE = 200;
const ARRIVE = 220;
const FLIP = 220;
const SHAKE = 240;
const SPREAD = 320; // between the first tile and the last if they move one after the other

/**
 * Return the delay of a tile in a wave along the longer side of the board; few tiles move at a time, which is fast.
 * @param {BoardView} view
 * @param {Tile} tile
 */
function delay({ width, height }, { pose }) {
  return SPREAD * (width >= height ? pose.x / width : pose.y / height);
}

/**
 * Deal tiles.
 * @param {BoardView} view
 * @param {Tile[]} tiles
 */
export function dealOut(view, tiles) {
  for (const tile of tiles) {
    const timing = { duration: ARRIVE, delay: delay(view, tile) };
    view.layer.move(tile, { alpha: [0, 1], lift: [0.3, 0] }, timing);
  }
}

/**
 * Let a tile appear.
 * @param {BoardView} view
 * @param {Tile} tile
 */
export function arrive(view, tile) {
  view.layer.move(tile, { alpha: [0, 1], scale: [0.6, 1] }, { duration: ARRIVE, ease: easeBack });
}

/**
 * Let a tile leave.
 * @param {BoardView} view
 * @param {Tile} tile
 */
export function leave(view, tile) {
  view.layer.move(tile, { scale: 0.55 }, { duration: LEAVE });
  view.layer.move(tile, { alpha: 0 }, { duration: LEAVE, ease: easeIn });
  if (isMotionReduced()) view.layer.delete(tile);
  else setTimeout(() => view.layer.delete(tile), LEAVE);
}

/**
 * Slide a tile to a cell of the screen.
 * @param {BoardView} view
 * @param {Tile} tile
 * @param {import("../server/protocol.js").Cell} cell
 */
export function slide(view, tile, [row, col]) {
  view.layer.move(tile, { x: col, y: row }, { duration: SLIDE, ease: easeOut });
}

/**
 * Raise a tile a little, or lower it again.
 * @param {BoardView} view
 * @param {Tile} tile
 * @param {"picked" | "hover" | ""} why
 */
export function raise(view, tile, why) {
  const lift = why === "picked" ? 0.07 : why === "hover" ? 0.03 : 0;
  view.layer.move(tile, { lift }, { duration: LIFT });
}

/**
 * Shake a tile.
 * @param {BoardView} view
 * @param {Tile} tile
 */
export function shake(view, tile) {
  if (isMotionReduced()) return;
  const swing = (/** @type {number} */ share) => Math.sin(share * 5 * Math.PI) * (1 - share);
  view.layer.move(tile, { offsetX: [0, 0.08] }, { duration: SHAKE, ease: swing });
}

/**
 * Send a ripple over the empty board from the place of the last pair.
 * @param {BoardView} view
 * @param {import("../server/protocol.js").Cell} from
 */
export function ripple(view, from) {
  const [x, y] = view.centre(from);
  for (const place of view.ground.children) {
    const distance = Math.hypot(Number(place.getAttribute("x")) - x, Number(place.getAttribute("y")) - y);
    place.animate([{}, { opacity: 0.15, offset: 0.4 }, {}], {
      duration: 420,
      delay: distance * 0.7,
      easing: "ease-in-out",
    });
  }
}

/**
 * Flip every tile to another kind.
 * @param {BoardView} view
 * @param {Map<Tile, number>} kinds
 */
export function flip(view, kinds) {
  for (const [tile, kind] of kinds) {
    tile.oldKind = tile.shownKind;
    tile.kind = kind;
    view.layer.move(tile, { scaleX: [1, -1] }, { duration: FLIP, delay: delay(view, tile), ease: easeBoth });
  }
}
