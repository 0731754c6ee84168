// A board as rows of kinds: reading its text, applying events, matching tiles before and after a change.

/** @import { Cell, GameEvent } from "../server/protocol.js" */

export const EMPTY = 0;
export const WALL = -1;
export const VOID = -2;

/** @typedef {number[][]} Rows */

/** @type {Record<string, number>} */
const SIGNS = { ".": EMPTY, "#": WALL, _: VOID };

/**
 * Read a board's text: an optional line of rules, then a line for each row.
 * @param {string} text
 * @returns {Rows}
 */
export function readBoard(text) {
  const lines = text.trim().split("\n");
  if (lines[0].startsWith("rules:")) lines.shift();
  return lines.map((line) =>
    line
      .trim()
      .split(/\s+/)
      .map((word) => (word in SIGNS ? SIGNS[word] : Number(word))),
  );
}

/**
 * Format a cell for a command, counted from 1.
 * @param {Cell} cell
 */
export function cellText([row, col]) {
  return `${row + 1},${col + 1}`;
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
export function sameCell(a, b) {
  return a[0] === b[0] && a[1] === b[1];
}

/**
 * Return where a tile is after gravity has moved some.
 * @param {Cell} cell
 * @param {[Cell, Cell][]} shifts
 */
export function shiftedCell(cell, shifts) {
  return shifts.find(([start]) => sameCell(start, cell))?.[1] ?? cell;
}

/**
 * Find the first event of a kind.
 * @template {GameEvent["event"]} Name
 * @param {GameEvent[]} events
 * @param {Name} name
 * @returns {Extract<GameEvent, {event: Name}> | undefined}
 */
export function findEvent(events, name) {
  return /** @type {Extract<GameEvent, {event: Name}> | undefined} */ (events.find(({ event }) => event === name));
}

/** @param {Rows} rows */
function copyRows(rows) {
  return rows.map((row) => row.slice());
}

/**
 * Return the board after some events. Events that move no tile leave it unchanged.
 * @param {Rows} rows
 * @param {GameEvent[]} events
 * @returns {Rows}
 */
export function rowsAfter(rows, events) {
  let now = rows;
  for (const event of events) {
    if ("board" in event) now = readBoard(event.board);
    else if (event.event === "linked") {
      now = copyRows(now);
      for (const [row, col] of event.move) now[row][col] = EMPTY;
    } else if (event.event === "packed") {
      const before = now;
      now = copyRows(now);
      for (const [[row, col]] of event.shifts) now[row][col] = EMPTY;
      for (const [start, [row, col]] of event.shifts) now[row][col] = before[start[0]][start[1]];
    }
  }
  return now;
}

/**
 * @typedef {object} BoardChange
 * @property {{from: Cell, to: Cell}[]} moved tiles that slide
 * @property {Cell[]} removed tiles that leave
 * @property {Cell[]} added tiles that appear
 */

/**
 * Guess which tile went where between two boards: every tile goes to the nearest place of its kind.
 * @param {Rows} before
 * @param {Rows} after
 * @returns {BoardChange}
 */
export function matchTiles(before, after) {
  /** @type {Map<number, {old: Cell[], new: Cell[]}>} */
  const kinds = new Map();
  const entryFor = (/** @type {number} */ kind) => {
    let entry = kinds.get(kind);
    if (!entry) kinds.set(kind, (entry = { old: [], new: [] }));
    return entry;
  };
  const height = Math.max(before.length, after.length);
  for (let row = 0; row < height; row++) {
    const width = Math.max(before[row]?.length ?? 0, after[row]?.length ?? 0);
    for (let col = 0; col < width; col++) {
      const was = before[row]?.[col] ?? EMPTY;
      const is = after[row]?.[col] ?? EMPTY;
      if (was === is) continue;
      if (was > 0) entryFor(was).old.push([row, col]);
      if (is > 0) entryFor(is).new.push([row, col]);
    }
  }
  /** @type {BoardChange} */
  const change = { moved: [], removed: [], added: [] };
  for (const { old, new: fresh } of kinds.values()) {
    const pairs = [];
    for (const from of old) for (const to of fresh) pairs.push({ from, to, length: distance(from, to) });
    pairs.sort((one, other) => one.length - other.length);
    const taken = new Set();
    for (const { from, to } of pairs) {
      if (taken.has(from) || taken.has(to)) continue;
      taken.add(from).add(to);
      change.moved.push({ from, to });
    }
    change.removed.push(...old.filter((cell) => !taken.has(cell)));
    change.added.push(...fresh.filter((cell) => !taken.has(cell)));
  }
  return change;
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
function distance(a, b) {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

/**
 * Return the highest kind on a board.
 * @param {Rows} rows
 */
export function highestKind(rows) {
  return rows.reduce((most, row) => Math.max(most, ...row), 0);
}
