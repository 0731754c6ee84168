// The page of a game: it sends commands to the server and shows what comes back.

import { BoardView } from "../board/board_view.js";
import { findEvent } from "../board/board_model.js";
import { faceName } from "../core/faces.js";
import { confirm, watchDialogs } from "../dialogs/dialog.js";
import { t } from "../i18n/i18n.js";
import { api, errorKey, loadPart } from "../server/api.js";
import { Connection } from "../server/connection.js";
import { facts, isOpen, isOver } from "../server/facts.js";
import { takePageData } from "../server/page_data.js";
import { runtime } from "../server/transport.js";
import { AutoPause } from "./auto_pause.js";
import { describePair, playEvent, showHint } from "./event_feedback.js";
import { Hud } from "./hud.js";
import { Keys } from "./keys.js";
import { Light } from "./light.js";
import { describeEvents } from "./messages.js";
import { Overlay } from "./overlay.js";
import { Picks } from "./picks.js";

/** @import { Done, ErrorMessage, FullState, GameEvent, GameHead, GameView, Winnability } from "../server/protocol.js" */

const END_DIALOG_AFTER = 800; // milliseconds
const BANNER_AFTER = 700;
const UNPAUSED = new Set(["resumed", "restarted", "won", "lost"]); // events that end a pause

/**
 * @param {import("../pages.js").Going} going
 * @returns {import("../router.js").Opening}
 */
export function openPage({ words: { id }, given }) {
  return { make: (frame) => new GamePage(frame, id, given) };
}

export class GamePage {
  /**
   * @param {import("./frame.js").Frame} frame
   * @param {string} id
   * @param {{isNew?: boolean, opening?: import("./messages.js").Message}} [options] `isNew`: the game has just been
   *   started; `opening`: the first message, if not the usual one
   */
  constructor(frame, id, { isNew = false, opening } = {}) {
    this.frame = frame;
    this.app = frame.app;
    this.id = this.app.lastGame = id;
    this.isNew = isNew;
    this.opening = opening;
    /** @type {GameHead | null} */
    this.head = null;
    /** @type {GameView | null} */
    this.view = null;
    /** Whether tiles of the kind under the cursor are highlighted. */
    this.marksSameKind = false;
    /** @type {string | null} the key of the text that says what is wrong with the connection */
    this.connectionProblem = null;
    this.board = new BoardView(frame.stage, {
      onPick: (cell) => this.picks.pick(cell),
      onTranspose: () => this.redraw(),
    });
    this.hud = new Hud(frame, (tool) => void this.use(tool));
    this.light = new Light(this);
    this.overlay = new Overlay(this.board.grid, (tool) => void this.use(tool));
    this.keys = new Keys(this);
    this.picks = new Picks(this);
    this.autoPause = new AutoPause(this);
    this.connection = new Connection(`/ws/${id}`, facts.protocol, {
      onState: (message) => this.onState(message),
      onDone: (message) => this.onDone(message),
      onWinnable: (message) => this.onWinnable(message),
      onError: (message) => this.onError(message),
      onStatus: (status) => this.onStatus(status),
    });
    const { signal } = frame;
    addEventListener("online", () => this.connection.reconnectNow(), { signal });
    document.addEventListener("visibilitychange", () => this.autoPause.update(), { signal });
    watchDialogs(() => this.autoPause.update(), signal);
    const written = takePageData("game");
    if (written?.id === id) this.showWritten(written);
  }

  remove() {
    this.connection.close();
    this.board.remove();
    this.hud.remove();
    this.light.remove();
    clearTimeout(this.endTimer);
    clearTimeout(this.bannerTimer);
  }

  /** Update all texts and labels after a change of settings. */
  redraw() {
    this.hud?.build();
    if (!this.view) return;
    this.board.describe();
    this.update(this.view);
    this.showMessage();
  }

  /** Show the tile set that the player has chosen. */
  showFaces() {
    void this.board.bitmaps.sharpen();
    this.redraw();
  }

  /** The game, for the best lists. */
  get game() {
    return { id: this.id, head: this.head };
  }

  restart() {
    return this.use("restart");
  }

  /** The board as it stands, for the editor. */
  async boardToEdit() {
    return { text: (await api.share(this.id)).game };
  }

  get isOver() {
    return this.view !== null && isOver(this.view);
  }

  get isPaused() {
    return this.view?.state === "paused";
  }

  /**
   * Show the game as the server has written it into the page, until the connection says how it is.
   * @param {FullState} state
   */
  showWritten(state) {
    this.connection.setVersion(state.version);
    this.onState(state);
  }

  // ---- Messages from the server -------------------------------------------------------------------------------------

