// What the player sees and hears of an event of the race.

import { findEvent } from "../board/board_model.js";
import { clockText } from "../core/clock.js";
import { s } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { describePair, showHint } from "../game/event_feedback.js";
import { sounds } from "../game/sound.js";
import { named, t } from "../i18n/i18n.js";
import { FLIGHT, fly, showAttackNote } from "./attack_flight.js";
import { raceSounds } from "./race_sounds.js";
import { itemName } from "./race_words.js";

/** @import { Attacked, BoardLaid, Cell, Denied, HintShown, ItemUsed, PairTaken, RaceEvent, RoomEvent, SeatFinished, WentOut } from "../server/protocol.js" */
/** @import { RaceScreen } from "./race_screen.js" */

const RIVAL_COMBO = 3; // quick pairs of another player that are heard
const REFUSALS = ["different kinds", "no path", "same tile", "empty cell", "off the board"];

/**
 * @param {RaceScreen} screen
 * @param {RaceEvent | RoomEvent} event
 */
export function showRaceEvent(screen, event) {
  const { model, frame } = screen;
  const isOwn = event.seat === model.you;
  const name = model.nameOf(event.seat);
  switch (event.event) {
    case "pairtaken":
      return showPair(screen, event);
    case "denied":
      return showDenial(screen, event);
    case "hintshown":
      return showHintedPair(screen, event);
    case "itemearned":
      if (!isOwn) return;
      raceSounds.earned();
      return frame.say(t(earnedText(), { item: named("item", event.item), place: event.stock.length }));
    case "itemused":
      return showUse(screen, event);
    case "attacked":
      return showAttack(screen, event);
    case "boardlaid":
      return layBoard(screen, event);
    case "wentaway":
      if (!isOwn) frame.say(t("race went away", { name }));
      return;
    case "cameback":
      return frame.say(isOwn ? t("race back yourself") : t("race came back", { name }));
    case "wentout":
      return showOut(screen, event);
    case "seatfinished":
      return showFinish(screen, event);
    case "raceover":
      return showEnd(screen);
  }
}

/**
 * @param {RaceScreen} screen
 * @param {PairTaken} event
 */
function showPair(screen, event) {
  const { model, hud, frame, board } = screen;
  const linked = findEvent(event.events, "linked");
  const isOwn = event.seat === model.you;
  const isShown = isOwn || (model.hasOneBoard && screen.boardSeat !== undefined);
  const shown = event.events.map((each) => (each.event === "linked" ? { ...each, points: 0 } : each));
  if (isShown)
    screen.applyToBoard(shown, () => {
      if (!isOwn && linked) signPath(board, event.seat, linked.path, model.nameOf(event.seat));
    });
  if (!isOwn) {
    if (linked) screen.rivals.cards.get(event.seat)?.board?.flashPair(linked.move);
    if (event.combo >= RIVAL_COMBO) raceSounds.rivalCombo(event.combo, event.seat);
    return;
  }
  sounds.link(event.combo);
  if (event.by_bomb) raceSounds.out();
  if (event.combo) hud.combo.count(event.combo);
  const { combo } = model.room.settings;
  const next = model.room.settings.items_offered.length && event.combo % combo ? combo - (event.combo % combo) : 0;
  const text = next && event.combo > 1 ? t("race combo next", { combo: event.combo, count: next }) : "";
  if (text) frame.say(text);
  else if (!findEvent(event.events, "stuck")) frame.say(t("race taken", { tiles: event.tiles }));
}

/**
 * Write whose pair it was beside its path, on a common board.
 * @param {import("../board/board_view.js").BoardView} board
 * @param {number} seat
 * @param {Cell[]} path
 * @param {string} name
 */
function signPath(board, seat, path, name) {
  const paths = board.effects.layer.querySelectorAll(".path.linked");
  paths[paths.length - 1]?.classList.add(`seat-${seat}`);
  const [x, y] = board.centre(path[Math.floor(path.length / 2)]);
  const label = s("text", { class: `points taker seat-${seat}`, x, y }, name);
  board.effects.layer.append(label);
  const motion = isMotionReduced() ? [{}, {}] : [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }];
  label.animate(motion, { duration: 900 }).onfinish = () => label.remove();
}

/**
 * @param {RaceScreen} screen
 * @param {Denied} event
 */
function showDenial({ model, frame, board }, event) {
  if (event.seat !== model.you) return;
  sounds.refuse();
  if (event.cells.length === 2) board.effects.refuse({ cells: event.cells, miss: null });
  const isPair = REFUSALS.includes(event.reason);
  const isTaken = model.hasOneBoard && event.reason === "empty cell";
  const text = isTaken ? t("race too late") : named(isPair ? "refused" : "race-denied", event.reason);
  frame.say(text, { bad: true });
}

/**
 * @param {RaceScreen} screen
 * @param {HintShown} event
 */
function showHintedPair({ model, board, hud, frame }, event) {
  if (event.seat !== model.you) return;
  showHint(board, { event: "hinted", move: event.move, path: event.path, safe: event.is_safe, left: event.left });
  frame.say(t(event.is_safe ? "hinted safe" : "hinted lost"));
  hud.tell(describePair(board, event.move));
}

