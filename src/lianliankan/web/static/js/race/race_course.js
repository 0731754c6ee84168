// The course of a race that is over: how far each seat was at any time, and what there is to mark on its time line.

import { readBoard } from "../board/board_model.js";

/** @import { Item } from "./race_model.js" */
/** @import { RaceEvent, RaceReplay } from "../server/protocol.js" */

/** @typedef {{at: number, value: number}} CoursePoint a time in milliseconds, and the tiles left or the pairs taken */

/**
 * @typedef {object} CourseMark something on the time line
 * @property {number} at in milliseconds
 * @property {number} seat on whose line it is
 * @property {"attack" | "shield" | "item" | "finish" | "out"} kind
 * @property {Item} [item]
 * @property {RaceEvent} event
 */

/**
 * Return a line for each seat: its tiles left, or on a common board its pairs.
 * @param {Pick<RaceReplay, "first" | "events" | "settings" | "length">} replay
 * @returns {Map<number, CoursePoint[]>}
 */
export function courseLines({ first, events, settings, length }) {
  const byPairs = settings.has_one_board;
  /** @type {Map<number, CoursePoint[]>} */
  const lines = new Map(
    first.seats.map(({ seat, tiles, pairs }) => [seat, [{ at: 0, value: byPairs ? pairs : tiles }]]),
  );
  const ended = new Set();
  for (const event of events) {
    const value = valueAfter(event, byPairs);
    if (value !== null) lines.get(event.seat)?.push({ at: event.at, value });
    if (event.event === "seatfinished" || event.event === "wentout") {
      ended.add(event.seat);
      extend(lines.get(event.seat), event.at);
    }
  }
  for (const [seat, line] of lines) if (!ended.has(seat)) extend(line, length);
  return lines;
}

/**
 * @param {RaceEvent} event
 * @param {boolean} byPairs
 */
function valueAfter(event, byPairs) {
  if (event.event === "pairtaken") return byPairs ? event.pairs : event.tiles;
  if (event.event === "attacked" && byPairs && !event.is_shielded) return event.pairs;
  if (event.event === "boardlaid" && !byPairs)
    return readBoard(event.board)
      .flat()
      .filter((kind) => kind > 0).length;
  return null;
}

/**
 * Continue a line without a change.
 * @param {CoursePoint[] | undefined} line
 * @param {number} at
 */
function extend(line, at) {
  const last = line?.at(-1);
  if (line && last && last.at < at) line.push({ at, value: last.value });
}

/**
 * Return how far a line was at a time.
 * @param {CoursePoint[]} line
 * @param {number} time
 */
export function valueAt(line, time) {
  let found = line[0].value;
  for (const { at, value } of line) {
    if (at > time) break;
    found = value;
  }
  return found;
}

/**
 * Return what there is to mark.
 * @param {RaceEvent[]} events
 * @returns {CourseMark[]}
 */
export function courseMarks(events) {
  return events.flatMap((event) => {
    const mark = markOf(event);
    return mark ? [{ at: event.at, seat: event.seat, event, ...mark }] : [];
  });
}

/**
 * @param {RaceEvent} event
 * @returns {Pick<CourseMark, "kind" | "item"> | null}
 */
function markOf(event) {
  switch (event.event) {
    case "attacked":
      return { kind: event.is_shielded ? "shield" : "attack", item: event.item };
    case "itemused":
      return event.target === null ? { kind: "item", item: event.item } : null;
    case "seatfinished":
      return { kind: "finish" };
    case "wentout":
      return { kind: "out" };
    default:
      return null;
  }
}

/**
 * Return the time of the next pair of a seat, or of the end.
 * @param {Pick<RaceReplay, "events" | "length">} replay
 * @param {number} seat
 * @param {number} now
 */
export function nextPair({ events, length }, seat, now) {
  return events.find((event) => event.event === "pairtaken" && event.seat === seat && event.at > now)?.at ?? length;
}

/**
 * Return the time of the last pair of a seat before now, or of the start.
 * @param {Pick<RaceReplay, "events">} replay
 * @param {number} seat
 * @param {number} now
 */
export function lastPair({ events }, seat, now) {
  return events.findLast((event) => event.event === "pairtaken" && event.seat === seat && event.at < now)?.at ?? 0;
}

/**
 * Return the last event up to now that says more than a pair, if it was a short while ago.
 * @param {RaceEvent[]} events
 * @param {number} now
 * @param {number} within milliseconds
 */
export function lastNews(events, now, within) {
  const isNews = (/** @type {RaceEvent} */ { event }) =>
    !["pairtaken", "itemearned", "hintshown", "denied"].includes(event);
  return events.findLast((event) => event.at <= now && event.at > now - within && isNews(event));
}

const NEAR = 0.03; // ends nearer than this, as a part of the length, would cover each other
const GAP = 0.2; // between such ends, as a part of the height

/**
 * Move the ends of lines apart that are at nearly the same time and height; 0 is the top, 1 the bottom.
 * @template {{at: number, height: number}} End
 * @param {End[]} ends
 * @param {number} length
 * @returns {End[]}
 */
export function spreadEnds(ends, length) {
  const byHeight = [...ends].sort((one, other) => other.height - one.height);
  const raised = push(byHeight, length, (height, others) => Math.min(height, ...others.map((each) => each - GAP)));
  return push(raised.reverse(), length, (height, others) => Math.max(height, 0, ...others.map((each) => each + GAP)));
}

/**
 * Place ends one after the other, each with regard to those before it at nearly the same time.
 * @template {{at: number, height: number}} End
 * @param {End[]} ends
 * @param {number} length
 * @param {(height: number, others: number[]) => number} move
 */
function push(ends, length, move) {
  /** @type {End[]} */
  const placed = [];
  for (const end of ends) {
    const near = placed.filter(({ at }) => Math.abs(at - end.at) < NEAR * length).map(({ height }) => height);
    placed.push({ ...end, height: move(end.height, near) });
  }
  return placed;
}
