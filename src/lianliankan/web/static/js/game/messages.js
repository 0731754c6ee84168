// Which message describes the events of a command: the key of a text, and its values.

import { findEvent } from "../board/board_model.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { GameEvent, Linked, Refused } from "../server/protocol.js" */

/** @typedef {{name: TextKey, values?: Record<string, number | string>}} Message */

/**
 * Describe the events of a command in one message: the most important event wins.
 * @param {GameEvent[]} events
 * @param {object} game
 * @param {number | null} game.maxTurns limit for paths; null is no limit
 * @param {boolean} game.canUndo
 * @param {boolean} game.canShuffle
 * @returns {Message | null}
 */
export function describeEvents(events, game) {
  const end = findEvent(events, "won") ?? findEvent(events, "lost");
  if (end) return { name: end.event };
  const shuffled = findEvent(events, "shuffled");
  if (shuffled?.asked) return { name: "shuffled" };
  if (shuffled) return shuffledMessage(shuffled.left);
  if (findEvent(events, "stuck")) return { name: stuckMessage(game) };
  const doomed = findEvent(events, "doomed");
  if (doomed) return doomed.number ? { name: "doomed by", values: { number: doomed.number } } : { name: "doomed" };
  const [linked, hinted] = [findEvent(events, "linked"), findEvent(events, "hinted")];
  if (linked) return linkMessage(linked, hinted !== undefined);
  if (hinted?.safe === null) return { name: hinted.timed_out ? "hinted late" : "hinted unknown" };
  if (hinted) return { name: hinted.safe ? "hinted safe" : "hinted lost" };
  const refused = findEvent(events, "refused");
  if (refused) return refusalMessage(refused, game.maxTurns);
  const plain = PLAIN.find((name) => findEvent(events, name));
  return plain ? { name: plain } : null;
}

/**
 * Say that the board was shuffled because there were no moves left.
 * @param {number | null} left how many shuffles are left; null is no limit
 * @returns {Message}
 */
export function shuffledMessage(left) {
  return left === null ? { name: "shuffled stuck" } : { name: "shuffled stuck left", values: { left } };
}

/**
 * Say what helps if there are no moves left.
 * @param {{canUndo: boolean, canShuffle: boolean}} game
 */
function stuckMessage({ canUndo, canShuffle }) {
  if (canShuffle) return canUndo ? "stuck both" : "stuck shuffle";
  return canUndo ? "stuck undo" : "stuck";
}

const PLAIN = /** @type {const} */ (["undone", "redone", "restarted", "paused", "resumed"]);

/**
 * @param {Linked} linked
 * @param {boolean} isAuto
 * @returns {Message}
 */
function linkMessage(linked, isAuto) {
  const values = { kind: linked.kind, points: linked.points, combo: linked.combo };
  return { name: isAuto ? "linked auto" : "linked", values };
}

/**
 * Say why a pair was refused, as exactly as the near miss allows.
 * @param {Refused} refused
 * @param {number | null} maxTurns
 * @returns {Message}
 */
function refusalMessage(refused, maxTurns) {
  const miss = refused.miss;
  if (refused.reason === "no path" && miss?.path) {
    const count = miss.blockers.length;
    if (count) return { name: count === 1 ? "refused blocked one" : "refused blocked", values: { count } };
    const turns = miss.path.length - 2;
    if (maxTurns !== null && turns > maxTurns) return { name: "refused turns", values: { turns, most: maxTurns } };
  }
  return { name: `refused ${refused.reason}` };
}
