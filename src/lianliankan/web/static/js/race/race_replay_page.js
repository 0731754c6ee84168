// The replay of a race: the board of one seat large, all others small, on one time line.

import { BoardView } from "../board/board_view.js";
import { findEvent } from "../board/board_model.js";
import { clockText } from "../core/clock.js";
import { h, redraw, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { isSwitchedOff } from "../core/shortcuts.js";
import { useShortcut } from "../game/keys.js";
import { Stats } from "../game/stats.js";
import { t } from "../i18n/i18n.js";
import { raceApi } from "../server/race_api.js";
import { OwnEffects } from "./own_effects.js";
import { lastNews, lastPair, nextPair } from "./race_course.js";
import { RaceModel } from "./race_model.js";
import { raceNews, standingsText } from "./race_news.js";
import { RaceTimeline } from "./race_timeline.js";
import { formatName, racerName } from "./race_words.js";
import { SeatCards } from "./seat_cards.js";

/** @import { RaceEvent, RaceReplayAnswer } from "../server/protocol.js" */

const SPEEDS = [1, 2, 4, 8];
const TICK = 50; // milliseconds
const NEWS = 4000; // milliseconds of the race that an event is spoken of, at speed 1

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words: { id } }) {
  const answer = await raceApi.replay(id);
  return { make: (frame) => new RaceReplayPage(frame, answer) };
}

