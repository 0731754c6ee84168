// The results of a class: a row for each program, a column for each exercise. Without a screen.

/** @import { CheckAnswer } from "../../server/protocol.js" */

/**
 * @typedef {object} NoAnswer why the judge has said nothing
 * @property {"failed" | "error"} outcome failed if the function did not return
 * @property {string} sentence
 * @property {string} call the call that did not return
 */
/**
 * @typedef {object} ClassRow
 * @property {string} name of the file
 * @property {string} text the program
 * @property {string} problem why it cannot be read
 * @property {Map<string, CheckAnswer | NoAnswer>} answers by exercise
 */

export class ClassTable {
  /** @param {string[]} exercises */
  constructor(exercises) {
    this.exercises = exercises;
    /** @type {ClassRow[]} */
    this.rows = [];
  }

  /**
   * Add a program; one of the same name takes the place of the old one.
   * @param {string} name
   * @param {string} text
   * @param {string} problem
   */
  add(name, text, problem) {
    const row = { name, text, problem, answers: new Map() };
    const place = this.rows.findIndex((each) => each.name === name);
    if (place < 0) this.rows.push(row);
    else this.rows[place] = row;
    this.rows.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  }

  /** @returns {{row: ClassRow, exercise: string}[]} what is still to be judged, program by program */
  get open() {
    return this.rows
      .filter(({ problem }) => !problem)
      .flatMap((row) => this.exercises.filter((name) => !row.answers.has(name)).map((exercise) => ({ row, exercise })));
  }

  /** How many answers there are, and how many there will be. */
  get progress() {
    const all = this.rows.filter(({ problem }) => !problem).length * this.exercises.length;
    return { done: all - this.open.length, all };
  }

  /** @param {ClassRow} row */
  passed(row) {
    return this.exercises.filter((name) => outcomeOf(row.answers.get(name)) === "passed").length;
  }

  /**
   * The table as rows of texts, with a head.
   * @param {object} words
   * @param {string[]} words.head names of the columns: the file, each exercise, the sum
   * @param {(answer: CheckAnswer | NoAnswer | undefined) => string} words.cell
   */
  toRows({ head, cell }) {
    const lines = this.rows.map((row) => [
      row.name,
      ...this.exercises.map((name) => cell(row.problem ? unread(row) : row.answers.get(name))),
      String(this.passed(row)),
    ]);
    return [head, ...lines];
  }
}

/**
 * @param {ClassRow} row
 * @returns {NoAnswer}
 */
function unread({ problem }) {
  return { outcome: "error", sentence: problem, call: "" };
}

/**
 * @param {CheckAnswer | NoAnswer | undefined} answer
 * @returns {answer is NoAnswer}
 */
export function isNoAnswer(answer) {
  return answer !== undefined && "sentence" in answer;
}

/**
 * @param {CheckAnswer | NoAnswer | undefined} answer
 * @returns {"" | "passed" | "failed" | "missing" | "error" | "undecided"} empty if it is not judged yet
 */
export function outcomeOf(answer) {
  if (answer === undefined) return "";
  return !isNoAnswer(answer) && answer.is_missing ? "missing" : answer.outcome;
}
