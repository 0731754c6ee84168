// The others, beside one's own board: what they have left, their combos, and what happens to them.

import { clockText } from "../core/clock.js";
import { h, setStyle, setText } from "../core/dom.js";
import { t } from "../i18n/i18n.js";
import { LiveBoard } from "./live_board.js";
import { effectsOn } from "./race_model.js";
import { outText } from "./race_words.js";
import { raceIcon, reactionSign, seatSign } from "./signs.js";

/** @import { Item, RaceModel, RaceSeat } from "./race_model.js" */

const COMBO_FROM = 2; // pairs
const COMBO_SHOWN = 3000; // milliseconds after its last pair
const REACTION = 2600;
const NOTE = 2000;

/** One of the others. */
class RivalCard {
  /**
   * @param {RaceSeat} seat
   * @param {{isTarget: boolean, hasBoard: boolean, onChoose: (seat: number) => void}} options `isTarget`: whether they
   *   can be attacked; `hasBoard`: whether they have a board of their own
   */
  constructor(seat, { isTarget, hasBoard, onChoose }) {
    this.seat = seat.seat;
    this.canBeTarget = isTarget;
    this.board = hasBoard ? new LiveBoard() : null;
    this.place = h("span.rival-place");
    this.left = h("span.rival-left");
    this.count = h("span.rival-count"); // in place of it, where there is little room
    this.combo = h("span.rival-combo");
    this.signs = h("span.rival-signs");
    this.state = h("span.rival-state");
    this.bar = h("span.bar");
    this.words = h("span.visually-hidden");
    const content = [
      h(
        "span.rival-head",
        { "aria-hidden": "true" },
        seatSign(seat.seat),
        h("span.rival-name", seat.name),
        seat.bot ? raceIcon("bot") : seat.is_ghost ? raceIcon("ghost") : null,
        this.place,
      ),
      h("span.rival-picture", { "aria-hidden": "true" }, this.board?.element ?? null, this.state),
      h("span.rival-numbers", { "aria-hidden": "true" }, this.left, this.count, this.combo, this.signs),
      h("span.rival-bar", { "aria-hidden": "true" }, this.bar),
      this.words,
    ];
    const attributes = { class: "rival", "data-seat": seat.seat };
    this.element = isTarget
      ? h("button", { ...attributes, onclick: () => onChoose(seat.seat), "aria-pressed": "false" }, ...content)
      : h("div", attributes, ...content);
  }

  remove() {
    this.board?.remove();
  }

  /**
   * @param {RaceSeat} seat
   * @param {object} race
   * @param {number} race.now milliseconds since its start
   * @param {number} race.rank
   * @param {number} race.most how many tiles, or pairs on a common board, there are
   * @param {boolean} race.isByPairs
   * @param {boolean} race.isBlank whether it has not begun
   * @param {boolean} race.isTeam
   * @param {boolean} race.isAimedAt
   */
  show(seat, { now, rank, most, isByPairs, isBlank, isTeam, isAimedAt }) {
    const isHidden = seat.hidden_until > now;
    const isTurned = seat.turned_until > now;
    this.board?.show(seat.rows, { covered: isHidden ? seat.hidden : [], isTurned, isBlank });
    const number = isByPairs ? seat.pairs : seat.tiles;
    setText(this.place, isBlank || isTeam ? "" : t("race rank", { rank }));
    this.element.classList.toggle("leading", rank === 1 && !isBlank && !isTeam);
    setText(this.count, String(number));
    setText(this.left, t(isByPairs ? "race pairs" : "race tiles left", { count: number }));
    const isCombo = seat.combo >= COMBO_FROM && seat.state === "racing" && now - (seat.lastPairAt ?? 0) < COMBO_SHOWN;
    setText(this.combo, isCombo ? `×${seat.combo}` : "");
    const share = isByPairs ? number / Math.max(most, 1) : 1 - number / Math.max(most, 1);
    setStyle(this.bar, { transform: `scaleX(${Math.min(Math.max(share, 0), 1)})` });
    const state = stateText(seat, now);
    setText(this.state, state);
    this.element.classList.toggle("has-state", state !== "");
    this.element.dataset.state = seat.away_until !== null ? "away" : seat.state;
    if (this.canBeTarget) {
      this.element.setAttribute("aria-pressed", String(isAimedAt));
      this.element.classList.toggle("aimed-at", isAimedAt);
      /** @type {HTMLButtonElement} */ (this.element).disabled = seat.state !== "racing";
    }
    this.showSigns(seat, now);
    const ghost = seat.is_ghost ? t("racer ghost") : "";
    const who = seat.bot ? t("race bot name", { name: seat.name, level: seat.bot }) : seat.name;
    const parts = [who, ghost, isBlank || isTeam ? "" : t("race place of", { rank }), this.left.textContent, state];
    setText(this.words, parts.filter(Boolean).join(", "));
  }

