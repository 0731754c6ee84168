// The page of a game: it sends commands, and draws what comes back.

import { problemText } from "../server/api.js";
import { Bars } from "./hud.js";
import { BoardView } from "../board/board_view.js";
import { Connection } from "../server/connection.js";
import { confirm, isDialogOpen, watchDialogs } from "../dialogs/dialog.js";
import { find } from "../core/dom.js";
import { showEnding } from "../dialogs/end_dialog.js";
import { faceName } from "../core/faces.js";
import { cellText, sameCell } from "../board/rows.js";
import { Keys } from "./keys.js";
import { turn } from "../board/layout.js";
import { recall, remember, settings } from "../core/settings.js";
import { sounds } from "./sound.js";
import { tell } from "./messages.js";
import { Veil } from "./overlay.js";
import { words } from "../i18n/i18n.js";

/** @typedef {import("../board/rows.js").Cell} Cell */
/** @typedef {import("../app.js").App} App */

const LIGHT_AFTER = 250; // milliseconds of quiet before the server is asked whether the game can be won
const ENDING_AFTER = 800;
const BANNER_AFTER = 700;
const UNPAUSED = new Set(["resumed", "restarted", "won", "lost"]); // events that end a pause

export class GamePage {
  /**
   * @param {App} app
   * @param {string} id
   * @param {{fresh?: boolean}} [how] whether the game has just begun
   */
  constructor(app, id, { fresh = false } = {}) {
    this.app = app;
    this.id = id;
    this.fresh = fresh;
    /** @type {any} */
    this.head = null;
    /** @type {any} */
    this.view = null;
    this.kin = false;
    /** @type {string | null} the text that says why nothing happens */
    this.cut = null;
    /** Whether the game is being paused, or let go on, without the player's doing. */
    this.isMinding = false;
    /** Whether the server could not keep the last command: then nothing is done by itself. */
    this.isUnkept = false;
    this.stage = find("#stage");
    this.banner = find("#banner");
    this.board = new BoardView(this.stage, {
      onPick: (cell) => this.pick(cell),
      onTurn: () => this.redraw(),
    });
    this.bars = new Bars((tool) => void this.use(tool));
    this.veil = new Veil(this.board.cells, (tool) => void this.use(tool));
    this.keys = new Keys(this);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.line = new Connection(`${scheme}://${location.host}/ws/${id}`, {
      onState: (message) => this.onState(message),
      onDone: (message) => this.onDone(message),
      onLight: (message) => this.onLight(message),
      onError: (message) => this.onError(message),
      onStatus: (status) => this.onStatus(status),
    });
    this.onBack = () => this.line.hurry();
    addEventListener("online", this.onBack);
    this.onAway = () => this.mind();
    document.addEventListener("visibilitychange", this.onAway);
    this.unwatch = watchDialogs(this.onAway);
  }

  remove() {
    removeEventListener("online", this.onBack);
    document.removeEventListener("visibilitychange", this.onAway);
    this.unwatch();
    this.keys.remove();
    this.line.close();
    this.board.remove();
    this.bars.remove();
    this.veil.cover(null);
    clearTimeout(this.lightTimer);
    clearTimeout(this.endTimer);
    clearTimeout(this.bannerTimer);
    if (this.cut) this.banner.hidden = true;
  }

  /** Say everything anew, for a setting has changed. */
  redraw() {
    this.bars?.build();
    if (!this.view) return;
    this.board.describe();
    this.update(this.view);
    this.say();
  }

  /** Show the faces that have been chosen. */
  redress() {
    void this.board.dressing.sharpen();
    this.redraw();
  }

  get isOver() {
    return this.view?.state === "won" || this.view?.state === "lost";
  }

  get isPaused() {
    return this.view?.state === "paused";
  }

  // ---- What the server says -----------------------------------------------------------------------------------------

  /** @param {any} message */
  onState(message) {
    const isFirst = this.head === null;
    this.head = { deal: message.deal, options: message.options, rules: message.rules, rows: message.rows };
    if (isFirst) this.board.show(message.rows, { dealt: true });
    else this.board.change(message.rows);
    this.board.pick(message.view.picked);
    this.board.describe();
    this.update(message.view);
    if (isFirst) {
      this.tell({ name: this.greeting(message) });
      if (this.isOver) this.end(0);
    }
    this.mind();
  }

  /**
   * Which text a game is opened with.
   * @param {any} message
   */
  greeting({ entries, view }) {
    if (this.isOver) return view.state;
    if (!this.fresh || entries) return "goes on";
    return this.board.zoom.isTight && matchMedia("(pointer: coarse)").matches ? "begun small" : "begun";
  }

