// The lesson: three tiny boards to play, with a finger that shows what to pick; then a small first board.

import { transpose } from "../board/layout.js";
import { isPortrait } from "../board/usual_board.js";
import { find, h } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { icon } from "../core/icons.js";
import { remember } from "../core/settings.js";
import { isSwitchedOff } from "../core/shortcuts.js";
import { actionButton } from "../dialogs/form.js";
import { t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { facts } from "../server/facts.js";
import { useShortcut } from "./keys.js";
import { describeEvents } from "./messages.js";
import { sounds } from "./sound.js";
import { ToyBoard } from "./toy_board.js";

/** @import { Cell, GameEvent, ToyGame } from "../server/protocol.js" */

const LESSONS = /** @type {const} */ (["straight", "turn", "round"]);

/** @returns {Promise<import("../router.js").Opening>} */
export async function openPage() {
  const toys = await Promise.all(LESSONS.map((name) => api.toy(name)));
  return { path: "/", make: (frame) => new LessonPage(frame, toys) };
}

export class LessonPage {
  /**
   * @param {import("./frame.js").Frame} frame
   * @param {ToyGame[]} toys
   */
  constructor(frame, toys) {
    this.app = frame.app;
    this.frame = frame;
    this.toys = toys;
    this.step = 0;
    /** @type {import("./messages.js").Message | null} */
    this.message = null;
    this.panel = h("section.lesson", { "aria-labelledby": "lesson-title" });
    frame.add(this.panel);
    frame.main.prepend(this.panel);
    frame.mark("learning");
    frame.onKey((event) => this.handleKey(event));
    this.toy = this.openToy();
    this.build();
    this.showMessage(null);
  }

  remove() {
    this.toy.remove();
  }

  get board() {
    return this.toy.board;
  }

  get isLast() {
    return this.step === LESSONS.length - 1;
  }

  /** Update all texts after a change of settings. */
  redraw() {
    this.build();
    this.board.describe();
    this.showMessage(this.message);
  }

  /** Show the tile set that the player has chosen. */
  showFaces() {
    void this.board.bitmaps.sharpen();
    this.redraw();
  }

  openToy() {
    const toy = new ToyBoard(this.frame.stage, this.toys[this.step], {
      onSelect: (cell) => this.onSelect(cell),
      onPair: (events) => this.onPair(events),
    });
    toy.setPointing();
    return toy;
  }

  /** Draw the panel above the board: which lesson it is, what it teaches, and the buttons. */
  build() {
    const isDone = this.toy.isCleared;
    const name = LESSONS[this.step];
    const key = isDone && this.isLast ? "over" : name;
    const steps = { step: this.step + 1, steps: LESSONS.length };
    const title = t("lesson of", steps);
    this.frame.showMode([icon("help"), h("span", title)], { title });
    this.panel.replaceChildren(
      h("ol.steps", { "aria-hidden": "true" }, ...LESSONS.map((_, place) => this.dot(place, isDone))),
      h("h2", { id: "lesson-title" }, t(isDone && !this.isLast ? "lesson done" : `lesson ${key} title`)),
      h("p", t(`lesson ${key} text`)),
      h(
        "div.row",
        isDone && !this.isLast ? actionButton("lesson next", () => this.next(), { kind: "primary" }) : null,
        isDone && this.isLast
          ? actionButton("lesson play", () => void this.playFirst(), { kind: "primary", iconName: "play" })
          : actionButton("lesson skip", () => void this.skip()),
      ),
    );
  }

  /**
   * @param {number} place
   * @param {boolean} isDone whether the current lesson is done
   */
  dot(place, isDone) {
    const isPast = place < this.step || (place === this.step && isDone);
    return h("li", { class: isPast ? "done" : place === this.step ? "now" : "" }, isPast ? icon("check") : null);
  }

  // ---- What the player does -----------------------------------------------------------------------------------------

  /** @param {Cell | null} cell */
  onSelect(cell) {
    const kind = cell && this.board.rows[cell[0]][cell[1]];
    this.showMessage(kind ? { name: "picked", values: { kind } } : { name: "dropped" });
  }

  /** @param {GameEvent[]} events */
  onPair(events) {
    const maxTurns = facts.default.rules.max_turns;
    const described = describeEvents(events, { maxTurns, canUndo: false, canShuffle: false });
    const isDone = this.toy.isCleared;
    this.showMessage(isDone ? { name: "lesson done" } : described);
    if (!isDone) return;
    sounds.won();
    this.build();
    if (this.isLast) remember("lesson", true);
    find(".button.primary", this.panel).focus();
  }

  next() {
    this.step += 1;
    this.toy.remove();
    this.toy = this.openToy();
    this.build();
    this.showMessage(null);
    this.board.grid.focus();
  }

  /** Leave the lesson for the game that the player would have got without it. */
  async skip() {
    remember("lesson", true);
    await this.app.home({ isTaught: true });
  }

  /** Start a small board without limits, shaped for the window. */
  async playFirst() {
    const { rows, cols, kinds } = facts.first;
    const size = isPortrait() ? { rows: cols, cols: rows } : { rows, cols };
    await this.app.try(() => this.app.startGame({ mode: "relaxed", ...size, kinds }, { replace: true }));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isSwitchedOff(event)) return false;
    if (useShortcut(this.app, event.key)) return true;
    if (!target.closest("button, a, input, .stage") || event.key.startsWith("Arrow")) this.toy.onKey(event);
    return false;
  }

  /**
   * Show a message below the board; where the finger points is for screen readers.
   * @param {import("./messages.js").Message | null} message
   */
  showMessage(message) {
    this.message = message;
    const line = this.frame.message;
    const { kind } = message?.values ?? {};
    const text = message ? t(message.name, { ...message.values, what: kind ? faceName(Number(kind)) : "" }) : "";
    const more = this.panel.isConnected && (!message || this.toy.isCleared) ? this.describeStep() : "";
    line.replaceChildren(text, h("span.visually-hidden", ` ${more} ${this.describeTarget()}`));
    line.classList.toggle("bad", message?.name.startsWith("refused") ?? false);
  }

  /** Say what the panel says. */
  describeStep() {
    return [...this.panel.querySelectorAll("h2, p")].map(({ textContent }) => textContent).join(". ");
  }

  describeTarget() {
    const target = this.panel.isConnected && this.toy.target();
    if (!target) return "";
    const what = faceName(this.board.rows[target[0]][target[1]]);
    const [row, col] = transpose(target, this.board.transposed);
    return t("lesson pick", { what, place: t("place", { row: row + 1, col: col + 1 }) });
  }
}