  /**
   * Show what items do to the seat, and how many it holds.
   * @param {RaceSeat} seat
   * @param {number} now
   */
  showSigns(seat, now) {
    const names = effectsOn(seat, now);
    const key = `${names} ${seat.stock.length}`;
    if (this.signs.dataset.key === key) return;
    this.signs.dataset.key = key;
    const held = seat.stock.map(() => h("span.held"));
    this.signs.replaceChildren(...names.map(raceIcon), ...held);
  }

  /**
   * Let a reaction rise from the card.
   * @param {string} name
   */
  react(name) {
    const sign = h("span.rival-reaction", reactionSign(name));
    this.element.append(sign);
    setTimeout(() => sign.remove(), REACTION);
  }

  /**
   * Show for a moment who has attacked, and with what.
   * @param {number} by
   * @param {Item} item
   */
  note(by, item) {
    this.element.querySelector(".rival-note")?.remove();
    const note = h("span.rival-note", { "aria-hidden": "true" }, seatSign(by), raceIcon(item));
    this.element.append(note);
    setTimeout(() => note.remove(), NOTE);
  }

  /** Shake the card: an attack has landed. */
  hit() {
    this.element.classList.remove("hit");
    void this.element.offsetWidth; // so that the animation starts again
    this.element.classList.add("hit");
  }
}

/**
 * Say what became of a seat, if it does not race.
 * @param {RaceSeat} seat
 * @param {number} now
 */
export function stateText(seat, now) {
  if (seat.state === "finished") return t("race finished at", { time: clockText((seat.ended_at ?? 0) / 1000) });
  if (seat.state === "out") return outText(seat);
  if (seat.away_until !== null)
    return t("race away", { seconds: Math.max(0, Math.ceil((seat.away_until - now) / 1000)) });
  return "";
}

export class Rivals {
  /** @param {{onTarget: (seat: number) => void}} handlers */
  constructor({ onTarget }) {
    this.onTarget = onTarget;
    this.element = h("section.rivals");
    /** @type {Map<number, RivalCard>} */
    this.cards = new Map();
    this.key = "";
  }

  remove() {
    for (const card of this.cards.values()) card.remove();
    this.element.remove();
  }

  /** Create the cards again, in another language. */
  rebuild() {
    this.key = "";
  }

  /**
   * @param {RaceModel} model
   * @param {object} race
   * @param {RaceSeat[]} race.seats who is shown
   * @param {number} race.now milliseconds since its start
   * @param {boolean} race.isBlank whether it has not begun
   * @param {number | null} race.target
   */
  show(model, { seats, now, isBlank, target }) {
    const { settings } = model.room;
    const canAttack = settings.items_offered.length > 0 && !model.isTeam && model.own !== undefined;
    const key = `${seats.map(({ seat, name }) => `${seat} ${name}`)} ${canAttack} ${model.hasOneBoard}`;
    if (key !== this.key) this.build(seats, { canAttack, hasBoard: !model.hasOneBoard });
    this.key = key;
    const ranks = new Map(model.standings().map(({ seat, rank }) => [seat, rank]));
    const most = model.hasOneBoard ? (settings.rows * settings.cols) / 2 : settings.rows * settings.cols;
    for (const seat of seats) {
      this.cards.get(seat.seat)?.show(seat, {
        now,
        rank: ranks.get(seat.seat) ?? 0,
        most,
        isByPairs: model.hasOneBoard,
        isBlank,
        isTeam: model.isTeam,
        isAimedAt: canAttack && seat.seat === target,
      });
    }
  }

  /**
   * @param {RaceSeat[]} seats
   * @param {{canAttack: boolean, hasBoard: boolean}} options
   */
  build(seats, { canAttack, hasBoard }) {
    for (const card of this.cards.values()) card.remove();
    this.cards.clear();
    for (const seat of seats) {
      const isTarget = canAttack && !seat.is_ghost;
      this.cards.set(seat.seat, new RivalCard(seat, { isTarget, hasBoard, onChoose: this.onTarget }));
    }
    this.element.setAttribute("aria-label", t(canAttack ? "race rivals target" : "race rivals"));
    this.element.dataset.count = String(seats.length);
    this.element.classList.toggle("with-boards", hasBoard);
    this.element.replaceChildren(...[...this.cards.values()].map(({ element }) => element));
  }
}