  /** @param {any} message */
  onDone(message) {
    const { events, view } = message;
    this.isUnkept = false;
    if (events.some((/** @type {any} */ event) => UNPAUSED.has(event.event))) this.wasPausedHere = false;
    this.board.apply(events);
    for (const event of events) this.show(event, events);
    if (view.picked || !events.some((/** @type {any} */ event) => event.event === "hinted"))
      this.board.pick(view.picked);
    this.board.describe();
    this.update(view);
    // Another window of this game was left while this one is looked at.
    if (message.n === null && events.some((/** @type {any} */ event) => event.event === "paused")) this.mind();
    const told = tell(events, {
      most: this.head.rules.max_turns,
      canUndo: view.can_undo,
      canShuffle: view.shuffles !== 0,
    });
    const isMinded = this.isMinding && (told?.name === "paused" || told?.name === "resumed");
    if (told && !isMinded) this.tell(told, events);
    if (events.some((/** @type {any} */ event) => event.event === "won" || event.event === "lost"))
      this.end(ENDING_AFTER);
  }

  /**
   * Let the board show, and the speakers sound, what an event is.
   * @param {any} event
   * @param {any[]} events
   */
  show(event, events) {
    switch (event.event) {
      case "linked":
        sounds.link(event.combo);
        this.bars.burst(event.combo);
        break;
      case "picked":
        if (events.length === 1) sounds.pick();
        break;
      case "refused":
        sounds.refuse();
        if (event.cells.length === 2) this.board.effects.refuse(event);
        break;
      case "hinted":
        if (!events.some((other) => other.event === "linked")) {
          sounds.hint();
          this.board.effects.hint(event);
          this.board.cells.moveTo(turn(event.move[0], this.board.turned));
          if (this.board.cells.hasFocus) this.board.cells.focus({ preventScroll: true });
          this.board.reveal(event.move);
        }
        break;
      case "shuffled":
        sounds.shuffle();
        break;
      case "undone":
      case "redone":
      case "restarted":
        sounds.undo();
        break;
      case "stuck":
        sounds.stuck();
        break;
      case "won":
        sounds.won();
        break;
      case "lost":
        sounds.lost();
        break;
    }
  }

  /** @param {any} message */
  onLight(message) {
    if (this.view) this.update({ ...this.view, winnable: message.winnable, doomed: message.doomed }, { asked: true });
  }

  /** @param {any} message */
  onError(message) {
    const { code } = message;
    if (code === "busy") return this.app.stop(words("error busy"));
    if (code === "version") return this.app.stop(words("error version"), { renew: true });
    if (code === "gone") {
      // One that was just begun and is not there: another would fare no better.
      if (this.fresh && !this.head) return this.app.stop(words("error gone"));
      return void this.app.home({ notice: words("error gone"), except: this.id });
    }
    if (code === "store") {
      this.isUnkept = true;
      if (!this.isPaused) this.wasPausedHere = false;
    }
    this.bars.say(words(problemText(message)), { bad: true });
  }

  /** @param {import("../server/connection.js").Status} status */
  onStatus(status) {
    clearTimeout(this.bannerTimer);
    if (status === "slow") this.showCut("line slow");
    else if (status === "lost") this.bannerTimer = setTimeout(() => this.showCut("line lost"), BANNER_AFTER);
    else if (this.cut) {
      const isBack = status === "open" && this.cut === "line lost" && this.head;
      this.cut = null;
      this.banner.hidden = true;
      if (isBack) this.bars.say(words("line back"));
    }
  }

  /** @param {string} name the text that says why nothing happens */
  showCut(name) {
    this.cut = name;
    this.banner.textContent = words(name);
    this.banner.hidden = false;
  }

  // ---- How it stands ------------------------------------------------------------------------------------------------

  /**
   * Show how the game stands now.
   * @param {any} view
   * @param {{asked?: boolean}} [how] whether this is the answer about the light
   */
  update(view, { asked = false } = {}) {
    if (!asked || !this.view) this.view = view;
    else Object.assign(this.view, { winnable: view.winnable, doomed: view.doomed });
    this.head.isTurned = this.board.turned;
    if (!asked) this.bars.update(view, this.head);
    const rests = this.isPaused && !this.goesOnByItself;
    this.board.hide(rests);
    this.showKin();
    this.veil.show(this.isPaused && !rests ? null : this.view);
    const tells = settings.light && !this.isOver && !this.isPaused && this.tellsDoom;
    clearTimeout(this.lightTimer);
    const isShown = tells && view.state !== "stuck"; // when the card says it
    this.bars.showLight(isShown ? view.winnable : null, view.doomed, this.head.options.undo);
    const isUnclear = view.winnable === null || (view.winnable === false && !view.doomed);
    if (tells && isUnclear && !asked && view.tiles)
      this.lightTimer = setTimeout(() => this.line.askLight(), LIGHT_AFTER);
  }

  /** Experts find out themselves, until they are stuck. */
  get tellsDoom() {
    return this.head.options.mode !== "expert" || this.view.state === "stuck";
  }

  showKin() {
    const { picked } = this.board;
    const cell = picked ?? (this.kin ? this.board.cursor : null);
    const kind = cell ? this.board.rows[cell[0]]?.[cell[1]] : 0;
    this.board.showKind((settings.kin || this.kin) && kind > 0 ? kind : null);
  }

