// Picking tiles: the second one makes a pair, which is sent at once; what the server does not accept is taken back.

import { cellText } from "../board/board_model.js";
import { loadPart } from "../server/api.js";
import { facts, isOpen } from "../server/facts.js";
import { runtime } from "../server/transport.js";
import { sounds } from "./sound.js";

/** @typedef {import("../board/board_model.js").Cell} Cell */
/** @typedef {import("../board/selection.js").Pair} Pair */

export class Picks {
  /** @param {import("./game_page.js").GamePage} page */
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
    if (!page.view) return;
    if (page.isOver) return page.showEnd(0);
    const { effects, rows, selection } = page.board;
    const kind = rows[cell[0]][cell[1]];
    if (kind <= 0) return effects.clearRefusal();
    if (selection.isUnderWay(cell)) return;
    if (page.connection.isReady && page.hud.startClock()) page.connection.begin();
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
    const { board, connection, head, view } = this.page;
    const command = `play ${pair.cells.map(cellText).join("-")}`;
    const answering = connection.sendPair(() => {
      pair.isSent = !pair.isVoid;
      return pair.isVoid ? null : command;
    });
    if (head && view && isOpen(view) && connection.isReady) this.prediction?.show(board, pair, head.rules);
    const answer = await answering;
    const { effects, selection } = board;
    if (connection.isClosed || !selection.pairs.includes(pair)) return; // it is removed, or was dropped
    if (answer?.type !== "done") effects.refuse({ cells: pair.cells, miss: null });
    if (answer?.type === "state") this.page.setMessage({ name: "refused outdated" });
    const rest = pair.cells[answer?.type === "done" ? 1 : 0];
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
