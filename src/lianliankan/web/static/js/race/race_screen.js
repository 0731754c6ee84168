// The race: one's own board large, the others beside it, items and tools below.

import { BoardView } from "../board/board_view.js";
import { flip } from "../board/tile_motion.js";
import { faceName } from "../core/faces.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { confirm } from "../dialogs/dialog.js";
import { showHint } from "../game/event_feedback.js";
import { Frame } from "../game/frame.js";
import { Keys } from "../game/keys.js";
import { Picks } from "../game/picks.js";
import { named, t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";
import { clearAttackNotes } from "./attack_flight.js";
import { Countdown } from "./countdown.js";
import { IdleAlarm } from "./idle_alarm.js";
import { OwnEffects } from "./own_effects.js";
import { showRaceEvent } from "./race_events.js";
import { isAttack } from "./race_facts.js";
import { RaceHud } from "./race_hud.js";
import { blankSeats } from "./race_model.js";
import { ReactionBar } from "./reaction_bar.js";
import { Rivals } from "./rivals.js";
import { raceSounds } from "./race_sounds.js";
import { StandingsVoice } from "./standings_voice.js";

/** @import { GameEvent, RaceEvent, RoomEvent } from "../server/protocol.js" */
/** @import { RaceSeat } from "./race_model.js" */

const TICK = 200; // milliseconds

const KEYS = { h: "hint", 1: "item 1", 2: "item 2", 3: "item 3", t: "target", e: "react", x: "give up" };

export class RaceScreen {
  /** @param {import("./room_page.js").RoomPage} page */
  constructor(page) {
    this.page = page;
    this.app = page.app;
    this.frame = new Frame(page.app);
    this.frame.mark("racing");
    this.board = new BoardView(this.frame.stage, {
      onPick: (cell) => this.picks.pick(cell),
      onTranspose: () => this.redraw(),
      isWatched: page.model.you === null,
    });
    this.hud = new RaceHud(this.frame, { onTool: (tool) => void this.use(tool), onRules: () => page.showRules() });
    this.rivals = new Rivals({ onTarget: (seat) => this.aimAt(seat) });
    this.effects = new OwnEffects(this.board);
    this.countdown = new Countdown();
    this.idle = new IdleAlarm(this.hud);
    this.voice = new StandingsVoice((text) => this.hud.tell(text));
    this.reactions = new ReactionBar((reaction) => page.connection.react(reaction));
    this.frame.main.append(this.rivals.element);
    this.picks = new Picks(this);
    this.keys = new Keys(this, KEYS);
    /** @type {number | null} the seat that the player aims at; null is the leader */
    this.chosen = null;
    /** Whether tiles of the kind under the cursor are highlighted. */
    this.marksSameKind = false;
    this.isPaused = false;
    /** What the board shows: a race by its start, or a countdown. */
    this.shownRace = "";
    /** @type {(() => void)[]} what happens to the board once an attack has landed */
    this.waiting = [];
    this.timer = setInterval(() => this.tick(), TICK);
    this.sync();
  }

  remove() {
    clearInterval(this.timer);
    clearTimeout(this.landTimer);
    this.board.remove();
    this.rivals.remove();
    this.effects.remove();
    this.countdown.remove();
    this.idle.remove();
    this.reactions.remove();
    this.hud.remove();
    clearAttackNotes();
    this.frame.close();
  }

  get model() {
    return this.page.model;
  }

  /** Milliseconds since the start of the race. */
  get now() {
    return this.page.clock.now() - (this.model.room.race_began ?? 0);
  }

  get isCounting() {
    return this.model.room.phase === "countdown";
  }

  /** The seat whose board is shown large: one's own, or any on a common board; none for those who only watch. */
  get boardSeat() {
    const { model } = this;
    if (this.isCounting) return this.countdownSeats.find(({ seat }) => seat === model.you) ?? this.commonSeat;
    return model.own?.state === "racing" || (model.own && !this.hasOthers) ? model.own : this.commonSeat;
  }

  get commonSeat() {
    const seats = this.isCounting ? this.countdownSeats : [...this.model.seats.values()];
    return this.model.hasOneBoard ? seats[0] : undefined;
  }

  /** Whether there is anybody to watch. */
  get hasOthers() {
    return this.model.rivals.some(({ state }) => state === "racing");
  }

  get countdownSeats() {
    return blankSeats(this.model.room);
  }

  // ---- What is shown ------------------------------------------------------------------------------------------------

  /** Show the room as it is now, after a message that tells all. */
  sync() {
    this.landNow();
    this.waiting = [];
    const { model } = this;
    const seat = this.boardSeat;
    this.frame.mark("watching-race", !seat); // before the board is measured
    const race = this.isCounting ? "countdown" : String(model.room.race_began);
    if (seat && race !== this.shownRace) {
      const wasBlank = this.shownRace === "countdown" && !this.isCounting;
      this.board.show(seat.rows, { dealt: !wasBlank });
      this.board.setHidden(this.isCounting);
      if (wasBlank) this.turnUp();
      if (!this.isCounting && this.app.hasLostFocus) this.board.grid.focus({ preventScroll: true });
      this.chosen = null;
    } else if (seat) this.board.change(seat.rows);
    if (seat) this.shownRace = race;
    if (!model.own && model.isRacing) this.frame.say(t(model.you === null ? "room watching" : "race next one"));
    this.update();
  }

  /** Let the tiles turn up their faces: the race begins. */
  turnUp() {
    if (isMotionReduced()) return;
    const kinds = new Map([...this.board.tiles.values()].map((tile) => [tile, tile.kind]));
    for (const tile of kinds.keys()) tile.oldKind = 0;
    flip(this.board, kinds);
  }

  /** Show numbers, the others and effects as they are now. */
  update() {
    const { model, now } = this;
    if (model.isStarting) return;
    const isWatching = !this.boardSeat;
    this.frame.mark("watching-race", isWatching);
    const seats = this.isCounting ? this.countdownSeats : [...model.seats.values()];
    const shown = isWatching || model.isTeam ? seats : seats.filter(({ seat }) => seat !== model.you);
    this.rivals.show(model, { seats: shown, now, isBlank: this.isCounting, target: this.target });
    this.hud.show(model, { now: this.isCounting ? 0 : now, target: this.target });
    this.effects.show(this.isCounting || this.landTimer ? undefined : model.own, now);
    this.reactions.setAvailable(model.you !== null);
  }

  /** Follow the time. */
  tick() {
    const { room } = this.model;
    const left = room.countdown_until === null ? null : room.countdown_until - this.page.clock.now();
    this.countdown.show(this.isCounting ? left : null);
    if (this.isCounting) return;
    this.idle.show(this.model.isRacing && !this.waiting.length ? this.model.own : undefined, this.now);
    this.voice.update(this.model, this.now);
    this.update();
  }

  /** Update all texts after a change of settings. */
  redraw() {
    this.hud?.rebuild();
    this.rivals?.rebuild();
    if (!this.hud || !this.keys) return;
    if (this.board.hasBoard) this.board.describe();
    this.update();
  }

  showFaces() {
    void this.board.bitmaps.sharpen();
    for (const { board } of this.rivals.cards.values()) board?.redraw();
    this.redraw();
  }

  // ---- Events -------------------------------------------------------------------------------------------------------

  /**
   * Show an event, which the model has followed already.
   * @param {RoomEvent | RaceEvent} event
   */
  onEvent(event) {
    showRaceEvent(this, event);
  }

  /**
   * Change the large board; after an attack that is still on its way.
   * @param {GameEvent[]} events
   * @param {() => void} [then]
   */
  applyToBoard(events, then) {
    const act = () => {
      this.board.apply(events);
      then?.();
    };
    if (this.landTimer) this.waiting.push(act);
    else act();
  }

  /**
   * Hold the board until an attack has landed.
   * @param {number} delay in milliseconds
   */
  holdBoard(delay) {
    clearTimeout(this.landTimer);
    this.board.isHeld = true;
    this.landTimer = window.setTimeout(() => this.landNow(), delay);
  }

  landNow() {
    clearTimeout(this.landTimer);
    this.landTimer = 0;
    this.board.isHeld = false;
    for (const act of this.waiting.splice(0)) act();
  }

  /** Show a connection that is lost, or back. */
  setConnected(/** @type {boolean} */ isConnected) {
    this.board.element.classList.toggle("offline", !isConnected);
    if (!isConnected) this.hud.combo.end();
  }

  // ---- Picking (see picks.js and keys.js) ---------------------------------------------------------------------------

  canPick() {
    return this.model.isRacing && this.model.own?.state === "racing" && this.model.own.away_until === null;
  }

  rulesNow() {
    if (!this.page.connection.isReady || !this.canPick()) return null;
    return { ...facts.default.rules, gravity: this.model.room.settings.gravity };
  }

  /**
   * @param {import("../server/channel.js").Command} command
   * @returns {Promise<import("../game/picks.js").Outcome>}
   */
  async sendPair(command) {
    const answer = await this.page.connection.sendPair(command);
    if (this.page.connection.isClosed) return "closed";
    if (answer?.type === "events") return "answered";
    return answer?.type === "room" || (answer?.type === "error" && answer.code === "stale") ? "outdated" : "failed";
  }

  /** @param {import("../game/messages.js").Message} message */
  setMessage({ name, values = {} }) {
    const what = values.kind ? faceName(Number(values.kind)) : "";
    this.frame.say(t(name === "refused outdated" ? "race too late" : name, { ...values, what }), {
      bad: name.startsWith("refused"),
    });
  }

  showSelection() {
    this.board.showSelection();
    this.showSameKind();
  }

  showSameKind() {
    const cell = this.board.selection.first ?? (this.marksSameKind ? this.board.cursor : null);
    const kind = cell ? this.board.rows[cell[0]]?.[cell[1]] : 0;
    this.board.highlightKind(this.marksSameKind && kind > 0 ? kind : null);
  }

  toggleSameKind() {
    this.marksSameKind = !this.marksSameKind;
    this.showSameKind();
  }

  // ---- Tools and items ----------------------------------------------------------------------------------------------

  /** The seat that an attack would hit: the chosen one, or the best of the others. */
  get target() {
    const { model } = this;
    const targets = model.targets.map(({ seat }) => seat);
    if (this.chosen !== null && targets.includes(this.chosen)) return this.chosen;
    return model.standings().find(({ seat }) => targets.includes(seat))?.seat ?? null;
  }

  /**
   * Aim at a seat, or again at the leader.
   * @param {number} seat
   */
  aimAt(seat) {
    this.chosen = this.chosen === seat ? null : seat;
    const { target } = this;
    const name = target === null ? "" : this.model.nameOf(target);
    this.frame.say(t(this.chosen === null ? "race aim leader" : "race aim", { name }));
    this.update();
  }

  aimAtNext() {
    const targets = this.model.targets.map(({ seat }) => seat);
    const place = targets.indexOf(this.chosen ?? -1);
    if (targets.length) this.aimAt(place + 1 < targets.length ? targets[place + 1] : targets[place]);
  }

  /**
   * Use a tool, by its button or its key.
   * @param {string} tool
   */
  async use(tool) {
    const { own } = this.model;
    if (tool === "react" && this.model.you !== null) return this.reactions.toggle();
    if (tool === "leave" || (tool === "give up" && own?.state !== "racing" && !this.isCounting))
      return this.page.leave();
    if (this.isCounting && tool === "give up") return void (await this.page.send("unready"));
    if (!own || !this.canPick()) return;
    if (tool === "target") return this.aimAtNext();
    if (tool === "hint") return this.askHint(own);
    if (tool.startsWith("item ")) return this.useItem(own, Number(tool.slice(5)) - 1);
    if (tool === "give up" && (await confirm("race give up title", "race give up text", "race-tool give up")))
      await this.page.send("give-up");
  }

  /** @param {RaceSeat} own */
  async askHint(own) {
    const { hinted } = this.board.effects;
    if (hinted) return showHint(this.board, hinted);
    if (own.blocked_until > this.now) return this.frame.say(t("race-denied hints are blocked"), { bad: true });
    if (!own.hints) return this.frame.say(t("race-denied no hints left"), { bad: true });
    await this.busy("hint", () => this.page.send("hint"));
  }

  /**
   * Use an item; an attack hits the seat that the player aims at.
   * @param {RaceSeat} own
   * @param {number} place
   */
  async useItem(own, place) {
    const item = own.stock[place];
    if (!item) return this.frame.say(t("race slot about", { count: this.model.room.settings.combo }));
    const { target } = this;
    if (isAttack(item) && target === null) return this.frame.say(t("race-denied bad target"), { bad: true });
    raceSounds.used();
    const command = isAttack(item) ? `use ${item} ${Number(target) + 1}` : `use ${item}`;
    await this.busy(`item ${place + 1}`, () => this.page.send(command));
  }

  /**
   * @param {string} tool
   * @param {() => Promise<unknown>} action
   */
  async busy(tool, action) {
    const button = this.frame.tools.querySelector(`[data-tool="${tool}"]`);
    if (button?.classList.contains("busy")) return;
    button?.classList.add("busy");
    await action();
    button?.classList.remove("busy");
  }

  /**
   * Show who reacts, and how.
   * @param {number} seat
   * @param {string} reaction
   */
  react(seat, reaction) {
    if (this.reactions.isMuted) return;
    raceSounds.reaction();
    const card = this.rivals.cards.get(seat);
    if (card) card.react(reaction);
    else this.reactions.showOwn(reaction);
    this.hud.tell(t("race reacts", { name: this.model.nameOf(seat), reaction: named("reaction", reaction) }));
  }
}
