// The last seconds of a game against the clock: a bar under the header, a pulse of the time, a tick each second.

import { find, setStyle } from "../core/dom.js";
import { sounds } from "./sound.js";

const LAST = 10; // seconds

export class LastSeconds {
  constructor() {
    this.bar = find("#time-bar");
    /** @type {number | null} the second of the last tick */
    this.ticked = null;
  }

  remove() {
    this.show(null, false);
  }

  /**
   * @param {number | null} left seconds; null without a limit
   * @param {boolean} isRunning
   */
  show(left, isRunning) {
    const areLast = left !== null && left > 0 && left <= LAST;
    this.bar.hidden = !areLast;
    document.body.classList.toggle("last-seconds", areLast && isRunning);
    if (!areLast) this.ticked = null;
    else {
      setStyle(this.bar, { transform: `scaleX(${left / LAST})` });
      const second = Math.ceil(left);
      if (isRunning && this.ticked !== second) sounds.tick();
      this.ticked = second;
    }
  }
}
