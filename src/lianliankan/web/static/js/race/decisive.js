// What decided a race: a sentence or two, from its standings and from what happened in it.

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { RaceEvent, Standing } from "../server/protocol.js" */

/** @typedef {{name: TextKey, values: Record<string, string | number>}} Reason the key of a text, and its values */

const LONG_COMBO = 6; // quick pairs that are worth telling
const AHEAD = 3; // by how many it must be longer than anybody else's
const LATE = 25000; // milliseconds: an attack so shortly before the end counts
const CLOSE = 10000; // milliseconds: so near was the second

/**
 * Say what decided a race.
 * @param {object} race
 * @param {Standing[]} race.standings
 * @param {RaceEvent[]} race.log what happened, as far as it is known
 * @param {(seat: number) => string} race.nameOf
 * @param {number | null} race.you the player's seat
 * @param {boolean} race.isTeam
 * @param {boolean} race.hasOneBoard
 * @returns {Reason[]} the margin, and perhaps what made it
 */
export function describeDecision({ standings, log, nameOf, you, isTeam, hasOneBoard }) {
  const [first, second] = standings;
  if (!first) return [];
  const over = log.findLast(({ event }) => event === "raceover");
  if (isTeam) return describeTeam(standings, log, nameOf);
  if (!second) return [];
  const draw = standings.filter(({ rank }) => rank === 1);
  if (draw.length > 1)
    return [{ name: "decided draw", values: { names: draw.map(({ seat }) => nameOf(seat)).join(", ") } }];
  const margin = describeMargin(first, second, { nameOf, you, hasOneBoard });
  const cause = describeCause(first, second, { log, nameOf, end: over?.at ?? Infinity });
  return cause ? [margin, cause] : [margin];
}

/**
 * @param {Standing[]} standings
 * @param {RaceEvent[]} log
 * @param {(seat: number) => string} nameOf
 * @returns {Reason[]}
 */
function describeTeam(standings, log, nameOf) {
  const best = standings.reduce((most, each) => (each.pairs > most.pairs ? each : most));
  /** @type {Reason} */
  const share = { name: "decided team best", values: { name: nameOf(best.seat), count: best.pairs } };
  const [first] = standings;
  /** @type {Reason} */
  const margin =
    first.state === "finished"
      ? { name: "decided team won", values: { seconds: Math.round((first.finished_at ?? 0) / 1000) } }
      : { name: "decided team lost", values: { tiles: first.tiles } };
  return standings.length > 1 && log.length ? [margin, share] : [margin];
}

/**
 * @param {Standing} first
 * @param {Standing} second
 * @param {{nameOf: (seat: number) => string, you: number | null, hasOneBoard: boolean}} race
 * @returns {Reason}
 */
function describeMargin(first, second, { nameOf, you, hasOneBoard }) {
  const isOwn = first.seat === you;
  const values = { ...(!isOwn && { name: nameOf(first.seat) }), other: nameOf(second.seat) };
  if (hasOneBoard && second.state !== "out")
    return {
      name: isOwn ? "decided own pairs" : "decided pairs",
      values: { ...values, count: first.pairs - second.pairs },
    };
  if (second.state === "out" && second.reason !== "time") return { name: "decided out", values };
  if (second.finished_at !== null && first.finished_at !== null) {
    const seconds = ((second.finished_at - first.finished_at) / 1000).toFixed(1);
    return { name: isOwn ? "decided own seconds" : "decided seconds", values: { ...values, seconds } };
  }
  const tiles = second.tiles - first.tiles;
  return { name: isOwn ? "decided own tiles" : "decided tiles", values: { ...values, tiles } };
}

/**
 * @param {Standing} first
 * @param {Standing} second
 * @param {{log: RaceEvent[], nameOf: (seat: number) => string, end: number}} race
 * @returns {Reason | null}
 */
function describeCause(first, second, { log, nameOf, end }) {
  const last = Math.min(first.finished_at ?? end, end);
  const hit = log.findLast(
    (event) =>
      event.event === "attacked" &&
      event.seat === second.seat &&
      !event.is_shielded &&
      event.did !== "nothing" &&
      event.at <= last &&
      event.at > last - LATE,
  );
  const wasClose =
    second.finished_at === null
      ? second.tiles - first.tiles <= 12
      : second.finished_at - (first.finished_at ?? 0) < CLOSE;
  if (hit?.event === "attacked" && wasClose)
    return {
      name: "decided attack",
      values: {
        by: nameOf(hit.by),
        name: nameOf(hit.seat),
        item: hit.item,
        seconds: Math.max(1, Math.round((last - hit.at) / 1000)),
      },
    };
  const longest = longestCombos(log);
  const own = longest.get(first.seat) ?? 0;
  const others = Math.max(0, ...[...longest].filter(([seat]) => seat !== first.seat).map(([, combo]) => combo));
  if (own >= LONG_COMBO && own >= others + AHEAD)
    return { name: "decided combo", values: { name: nameOf(first.seat), combo: own } };
  const attacks = log.filter((event) => event.event === "attacked" && event.by === first.seat && !event.is_shielded);
  if (attacks.length >= 3)
    return { name: "decided attacks", values: { name: nameOf(first.seat), count: attacks.length } };
  return null;
}

/**
 * @param {RaceEvent[]} log
 * @returns {Map<number, number>} the longest combo of each seat
 */
function longestCombos(log) {
  /** @type {Map<number, number>} */
  const longest = new Map();
  for (const event of log)
    if (event.event === "pairtaken") longest.set(event.seat, Math.max(longest.get(event.seat) ?? 0, event.combo));
  return longest;
}
