// Warns before the idle rule puts a player out.

import { find, h, setText } from "../core/dom.js";
import { t } from "../i18n/i18n.js";
import { raceIcon } from "./signs.js";
import { raceSounds } from "./race_sounds.js";

const WARN = 10; // seconds before
const TICK_FROM = 5; // seconds before: each is heard

export class IdleAlarm {
  /** @param {import("./race_hud.js").RaceHud} hud */
  constructor(hud) {
    this.hud = hud;
    this.text = h("span");
    this.element = h("p.idle-alarm", { hidden: true, "aria-hidden": "true" }, raceIcon("away"), this.text);
    find("#main").append(this.element);
    /** @type {number | null} */
    this.second = null;
  }

  remove() {
    this.element.remove();
  }

  /**
   * @param {import("./race_model.js").RaceSeat | undefined} own
   * @param {number} now milliseconds since the start
   */
  show(own, now) {
    const at = own?.state === "racing" && own.away_until === null ? own.idle_at : null;
    const left = at === null || at === undefined ? Infinity : Math.ceil((at - now) / 1000);
    this.element.hidden = left > WARN;
    if (left > WARN) {
      this.second = null;
      return;
    }
    const seconds = Math.max(left, 0);
    if (seconds === this.second) return;
    if (this.second === null) this.hud.tellNow(t("race idle", { seconds }));
    this.second = seconds;
    setText(this.text, t("race idle", { seconds }));
    if (seconds <= TICK_FROM) raceSounds.idle();
  }
}
