// The seats of a race in its replay: a small board of each, how far it is, and which one is shown large.

import { h, setText } from "../core/dom.js";
import { roveFocus, setTabStop } from "../core/roving.js";
import { t } from "../i18n/i18n.js";
import { LiveBoard } from "./live_board.js";
import { effectsOn } from "./race_model.js";
import { outText, raceTime } from "./race_words.js";
import { raceIcon, seatSign } from "./signs.js";

/** @import { RaceModel, RaceSeat } from "./race_model.js" */

class SeatCard {
  /**
   * @param {RaceSeat} seat
   * @param {string} name
   * @param {{hasBoard: boolean, choose: () => void}} options
   */
  constructor(seat, name, { hasBoard, choose }) {
    this.board = hasBoard ? new LiveBoard() : null;
    this.rank = h("span.seat-rank");
    this.number = h("span.seat-number");
    this.effects = h("span.seat-effects");
    this.element = h(
      "button.seat-card",
      { "data-seat": seat.seat, onclick: choose },
      h(
        "span.seat-head",
        seatSign(seat.seat),
        h("bdi.seat-name", name),
        seat.bot ? raceIcon("bot") : seat.is_ghost ? raceIcon("ghost") : null,
      ),
      h("span.seat-picture", this.board?.element ?? null, raceIcon("check"), raceIcon("cross")),
      h("span.seat-line", this.rank, this.number, this.effects),
    );
  }

  /**
   * @param {RaceSeat} seat
   * @param {{now: number, rank: number | null, isChosen: boolean, isByPairs: boolean}} race
   */
  show(seat, { now, rank, isChosen, isByPairs }) {
    const isHidden = seat.hidden_until > now;
    this.board?.show(seat.rows, { covered: isHidden ? seat.hidden : [], isTurned: seat.turned_until > now });
    setText(this.rank, rank ? t("race rank", { rank }) : "");
    const state = stateText(seat);
    const count = t(isByPairs ? "race pairs" : "race tiles left", { count: isByPairs ? seat.pairs : seat.tiles });
    setText(this.number, state || count);
    this.element.dataset.state = seat.state;
    this.element.setAttribute("aria-pressed", String(isChosen));
    const names = effectsOn(seat, now);
    if (this.effects.dataset.names === names.join()) return;
    this.effects.dataset.names = names.join();
    this.effects.replaceChildren(...names.map(raceIcon));
  }
}

/**
 * Say what became of a seat, if it does not race any more.
 * @param {RaceSeat} seat
 */
function stateText({ state, reason, ended_at: at }) {
  if (state === "finished") return raceTime(at ?? 0);
  return state === "out" ? outText({ reason }) : "";
}

export class SeatCards {
  /**
   * @param {RaceModel} model
   * @param {Map<number, string>} names
   * @param {(seat: number) => void} onChoose
   */
  constructor(model, names, onChoose) {
    const hasBoard = !model.hasOneBoard;
    this.cards = new Map(
      [...model.seats.values()].map((seat) => [
        seat.seat,
        new SeatCard(seat, names.get(seat.seat) ?? seat.name, { hasBoard, choose: () => onChoose(seat.seat) }),
      ]),
    );
    const elements = [...this.cards.values()].map(({ element }) => element);
    this.element = h("div.seat-cards", { role: "group", "aria-label": t("replay seats") }, ...elements);
    this.element.classList.toggle("with-boards", hasBoard);
    roveFocus(this.element, ".seat-card");
  }

  remove() {
    for (const { board } of this.cards.values()) board?.remove();
    this.element.remove();
  }

  /**
   * @param {RaceModel} model
   * @param {number} now
   * @param {number} chosen
   */
  show(model, now, chosen) {
    const ranks = new Map(model.standings().map(({ seat, rank }) => [seat, rank]));
    for (const [number, seat] of model.seats) {
      const rank = model.isTeam || now === 0 ? null : (ranks.get(number) ?? null);
      const race = { now, rank, isChosen: number === chosen, isByPairs: model.hasOneBoard };
      this.cards.get(number)?.show(seat, race);
    }
    setTabStop(this.element, ".seat-card", this.cards.get(chosen)?.element);
  }

  /**
   * Mark the pair that a seat has just taken.
   * @param {number} seat
   * @param {import("../server/protocol.js").Cell[]} cells
   */
  flash(seat, cells) {
    this.cards.get(seat)?.board?.flashPair(cells);
  }
}
