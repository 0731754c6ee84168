// Challenges: a result to beat, as it is written in a link, and remembered for the games that try to beat it.

import { readStored, writeStored } from "./memory.js";

/** @import { GameHead } from "../server/protocol.js" */

/**
 * @typedef {object} Result
 * @property {number} score
 * @property {number} seconds
 * @property {number} stars
 * @property {number} left how many tiles were left; 0 if the game was won
 */

const KEY = "lianliankan challenges";
const MAX_REMEMBERED = 20;
/** The names of the values in a link, and the highest ones that are believed. @type {[keyof Result, string, number][]} */
const VALUES = [
  ["score", "score", 9_999_999],
  ["seconds", "time", 359_999],
  ["stars", "stars", 3],
  ["left", "left", 9_999],
];

/**
 * Return the result of a finished game.
 * @param {{state: string, score: number, seconds: number, stars: number, tiles: number}} game
 * @returns {Result}
 */
export function resultOf({ state, score, seconds, stars, tiles }) {
  return { score, seconds: Math.floor(seconds), stars, left: state === "won" ? 0 : tiles };
}

/**
 * Write a result for a link; what is 0 is left out.
 * @param {Result} result
 */
export function writeResult(result) {
  const values = VALUES.filter(([name]) => result[name] > 0).map(([name, key]) => [key, String(result[name])]);
  return new URLSearchParams(values).toString();
}

/**
 * Read a result from a link; null if there is none, or one that cannot be.
 * @param {string} query
 * @returns {Result | null}
 */
export function readResult(query) {
  const given = new URLSearchParams(query);
  /** @type {Result} */
  const result = { score: 0, seconds: 0, stars: 0, left: 0 };
  for (const [name, key, most] of VALUES) {
    const text = given.get(key) ?? "0";
    if (!/^\d{1,7}$/.test(text) || Number(text) > most) return null;
    result[name] = Number(text);
  }
  return given.has("score") || given.has("time") || given.has("left") ? result : null;
}

/**
 * Compare two results as the best lists do: a won game is better than a lost one, then more points, then less time;
 * of two lost games, the one with fewer tiles left.
 * @param {Result} one
 * @param {Result} other
 * @returns {number} above 0 if the first is better
 */
export function compareResults(one, other) {
  return other.left - one.left || one.score - other.score || other.seconds - one.seconds;
}

/**
 * Return the readable part of a link: the mode, and the level, day or number of the deal.
 * @param {GameHead} head
 */
export function challengeName({ options, deal, seed }) {
  const { mode, level, day } = options;
  const number = level ?? day ?? (deal && Number.isSafeInteger(seed) ? seed : null);
  const name = mode === "own" ? "custom" : mode;
  return number === null ? name : `${name}-${number}`;
}

/** @param {GameHead} head */
function headKey({ options, deal, seed }) {
  return [options.mode, options.level, options.day, deal, seed].join(" ");
}

/** @returns {[string, Result][]} the most recent first */
function readAll() {
  return Object.entries(readStored(KEY) ?? {});
}

/**
 * Remember the result to beat for the games with some head.
 * @param {GameHead} head
 * @param {Result} result
 */
export function rememberChallenge(head, result) {
  const key = headKey(head);
  const others = readAll().filter(([other]) => other !== key);
  writeStored(KEY, Object.fromEntries([[key, result], ...others].slice(0, MAX_REMEMBERED)));
}

/**
 * Return the result that a game is to beat.
 * @param {GameHead} head
 * @returns {Result | null}
 */
export function recallChallenge(head) {
  const key = headKey(head);
  const found = readAll().find(([other]) => other === key)?.[1];
  return found && VALUES.every(([name]) => Number.isInteger(found[name])) ? found : null;
}
