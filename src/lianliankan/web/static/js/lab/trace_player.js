// A trace played forwards and backwards: what is to be drawn after any number of its steps.

/** @import { Cell, TraceAnswer } from "../server/protocol.js" */

/** @typedef {{kind: string, layer: number}} Mark */

export class TracePlayer {
  /** @param {TraceAnswer} trace */
  constructor(trace) {
    this.trace = trace;
    /** The number of steps done. */
    this.number = 0;
    /** @type {Map<string, Mark>} the latest mark of each cell, by `row,col` */
    this.marks = new Map();
    /** @type {[string, Mark | undefined][][]} for each step done, the marks before it */
    this.before = [];
    /** The place of the list of waiting cells after each number of steps; none before the first list. */
    this.lists = [-1];
    trace.steps.forEach(({ waiting }, place) => this.lists.push(waiting ? place : this.lists[place]));
  }

  get length() {
    return this.trace.steps.length;
  }

  /** The last step done; null at the start. */
  get step() {
    return this.number ? this.trace.steps[this.number - 1] : null;
  }

  get isAtEnd() {
    return this.number === this.length;
  }

  /** @returns {Cell[]} the cells that wait to be continued from, as far as they are shown */
  get waiting() {
    const place = this.lists[this.number];
    return place < 0 ? [] : (this.trace.steps[place].waiting ?? []);
  }

  /**
   * Go to the picture after some steps.
   * @param {number} number
   * @returns {Set<string>} the cells whose marks may have changed
   */
  go(number) {
    const target = Math.min(Math.max(number, 0), this.length);
    /** @type {Set<string>} */
    const changed = new Set();
    while (this.number < target) {
      const { marks } = this.trace.steps[this.number++];
      this.before.push(marks.map(([row, col]) => [`${row},${col}`, this.marks.get(`${row},${col}`)]));
      for (const [row, col, kind, layer] of marks) {
        this.marks.set(`${row},${col}`, { kind, layer });
        changed.add(`${row},${col}`);
      }
    }
    while (this.number > target) {
      this.number--;
      for (const [cell, mark] of this.before.pop() ?? []) {
        if (mark) this.marks.set(cell, mark);
        else this.marks.delete(cell);
        changed.add(cell);
      }
    }
    return changed;
  }

  /**
   * Return the number of steps up to the next cell from which the search continues, or up to the one before.
   * @param {1 | -1} way
   */
  nextVisit(way) {
    let number = this.number + way;
    while (number > 0 && number < this.length && this.trace.steps[number - 1].kind !== "visit") number += way;
    return Math.min(Math.max(number, 0), this.length);
  }
}
