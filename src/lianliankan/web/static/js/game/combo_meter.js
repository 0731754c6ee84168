// The combo meter below the board: how many quick pairs there have been, and a bar that empties until the next is due.

import { find, setText } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { t } from "../i18n/i18n.js";
import { facts, isOver } from "../server/facts.js";

const BONUS_EVERY = 3; // pairs: their words are larger for a moment

export class ComboMeter {
  constructor() {
    this.element = find("#combo");
    this.words = find(".words", this.element);
    this.bar = find(".bar", this.element);
    /** @type {Animation | null} */
    this.running = null;
    this.combo = 0;
  }

  remove() {
    this.end();
  }

  /**
   * Count a pair: the time for the next one begins.
   * @param {number} combo
   */
  count(combo) {
    this.combo = combo;
    this.running?.cancel();
    this.element.classList.add("running");
    setText(this.words, combo > 1 ? t("combo", { combo }) : "");
    this.running = this.bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
      id: "countdown",
      duration: 1000 * facts.combo_seconds,
      easing: isMotionReduced() ? `steps(${Math.round(facts.combo_seconds)})` : "linear",
    });
    this.running.onfinish = () => this.end();
    if (combo > 1 && combo % BONUS_EVERY === 0 && !isMotionReduced())
      this.words.animate([{ transform: "scale(1.35)" }, { transform: "none" }], { duration: 350, easing: "ease-out" });
  }

  /**
   * Follow the game: the time stands still while its clock does, and a combo may be over.
   * @param {import("../server/protocol.js").GameView} view
   */
  update(view) {
    if (!view.combo || isOver(view)) this.end();
    else if (view.running) this.running?.play();
    else this.running?.pause();
  }

  /** Stop: the combo is over, or unknown because the connection is lost. */
  end() {
    this.running?.cancel();
    this.running = null;
    this.combo = 0;
    this.element.classList.remove("running");
  }
}
