// The numbers at the top: time, score, moves, tiles.

import { find, h, setText } from "../core/dom.js";
import { explained } from "../dialogs/explain.js";
import { t } from "../i18n/i18n.js";

/** @import { TextKey } from "../i18n/i18n.js" */

/** @typedef {"time" | "score" | "moves" | "tiles"} Name */

/** @type {Name[]} */
const NAMES = ["time", "score", "moves", "tiles"];

export class Stats {
  constructor() {
    this.element = find("#stats");
    /** @type {Map<Name, {whole: HTMLElement, label: HTMLElement, value: HTMLElement}>} */
    this.fields = new Map();
    for (const name of NAMES) {
      const [part, value] = [explained(name), h("dd")];
      const whole = h("div", { "data-stat": name }, h("dt", part), value);
      this.fields.set(name, { whole, label: find("button", part), value });
    }
    this.element.replaceChildren(...[...this.fields.values()].map(({ whole }) => whole));
  }

  /**
   * Show a number and its label.
   * @param {Name} name
   * @param {string | number} value
   * @param {TextKey} [label]
   */
  set(name, value, label = name) {
    const field = this.fields.get(name);
    if (!field) return;
    setText(field.label, t(label));
    setText(field.value, String(value));
  }

  /**
   * @param {Name} name
   * @returns {HTMLElement}
   */
  at(name) {
    return /** @type {{whole: HTMLElement}} */ (this.fields.get(name)).whole;
  }
}
