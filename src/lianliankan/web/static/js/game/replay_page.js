// The replay of a game: the board, and a timeline to move along.

import { BoardView } from "../board/board_view.js";
import { findEvent, rowsAfter } from "../board/board_model.js";
import { clockText } from "../core/clock.js";
import { find, h, setStyle, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { isSwitchedOff } from "../core/shortcuts.js";
import { isDialogOpen } from "../dialogs/dialog.js";
import { modeName, t } from "../i18n/i18n.js";
import { isOver } from "../server/facts.js";
import { SHORTCUTS } from "./keys.js";
import { Stats } from "./stats.js";

const SPEEDS = [1, 2, 4, 8];
const MAX_PAUSE = 1500; // milliseconds between two steps at speed 1
const MIN_PAUSE = 90;

export class ReplayPage {
  /**
   * @param {import("../app.js").App} app
   * @param {import("../server/protocol.js").ReplayView} replay
   * @param {{id?: string, share?: string}} source
   */
  constructor(app, replay, source) {
    this.app = app;
    this.replay = replay;
    this.source = source;
    this.steps = replay.steps;
    /** The board before each step and after the last one. */
    this.boards = [replay.rows];
    for (const [place, step] of this.steps.entries()) this.boards.push(rowsAfter(this.boards[place], step.events));
    this.position = 0;
    this.speed = 2;
    this.timer = 0;
    this.board = new BoardView(find("#stage"), { onPick: () => this.toggle() });
    this.board.show(replay.rows);
    this.tools = find("#tools");
    this.stats = new Stats();
    this.slider = h("input", { type: "range", id: "timeline", min: 0, max: this.steps.length, step: 1 });
    this.slider.oninput = () => this.jump(Number(this.slider.value));
    this.playButton = h("button", { class: "icon-button", "data-replay": "play", onclick: () => this.toggle() });
    this.speedButton = h("button", { class: "button speed", onclick: () => this.changeSpeed() });
    this.listener = (/** @type {KeyboardEvent} */ event) => {
      if (!isDialogOpen() && this.handleKey(event)) event.preventDefault();
    };
    document.addEventListener("keydown", this.listener);
    this.onVisibility = () => {
      if (document.hidden && this.isPlaying) this.toggle(); // so that nothing is missed
    };
    document.addEventListener("visibilitychange", this.onVisibility);
    document.body.classList.add("replaying");
    this.build();
    this.play();
  }

  remove() {
    this.stop();
    document.removeEventListener("keydown", this.listener);
    document.removeEventListener("visibilitychange", this.onVisibility);
    document.body.classList.remove("replaying");
    this.board.remove();
    this.tools.replaceChildren();
    setText(find("#message"), "");
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

  build() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ action) =>
      iconButton(name, t(`replay ${name}`), { "data-replay": name, onclick: action });
    this.slider.setAttribute("aria-label", t("replay time"));
    this.speedButton.title = t("replay speed");
    const play = { class: "button primary", "data-replay": "own", onclick: () => void this.playBoard() };
    const leave = { class: "button", "data-replay": "leave", onclick: () => void this.app.home() };
    this.tools.setAttribute("aria-label", t("replay title"));
    this.tools.replaceChildren(
      h(
        "div",
        { class: "replay-controls" },
        h(
          "div",
          { class: "row" },
          button("first", () => this.jump(0)),
          button("back", () => this.jump(this.position - 1)),
          this.playButton,
          button("forth", () => this.stepForward()),
          button("last", () => this.jump(this.steps.length)),
          this.speedButton,
        ),
        h("div", { class: "timeline" }, this.slider, ...this.marks()),
        h("div", { class: "row actions" }, h("button", leave, t("replay leave")), h("button", play, t("replay own"))),
      ),
    );
    const { options, deal, seed } = this.replay.head;
    const mode = find("#mode");
    mode.replaceChildren(
      icon("replay"),
      h("span", {}, t("replay title")),
      h(
        "span",
        { class: "sub detail" },
        modeName(options.mode) + (deal ? ` · ${t("deal number", { number: seed })}` : ""),
      ),
    );
    mode.onclick = () => this.app.showNewGame();
    this.update();
  }

  /** Marks on the timeline: where the game was lost, shuffled, or undone. */
  marks() {
    const number = this.replay.blame?.lost_after;
    const lost = number ? this.steps.findIndex((step) => step.view.pairs >= number) : -1;
    return this.steps.flatMap((step, place) => {
      const isShuffled = findEvent(step.events, "shuffled");
      const what =
        place === lost ? "lost" : isShuffled ? "shuffle" : ["undo", "restart"].includes(step.command) ? "undo" : null;
      if (!what) return [];
      const label = t(what === "lost" ? "replay lost" : `replay did ${what}`);
      const mark = h("span", { class: `mark ${what}`, title: label, role: "img", "aria-label": label });
      setStyle(mark, { left: `calc(8px + (100% - 16px) * ${(place + 1) / this.steps.length})` });
      return [mark];
    });
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

  play() {
    if (this.position >= this.steps.length) this.goTo(0);
    this.scheduleStep();
    this.update();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Wait as long as the player did, within limits, then show the next step. */
  scheduleStep() {
    if (this.position >= this.steps.length) return this.stop();
    const before = this.position ? this.steps[this.position - 1].at : 0;
    const pause = 1000 * (this.steps[this.position].at - before);
    this.timer = setTimeout(
      () => {
        this.step();
        this.scheduleStep();
        this.update();
      },
      Math.max(Math.min(pause, MAX_PAUSE) / this.speed, MIN_PAUSE),
    );
  }

  /** Show the next step as it happened. */
  step() {
    const { events, view } = this.steps[this.position];
    this.position += 1;
    this.board.apply(events);
    for (const event of events) {
      if (event.event === "hinted" && !findEvent(events, "linked")) this.board.effects.hint(event);
      if (event.event === "refused" && event.cells.length === 2) this.board.effects.refuse(event);
    }
    this.board.select(view.picked);
    this.update();
  }

  stepForward() {
    this.stop();
    if (this.position < this.steps.length) this.step();
    this.update();
  }

  /** @param {number} place */
  jump(place) {
    this.stop();
    this.goTo(place);
  }

  /** @param {number} place */
  goTo(place) {
    this.position = Math.min(Math.max(place, 0), this.steps.length);
    this.board.change(this.boards[this.position]);
    this.board.select(this.view.picked);
    this.board.describe();
    this.update();
  }

  get view() {
    return this.position ? this.steps[this.position - 1].view : this.replay.view;
  }

  update() {
    const { view, stats } = this;
    stats.set("time", clockText(view.seconds));
    stats.set("score", view.score);
    stats.set("moves", view.moves);
    stats.set("tiles", view.tiles);
    this.slider.value = String(this.position);
    const action = this.position
      ? t(`replay did ${this.steps[this.position - 1].command.split(" ")[0]}`)
      : t("replay begin");
    const place = t("replay at", { step: this.position, steps: this.steps.length });
    this.slider.setAttribute("aria-valuetext", t("replay did", { place, word: action }));
    setText(find("#message"), isOver(view) ? this.result() : t("replay did", { place, word: action }));
    find("#message").classList.remove("bad");
    const name = this.isPlaying ? "pause" : "play";
    this.playButton.replaceChildren(icon(name));
    this.playButton.setAttribute("aria-label", t(`replay ${name}`));
    this.playButton.title = t(`replay ${name}`);
    setText(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `${t("replay speed")} ${this.speed}×`);
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

  /** Start a game with this board. */
  async playBoard() {
    if (this.source.share) await this.app.try(() => this.app.startGame({ share: this.source.share }));
    else await this.app.playAgain(this.source.id ?? "", this.replay.head);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || isSwitchedOff(event)) return false;
    if (SHORTCUTS[event.key]) {
      this.app[SHORTCUTS[event.key]]();
      return true;
    }
    const onButton = target.closest("button, a, input") !== null;
    switch (event.key) {
      case " ":
      case "p":
        if (onButton && event.key === " ") return false;
        this.toggle();
        return true;
      case "ArrowRight":
        if (target.matches("input")) return false;
        this.stepForward();
        return true;
      case "ArrowLeft":
        if (target.matches("input")) return false;
        this.jump(this.position - 1);
        return true;
      case "Home":
        this.jump(0);
        return true;
      case "End":
        this.jump(this.steps.length);
        return true;
      case "n":
        this.app.showNewGame();
        return true;
      case "Escape":
        void this.app.home();
        return true;
    }
    return false;
  }
}