  /** @param {FullState} message */
  onState(message) {
    const isFirst = this.head === null;
    if (message.id !== this.id) this.rename(message.id);
    this.head = message.head;
    if (isFirst) this.board.show(message.rows, { dealt: true });
    else this.board.change(message.rows);
    this.board.describe();
    this.update(message.view);
    if (isFirst) {
      this.setMessage(this.opening ?? { name: this.greeting(message) });
      if (this.isOver) this.showEnd(0);
      else if (this.app.hasLostFocus) this.board.grid.focus({ preventScroll: true });
    }
    this.autoPause.update();
  }

  /**
   * Go by the id that the game got when it was started; until then, it has only a deal.
   * @param {string} id
   */
  rename(id) {
    this.id = this.app.lastGame = id;
    this.frame.setAddress(`/play/${id}`);
  }

  /**
   * Return the key of the first message.
   * @param {FullState} message
   */
  greeting({ version, view: { state } }) {
    if (state === "won" || state === "lost") return state;
    if (version) return "goes on";
    return this.board.zoom.hasSmallCells && matchMedia("(pointer: coarse)").matches ? "begun small" : "begun";
  }

  /** @param {Done} message */
  onDone(message) {
    const { events, view } = message;
    this.autoPause.saveFailed = false;
    // Only by the window that did it: all windows share this, and another may hear of it after the next pause.
    const isOwn = message.n !== null;
    if (isOwn && events.some(({ event }) => UNPAUSED.has(event))) this.autoPause.wasPausedByPlayer = false;
    this.board.apply(events);
    for (const event of events) playEvent(this, event, events);
    this.update(view);
    // The player left another window of this game, but still looks at this one.
    if (!isOwn && findEvent(events, "paused")) this.autoPause.update();
    const described = describeEvents(events, {
      maxTurns: this.head?.rules.max_turns ?? null,
      canUndo: view.tools.includes("undo"),
      canShuffle: view.tools.includes("shuffle"),
    });
    const isAutomatic = this.autoPause.isAutoPausing && (described?.name === "paused" || described?.name === "resumed");
    const isLess = described?.name.startsWith("linked") && this.board.effects.refused.length > 0; // than the refusal
    if (described && !isAutomatic && !isLess) this.setMessage(described, events);
    if (findEvent(events, "won") || findEvent(events, "lost")) this.showEnd(END_DIALOG_AFTER);
  }

  /** @param {Winnability} answer */
  onWinnable(answer) {
    const { winnable, doomed } = answer;
    if (this.view) this.update({ ...this.view, winnable, doomed }, { answer });
  }

  /** @param {ErrorMessage} message */
  onError(message) {
    const { code } = message;
    if (code === "busy") return this.app.showFatal(t("error busy"));
    if (code === "version") return this.app.showFatal(t("error version"), { needsReload: true });
    if (code === "gone") {
      // If a game that was just started is missing, another one would be missing too.
      if (this.isNew && !this.head) return this.app.showFatal(t("error gone"));
      return void this.app.home({ notice: t("error gone"), except: this.id });
    }
    if (code === "store") {
      this.autoPause.saveFailed = true;
      if (!this.isPaused) this.autoPause.wasPausedByPlayer = false;
    }
    this.frame.say(t(errorKey(message)), { bad: true });
  }

  /** @param {import("../server/channel.js").Status} status */
  onStatus(status) {
    clearTimeout(this.bannerTimer);
    this.hud.setConnected(status !== "lost");
    if (status === "slow" && !runtime?.isLoading) this.showConnectionProblem("line slow");
    else if (status === "lost")
      this.bannerTimer = setTimeout(() => this.showConnectionProblem("line lost"), BANNER_AFTER);
    else if (this.connectionProblem) {
      const isBack = status === "open" && this.connectionProblem === "line lost" && this.head;
      this.connectionProblem = null;
      this.frame.showLine(null);
      if (isBack) this.frame.say(t("line back"));
    }
  }

  /** @param {"line slow" | "line lost"} name */
  showConnectionProblem(name) {
    this.connectionProblem = name;
    this.frame.showLine(t(name));
  }

  // ---- The state of the game ----------------------------------------------------------------------------------------

  /**
   * Show the state of the game.
   * @param {GameView} view
   * @param {{answer?: Winnability | null}} [options] the answer to askWinnable, if nothing else is new
   */
  update(view, { answer = null } = {}) {
    if (!answer || !this.view) this.view = view;
    else Object.assign(this.view, { winnable: view.winnable, doomed: view.doomed });
    if (this.head && !answer) this.hud.update(view, this.head, this.board.transposed);
    const isResting = this.isPaused && !this.autoPause.resumesItself;
    this.board.setHidden(isResting);
    this.showSameKind();
    this.overlay.show(this.isPaused && !isResting ? null : this.view);
    this.light.show(view, answer);
  }

  showSameKind() {
    const cell = this.board.selection.first ?? (this.marksSameKind ? this.board.cursor : null);
    const kind = cell ? this.board.rows[cell[0]]?.[cell[1]] : 0;
    this.board.highlightKind(this.marksSameKind && kind > 0 ? kind : null);
  }

