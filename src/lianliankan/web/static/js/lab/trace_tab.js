// The tab that shows a search step by step: on the board, in the code, and in words.

import { h, redraw, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { numberLine } from "../dialogs/form.js";
import { currentLanguage, joinSentences, named, numberText, t } from "../i18n/i18n.js";
import { ApiError, apiError, problemOf } from "../server/api.js";
import { downloadAttributes } from "../server/transport.js";
import { CodeView } from "./code_view.js";
import { OWN_FINDER, brokenHere, finderCard, finderMenu } from "./finder_card.js";
import { askTrace, labPath } from "./lab_api.js";
import { pictureButtons } from "./pictures.js";
import { TraceDrawing } from "./trace_drawing.js";
import { TracePlayer } from "./trace_player.js";

const SPEEDS = [1, 2, 4, 10, 40];
const PACE = 700; // milliseconds per step at speed 1
const FRAME = 40; // no more pictures than one in so many milliseconds

export class TraceTab {
  /** @param {import("./lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    this.element = h("div.lab-trace");
    this.under = h("div.lab-controls");
    /** @type {TracePlayer | null} */
    this.player = null;
    /** @type {TraceDrawing | null} */
    this.drawing = null;
    /** @type {CodeView | null} */
    this.code = null;
    /** What the trace on the screen is of. */
    this.asked = "";
    this.problem = "";
    this.speed = 4;
    this.timer = 0;
    this.hasPlayed = false;
    this.build();
  }

  /** The board, the two tiles or the finder have changed. */
  update() {
    const { share, pair, finder, own } = this.lab;
    const asked = pair
      ? JSON.stringify([share, pair, finder, finder === OWN_FINDER && own?.key, currentLanguage()])
      : "";
    if (asked === this.asked) return this.showAgain();
    this.stop();
    this.asked = asked;
    this.player = this.drawing = null;
    this.problem = "";
    this.lab.board.clearOverlay();
    this.build();
    if (pair) void this.load(asked);
  }

  redraw() {
    this.build();
    this.update();
  }

  leave() {
    this.stop();
  }

  /** @param {string} asked */
  async load(asked) {
    const { lab } = this;
    const trace = await askTrace(lab, lab.pair ?? []).catch(apiError);
    if (asked !== this.asked || lab.tab !== this) return;
    if (trace instanceof ApiError) {
      this.problem = this.problemText(trace);
      this.build();
      return;
    }
    this.player = new TracePlayer(trace);
    this.drawing = new TraceDrawing(lab.board, this.player);
    this.build();
    if (isMotionReduced() || this.hasPlayed) this.goTo(this.player.length);
    else this.play();
    this.hasPlayed = true;
  }

  /** @param {ApiError} problem */
  problemText(problem) {
    const { status, code, message } = problem;
    if (code === "own") return message;
    const { rows, catalog } = this.lab;
    const isTooLarge = rows.length * rows[0].length > catalog.max_cells;
    if (code === "large" && isTooLarge) return t("lab too large", { cells: catalog.max_cells });
    if (code === "large") return t("lab too long", { steps: catalog.max_steps });
    if (status === 400) return t("lab refuses");
    if (status === 501) return t("lab missing");
    return problemOf(problem);
  }

  /** Draw on the board again: another tab was shown meanwhile, or the board was redrawn. */
  showAgain() {
    if (!this.player) return;
    this.drawing = new TraceDrawing(this.lab.board, this.player);
    this.show();
  }

  // ---- What is on the screen ----------------------------------------------------------------------------------------

  build() {
    this.buildControls();
    const { lab, player } = this;
    const finder = lab.finderNamed(lab.finder);
    if (!finder) return;
    const code = (this.code = new CodeView(finder));
    this.numbers = h("dl.trace-numbers");
    this.waiting = h("div.trace-waiting");
    this.result = h("p.trace-result", { role: "status", hidden: true });
    const text =
      this.problem || (lab.pair ? brokenHere(lab, finder) : t(lab.first ? "lab pick second" : "lab pick two"));
    redraw(this.element, () => [
      finderMenu(lab),
      h("p.lab-idea", named("lab-idea", lab.finder)),
      text ? h("p", { class: this.problem ? "lab-note bad" : "lab-note", role: "status" }, text) : "",
      this.numbers,
      this.result,
      ...(finder.frontier ? [this.waiting] : []),
      code.element,
      ...(finder.promises.length ? [finderCard(lab, finder)] : []),
      ...(player ? [this.pictures(player)] : []),
    ]);
    this.show();
  }

  /** @param {TracePlayer} player */
  pictures(player) {
    const { lab } = this;
    const { finder, a, b } = player.trace;
    const animation = labPath("picture", { share: lab.share, finder }, [a, b]);
    return pictureButtons(lab.board, {
      name: () => `lianliankan-${finder}-${player.number}`,
      more:
        lab.finder === OWN_FINDER
          ? null
          : h(
              "a",
              { class: "button small", "data-save": "animation", ...downloadAttributes(animation) },
              icon("save"),
              t("lab animation"),
            ),
    });
  }

  buildControls() {
    const length = this.player?.length ?? 0;
    const isOff = !this.player;
    const button = (/** @type {"first" | "back" | "forth" | "last"} */ name, /** @type {() => void} */ action) =>
      iconButton(name, t(`trace ${name}`), { "data-trace": name, disabled: isOff, onclick: action });
    this.slider = h("input.trace-slider", {
      type: "range",
      "data-trace": "slider",
      min: 0,
      max: length,
      step: 1,
      disabled: isOff,
      "aria-label": t("trace time"),
    });
    this.slider.oninput = () => this.jump(Number(this.slider?.value));
    this.playButton = h("button.icon-button.trace-play", {
      "data-trace": "play",
      disabled: isOff,
      onclick: () => this.toggle(),
    });
    this.speedButton = h("button.button.speed", { "data-trace": "speed", onclick: () => this.changeSpeed() });
    this.count = h("span.trace-count");
    this.sentence = h("p.trace-sentence", { role: "status" });
    redraw(this.under, () => [
      this.sentence,
      this.slider,
      h(
        "div.trace-buttons",
        { role: "toolbar", "aria-label": t("trace tools") },
        this.count,
        button("first", () => this.jump(0)),
        button("back", () => this.jump((this.player?.number ?? 0) - 1)),
        this.playButton,
        button("forth", () => this.jump((this.player?.number ?? 0) + 1)),
        button("last", () => this.jump(length)),
        this.speedButton,
      ),
    ]);
  }

  /** Show the step that the player is at. */
  show() {
    const { player } = this;
    const number = player?.number ?? 0;
    const name = this.isPlaying ? "pause" : "play";
    this.playButton?.replaceChildren(icon(name));
    this.playButton?.setAttribute("aria-label", t(`trace ${name}`));
    if (this.playButton) this.playButton.title = t(`trace ${name}`);
    if (this.speedButton) {
      setText(this.speedButton, `${this.speed}×`);
      this.speedButton.setAttribute("aria-label", t("trace speed", { speed: this.speed }));
    }
    const step = player?.step ?? null;
    const isVain = player?.isAtEnd && !player.trace.path;
    const text = step ? joinSentences(step.text, ...(isVain ? [t("trace vain")] : [])) : player ? t("trace begin") : "";
    if (this.slider) {
      this.slider.value = String(number);
      this.slider.setAttribute("aria-valuetext", t("trace at", { step: number, steps: player?.length ?? 0 }));
    }
    if (this.count) setText(this.count, player ? `${number} / ${player.length}` : "");
    if (this.sentence) {
      this.sentence.ariaLive = this.isPlaying ? "off" : "polite"; // a search that plays would never be silent
      setText(this.sentence, text);
    }
    if (!player) return;
    this.code?.light(step?.file ?? "", step?.code_line ?? 0);
    this.showNumbers();
    this.showWaiting();
    this.showResult();
  }

  showNumbers() {
    const { step } = /** @type {TracePlayer} */ (this.player);
    this.numbers?.replaceChildren(
      numberLine("trace examined", numberText(step?.examined ?? 0)),
      numberLine("trace layer", step && step.kind !== "link" ? String(step.layer) : "–"),
      numberLine("trace cell", step ? `${step.cell[0] + 1},${step.cell[1] + 1}` : "–"),
    );
  }

  showWaiting() {
    const player = /** @type {TracePlayer} */ (this.player);
    const kind = this.lab.finderNamed(this.lab.finder)?.frontier;
    const { waiting, step } = player;
    const all = step?.waits ?? 0;
    this.waiting?.replaceChildren(
      h("h3", named("waiting", kind ?? ""), h("span.count", String(all))),
      h(
        "ol",
        { class: `waiting-list ${kind}` },
        ...(step ? waiting : []).map(([row, col]) => h("li", `${row + 1},${col + 1}`)),
        ...(all > waiting.length ? [h("li.rest", "…")] : []),
      ),
    );
  }

  showResult() {
    const { isAtEnd, trace } = /** @type {TracePlayer} */ (this.player);
    const { path, verdict } = trace;
    const found = path ? t("trace found", { turns: path.turns, steps: path.steps }) : t("trace not found");
    if (!this.result) return;
    this.result.hidden = !isAtEnd;
    this.result.className = `trace-result ${verdict.right ? (verdict.number ? "fair" : "good") : "bad"}`;
    this.result.replaceChildren(
      ...(isAtEnd ? [icon(verdict.right ? "check" : "cross"), h("span", `${found} `, h("strong", verdict.text))] : []),
    );
  }

  // ---- Moving along the search --------------------------------------------------------------------------------------

  get isPlaying() {
    return this.timer !== 0;
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
    this.show();
  }

  play() {
    if (!this.player) return;
    if (this.player.isAtEnd) this.goTo(0);
    const pause = PACE / this.speed;
    const steps = Math.max(1, Math.round(FRAME / pause));
    clearInterval(this.timer);
    this.timer = setInterval(
      () => {
        if (!this.player || this.player.isAtEnd) this.stop();
        this.goTo((this.player?.number ?? 0) + (this.isPlaying ? steps : 0));
      },
      Math.max(pause, FRAME),
    );
    this.show();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** @param {number} number */
  jump(number) {
    this.stop();
    this.goTo(number);
  }

  /** @param {number} number */
  goTo(number) {
    if (!this.player) return;
    const changed = this.player.go(number);
    if (this.player.isAtEnd) this.stop();
    this.drawing?.update(changed);
    this.show();
  }

  /** @param {number} [by] places in the list of speeds, which begins again at its end */
  changeSpeed(by = 1) {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + by + SPEEDS.length) % SPEEDS.length];
    if (this.isPlaying) this.play();
    this.show();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.player || target.matches("input")) return false;
    const onButton = target.closest("button, a") !== null;
    const { number, length } = this.player;
    switch (event.key) {
      case " ":
        if (onButton) return false;
        this.toggle();
        return true;
      case "p":
        this.toggle();
        return true;
      case "ArrowRight":
        this.jump(number + 1);
        return true;
      case "ArrowLeft":
        this.jump(number - 1);
        return true;
      case "ArrowDown":
      case "ArrowUp":
        if (target.closest(".lab-panel")) return false; // which scrolls
        this.jump(this.player.nextVisit(event.key === "ArrowDown" ? 1 : -1));
        return true;
      case "Home":
        this.jump(0);
        return true;
      case "End":
        this.jump(length);
        return true;
      case "+":
      case "-":
        this.changeSpeed(event.key === "+" ? 1 : -1);
        return true;
    }
    return false;
  }
}
