// The replay of a game, pair by pair: the board, and the graph of the game to move along.

import { BoardView } from "../board/board_view.js";
import { findEvent, rowsAfter } from "../board/board_model.js";
import { pathTo } from "../core/address.js";
import { clockText } from "../core/clock.js";
import { h, redraw, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { CourseGraph, courseLegend } from "../dialogs/course_graph.js";
import { raceGhost } from "../dialogs/ghost_button.js";
import { modeName, numberText, t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { dealName, facts, isOver } from "../server/facts.js";
import { describePair } from "./event_feedback.js";
import { handleReplayKey } from "./replay_keys.js";
import { Stats } from "./stats.js";

/** @import { TextKey } from "../i18n/i18n.js" */

const SPEEDS = [1, 2, 4, 8];
const MAX_PAUSE = 1500; // milliseconds between two pairs at speed 1
const MIN_PAUSE = 90;
const SHOW_HELP = 900; // milliseconds that a hint or an undo is shown before its pair, at speed 1

/**
 * Load the replay of a game, or of how it could have been won: `win-12` is the win after 12 commands.
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words: { id, share, part } }) {
  const source = id ? { id } : { share };
  const version = part.match(/^win-(\d{1,6})$/)?.[1];
  const found = await (version ? api.win(source, Number(version)) : api.replay(source));
  return { make: (frame) => new ReplayPage(frame, found, source, { isWin: version !== undefined }) };
}

export class ReplayPage {
  /**
   * @param {import("./frame.js").Frame} frame
   * @param {import("../server/protocol.js").ReplayView} replay
   * @param {import("../server/api.js").GameSource} source
   * @param {{isWin?: boolean}} [options] whether it shows how the game could have been won
   */
  constructor(frame, replay, source, { isWin = false } = {}) {
    this.app = frame.app;
    this.frame = frame;
    this.replay = replay;
    this.source = source;
    this.isWin = isWin;
    this.steps = replay.steps;
    /** Where the replay stops: at the start, after every pair, and at the end. */
    this.points = replay.points;
    /** The number of pairs that were played, and of those that were played before. */
    this.pairs = this.steps.filter(({ events }) => findEvent(events, "linked")).length;
    this.pairsBefore = isWin ? replay.view.pairs : 0;
    /** The board before each step and after the last one. */
    this.boards = [replay.rows];
    for (const [place, step] of this.steps.entries()) this.boards.push(rowsAfter(this.boards[place], step.events));
    /** @type {import("../server/protocol.js").Course | null} */
    this.course = null;
    this.isJudged = isWin;
    this.position = 0;
    this.speed = 2;
    this.timer = 0;
    this.board = new BoardView(frame.stage, { onPick: () => this.toggle(), isWatched: true });
    this.board.show(replay.rows);
    this.stats = new Stats();
    this.graph = new CourseGraph(this.points);
    this.slider = h("input", { type: "range", id: "timeline", min: 0, max: this.points.length - 1, step: 1 });
    this.slider.oninput = () => this.jump(Number(this.slider.value));
    this.playButton = h("button.icon-button", { "data-replay": "play", onclick: () => this.toggle() });
    this.speedButton = h("button.button.speed", { onclick: () => this.changeSpeed() });
    frame.onKey((event) => handleReplayKey(this, event));
    const stopHidden = () => document.hidden && this.isPlaying && this.toggle(); // so that nothing is missed
    document.addEventListener("visibilitychange", stopHidden, { signal: frame.signal });
    frame.mark("replaying");
    this.build();
    this.play();
    if (this.app.hasLostFocus) this.playButton.focus();
    if (!isWin) void this.loadCourse();
  }

  remove() {
    this.stop();
    this.board.remove();
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

  /** Ask where the game could be won; without an answer that stays unknown. */
  async loadCourse() {
    this.course = await api.course(this.source).catch(() => null);
    if (this.course) this.points = this.course.points;
    this.isJudged = true;
    if (this.frame.signal.aborted) return;
    this.graph.setPoints(this.points);
    this.build();
  }

  build() {
    const button = (/** @type {"first" | "back" | "forth" | "last"} */ name, /** @type {() => void} */ action) =>
      iconButton(name, t(`replay ${name}`), { "data-replay": name, onclick: action });
    this.slider.setAttribute("aria-label", t("replay time"));
    this.speedButton.title = t("replay speed");
    const { tools } = this.frame;
    tools.setAttribute("aria-label", t("replay title"));
    redraw(tools, () => [
      h(
        "div.replay-controls",
        h("div.timeline", this.slider, this.graph.element),
        courseLegend(this.points, { isJudged: this.isJudged, isLate: this.course?.timed_out }),
        h(
          "div.row",
          button("first", () => this.jump(0)),
          button("back", () => this.jump(this.position - 1)),
          this.playButton,
          button("forth", () => this.stepForward()),
          button("last", () => this.jump(this.last)),
          this.speedButton,
        ),
        h("div.row.actions", ...this.actions()),
      ),
    ]);
    const { head } = this.replay;
    const title = t(this.isWin ? "replay win title" : "replay title");
    const about = [modeName(head.options.mode), dealName(head)].filter(Boolean).join(" · ");
    this.frame.showMode([icon("replay"), h("span", title), h("span.sub.detail", about)], { title });
    this.update();
  }

  /** What to do apart from watching. */
  actions() {
    const { app, source } = this;
    const path = pathTo("id" in source ? ["replay", source.id] : ["g", source.share]);
    const action = (
      /** @type {string} */ name,
      /** @type {TextKey} */ text,
      /** @type {() => void} */ run,
      kind = "",
    ) => h("button", { class: `button ${kind}`, "data-replay": name, onclick: run }, t(text));
    const version = this.course?.win_version ?? null;
    const isWon = !this.isWin && this.steps.at(-1)?.view.state === "won";
    return [
      this.isWin
        ? action("whole", "replay whole", () => void app.go(path))
        : action("leave", "replay leave", () => void app.backToGame()),
      version === null ? null : action("win", "do win", () => void app.go(`${path}/win-${version}`)),
      isWon && facts.races ? action("race", "do race this", () => void raceGhost(app, source)) : null,
      action("own", "replay own", () => void this.playBoard(), "primary"),
    ];
  }

  // ---- Moving along the game ----------------------------------------------------------------------------------------

  get isPlaying() {
    return this.timer !== 0;
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
    this.update();
  }

  /** The last point. */
  get last() {
    return this.points.length - 1;
  }

  play() {
    if (this.position >= this.last) this.goTo(0);
    this.scheduleStep();
    this.update();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Wait as long as the player did, within limits, then show the next pair and what helped to find it. */
  scheduleStep() {
    if (this.position >= this.last) return this.stop();
    const [from, to] = [this.version, this.points[this.position + 1].version];
    const pause = 1000 * (this.steps[to - 1].at - (from ? this.steps[from - 1].at : 0));
    const wait = (/** @type {number} */ milliseconds, /** @type {() => void} */ then) => {
      this.timer = setTimeout(then, Math.max(milliseconds / this.speed, MIN_PAUSE));
    };
    const showPair = () => {
      this.showPair();
      this.scheduleStep();
      this.update();
    };
    wait(Math.min(pause, MAX_PAUSE), () => (this.showHelp() ? wait(SHOW_HELP, showPair) : showPair()));
  }

  /** How many commands led to the current point. */
  get version() {
    return this.points[this.position].version;
  }

  /**
   * Show what happened before the next pair: hints, and the board after undos and shuffles.
   * @returns {boolean} whether there was anything to show
   */
  showHelp() {
    const before = this.points[this.position + 1].version - 1;
    const events = this.steps.slice(this.version, before).flatMap((step) => step.events);
    const hint = events.findLast(({ event }) => event === "hinted");
    if (this.boards[before] !== this.boards[this.version]) this.board.change(this.boards[before]);
    if (hint?.event === "hinted") this.board.effects.hint(hint);
    return events.some(({ event }) => event === "hinted" || event === "undone" || event === "shuffled");
  }

  /** Show the next pair as it was played. */
  showPair() {
    this.position += 1;
    const { events, view } = this.steps[this.version - 1];
    this.board.apply(events);
    this.board.select(view.picked);
    this.update();
  }

  stepForward() {
    this.stop();
    if (this.position < this.last) {
      this.showHelp();
      this.showPair();
    }
    this.update();
  }

  /** @param {number} place */
  jump(place) {
    this.stop();
    this.goTo(place);
  }

  /** @param {number} place */
  goTo(place) {
    this.position = Math.min(Math.max(place, 0), this.last);
    this.board.effects.clear();
    this.board.change(this.boards[this.version]);
    this.board.select(this.view.picked);
    this.board.describe();
    this.update();
  }

  get view() {
    return this.version ? this.steps[this.version - 1].view : this.replay.view;
  }

  update() {
    const { view, stats } = this;
    stats.set("time", clockText(view.seconds));
    stats.set("score", numberText(view.score));
    stats.set("moves", view.moves);
    stats.set("tiles", view.tiles);
    this.slider.value = String(this.position);
    this.graph.setPosition(this.position);
    const text = this.describe();
    const more = this.describePair();
    this.slider.setAttribute("aria-valuetext", text + more);
    const { message } = this.frame;
    // While it plays, and while the slider says it, screen readers are not told.
    const isTold = this.isPlaying ? this.position === 0 : document.activeElement !== this.slider;
    message.ariaLive = isTold ? null : "off";
    this.frame.say(text, { more });
    const name = this.isPlaying ? "pause" : "play";
    this.playButton.replaceChildren(icon(name));
    this.playButton.setAttribute("aria-label", t(`replay ${name}`));
    this.playButton.title = t(`replay ${name}`);
    setText(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `${t("replay speed")} ${this.speed}×`);
  }

  /** Say where the replay is, what helped there, and whether the game could still be won. */
  describe() {
    const { view, position, pairsBefore } = this;
    if (this.isWin && position === 0) return t("replay win from", { pair: pairsBefore + 1 });
    if (this.isWin && position === this.last) return t("replay win end");
    if (isOver(view)) return this.result();
    const { marks, winnable } = this.points[position];
    const words = marks.map((mark) => t(`replay did ${mark}`));
    if (winnable === false) words.push(t("course lost"));
    if (position === 0) words.unshift(t("replay begin"));
    const place = t("replay at", {
      pair: pairsBefore + Math.min(position, this.pairs),
      pairs: pairsBefore + this.pairs,
    });
    return words.length ? t("replay did", { place, word: words.join(t("comma")) }) : place;
  }

  /** Say which pair was just removed, for those who do not see it. */
  describePair() {
    const linked = this.version ? findEvent(this.steps[this.version - 1].events, "linked") : undefined;
    return linked ? t("comma") + describePair(this.board, linked.move, linked.kind) : "";
  }

  /** Return a text that says how the game ended. */
  result() {
    const { state, pairs, stars, loss, tiles } = this.view;
    if (state === "won") return t("replay won", { pairs, stars });
    return t("replay over", { why: t(`lost ${loss || "given up"}`), tiles });
  }

  changeSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.update();
  }

  /** The board as it is shown, for the editor. */
  boardToEdit() {
    const { rules } = this.replay.head;
    return { board: { rows: this.boards[this.version], rules, phase: /** @type {const} */ ("up") } };
  }

  /** The game and the position that is shown, for the lab; the win that was found is not a recorded game. */
  async gameForLab() {
    const { source } = this;
    if (this.isWin) return null;
    return { share: "id" in source ? (await api.share(source.id)).game : source.share, point: this.position };
  }

  /** Start a game with this board. */
  async playBoard() {
    const { app, source } = this;
    if ("id" in source) await app.playAgain(source.id, this.replay.head);
    else await app.try(() => app.startGame({ share: source.share }));
  }
}
