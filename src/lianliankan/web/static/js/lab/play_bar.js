// Controls under the board: play, pause, step both ways, a slider, the speed; and a sentence about where one is.

import { h, redraw, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { t } from "../i18n/i18n.js";

const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1400; // milliseconds per step at speed 1

/**
 * What is played.
 * @typedef {object} Playable
 * @property {() => number} length the number of steps
 * @property {() => number} number how many of them are done
 * @property {(number: number) => void} go
 * @property {() => void} rest playing has ended
 */

export class PlayBar {
  /** @param {Playable} playable */
  constructor(playable) {
    this.playable = playable;
    this.speed = 1;
    this.timer = 0;
    this.element = h("div.lab-controls");
    this.sentence = h("p.trace-sentence", { role: "status" });
    this.build();
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  build() {
    const button = (/** @type {"first" | "back" | "forth" | "last"} */ name, /** @type {() => void} */ action) =>
      iconButton(name, t(`trace ${name}`), { "data-play": name, onclick: action });
    const { number, length } = this.playable;
    this.slider = h("input.trace-slider", { type: "range", "data-play": "slider", min: 0, step: 1 });
    this.slider.setAttribute("aria-label", t("solve time"));
    this.slider.oninput = () => this.jump(Number(this.slider?.value));
    this.playButton = h("button.icon-button.trace-play", {
      "data-play": "play",
      onclick: () => this.toggle(),
    });
    this.speedButton = h("button.button.speed", { "data-play": "speed", onclick: () => this.changeSpeed() });
    this.count = h("span.trace-count");
    this.buttons = h(
      "div.trace-buttons",
      { role: "toolbar", "aria-label": t("solve tools") },
      this.count,
      button("first", () => this.jump(0)),
      button("back", () => this.jump(number() - 1)),
      this.playButton,
      button("forth", () => this.jump(number() + 1)),
      button("last", () => this.jump(length())),
      this.speedButton,
    );
    redraw(this.element, () => [this.sentence, this.slider, this.buttons]);
  }

  /**
   * Show where one is.
   * @param {string} text
   */
  show(text) {
    const [number, length] = [this.playable.number(), this.playable.length()];
    const name = this.isPlaying ? "pause" : "play";
    this.playButton?.replaceChildren(icon(name));
    this.playButton?.setAttribute("aria-label", t(`trace ${name}`));
    if (this.playButton) this.playButton.title = t(`trace ${name}`);
    if (this.slider) {
      this.slider.max = String(length);
      this.slider.value = String(number);
      this.slider.setAttribute("aria-valuetext", t("trace at", { step: number, steps: length }));
    }
    for (const control of [this.slider, ...(this.buttons?.querySelectorAll("button") ?? [])])
      if (control) control.disabled = length === 0;
    if (this.speedButton) {
      setText(this.speedButton, `${this.speed}×`);
      this.speedButton.setAttribute("aria-label", t("trace speed", { speed: this.speed }));
    }
    if (this.count) setText(this.count, `${number} / ${length}`);
    this.sentence.ariaLive = this.isPlaying ? "off" : "polite"; // what plays would never be silent
    setText(this.sentence, text);
  }

  // ---- Moving -------------------------------------------------------------------------------------------------------

  toggle() {
    if (this.isPlaying) this.rest();
    else this.play();
  }

  play() {
    const { playable } = this;
    if (!playable.length()) return;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.advance(), PACE / this.speed);
    if (playable.number() >= playable.length()) playable.go(0);
    else this.advance();
  }

  advance() {
    const { playable } = this;
    if (playable.number() + 1 >= playable.length()) this.stop();
    playable.go(playable.number() + 1);
    if (!this.isPlaying) playable.rest();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** Stop playing, and look around. */
  rest() {
    this.stop();
    this.playable.rest();
  }

  /** @param {number} number */
  jump(number) {
    this.stop();
    this.playable.go(Math.min(Math.max(number, 0), this.playable.length()));
    this.playable.rest();
  }

  changeSpeed() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.isPlaying) this.play();
    else this.playable.rest();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was used
   */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const { number, length } = this.playable;
    if (target.matches("input") || !length()) return false;
    if (event.key === "ArrowRight") this.jump(number() + 1);
    else if (event.key === "ArrowLeft") this.jump(number() - 1);
    else if (event.key === "Home") this.jump(0);
    else if (event.key === "End") this.jump(length());
    else if (event.key === "p" || (event.key === " " && !target.closest("button, a"))) this.toggle();
    else return false;
    return true;
  }
}