export class RaceReplayPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {RaceReplayAnswer} answer
   */
  constructor(frame, { replay, results }) {
    this.app = frame.app;
    this.frame = frame;
    this.replay = replay;
    const raced = new Map(replay.first.seats.map(({ seat, name }) => [seat, name])); // ghosts have no other name
    this.names = new Map(
      results.map(({ racer }) => [racer.seat, racer.name ?? raced.get(racer.seat) ?? racerName(racer)]),
    );
    const own = results.find(({ racer }) => racer.is_own) ?? results[0];
    /** The seat that is shown large. */
    this.chosen = own?.racer.seat ?? 0;
    this.now = 0;
    this.speed = 2;
    this.timer = 0;
    /** How many events have happened by now. */
    this.done = 0;
    this.model = this.begin();
    this.board = new BoardView(frame.stage, { onPick: () => this.toggle(), isWatched: true });
    this.effects = new OwnEffects(this.board);
    this.stats = new Stats();
    this.timeline = new RaceTimeline(replay, (time) => this.jump(time));
    this.playButton = h("button.icon-button", { "data-replay": "play", onclick: () => this.toggle() });
    this.speedButton = h("button.button.speed", {
      "data-replay": "speed",
      onclick: () => this.changeSpeed(),
    });
    frame.onKey((event) => this.handleKey(event));
    const stopHidden = () => document.hidden && this.isPlaying && this.toggle(); // so that nothing is missed
    document.addEventListener("visibilitychange", stopHidden, { signal: frame.signal });
    frame.mark("replaying");
    frame.mark("race-replaying");
    this.build();
    this.board.show(this.seat.rows);
    this.play();
    if (this.app.hasLostFocus) this.playButton.focus();
  }

  remove() {
    this.stop();
    this.effects.remove();
    this.board.remove();
    this.cards?.remove();
  }

  redraw() {
    this.build();
    this.board.describe();
  }

  /** Show the tile set that the player has chosen. */
  showFaces() {
    void this.board.bitmaps.sharpen();
    this.redraw();
  }

  /** Return the race at its start. */
  begin() {
    const { first, settings } = this.replay;
    const room = { code: "", is_public: false, phase: /** @type {const} */ ("racing"), host: null, settings };
    const rest = { is_quick: false, ghosts: [], seats: [], countdown_until: null, race_began: 0, race_id: null };
    return new RaceModel({
      type: "room",
      v: 1,
      version: 0,
      you: null,
      room: { ...room, ...rest },
      race: first,
      now: 0,
    });
  }

  /** The seat that is shown large, as it is now. */
  get seat() {
    const found = this.model.seats.get(this.chosen);
    if (!found) throw new Error(`there is no seat ${this.chosen}`);
    return found;
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  build() {
    const button = (/** @type {"first" | "back" | "forth" | "last"} */ name, /** @type {() => void} */ action) =>
      iconButton(name, t(`replay ${name}`), { "data-replay": name, onclick: action });
    this.cards?.remove();
    this.cards = new SeatCards(this.model, this.names, (seat) => this.choose(seat));
    this.frame.main.append(this.cards.element);
    this.timeline.slider.setAttribute("aria-label", t("replay time"));
    this.speedButton.title = t("replay speed");
    const { tools } = this.frame;
    tools.setAttribute("aria-label", t("replay title"));
    redraw(tools, () => [
      h(
        "div.replay-controls",
        this.timeline.element,
        h(
          "div.row",
          button("first", () => this.jump(0)),
          button("back", () => this.stepBack()),
          this.playButton,
          button("forth", () => this.stepForward()),
          button("last", () => this.jump(this.replay.length)),
          this.speedButton,
        ),
        h(
          "div.row.actions",
          h("button.button", { "data-replay": "leave", onclick: () => this.leave() }, t("race lobby")),
        ),
      ),
    ]);
    const { format, rows, cols } = this.replay.settings;
    const title = t("replay title");
    const about = h("span.sub.detail", `${formatName(format)} · ${rows}×${cols}`);
    this.frame.showMode([icon("replay"), h("span", title), about], { title });
    this.timeline.draw(this.chosen);
    this.update();
  }

  /** Show everything as it is now. */
  update() {
    const { model, now, stats } = this;
    stats.set("time", clockText(now / 1000));
    stats.set("tiles", this.seat.tiles);
    this.cards?.show(model, now, this.chosen);
    this.effects.show(this.seat, now);
    const news = this.done ? lastNews(this.replay.events, now, NEWS * this.speed) : undefined;
    const standings = standingsText(model, this.names);
    const text = (news && raceNews(news, this.names, model.isTeam)) ?? (now ? standings : t("replay begin"));
    this.timeline.setTime(now, [clockText(now / 1000), text].join(t("comma")));
    const { message } = this.frame;
    // While it plays, and while the slider says it, screen readers are not told.
    message.ariaLive = this.isPlaying || document.activeElement === this.timeline.slider ? "off" : null;
    this.frame.say(text);
    const name = this.isPlaying ? "pause" : "play";
    if (this.playButton.dataset.shows !== name) {
      this.playButton.dataset.shows = name;
      this.playButton.replaceChildren(icon(name));
    }
    this.playButton.setAttribute("aria-label", t(`replay ${name}`));
    this.playButton.title = t(`replay ${name}`);
    setText(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `${t("replay speed")} ${this.speed}×`);
  }

  // ---- Moving along the race ----------------------------------------------------------------------------------------

  get isPlaying() {
    return this.timer !== 0;
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
    this.update();
  }

  play() {
    if (this.now >= this.replay.length) this.goTo(0);
    let last = performance.now();
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      const passed = performance.now() - last;
      last += passed;
      this.advance(this.now + passed * this.speed);
    }, TICK);
    this.update();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /**
   * Show what happens up to a time, as it happened.
   * @param {number} time
   */
  advance(time) {
    const { events, length } = this.replay;
    this.now = Math.min(time, length);
    while (this.done < events.length && events[this.done].at <= this.now) this.follow(events[this.done++]);
    if (this.now >= length) this.stop();
    this.update();
  }

  /** @param {RaceEvent} event */
  follow(event) {
    this.model.apply(event);
    const isShown = event.seat === this.chosen || this.model.hasOneBoard;
    if (event.event === "pairtaken") {
      const linked = findEvent(event.events, "linked");
      if (linked) this.cards?.flash(event.seat, linked.move);
      if (isShown) this.board.apply(event.events);
    } else if (event.event === "boardlaid" && isShown) this.board.change(this.seat.rows);
  }

  /** @param {number} time */
  jump(time) {
    this.stop();
    this.goTo(time);
  }

  /**
   * Show the race at a time, without what led there.
   * @param {number} time
   */
  goTo(time) {
    const { events, length } = this.replay;
    this.now = Math.min(Math.max(time, 0), length);
    if (this.done && events[this.done - 1].at > this.now) [this.model, this.done] = [this.begin(), 0];
    while (this.done < events.length && events[this.done].at <= this.now) this.model.apply(events[this.done++]);
    this.showBoard();
    this.update();
  }

  showBoard() {
    this.board.effects.clear();
    this.board.change(this.seat.rows);
    this.effects.forget();
    this.board.describe();
  }

  stepForward() {
    this.stop();
    const time = nextPair(this.replay, this.chosen, this.now);
    this.advance(time);
  }

  stepBack() {
    this.jump(lastPair(this.replay, this.chosen, this.now));
  }

  /**
   * Show another seat large.
   * @param {number} seat
   */
  choose(seat) {
    this.chosen = seat;
    this.timeline.draw(seat);
    this.showBoard();
    this.update();
  }

  changeSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.update();
  }

  leave() {
    void this.app.go("/race");
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || isSwitchedOff(event)) return false;
    if (useShortcut(this.app, event.key)) return true;
    const onButton = target.closest("button, a, input") !== null;
    if (/^[1-9]$/.test(event.key) && this.model.seats.has(Number(event.key) - 1)) {
      this.choose(Number(event.key) - 1);
      return true;
    }
    switch (event.key) {
      case " ":
      case "p":
        if (onButton && event.key === " ") return false;
        this.toggle();
        return true;
      case "ArrowRight":
        this.stepForward();
        return true;
      case "ArrowLeft":
        this.stepBack();
        return true;
      case "Home":
        this.jump(0);
        return true;
      case "End":
        this.jump(this.replay.length);
        return true;
      case "Escape":
        this.leave();
        return true;
    }
    return false;
  }
}
