// Programs of the player and what they have passed, kept in this browser; each exercise sheet has its own.

import { readStored, writeStored } from "../../core/memory.js";

const KEY = "lianliankan programs";
const VERSION = 1;
const MAX_SHEETS = 40; // the sheets that were not used for longest are forgotten

/**
 * @typedef {object} Work what is kept for a sheet
 * @property {string} source the program
 * @property {string} current the exercise that was worked on last
 * @property {Record<string, number>} passed the exercises that are passed, and the number of questions
 * @property {number} used when, in milliseconds
 */

/** @returns {Work} */
function noWork() {
  return { source: "", current: "", passed: {}, used: 0 };
}

export class StoredPrograms {
  /** @param {string} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** Whether what was written last is kept. */
    this.isKept = true;
    /** @type {Work} */
    this.work = this.readAll()[sheet] ?? noWork();
  }

  /** @returns {Record<string, Work>} */
  readAll() {
    const found = readStored(KEY);
    if (found?.version !== VERSION) return {};
    return Object.fromEntries(Object.entries(found.sheets ?? {}).filter(([, work]) => isWork(work)));
  }

  /**
   * Change what is kept for this sheet; other tabs may have written other sheets meanwhile.
   * @param {Partial<Work>} changes
   */
  change(changes) {
    this.work = { ...this.work, ...changes, used: Date.now() };
    const sheets = { ...this.readAll(), [this.sheet]: this.work };
    const newest = Object.entries(sheets).sort(([, one], [, other]) => other.used - one.used);
    this.write(Object.fromEntries(newest.slice(0, MAX_SHEETS)));
  }

  /** @param {string} exercise @param {number} questions 0 if it is not passed any more */
  setPassed(exercise, questions) {
    const { [exercise]: _, ...passed } = this.work.passed;
    this.change({ passed: questions ? { ...passed, [exercise]: questions } : passed });
  }

  /** Forget everything about this sheet. */
  clear() {
    const { [this.sheet]: _, ...others } = this.readAll();
    this.work = noWork();
    this.write(others);
  }

  /** @param {Record<string, Work>} sheets */
  write(sheets) {
    this.isKept = writeStored(KEY, { version: VERSION, sheets });
  }
}

/**
 * @param {unknown} value
 * @returns {value is Work}
 */
function isWork(value) {
  const { source, current, passed, used } = /** @type {Partial<Work>} */ (value ?? {});
  return (
    typeof source === "string" &&
    typeof current === "string" &&
    typeof used === "number" &&
    typeof passed === "object" &&
    passed !== null &&
    Object.values(passed).every((questions) => typeof questions === "number")
  );
}
