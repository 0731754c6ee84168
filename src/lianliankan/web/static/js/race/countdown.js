// Three, two, one: the large number over the board before a race begins.

import { find, h, setText } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { t } from "../i18n/i18n.js";
import { raceSounds } from "./race_sounds.js";

const GO = 700; // milliseconds that the last word stays

export class Countdown {
  constructor() {
    this.number = h("span.countdown-number");
    this.words = h("p.visually-hidden", { role: "alert" });
    this.element = h("div.countdown", { hidden: true }, this.number, this.words);
    find("#main").append(this.element);
    /** @type {number | null} */
    this.second = null;
  }

  remove() {
    clearTimeout(this.timer);
    this.element.remove();
  }

  /** @param {number | null} left milliseconds; null if none is running */
  show(left) {
    if (left === null) return this.end();
    const second = Math.max(Math.ceil(left / 1000), 0);
    if (second === this.second) return;
    if (this.second === null) setText(this.words, t("race begins in", { seconds: second }));
    this.second = second;
    this.element.hidden = false;
    this.set(second > 0 ? String(second) : "…");
    if (second > 0) raceSounds.countdown(second);
  }

  /** The race has begun, or the countdown was stopped. */
  end() {
    if (this.second === null) return;
    const hasBegun = this.second <= 1;
    this.second = null;
    setText(this.words, "");
    if (!hasBegun) {
      this.element.hidden = true;
      return;
    }
    this.set(t("race go"));
    raceSounds.countdown(0);
    this.element.classList.add("going");
    this.timer = setTimeout(() => {
      this.element.hidden = true;
      this.element.classList.remove("going");
    }, GO);
  }

  /** @param {string} text */
  set(text) {
    setText(this.number, text);
    if (isMotionReduced()) return;
    this.number.animate(
      [
        { transform: "scale(1.7)", opacity: 0 },
        { transform: "scale(1)", opacity: 1, offset: 0.25 },
        { transform: "scale(0.92)", opacity: 0.85 },
      ],
      { duration: 900, easing: "ease-out" },
    );
  }
}
