// What items do to one's own board: tiles are hidden, faces upside down, hints blocked, a shield is up; and for how long.

import { find, h } from "../core/dom.js";
import { raceIcon } from "./signs.js";
import { t } from "../i18n/i18n.js";

/** @import { RaceSeat } from "./race_model.js" */

export class OwnEffects {
  /** @param {import("../board/board_view.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.element = h("div.own-effects", { "aria-hidden": "true" });
    find("#main").append(this.element);
    this.hiddenUntil = 0;
  }

  remove() {
    this.element.remove();
  }

  /** Look again which tiles are hidden: the board shows another seat, or another time. */
  forget() {
    this.hiddenUntil = -1;
  }

  /**
   * @param {RaceSeat | undefined} seat
   * @param {number} now milliseconds since the start of the race
   */
  show(seat, now) {
    const isRacing = seat?.state === "racing";
    const lasting = (/** @type {number | undefined} */ until) => (isRacing && until && until > now ? until : 0);
    const until = {
      shield: lasting(seat?.shielded_until),
      hide: lasting(seat?.hidden_until),
      turn: lasting(seat?.turned_until),
      block: lasting(seat?.blocked_until),
    };
    this.cover(until.hide ? (seat?.hidden ?? []) : [], until.hide);
    this.board.layer.setTurned(until.turn > 0);
    const { classList } = this.board.element;
    classList.toggle("shielded", until.shield > 0);
    classList.toggle("attacked-now", until.hide > 0 || until.turn > 0);
    const shown = /** @type {[keyof typeof until, number][]} */ (Object.entries(until)).filter(([, at]) => at);
    const key = shown.map(([name, at]) => `${name} ${Math.ceil((at - now) / 1000)}`).join();
    if (key === this.element.dataset.key) return;
    this.element.dataset.key = key;
    this.element.replaceChildren(
      ...shown.map(([name, at]) =>
        h(
          "span",
          { class: `own-effect ${name === "shield" ? "good" : "bad"}` },
          raceIcon(name),
          h("span", t(`race-effect ${name}`)),
          h("b", String(Math.ceil((at - now) / 1000))),
        ),
      ),
    );
  }

  /**
   * Hide the faces of some tiles; the tiles keep that when gravity moves them.
   * @param {import("../server/protocol.js").Cell[]} cells
   * @param {number} until
   */
  cover(cells, until) {
    if (until === this.hiddenUntil || !this.board.hasBoard) return;
    this.hiddenUntil = until;
    const covered = new Set(cells.map(String));
    for (const [cell, tile] of this.board.tiles) {
      if (tile.isCovered === covered.has(cell)) continue;
      tile.isCovered = covered.has(cell);
      this.board.layer.change(tile);
    }
    this.board.describe();
  }
}
