// The proof of a loss, set by set: the tiles on the board, and a sentence about each set.

import { EMPTY } from "../board/board_model.js";
import { h, s } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { iconButton } from "../core/icons.js";
import { lossText, proofSets } from "../edit/verdict_parts.js";
import { t } from "../i18n/i18n.js";

/** @import { KernelVerdict } from "../kernel/kernel.js" */
/** @import { Cell } from "../server/protocol.js" */

/** @typedef {[Cell, Cell]} Pair */

const MAX_PAIRS = 6; // in a sentence
const MAX_TILES = 12;

/**
 * Return the pairs that could go first among tiles that are still all there, with everything else gone.
 * @param {Cell[]} tiles
 * @param {number[][]} rows
 * @param {(rows: number[][], pair: Pair) => boolean} links
 * @returns {Pair[]}
 */
export function firstPairs(tiles, rows, links) {
  const members = new Set(tiles.map(String));
  /** @type {Map<string, Pair>} */
  const found = new Map();
  for (const cell of tiles)
    rows.forEach((line, row) =>
      line.forEach((kind, col) => {
        /** @type {Cell} */
        const other = [row, col];
        if (kind !== rows[cell[0]][cell[1]] || String(other) === String(cell)) return;
        const left = rows.map((numbers, r) =>
          numbers.map((number, c) =>
            number <= 0 || members.has(String([r, c])) || (r === row && c === col) ? number : EMPTY,
          ),
        );
        if (!links(left, [cell, other])) return;
        const pair = /** @type {Pair} */ (String(cell) < String(other) ? [cell, other] : [other, cell]);
        found.set(String(pair), pair);
      }),
    );
  return [...found.values()];
}

/**
 * Return all tiles of each kind that has an odd number of them.
 * @param {number[][]} rows
 * @returns {Cell[][]}
 */
export function oddKinds(rows) {
  /** @type {Map<number, Cell[]>} */
  const kinds = new Map();
  rows.forEach((line, row) =>
    line.forEach((kind, col) => {
      if (kind > 0) kinds.set(kind, [...(kinds.get(kind) ?? []), [row, col]]);
    }),
  );
  return [...kinds.values()].filter((cells) => cells.length % 2 === 1);
}

export class ProofView {
  /**
   * @param {import("./lab_board.js").LabBoard} board
   * @param {object} handlers
   * @param {(rows: number[][], pair: Pair) => boolean} handlers.links whether a pair links on another board
   * @param {() => void} handlers.onShow another set is shown
   */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    this.layer = s("g");
    /** @type {Cell[][]} */
    this.sets = [];
    /** @type {number | null} the set that is shown */
    this.shown = null;
    this.loss = "";
    /** @type {number[][]} */
    this.rows = [];
    this.sentence = "";
  }

  clear() {
    [this.sets, this.shown, this.sentence] = [[], null, ""];
    this.layer.replaceChildren();
  }

  /**
   * Take the proof of a loss.
   * @param {KernelVerdict} verdict
   * @param {number[][]} rows
   */
  take(verdict, rows) {
    const sets = verdict.loss === "odd" ? oddKinds(rows) : proofSets(verdict);
    if (String(sets) !== String(this.sets)) this.clear();
    [this.sets, this.loss, this.rows] = [sets, verdict.loss, rows];
    return lossText(verdict, ([row, col]) => faceName(rows[row][col]));
  }

  /** Buttons to show the proof and to step through it. */
  controls() {
    const { sets, shown } = this;
    if (!sets.length) return [];
    const toggle = h(
      "button.button.small",
      { "data-proof": "toggle", onclick: () => this.show(shown === null ? 0 : null) },
      t(shown === null ? "proof show" : "proof hide"),
    );
    const step = (/** @type {"back" | "forth"} */ name, /** @type {number} */ by) =>
      iconButton(name, t(`proof ${name}`), {
        "data-proof": name,
        onclick: () => this.show(((shown ?? 0) + by + sets.length) % sets.length),
      });
    const hasSteps = shown !== null && sets.length > 1;
    const place = t("proof place", { place: (shown ?? 0) + 1, sets: sets.length });
    return [
      h("div.row", toggle, ...(hasSteps ? [step("back", -1), h("span.proof-place", place), step("forth", 1)] : [])),
      ...(shown === null ? [] : [h("p.proof-text", { role: "status" }, this.sentence)]),
    ];
  }

  /** @param {number | null} place */
  show(place) {
    this.shown = place;
    this.layer.replaceChildren();
    this.sentence = "";
    const cells = place === null ? [] : this.sets[place];
    for (const cell of cells) this.layer.append(this.board.square(cell, 22, "proof-tile"));
    if (cells.length) {
      const first = this.loss === "blocked" ? firstPairs(cells, this.rows, this.handlers.links) : [];
      for (const pair of first) this.layer.append(this.board.line(pair, "proof-pair"));
      this.sentence = this.sentenceFor(cells, first);
    }
    this.handlers.onShow();
  }

  /**
   * @param {Cell[]} cells
   * @param {Pair[]} first the pairs that could go first
   */
  sentenceFor(cells, first) {
    const between = t("edit between");
    const tiles = cells.length;
    const [row, col] = cells[0];
    const kind = faceName(this.rows[row][col]);
    if (this.loss === "odd") return t("loss odd", { tiles, kind });
    if (this.loss === "walled off") return t("loss walled off", { tiles, kind });
    const list = (/** @type {string[]} */ names, /** @type {number} */ limit) =>
      [...names.slice(0, limit), ...(names.length > limit ? ["…"] : [])].join(between);
    const names = list(
      cells.map((cell) => this.board.nameOf(cell)),
      MAX_TILES,
    );
    if (!first.length) return t("solve-set closed", { tiles, names });
    const pairs = list(
      first.map(([a, b]) => `${this.board.nameOf(a)} – ${b[0] + 1},${b[1] + 1}`),
      MAX_PAIRS,
    );
    return t("solve-set open", { tiles, names, pairs });
  }
}
