// The replay of a game: the board, and a timeline to go back and forth on.

import { BoardView } from "../board/board_view.js";
import { clockText } from "./clock.js";
import { isDialogOpen } from "../dialogs/dialog.js";
import { find, h, setStyle, setText } from "../core/dom.js";
import { modeName } from "./hud.js";
import { readDeal } from "../core/deal_text.js";
import { afterEvents } from "../board/rows.js";
import { icon } from "../core/icons.js";
import { PAGES } from "./keys.js";
import { Stats } from "./stats.js";
import { words } from "../i18n/i18n.js";

const SPEEDS = [1, 2, 4, 8];
const LONGEST = 1500; // milliseconds between two steps at speed 1: nobody watches another think
const SHORTEST = 90;

export class ReplayPage {
  /**
   * @param {import("../app.js").App} app
   * @param {any} replay
   * @param {{id?: string, share?: string}} from
   */
  constructor(app, replay, from) {
    this.app = app;
    this.replay = replay;
    this.from = from;
    this.steps = replay.steps;
    /** The board before every step and after the last one. */
    this.boards = [replay.rows];
    for (const step of this.steps) this.boards.push(afterEvents(/** @type {any} */ (this.boards.at(-1)), step.events));
    this.at = 0;
    this.speed = 2;
    /** @type {any} */
    this.timer = null;
    this.board = new BoardView(find("#stage"), { onPick: () => this.toggle() });
    this.board.show(replay.rows);
    this.tools = find("#tools");
    this.stats = new Stats();
    this.slider = h("input", { type: "range", id: "timeline", min: 0, max: this.steps.length, step: 1 });
    this.slider.oninput = () => this.jump(Number(this.slider.value));
    this.player = h("button", { type: "button", class: "round", "data-replay": "play", onclick: () => this.toggle() });
    this.speedButton = h("button", { type: "button", class: "button speed", onclick: () => this.faster() });
    this.listener = (/** @type {KeyboardEvent} */ event) => {
      if (!isDialogOpen() && this.press(event)) event.preventDefault();
    };
    document.addEventListener("keydown", this.listener);
    this.onAway = () => {
      if (document.hidden && this.isPlaying) this.toggle(); // nobody wants to miss it
    };
    document.addEventListener("visibilitychange", this.onAway);
    document.body.classList.add("replaying");
    this.build();
    this.play();
  }

  remove() {
    this.stop();
    document.removeEventListener("keydown", this.listener);
    document.removeEventListener("visibilitychange", this.onAway);
    document.body.classList.remove("replaying");
    this.board.remove();
    this.tools.replaceChildren();
    setText(find("#message"), "");
  }

  redraw() {
    this.build();
    this.board.describe();
  }

  /** Show the faces that have been chosen. */
  redress() {
    void this.board.dressing.sharpen();
    this.redraw();
  }

  build() {
    const button = (/** @type {string} */ name, /** @type {string} */ drawn, /** @type {() => void} */ act) =>
      h(
        "button",
        {
          type: "button",
          class: "round",
          "data-replay": name,
          title: words(`replay ${name}`),
          "aria-label": words(`replay ${name}`),
          onclick: act,
        },
        icon(drawn),
      );
    this.slider.setAttribute("aria-label", words("replay time"));
    this.speedButton.title = words("replay speed");
    const own = h(
      "button",
      { type: "button", class: "button primary", "data-replay": "own", onclick: () => void this.own() },
      words("replay own"),
    );
    const leave = h(
      "button",
      { type: "button", class: "button", "data-replay": "leave", onclick: () => void this.app.home() },
      words("replay leave"),
    );
    this.tools.setAttribute("aria-label", words("replay title"));
    this.tools.replaceChildren(
      h(
        "div",
        { class: "player" },
        h(
          "div",
          { class: "row" },
          button("first", "first", () => this.jump(0)),
          button("back", "back", () => this.jump(this.at - 1)),
          this.player,
          button("forth", "forth", () => this.forth()),
          button("last", "last", () => this.jump(this.steps.length)),
          this.speedButton,
        ),
        h("div", { class: "timeline" }, this.slider, ...this.marks()),
        h("div", { class: "row deeds" }, leave, own),
      ),
    );
    const { options, deal } = this.replay.head;
    const number = readDeal(deal)?.number;
    const mode = find("#mode");
    mode.replaceChildren(
      icon("replay"),
      h("span", {}, words("replay title")),
      h(
        "span",
        { class: "sub detail" },
        modeName(options.mode) + (number ? ` · ${words("deal number", { number })}` : ""),
      ),
    );
    mode.onclick = () => this.app.showNewGame();
    this.update();
  }

