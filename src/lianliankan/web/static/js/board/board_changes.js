// How the picture of a board follows the game's events: pairs that leave, tiles that slide, shuffles that flip.

import { isMotionReduced } from "../core/reduced_motion.js";
import { matchTiles, rowsAfter } from "./board_model.js";
import { transpose } from "./layout.js";
import { arrive, flip, leave, ripple } from "./tile_motion.js";

/** @import { Rows } from "./board_model.js" */
/** @import { BoardView } from "./board_view.js" */

const LEAVE_AFTER = 170; // milliseconds that a path is shown before its tiles leave
const LEAVE_STILL_AFTER = 600; // with reduced motion: the path appears and goes with its tiles
const SLIDE_AFTER = 60; // after the pair has left
const SHUFFLE_AFTER = 1300; // the player sees that there were no moves left

function leaveAfter() {
  return isMotionReduced() ? LEAVE_STILL_AFTER : LEAVE_AFTER;
}

/**
 * Show the events of a command, one after the other.
 * @param {BoardView} view
 * @param {import("../server/protocol.js").GameEvent[]} events
 */
export function showEvents(view, events) {
  for (const event of events) {
    const after = rowsAfter(view.rows, [event]);
    if (event.event === "linked") removePair(view, event, after);
    else if (event.event === "packed") slideTiles(view, event, after);
    else if (event.event === "shuffled" && !event.asked) holdShuffle(view, after);
    else if (event.event === "shuffled") shuffleTiles(view, after);
    else if (after !== view.rows) changeBoard(view, after);
  }
}

/**
 * Return the cell of the tile that the player sees at a place of the screen. Gravity has moved it already, and the
 * picture follows in a moment.
 * @param {BoardView} view
 * @param {import("../server/protocol.js").Cell} place
 * @returns {import("../server/protocol.js").Cell | null} null if the tile there is leaving
 */
export function cellShownAt(view, place) {
  const there = transpose(place, view.transposed);
  const motions = view.tileAt(there)?.motions;
  if (!view.pending.length || motions?.has("x") || motions?.has("y")) return there;
  for (const [cell, { pose }] of view.tiles) {
    if (Math.round(pose.y) !== place[0] || Math.round(pose.x) !== place[1]) continue;
    const [row, col] = cell.split(",").map(Number);
    return [row, col];
  }
  return null;
}

/**
 * Change to another board: tiles slide to the nearest place of their kind, the others appear or leave.
 * @param {BoardView} view
 * @param {Rows} after
 */
export function changeBoard(view, after) {
  const { moved, removed, added } = matchTiles(view.rows, after);
  startChange(view, after);
  const sliding = moved.map(({ from, to }) => ({ tile: view.tileAt(from), from, to }));
  for (const { from } of sliding) view.tiles.delete(String(from));
  for (const cell of removed) {
    const tile = view.tileAt(cell);
    view.tiles.delete(String(cell));
    if (tile) leave(view, tile);
  }
  for (const { tile, to } of sliding) {
    if (!tile) continue;
    view.tiles.set(String(to), tile);
    view.slideTo(tile, to);
  }
  for (const cell of added) arrive(view, view.add(cell, after[cell[0]][cell[1]]));
  void view.bitmaps.sharpen(); // there may be kinds that were not on the board before
}

/**
 * Finish what is still pending, clear the effects, and set the new board.
 * @param {BoardView} view
 * @param {Rows} after
 */
function startChange(view, after) {
  view.flush();
  view.effects.clear();
  view.rows = after;
}

/**
 * Show the path of a pair, then let its tiles leave.
 * @param {BoardView} view
 * @param {import("../server/protocol.js").Linked} event
 * @param {Rows} after
 */
function removePair(view, event, after) {
  view.flush();
  view.effects.followPair(event.move);
  view.rows = after;
  const expected = view.effects.expected?.confirm(event);
  const path = expected?.group ?? view.effects.path(event.path, "linked");
  const delay = Math.max(leaveAfter() - (expected?.shownFor ?? 0), 0);
  if (isMotionReduced()) view.defer(delay, () => path.remove());
  view.effects.points(event.path, event.points);
  if (view.tiles.size === 2 && !isMotionReduced()) setTimeout(() => ripple(view, event.move[1]), LEAVE_AFTER);
  for (const cell of event.move) {
    const tile = view.tileAt(cell);
    view.tiles.delete(String(cell));
    if (!tile) continue;
    tile.isOnTop = true;
    view.mark(cell, "linked");
    view.defer(delay, () => {
      view.mark(cell, "linked", { on: false });
      leave(view, tile);
    });
  }
}

/**
 * Slide the tiles that gravity moves, after the pair has left.
 * @param {BoardView} view
 * @param {import("../server/protocol.js").Packed} event
 * @param {Rows} after
 */
function slideTiles(view, event, after) {
  view.effects.followShifts(event.shifts);
  view.rows = after;
  const moving = event.shifts.map(([start, end]) => ({ tile: view.tileAt(start), start, end }));
  for (const { start } of moving) view.tiles.delete(String(start));
  for (const { tile, end } of moving) if (tile) view.tiles.set(String(end), tile);
  view.defer(leaveAfter() + SLIDE_AFTER, () => {
    for (const { tile, end } of moving) if (tile) view.slideTo(tile, end);
  });
}

/**
 * Shuffle the tiles after a moment, since the player did not ask for it; no tile can be picked meanwhile.
 * @param {BoardView} view
 * @param {Rows} after
 */
function holdShuffle(view, after) {
  const before = view.rows;
  view.rows = after;
  view.isHeld = true;
  view.defer(SHUFFLE_AFTER, () => {
    view.isHeld = false;
    view.rows = before;
    shuffleTiles(view, after);
  });
}

/**
 * Shuffle the tiles: they flip if the occupied cells stay the same, and slide otherwise.
 * @param {BoardView} view
 * @param {Rows} after
 */
function shuffleTiles(view, after) {
  const occupied = (/** @type {Rows} */ rows) => rows.flatMap((line) => line.map((kind) => kind > 0)).join();
  if (isMotionReduced() || occupied(after) !== occupied(view.rows)) return changeBoard(view, after);
  startChange(view, after);
  const kindAt = (/** @type {string} */ cell) => {
    const [row, col] = cell.split(",").map(Number);
    return after[row][col];
  };
  flip(view, new Map([...view.tiles].map(([cell, tile]) => [tile, kindAt(cell)])));
  void view.bitmaps.sharpen();
}
