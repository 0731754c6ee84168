// The cells of a board as the page needs them: reading its text, following events, pairing tiles before and after.

export const EMPTY = 0;
export const WALL = -1;
export const VOID = -2;

/** @typedef {[number, number]} Cell */
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
 * Write a cell as commands have it, counting from 1.
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

/** @param {Rows} rows */
export function copyRows(rows) {
  return rows.map((row) => row.slice());
}

/**
 * Give the board after some events. Events that lay no tile leave it as it is.
 * @param {Rows} rows
 * @param {any[]} events
 * @returns {Rows}
 */
export function afterEvents(rows, events) {
  let now = rows;
  for (const event of events) {
    if (typeof event.board === "string") now = readBoard(event.board);
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
 * @typedef {object} Change
 * @property {{from: Cell, to: Cell}[]} moved tiles that slide
 * @property {Cell[]} gone tiles that leave
 * @property {Cell[]} come tiles that appear
 */

/**
 * Guess which tile went where between two boards: every tile to the nearest place of its kind.
 * @param {Rows} before
 * @param {Rows} after
 * @returns {Change}
 */
export function pairUp(before, after) {
  /** @type {Map<number, {old: Cell[], fresh: Cell[]}>} */
  const kinds = new Map();
  const of = (/** @type {number} */ kind) => {
    let entry = kinds.get(kind);
    if (!entry) kinds.set(kind, (entry = { old: [], fresh: [] }));
    return entry;
  };
  const height = Math.max(before.length, after.length);
  for (let row = 0; row < height; row++) {
    const width = Math.max(before[row]?.length ?? 0, after[row]?.length ?? 0);
    for (let col = 0; col < width; col++) {
      const was = before[row]?.[col] ?? EMPTY;
      const is = after[row]?.[col] ?? EMPTY;
      if (was === is) continue;
      if (was > 0) of(was).old.push([row, col]);
      if (is > 0) of(is).fresh.push([row, col]);
    }
  }
  /** @type {Change} */
  const change = { moved: [], gone: [], come: [] };
  for (const { old, fresh } of kinds.values()) {
    const pairs = [];
    for (const from of old) for (const to of fresh) pairs.push({ from, to, far: distance(from, to) });
    pairs.sort((one, other) => one.far - other.far);
    const taken = new Set();
    for (const { from, to } of pairs) {
      if (taken.has(from) || taken.has(to)) continue;
      taken.add(from).add(to);
      change.moved.push({ from, to });
    }
    change.gone.push(...old.filter((cell) => !taken.has(cell)));
    change.come.push(...fresh.filter((cell) => !taken.has(cell)));
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

/** @param {Rows} rows */
export function countTiles(rows) {
  return rows.reduce((sum, row) => sum + row.filter((number) => number > 0).length, 0);
}

/**
 * Give the highest kind that lies on a board.
 * @param {Rows} rows
 */
export function mostKind(rows) {
  return rows.reduce((most, row) => Math.max(most, ...row), 0);
}
