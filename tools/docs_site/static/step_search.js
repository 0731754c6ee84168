// Stepping through a search: the steps and their words were written by the library when the page was built.

import { LiveGrid, element } from "./live_grid.js";
import { texts } from "./live_texts.js";

/**
 * @typedef {import("./live_grid.js").Cell} Cell
 * @typedef {{text: string, marks: [number, number, string, number][], here: Cell | null, line: Cell[], examined: number}} Step
 * @typedef {{board: number[][], ends: [Cell, Cell], steps: Step[], shades: [string, string][], found: string}} Search
 */

const INTERVAL = 250; // milliseconds between steps that run by themselves

/**
 * @param {string} finder
 * @returns {Promise<HTMLElement>}
 */
export async function openSearch(finder) {
  const answer = await fetch(new URL(`searches/${finder}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return new SearchStepper(await answer.json()).element;
}

class SearchStepper {
  /** @param {Search} search */
  constructor(search) {
    this.search = search;
    this.number = 0;
    this.timer = 0;
    const { board, ends } = search;
    this.grid = new LiveGrid(board.length, board[0].length, 1, (row, col) => {
      const number = board[row][col];
      const isEnd = ends.some(([r, c]) => r === row && c === col);
      const kind = number > 0 ? "live-tile" : number < 0 ? "live-wall" : "live-socket";
      return element("div", { class: `live-cell ${kind}${isEnd ? " live-end" : ""}` }, number > 0 ? `${number}` : "");
    });
    this.grid.element.setAttribute("role", "img");
    this.grid.element.setAttribute("aria-label", texts.search);
    this.status = element("output", { class: "live-status", "aria-live": "polite" });
    this.count = element("span", { class: "live-count" });
    this.slider = /** @type {HTMLInputElement} */ (
      element("input", { type: "range", min: "0", max: `${search.steps.length}`, "aria-label": texts.step })
    );
    this.slider.dataset.first = "";
    this.slider.addEventListener("input", () => this.#go(Number(this.slider.value)));
    this.runButton = button(texts.run, texts.run, () => (this.timer ? this.#stop() : this.#run()));
    const tools = element(
      "div",
      { class: "live-tools" },
      button("|◀", texts.first, () => this.#go(0)),
      button("◀", texts.back, () => this.#go(this.number - 1)),
      this.runButton,
      button("▶", texts.next, () => this.#go(this.number + 1)),
      button("▶|", texts.last, () => this.#go(search.steps.length)),
      this.count,
    );
    this.element = element("div", { class: "live live-search" }, this.grid.element, this.slider, tools, this.status);
    this.#show();
  }

  /** @param {number} number */
  #go(number) {
    this.#stop();
    this.number = Math.max(0, Math.min(number, this.search.steps.length));
    this.#show();
  }

  #run() {
    if (this.number === this.search.steps.length) this.number = 0;
    this.status.setAttribute("aria-live", "off"); // until it stops: no listener could follow so fast
    setLabel(this.runButton, texts.pause, texts.pause);
    this.timer = window.setInterval(() => {
      this.number += 1;
      if (this.number >= this.search.steps.length || !this.element.isConnected) this.#stop();
      this.#show();
    }, INTERVAL);
  }

  #stop() {
    window.clearInterval(this.timer);
    this.timer = 0;
    setLabel(this.runButton, texts.run, texts.run);
    this.status.setAttribute("aria-live", "polite");
  }

  #show() {
    const { steps, shades, found } = this.search;
    /** @type {Map<string, [string, number]>} */
    const marks = new Map();
    for (const step of steps.slice(0, this.number))
      for (const [row, col, kind, layer] of step.marks) marks.set(`${row},${col}`, [kind, layer]);
    for (const [place, cell] of this.grid.cells) {
      const [kind, layer] = marks.get(place) ?? ["", 0];
      cell.dataset.mark = kind;
      const shade = kind === "reached" || kind === "visited" ? shades[Math.min(layer, shades.length - 1)] : null;
      cell.style.setProperty("--shade-light", shade && layer ? shade[0] : "");
      cell.style.setProperty("--shade-dark", shade && layer ? shade[1] : "");
      if (!cell.classList.contains("live-tile")) cell.textContent = shade && layer ? `${layer}` : "";
      cell.classList.remove("live-here");
    }
    const step = this.number ? steps[this.number - 1] : null;
    if (step?.here) this.grid.at(step.here).classList.add("live-here");
    const isLast = this.number === steps.length;
    this.grid.showLine(step?.line ?? [], isLast ? "live-found" : "live-tried");
    this.slider.value = `${this.number}`;
    this.slider.setAttribute("aria-valuetext", `${this.number} / ${steps.length}`);
    this.count.textContent = `${texts.examined} ${step?.examined ?? 0}`;
    this.status.textContent = `${this.number} / ${steps.length}  ${step ? (isLast ? found : step.text) : texts.start}`;
  }
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} act
 */
function button(sign, label, act) {
  const made = element("button", { type: "button" });
  setLabel(made, sign, label);
  made.addEventListener("click", act);
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {string} sign
 * @param {string} label
 */
function setLabel(made, sign, label) {
  made.textContent = sign;
  made.title = label;
  made.setAttribute("aria-label", label);
}
