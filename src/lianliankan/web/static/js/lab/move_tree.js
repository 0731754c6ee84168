// The moves of a position, each with what it leads to; picking one goes down the tree, the row above leads back up.

import { thumbnail } from "../board/thumbnail.js";
import { h } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { icon } from "../core/icons.js";
import { roveFocus, setTabStop } from "../core/roving.js";
import { t } from "../i18n/i18n.js";
import { solveButton } from "./solve_card.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { Cell } from "../server/protocol.js" */

/** @typedef {[Cell, Cell]} Move */
/** @typedef {"safe" | "losing" | "unknown" | "open"} Outcome */
/**
 * @typedef {object} JudgedMove
 * @property {Move} move
 * @property {Outcome} outcome open before the search
 * @property {number} [chance] how often random play wins after it
 */

/** @type {Record<Outcome, IconName>} */
const ICONS = { safe: "check", losing: "cross", unknown: "help", open: "more" };
/** @type {Outcome[]} */
const ORDER = ["safe", "unknown", "open", "losing"];

/** The hues and classes of links on the board. @type {Record<Outcome, {hue: number, kind: string}>} */
export const OUTCOME_LOOKS = {
  safe: { hue: 150, kind: "safe" },
  losing: { hue: 4, kind: "losing" },
  unknown: { hue: 45, kind: "unknown" },
  open: { hue: 215, kind: "open" },
};

/**
 * Return the moves of a position with what is known about each: the best ones first, once everything is known.
 * @param {import("../kernel/facts_worker.js").BoardFacts} facts
 * @returns {JudgedMove[]}
 */
export function judgedMoves({ moves = [], outcomes = [], chances = [], isDone = false }) {
  const judged = moves.map((move, place) => {
    const found = outcomes[place];
    /** @type {Outcome} */
    const outcome = found === true ? "safe" : found === false ? "losing" : found === null ? "unknown" : "open";
    return { move: /** @type {Move} */ (move), outcome, chance: chances[place] };
  });
  if (!isDone) return judged;
  const rank = (/** @type {JudgedMove} */ { outcome, chance }) => 2 * ORDER.indexOf(outcome) - (chance ?? 0);
  return judged.sort((one, other) => rank(one) - rank(other));
}

/**
 * Count the moves by what they lead to.
 * @param {JudgedMove[]} moves
 */
export function countOutcomes(moves) {
  const counts = { safe: 0, losing: 0, unknown: 0, open: 0 };
  for (const { outcome } of moves) counts[outcome] += 1;
  return counts;
}

/**
 * How many moves lead where; while they are judged, how far that is.
 * @param {JudgedMove[]} moves
 * @param {(() => void) | null} onStop null if nothing is being judged
 */
export function outcomeCounts(moves, onStop) {
  const { safe, losing, unknown, open } = countOutcomes(moves);
  const undecided = unknown + (onStop ? 0 : open);
  const count = (/** @type {Exclude<Outcome, "open">} */ outcome, /** @type {number} */ number) =>
    h("span", { class: outcome }, icon(ICONS[outcome]), t(`solve ${outcome}`, { number }));
  const label = t("solve judging", { number: open });
  return h(
    "p.tree-counts",
    { hidden: !moves.length },
    count("safe", safe),
    count("losing", losing),
    ...(undecided ? [count("unknown", undecided)] : []),
    ...(onStop && open
      ? [
          h("progress", { max: moves.length, value: moves.length - open, "aria-label": label }),
          solveButton("stop-moves", "verdict stop", onStop),
        ]
      : []),
  );
}

/**
 * The list of moves; the one of a recorded game is the first.
 * @param {object} tree
 * @param {JudgedMove[]} tree.moves
 * @param {number[][]} tree.rows the position
 * @param {Move | null} tree.played the move of a recorded game, to be marked
 * @param {(move: Move) => void} tree.onPick
 * @param {(move: Move | null) => void} tree.onPoint a move is looked at
 */
export function moveList({ moves, rows, played, onPick, onPoint }) {
  const isPlayed = (/** @type {Move} */ move) => played !== null && String(played) === String(move);
  const sorted = [...moves].sort((one, other) => Number(isPlayed(other.move)) - Number(isPlayed(one.move)));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.move;
  const list = h(
    "ul.move-list",
    { "aria-label": t("solve moves", { pairs: moves.length }) },
    ...sorted.map(({ move, outcome, chance }) => {
      const kind = rows[move[0][0]][move[0][1]];
      const place = move.map(([row, col]) => `${row + 1},${col + 1}`).join(" – ");
      return h(
        "li",
        h(
          "button",
          {
            class: `move-row ${outcome}`,
            "data-move": String(move),
            onclick: () => onPick(move),
            onmouseenter: () => onPoint(move),
            onmouseleave: () => onPoint(null),
            onfocus: () => onPoint(move),
            onblur: () => onPoint(null),
          },
          icon(ICONS[outcome]),
          thumbnail([[kind]], { cell: 28 }),
          h("span.visually-hidden", faceName(kind)),
          h("span.move-place", place),
          h(
            "span.move-outcome",
            t(`solve-outcome ${outcome}`),
            ...(isPlayed(move) ? [h("em", t("solve played"))] : []),
          ),
          chance === undefined
            ? h("span")
            : h("span.move-chance", { title: t("solve chance") }, t("solve percent", { percent: share(chance) })),
        ),
      );
    }),
  );
  roveFocus(list, "button");
  queueMicrotask(() => {
    const again = focused === undefined ? null : list.querySelector(`[data-move="${focused}"]`);
    setTabStop(list, "button", again);
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (again)?.focus();
  });
  return list;
}

/** @param {number} chance */
function share(chance) {
  const percent = 100 * chance;
  return percent > 0 && percent < 1 ? "<1" : String(Math.round(percent));
}