/**
 * @param {RaceScreen} screen
 * @param {ItemUsed} event
 */
function showUse({ model, frame }, event) {
  if (event.target !== null) return; // the attack itself is shown
  const isOwn = event.seat === model.you;
  const seconds = model.room.settings[event.item === "shield" ? "shield" : "time"];
  const values = { name: model.nameOf(event.seat), seconds };
  if (event.item === "shield" && isOwn) frame.say(t("race shield up", values));
  if (event.item === "time" && (isOwn || model.isTeam)) frame.say(t("race more time", values));
}

/**
 * @param {RaceScreen} screen
 * @param {Attacked} event
 */
function showAttack(screen, event) {
  const { model, hud, frame, rivals } = screen;
  const { stage } = frame;
  const isAgainst = event.seat === model.you;
  const isOwn = event.by === model.you;
  const [by, name] = [model.nameOf(event.by), model.nameOf(event.seat)];
  const card = rivals.cards.get(event.seat);
  const from = isOwn ? stage : (rivals.cards.get(event.by)?.element ?? null);
  fly(event.item, from, isAgainst ? stage : (card?.element ?? null));
  const done = event.is_shielded ? "shielded" : event.did;
  const values = { by, name, item: itemName(event.item), seconds: secondsOf(event) };
  const text =
    isAgainst || isOwn
      ? named(isAgainst ? "race-hit" : "race-strike", done, values)
      : t(event.is_shielded ? "race other shielded" : "race other", values);
  if (isAgainst)
    showAttackNote({ item: event.item, by: event.by, text, kind: event.is_shielded ? "shielded" : "against" });
  else card?.note(event.by, event.is_shielded ? "shield" : event.item);
  if (isAgainst) {
    hud.tellNow(text);
    if (event.is_shielded) raceSounds.shielded();
    else raceSounds.incoming(event.by);
    screen.holdBoard(isMotionReduced() ? 0 : FLIGHT);
    frame.say(text, { bad: !event.is_shielded });
    if (!event.is_shielded) setTimeout(() => shakeStage(stage), FLIGHT);
  } else {
    if (isOwn) frame.say(text);
    else raceSounds.elsewhere(event.by);
    setTimeout(() => card?.hit(), isMotionReduced() ? 0 : FLIGHT);
  }
}

/** @param {Attacked} event */
function secondsOf({ at, until }) {
  return until === null ? 0 : Math.round((until - at) / 1000);
}

/** @param {HTMLElement} stage */
function shakeStage(stage) {
  if (isMotionReduced()) return;
  const swing = [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  stage.animate(swing, { duration: 320 });
}

/**
 * @param {RaceScreen} screen
 * @param {BoardLaid} event
 */
function layBoard(screen, event) {
  const { model, hud, frame } = screen;
  const isShown = event.seat === model.you || (model.hasOneBoard && screen.boardSeat !== undefined);
  if (!isShown) return;
  const { board } = event;
  const isFlipped = event.why !== "put-back";
  screen.applyToBoard(isFlipped ? [{ event: "shuffled", board, asked: true, left: null }] : [], () => {
    if (isFlipped) sounds.shuffle();
    else if (screen.boardSeat) screen.board.change(screen.boardSeat.rows);
  });
  hud.combo.end();
  if (event.why !== "stuck") return;
  frame.announce(t("race laid again"));
  hud.tellNow(t("race laid again"));
}

/**
 * @param {RaceScreen} screen
 * @param {WentOut} event
 */
function showOut({ model, hud, frame }, event) {
  raceSounds.out();
  const isOwn = event.seat === model.you;
  const values = { name: model.nameOf(event.seat), reason: t(`race-out ${event.reason}`) };
  const text = t(isOwn ? "race you are out" : "race is out", values);
  frame.say(text, { bad: isOwn });
  if (isOwn) frame.announce(text);
  hud.tell(text);
}

/**
 * @param {RaceScreen} screen
 * @param {SeatFinished} event
 */
function showFinish({ model, hud, frame }, event) {
  if (model.hasOneBoard) return; // it is the end of the race
  const isOwn = event.seat === model.you;
  if (isOwn) sounds.won();
  else raceSounds.finished(event.seat);
  const values = { name: model.nameOf(event.seat), rank: event.rank, time: clockText(event.at / 1000) };
  const text = t(isOwn ? "race you finished" : "race has finished", values);
  frame.say(text);
  if (isOwn) {
    frame.announce(text);
    hud.combo.end();
  }
  hud.tell(text);
}

/** @param {RaceScreen} screen */
function showEnd({ model, hud, frame }) {
  const own = model.result?.find(({ seat }) => seat === model.you);
  const hasWon = own && own.rank === 1 && (!model.isTeam || own.state === "finished");
  if (hasWon) sounds.won();
  else if (own) sounds.lost();
  hud.combo.end();
  const text = t(model.isTeam ? (hasWon ? "race team won" : "race team lost") : "race is over");
  frame.announce(text);
  frame.say(text);
}

/** What is said about a new item: fingers need no key for it. */
const earnedText = () => (matchMedia("(pointer: coarse)").matches ? "race earned touch" : "race earned");
