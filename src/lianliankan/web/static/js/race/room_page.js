// A room: who sits where before a race, the race itself, and what follows it.

import { pathTo } from "../core/address.js";
import { closeDialogs, confirm } from "../dialogs/dialog.js";
import { showNotice, showProblem } from "../dialogs/notices.js";
import { Frame } from "../game/frame.js";
import { hasText, t } from "../i18n/i18n.js";
import { errorKey } from "../server/api.js";
import { RaceClock } from "./race_clock.js";
import { loadRaceFacts, raceFacts } from "./race_facts.js";
import { RaceModel } from "./race_model.js";
import { RaceScreen } from "./race_screen.js";
import { raceSounds } from "./race_sounds.js";
import { RoomConnection } from "./room_connection.js";
import { showRoomSettings } from "./room_dialog.js";
import { showRoomRules } from "./room_rules.js";
import { WaitingRoom } from "./waiting_room.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { RaceErrorMessage, RaceEvent, RoomEvents, RoomState } from "../server/protocol.js" */

const END_SHOWN = 2400; // milliseconds that the board stays after the end of a race
const BANNER_AFTER = 700;

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words: { code }, given }) {
  await loadRaceFacts();
  return { make: (frame) => new RoomPage(frame, code, given) };
}

export class RoomPage {
  /**
   * @param {Frame} frame
   * @param {string} code
   * @param {{isWatching?: boolean, commands?: string[]}} [options] `isWatching`: without a seat; `commands`: what the
   *   player does as soon as the room is there
   */
  constructor(frame, code, { isWatching = false, commands = [] } = {}) {
    this.app = frame.app;
    this.frame = frame;
    this.code = code;
    this.commands = commands;
    this.isWatching = isWatching;
    this.clock = new RaceClock();
    /** @type {RaceModel | null} */
    this.known = null;
    /** @type {RaceScreen | null} */
    this.screen = null;
    /** @type {WaitingRoom | null} */
    this.waitingRoom = null;
    /** @type {RaceEvent[]} what happened in the race, as far as the page has seen it */
    this.log = [];
    frame.mark("in-room");
    frame.say(t("room opening"));
    addEventListener("online", () => this.connection.reconnectNow(), { signal: frame.signal });
    this.connection = this.connect();
  }

  /** What is known of the room; no screen is shown before there is anything. */
  get model() {
    if (!this.known) throw new Error("the room is not known yet");
    return this.known;
  }

  connect() {
    const path = `/api/races/${encodeURIComponent(this.code)}/socket${this.isWatching ? "?watch=1" : ""}`;
    return new RoomConnection(path, {
      onRoom: (message) => this.onRoom(message),
      onEvents: (message) => this.onEvents(message),
      onReaction: ({ seat, reaction }) => (this.screen ?? this.waitingRoom)?.react(seat, reaction),
      onError: (message) => this.onError(message),
      onStatus: (status) => this.onStatus(status),
    });
  }

  remove() {
    clearTimeout(this.endTimer);
    clearTimeout(this.bannerTimer);
    this.connection.close();
    this.screen?.remove();
    this.waitingRoom?.remove();
  }

  redraw() {
    this.screen?.redraw();
    this.waitingRoom?.draw();
  }

  showFaces() {
    this.screen?.showFaces();
  }

  /** Enlarge the board of the race, or show all of it. */
  toggleZoom() {
    this.screen?.board.zoom.toggle();
  }

  // ---- Messages from the server -------------------------------------------------------------------------------------

  /** @param {RoomState} message */
  onRoom(message) {
    if (message.v !== raceFacts.v) return this.app.showFatal(t("error version"), { needsReload: true });
    const isNewRace = this.known?.room.race_began !== message.room.race_began;
    if (isNewRace) this.log = [];
    this.clock.learn(message.now);
    this.known = new RaceModel(message);
    this.frame.say("");
    this.showScreen();
    this.screen?.sync();
    this.waitingRoom?.draw();
    for (const command of this.commands.splice(0)) void this.send(command);
  }

  /** @param {RoomEvents} message */
  onEvents({ events, now }) {
    if (!this.known) return;
    this.clock.learn(now);
    for (const event of events) {
      this.model.apply(event);
      if (event.event === "seatfreed" && event.seat === this.model.you) this.model.you = null;
      if (event.event === "seattaken") raceSounds.joined();
      if (event.event === "roomdenied") showNotice(t(`room-denied ${event.reason}`));
      if (event.event === "roomclosed") return this.showClosed("room closed");
      this.log.push(/** @type {RaceEvent} */ (event));
      this.screen?.onEvent(event);
    }
    if (events.some(({ event }) => event === "racebegun")) return; // all of it comes in a moment
    this.showScreen({ isOver: events.some(({ event }) => event === "raceover") });
    this.screen?.update();
    this.waitingRoom?.draw();
  }

