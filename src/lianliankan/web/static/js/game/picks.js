// Picking tiles: the second one makes a pair, which is sent at once; what the server does not accept is taken back.

import { cellText } from "../board/board_model.js";
import { loadPart } from "../server/api.js";
import { facts } from "../server/facts.js";
import { runtime } from "../server/transport.js";
import { sounds } from "./sound.js";

/** @import { Pair } from "../board/selection.js" */
/** @import { Cell, Rules } from "../server/protocol.js" */

/**
 * @typedef {object} PickingPage what picks need of a page
 * @property {import("../board/board_view.js").BoardView} board
 * @property {() => boolean} canPick whether tiles can be picked now; if not, the page does what a click means then
 * @property {() => void} [onFirstPick] a tile is picked that may be the first
 * @property {(command: () => string | null) => Promise<Outcome>} sendPair
 * @property {() => Rules | null} rulesNow null if nothing can be predicted
 * @property {(message: import("./messages.js").Message) => void} setMessage
 * @property {() => void} showSelection
 */
/** @typedef {"answered" | "outdated" | "failed" | "closed"} Outcome what became of a pair */

export class Picks {
  /** @param {PickingPage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./prediction.js").Prediction | null} */
    this.prediction = null;
    this.isPredictionAsked = false;
  }

  /** Load what predicts pairs, at the first pick. Where the game runs in the browser itself, answers come at once. */
  async loadPrediction() {
    if (this.isPredictionAsked || !facts.kernel || runtime !== null) return;
    this.isPredictionAsked = true;
    try {
      this.prediction = await (await loadPart(import("./prediction.js"))).Prediction.load();
    } catch {
      // The path of a pair is shown when the server has answered.
    }
  }

  /**
   * Select a tile; the second one makes a pair, which is played.
   * @param {Cell} cell
   */
  pick(cell) {
    const { page } = this;
    if (!page.canPick()) return;
    const { effects, rows, selection } = page.board;
    const kind = rows[cell[0]][cell[1]];
    if (kind <= 0) return effects.clearRefusal();
    if (selection.isUnderWay(cell)) return;
    page.onFirstPick?.();
    void this.loadPrediction();
    const pair = selection.toggle(cell);
    if (pair) void this.play(pair);
    else if (selection.first) {
      if (!selection.pairs.length) effects.clearRefusal(); // it fades by itself while a quick player goes on
      sounds.pick();
      page.setMessage({ name: "picked", values: { kind } });
    } else page.setMessage({ name: "dropped" });
    page.showSelection();
  }

  /**
   * Play a pair. If it is refused, its second tile stays selected; if it was not played for another reason, its first.
   * @param {Pair} pair
   */
  async play(pair) {
    const { board } = this.page;
    const command = `play ${pair.cells.map(cellText).join("-")}`;
    const answering = this.page.sendPair(() => {
      pair.isSent = !pair.isVoid;
      return pair.isVoid ? null : command;
    });
    const rules = this.page.rulesNow();
    if (rules) this.prediction?.show(board, pair, rules);
    const outcome = await answering;
    const { effects, selection } = board;
    if (outcome === "closed" || !selection.pairs.includes(pair)) return; // it is removed, or was dropped
    if (outcome !== "answered") effects.refuse({ cells: pair.cells, miss: null });
    if (outcome === "outdated") this.page.setMessage({ name: "refused outdated" });
    const rest = pair.cells[outcome === "answered" ? 1 : 0];
    selection.finish(pair, board.tileAt(rest) ? rest : null);
    this.page.showSelection();
  }

  /**
   * Drop the selected tile; without one, the pairs that were not sent yet.
   * @returns {boolean} whether there was anything to drop
   */
  drop() {
    if (!this.page.board.selection.drop()) return false;
    this.page.setMessage({ name: "dropped" });
    this.page.showSelection();
    return true;
  }
}
