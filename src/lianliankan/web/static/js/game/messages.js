// What to say about events: the name of a text, and its values.

/** @typedef {{name: string, values?: Record<string, any>}} Telling */

/**
 * Say what happened, in the order of how much it matters: one sentence for all events of a command.
 * @param {any[]} events
 * @param {object} game
 * @param {number | null} game.most the turns that a path may have
 * @param {boolean} game.canUndo
 * @param {boolean} game.canShuffle
 * @returns {Telling | null}
 */
export function tell(events, game) {
  const by = (/** @type {string} */ name) => events.find((event) => event.event === name);
  const [linked, refused, shuffled, doomed, hinted] = ["linked", "refused", "shuffled", "doomed", "hinted"].map(by);
  if (by("won")) return { name: "won" };
  if (by("lost")) return { name: "lost" };
  if (shuffled) return { name: shuffled.asked ? "shuffled" : "shuffled stuck" };
  if (by("stuck")) return { name: tellStuck(game) };
  if (doomed) return doomed.number ? { name: "doomed by", values: { number: doomed.number } } : { name: "doomed" };
  if (linked) return tellLink(linked, hinted);
  if (hinted) return { name: hinted.safe ? "hinted safe" : hinted.safe === false ? "hinted lost" : "hinted unknown" };
  if (refused) return tellRefusal(refused, game.most);
  const picked = by("picked");
  if (picked) return { name: "picked", values: { kind: picked.kind } };
  const plain = events.find((event) => PLAIN.has(event.event));
  return plain ? { name: plain.event } : null;
}

/**
 * Say what helps where no move is left.
 * @param {{canUndo: boolean, canShuffle: boolean}} game
 */
function tellStuck({ canUndo, canShuffle }) {
  if (canShuffle) return canUndo ? "stuck both" : "stuck shuffle";
  return canUndo ? "stuck undo" : "stuck";
}

const PLAIN = new Set(["dropped", "undone", "redone", "restarted", "paused", "resumed"]);

/**
 * @param {any} linked
 * @param {any} hinted
 * @returns {Telling}
 */
function tellLink(linked, hinted) {
  const values = { kind: linked.kind, points: linked.points, combo: linked.combo };
  return { name: hinted ? "linked auto" : linked.combo > 1 ? "linked combo" : "linked", values };
}

/**
 * Say why, as exactly as the nearest miss allows.
 * @param {any} refused
 * @param {number | null} most
 * @returns {Telling}
 */
export function tellRefusal(refused, most) {
  const miss = refused.miss;
  if (refused.reason === "no path" && miss?.path) {
    const count = miss.blockers.length;
    if (count) return { name: count === 1 ? "refused blocked one" : "refused blocked", values: { count } };
    const turns = miss.path.length - 2;
    if (most !== null && turns > most) return { name: "refused turns", values: { turns, most } };
  }
  return { name: `refused ${refused.reason}` };
}
