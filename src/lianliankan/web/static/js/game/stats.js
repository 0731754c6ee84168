// The numbers at the top: time, score, moves, tiles.

import { find, h, setText } from "../core/dom.js";
import { words } from "../i18n/i18n.js";

/** @typedef {"time" | "score" | "moves" | "tiles"} Name */

/** @type {Name[]} */
const NAMES = ["time", "score", "moves", "tiles"];

export class Stats {
  constructor() {
    this.element = find("#stats");
    /** @type {Map<Name, {whole: HTMLElement, label: HTMLElement, value: HTMLElement}>} */
    this.figures = new Map();
    for (const name of NAMES) {
      const [label, value] = [h("dt"), h("dd")];
      this.figures.set(name, { whole: h("div", { "data-stat": name }, label, value), label, value });
    }
    this.element.replaceChildren(...[...this.figures.values()].map(({ whole }) => whole));
  }

  /**
   * Show a number under its name.
   * @param {Name} name
   * @param {string | number} value
   * @param {string} [label] the name of a text
   */
  set(name, value, label = name) {
    const figure = this.figures.get(name);
    if (!figure) return;
    setText(figure.label, words(label));
    setText(figure.value, String(value));
  }

  /**
   * @param {Name} name
   * @returns {HTMLElement}
   */
  at(name) {
    return /** @type {{whole: HTMLElement}} */ (this.figures.get(name)).whole;
  }
}