  /** @param {RaceErrorMessage} message */
  onError({ code, n }) {
    if (code === "stale") return; // the sender of the pair says so
    if (code === "gone") return this.showClosed("room gone");
    if (code === "full" || code === "kicked") this.isWatching = true;
    const key = `room-error ${code}`;
    if (n !== null || code !== "slow") showNotice(t(hasText(key) ? key : errorKey({ code })));
  }

  /** @param {import("../server/channel.js").Status} status */
  onStatus(status) {
    clearTimeout(this.bannerTimer);
    if (this.frame.signal.aborted) return;
    if (status === "closed") return this.onClosed();
    if (status === "lost") this.clock.reset();
    this.screen?.setConnected(status !== "lost");
    if (status === "slow") this.showLineProblem("room line slow");
    else if (status === "lost")
      this.bannerTimer = setTimeout(() => this.showLineProblem("room line lost"), BANNER_AFTER);
    else this.frame.showLine(null);
  }

  /** @param {"room line slow" | "room line lost"} name */
  showLineProblem(name) {
    this.frame.showLine(t(name));
  }

  /** The server has closed the connection for good, or the page has. */
  onClosed() {
    const names = Object.entries(raceFacts.close).filter(([, code]) => code === this.connection?.closeCode);
    const [name] = names[0] ?? [];
    if (name === "taken_over") this.showClosed("room taken over", { canReturn: true });
    else if (name === "kicked") this.showClosed("room kicked");
    else if (name === "no_room") this.showClosed("room gone");
    else if (name) this.app.showFatal(t(name === "full" ? "error busy" : "error other"));
  }

  /**
   * Say why there is no room any more.
   * @param {TextKey} name
   * @param {{canReturn?: boolean}} [options] whether opening the room again helps
   */
  showClosed(name, { canReturn = false } = {}) {
    const { app, code } = this;
    app.router.leave();
    if (canReturn) showProblem(t(name), "room return", () => void app.go(pathTo(["race", code])));
    else showProblem(t(name), "room lobby", () => void app.go("/race"));
  }

  // ---- Screens ------------------------------------------------------------------------------------------------------

  /**
   * Show what the room is doing: waiting, or a race.
   * @param {{isOver?: boolean}} [options] whether a race has just ended, whose board stays for a moment
   */
  showScreen({ isOver = false } = {}) {
    const { phase } = this.model.room;
    if (phase === "countdown" || phase === "racing") {
      clearTimeout(this.endTimer);
      this.endTimer = undefined;
      this.waitingRoom?.remove();
      this.waitingRoom = null;
      this.screen ??= new RaceScreen(this);
    } else if (isOver && this.screen) {
      this.endTimer = window.setTimeout(() => this.showWaiting(), END_SHOWN);
    } else if (this.endTimer === undefined) this.showWaiting();
  }

  showWaiting() {
    this.endTimer = undefined;
    this.screen?.remove();
    this.screen = null;
    this.waitingRoom ??= new WaitingRoom(this);
  }

  showRules() {
    showRoomRules(this);
  }

  // ---- What the player does -----------------------------------------------------------------------------------------

  /**
   * Send a command; without a connection nothing is sent, for the room may have changed by the time it is back.
   * @param {string} command
   */
  async send(command) {
    if (!this.connection.isReady) return void showNotice(t("room line lost"));
    return this.connection.send(command);
  }

  /** Let the host choose other settings. */
  changeSettings() {
    showRoomSettings(raceFacts, this.model.room.settings, (settings) => {
      closeDialogs();
      void this.send(`settings ${JSON.stringify(settings)}`);
    });
  }

  /** Give up the seat, and go to the lobby. */
  async leave() {
    const isRacing = this.known?.isRacing && this.known.own?.state === "racing";
    if (isRacing && !(await confirm("room leave title", "room leave text", "room leave"))) return;
    await this.app.go(async () => {
      if (this.known && this.known.you !== null) await this.send("leave");
      return "/race";
    });
  }

  /** Take a seat instead of watching. */
  takeSeat() {
    void this.app.go(pathTo(["race", this.code]));
  }
}