  /** Marks on the timeline: where the game was lost, where it was shuffled, and where steps were taken back. */
  marks() {
    const number = this.replay.blame?.lost_after;
    const lost = number ? this.steps.findIndex((/** @type {any} */ step) => step.view.pairs >= number) : -1;
    return this.steps.flatMap((/** @type {any} */ step, /** @type {number} */ place) => {
      const isShuffled = step.events.some((/** @type {any} */ event) => event.event === "shuffled");
      const what =
        place === lost ? "lost" : isShuffled ? "shuffle" : ["undo", "restart"].includes(step.command) ? "undo" : null;
      if (!what) return [];
      const label = words(what === "lost" ? "replay lost" : `replay did ${what}`);
      const mark = h("span", { class: `mark ${what}`, title: label, role: "img", "aria-label": label });
      setStyle(mark, { left: `calc(8px + (100% - 16px) * ${(place + 1) / this.steps.length})` });
      return [mark];
    });
  }

  // ---- Going through it ---------------------------------------------------------------------------------------------

  get isPlaying() {
    return this.timer !== null;
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
    this.update();
  }

  play() {
    if (this.at >= this.steps.length) this.goTo(0);
    this.wait();
    this.update();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  /** Wait as long as the player did, but not too long, and go on. */
  wait() {
    if (this.at >= this.steps.length) return this.stop();
    const before = this.at ? this.steps[this.at - 1].at : 0;
    const pause = 1000 * (this.steps[this.at].at - before);
    this.timer = setTimeout(
      () => {
        this.step();
        this.wait();
        this.update();
      },
      Math.max(Math.min(pause, LONGEST) / this.speed, SHORTEST),
    );
  }

  /** Go one step on, as it happened. */
  step() {
    const { events, view } = this.steps[this.at];
    this.at += 1;
    this.board.apply(events);
    for (const event of events) {
      if (event.event === "hinted" && !events.some((/** @type {any} */ other) => other.event === "linked"))
        this.board.effects.hint(event);
      if (event.event === "refused" && event.cells.length === 2) this.board.effects.refuse(event);
    }
    this.board.pick(view.picked);
    this.update();
  }

  forth() {
    this.stop();
    if (this.at < this.steps.length) this.step();
    this.update();
  }

  /** @param {number} place */
  jump(place) {
    this.stop();
    this.goTo(place);
  }

  /** @param {number} place */
  goTo(place) {
    this.at = Math.min(Math.max(place, 0), this.steps.length);
    this.board.change(this.boards[this.at]);
    this.board.pick(this.view.picked);
    this.board.describe();
    this.update();
  }

  get view() {
    return this.at ? this.steps[this.at - 1].view : this.replay.view;
  }

  update() {
    const { view, stats } = this;
    stats.set("time", clockText(view.seconds));
    stats.set("score", view.score);
    stats.set("moves", view.moves);
    stats.set("tiles", view.tiles);
    this.slider.value = String(this.at);
    const word = this.at ? words(`replay did ${this.steps[this.at - 1].command.split(" ")[0]}`) : words("replay begin");
    const place = words("replay at", { step: this.at, steps: this.steps.length });
    this.slider.setAttribute("aria-valuetext", words("replay did", { place, word }));
    const isOver = view.state === "won" || view.state === "lost";
    setText(find("#message"), isOver ? this.result() : words("replay did", { place, word }));
    find("#message").classList.remove("bad");
    const name = this.isPlaying ? "pause" : "play";
    this.player.replaceChildren(icon(name));
    this.player.setAttribute("aria-label", words(`replay ${name}`));
    this.player.title = words(`replay ${name}`);
    setText(this.speedButton, `${this.speed}×`);
    this.speedButton.setAttribute("aria-label", `${words("replay speed")} ${this.speed}×`);
  }

  /** How the game ended, in words. */
  result() {
    const { state, pairs, stars, loss, tiles } = this.view;
    if (state === "won") return words("replay won", { pairs, stars });
    return words("replay over", { why: words(`lost ${loss || "given up"}`), tiles });
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.update();
  }

  /** Play this board oneself. */
  async own() {
    if (this.from.share) await this.app.try(() => this.app.begin({ share: this.from.share }));
    else await this.app.again({ id: this.from.id ?? "", head: this.replay.head });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (PAGES[event.key]) {
      this.app[PAGES[event.key]]();
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
        this.forth();
        return true;
      case "ArrowLeft":
        if (target.matches("input")) return false;
        this.jump(this.at - 1);
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
