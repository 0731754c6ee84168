// The results of a class: a row for each program, a column for each exercise. Without a screen.

/** @typedef {import("../../server/protocol.js").CheckAnswer} CheckAnswer */
/**
 * @typedef {object} ClassRow
 * @property {string} name of the file
 * @property {string} text the program
 * @property {string} problem why it cannot be read
 * @property {Map<string, CheckAnswer | string>} answers by exercise; a text says why there is none
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
   * @param {(answer: CheckAnswer | string | undefined) => string} words.cell
   */
  toRows({ head, cell }) {
    const lines = this.rows.map((row) => [
      row.name,
      ...this.exercises.map((name) => cell(row.problem || row.answers.get(name))),
      String(this.passed(row)),
    ]);
    return [head, ...lines];
  }
}

/**
 * @param {CheckAnswer | string | undefined} answer
 * @returns {"" | "passed" | "failed" | "missing" | "error" | "undecided"} empty if it is not judged yet
 */
export function outcomeOf(answer) {
  if (answer === undefined) return "";
  if (typeof answer === "string") return "error";
  return answer.is_missing ? "missing" : answer.outcome;
}