  /**
   * Show a message, and remember it in case the language changes.
   * @param {import("./messages.js").Message} message
   * @param {GameEvent[]} [events]
   */
  setMessage(message, events = []) {
    this.message = message;
    this.messageEvents = events;
    this.showMessage();
  }

  showMessage() {
    if (!this.message) return;
    const { name, values = {} } = this.message;
    const text = t(name, { ...values, what: values.kind ? faceName(Number(values.kind)) : "" });
    const hint = name.startsWith("hinted") && findEvent(this.messageEvents ?? [], "hinted");
    const combo = Number(values.combo) > 1 ? ` ${t("combo", values)}` : ""; // the meter shows it
    const more = hint ? ` ${describePair(this.board, hint.move)}` : combo;
    this.frame.say(text, { bad: /^(refused|doomed|stuck|lost)/.test(name), more });
  }

  /** @param {number} delay in milliseconds */
  showEnd(delay) {
    clearTimeout(this.endTimer);
    const part = loadPart(import("../dialogs/end_dialog.js"));
    const show = async () => (await part).showEndDialog(this.app, this);
    this.endTimer = setTimeout(() => void this.app.try(show), delay);
  }

  // ---- What the player does -----------------------------------------------------------------------------------------

  /** Whether tiles can be picked; in a game that is over, a click shows how it ended. */
  canPick() {
    if (this.isOver) this.showEnd(0);
    return this.view !== null && !this.isOver;
  }

  /** Start the clock. */
  onFirstPick() {
    if (this.connection.isReady && this.hud.startClock()) this.connection.begin();
  }

  /** The rules by which the path of a pair can be predicted now. */
  rulesNow() {
    return this.head && this.view && isOpen(this.view) && this.connection.isReady ? this.head.rules : null;
  }

  /**
   * @param {import("../server/channel.js").Command} command
   * @returns {Promise<import("./picks.js").Outcome>}
   */
  async sendPair(command) {
    const answer = await this.connection.sendPair(command);
    if (this.connection.isClosed) return "closed";
    return answer?.type === "done" ? "answered" : answer ? "outdated" : "failed";
  }

  showSelection() {
    this.board.showSelection();
    this.showSameKind();
  }

  /**
   * Use a tool, by its button or its key.
   * @param {string} tool
   */
  async use(tool) {
    if (!this.view) return;
    switch (tool) {
      case "new":
        return this.app.show("new game");
      case "tiles":
        return this.app.show("gallery");
      case "restart":
        if (this.isOver) return this.app.playAgain(this.id, this.head);
        if (this.view.pairs === 0 || (await confirm("restart title", "restart text", "tool restart")))
          await this.send("restart");
        return;
      case "give up":
        if (!this.isOver && (await confirm("give up title", "give up text", "paused give up")))
          await this.send("give-up");
        return;
      case "pause":
        await this.send("pause", () => {
          this.autoPause.wasPausedByPlayer = !this.isPaused;
          return this.isPaused ? "resume" : "pause";
        });
        return;
      case "back":
        return this.undoToWinnable();
      case "hint":
        return this.askHint();
      case "shuffle": // not while the board is about to be shuffled anyway
        return void (await this.send("shuffle", () => (this.board.isHeld ? null : "shuffle")));
      default:
        await this.send(tool);
    }
  }

  /** Ask for a hint, unless one is shown already: a second one would be paid for nothing. */
  async askHint() {
    const { effects } = this.board;
    if (effects.hinted) showHint(this.board, effects.hinted);
    else await this.send("hint", () => (effects.hinted ? null : "hint"));
  }

  /**
   * Send a tool's command; its button shows that it is busy. Without a connection nothing is sent, for the board may
   * have changed by the time it is back.
   * @param {string} tool
   * @param {import("../server/channel.js").Command} [command]
   */
  async send(tool, command = tool) {
    if (!this.connection.isReady && this.connection.tries) return void this.frame.say(t("line lost"), { bad: true });
    const button = this.frame.tools.querySelector(`[data-tool="${tool}"]`);
    button?.classList.add("busy");
    const done = await this.connection.send(command);
    button?.classList.remove("busy");
    return done;
  }

  /** Undo until the move that lost the game is taken back. */
  async undoToWinnable() {
    const number = this.view?.doomed?.number;
    if (!number) return;
    while (this.view && this.view.pairs >= number) {
      const done = await this.connection.send("undo");
      if (!done || findEvent(done.events, "refused")) return;
    }
    this.setMessage({ name: "back" });
  }

  /** Highlight all tiles of the kind under the cursor, or stop doing so. */
  toggleSameKind() {
    this.marksSameKind = !this.marksSameKind;
    this.showSameKind();
  }
}
