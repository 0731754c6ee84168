// What is sent to friends: the course of a game as a row of blocks, and links that others can open.

/** @import { CoursePoint } from "../server/protocol.js" */

/** @typedef {"clean" | "helped" | "lost" | "open"} Block */

const MAX_BLOCKS = 10;

/** @type {Record<Block, string>} */
export const EMOJI = { clean: "🟩", helped: "🟨", lost: "🟥", open: "⬜" };

/**
 * Sum up a game in at most ten blocks: without help, with help, in a dead end, not played.
 * @param {CoursePoint[]} points
 * @param {number} left how many tiles were left
 * @returns {Block[]}
 */
export function courseBlocks(points, left) {
  const played = points.slice(1);
  const total = played.length + left / 2;
  const count = Math.min(Math.ceil(total), MAX_BLOCKS);
  return Array.from({ length: count }, (_, place) => {
    const [from, to] = [place, place + 1].map((edge) => Math.floor((edge * total) / count));
    const part = played.slice(from, to);
    if (!part.length) return "open";
    if (part.some(({ winnable }) => winnable === false)) return "lost";
    return part.some(({ marks }) => marks.length) ? "helped" : "clean";
  });
}

/**
 * Whether an address works on this computer only.
 * @param {string} host
 */
export function isLoopback(host) {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