  /**
   * Say something, and remember it, to say it again in another language.
   * @param {import("./messages.js").Telling} told
   * @param {any[]} [events]
   */
  tell(told, events = []) {
    this.told = told;
    this.toldEvents = events;
    this.say();
  }

  say() {
    if (!this.told) return;
    const { name, values = {} } = this.told;
    const what = values.kind ? faceName(values.kind, words) : "";
    const text = words(name, { ...values, what: what.charAt(0).toUpperCase() + what.slice(1) });
    const hinted = name.startsWith("hinted") && this.toldEvents?.find((event) => event.event === "hinted");
    const more = hinted ? ` ${this.unseen(hinted)}` : "";
    this.bars.say(text, { bad: /^(refused|doomed|stuck|lost)/.test(name), more });
  }

  /**
   * Where a hint's tiles lie, for those who do not see them glow.
   * @param {any} hinted
   */
  unseen(hinted) {
    const place = (/** @type {Cell} */ cell) => {
      const [row, col] = turn(cell, this.board.turned);
      return words("place", { row: row + 1, col: col + 1 });
    };
    const [row, col] = hinted.move[0];
    const what = faceName(this.board.rows[row][col], words);
    return words("hint cells", { what, first: place(hinted.move[0]), second: place(hinted.move[1]) });
  }

  /** @param {number} after milliseconds */
  end(after) {
    clearTimeout(this.endTimer);
    this.endTimer = setTimeout(() => void showEnding(this.app, this), after);
  }

  // ---- What the player does -----------------------------------------------------------------------------------------

  /** @param {Cell} cell */
  pick(cell) {
    if (!this.view) return;
    if (this.isOver) return void showEnding(this.app, this);
    if (this.board.rows[cell[0]][cell[1]] <= 0) return void this.board.effects.clear();
    const { picked } = this.board;
    if (picked && sameCell(picked, cell)) this.board.pick(null);
    else if (!picked) {
      this.board.effects.clear();
      this.board.pick(cell);
    }
    this.showKin();
    void this.line.do(`pick ${cellText(cell)}`);
  }

  /**
   * Use a tool, by its button or its key.
   * @param {string} tool
   */
  async use(tool) {
    if (!this.view) return;
    switch (tool) {
      case "new":
        return this.app.showNewGame();
      case "tiles":
        return void this.app.showGallery();
      case "restart":
        if (this.isOver) return this.app.again(this);
        if (this.view.pairs === 0 || (await confirm("restart title", "restart text", "tool restart")))
          await this.send("restart");
        return;
      case "give up":
        if (!this.isOver && (await confirm("give up title", "give up text", "paused give up")))
          await this.send("give-up");
        return;
      case "pause":
        await this.send("pause", () => {
          this.wasPausedHere = !this.isPaused;
          return this.isPaused ? "resume" : "pause";
        });
        return;
      case "back":
        return this.goBack();
      default:
        await this.send(tool);
    }
  }

  /**
   * @param {string} tool
   * @param {import("../server/connection.js").Command} [command]
   */
  async send(tool, command = tool) {
    const button = this.bars.tools.querySelector(`[data-tool="${tool}"]`);
    button?.classList.add("busy");
    const done = await this.line.do(command);
    button?.classList.remove("busy");
    return done;
  }

  /** Undo until the pair that lost the game is taken back. */
  async goBack() {
    const number = this.view.doomed?.number;
    if (!number) return;
    while (this.view.pairs >= number) {
      const done = await this.line.do("undo");
      if (!done || done.events[0]?.event === "refused") return;
    }
    this.tell({ name: "back" });
  }

  /**
   * Stop the clock for a player who looks at another page, and one that runs against the player under a dialog, too;
   * let a game go on that the player did not pause.
   */
  mind() {
    if (!this.view || this.isOver || this.isUnkept || this.isMinding) return;
    const isTimed = this.head.options.limit !== null;
    const isGoing = this.view.state === "playing" || this.view.state === "stuck";
    const isAway = document.hidden || (isTimed && isDialogOpen());
    const command = isGoing && isAway ? "pause" : this.goesOnByItself ? "resume" : null;
    if (!command) return;
    this.isMinding = true;
    void this.line.do(command).then((done) => {
      this.isMinding = false;
      if (done) this.mind(); // the player may have come back, or left, meanwhile
    });
  }

  /** Whether the game is paused only because the player was away, and goes on now. */
  get goesOnByItself() {
    return this.isPaused && !this.wasPausedHere && !this.isUnkept && !document.hidden && !isDialogOpen();
  }

  /** Whether the player paused the game in this browser, so that only the player goes on with it. */
  get wasPausedHere() {
    return recall(`paused ${this.id}`);
  }

  set wasPausedHere(was) {
    remember(`paused ${this.id}`, was);
  }

  /** Point out all tiles of the kind under the cursor, or no longer. */
  toggleKin() {
    this.kin = !this.kin;
    this.showKin();
  }
}
