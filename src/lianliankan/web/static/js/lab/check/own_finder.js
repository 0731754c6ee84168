// The player's own function as a finder, for the tabs in which finders search: it runs in this browser.

import { currentLanguage, t } from "../../i18n/i18n.js";
import { OWN_FINDER } from "../finder_card.js";
import { ApiError } from "../../server/api.js";
import { LearnerProblem } from "../learner/learner_python.js";

/** @import { Cell, LabFinder, LabRaceAnswer, LabRun, TraceAnswer } from "../../server/protocol.js" */

export class OwnFinder {
  /**
   * @param {import("../learner/learner_python.js").LearnerPython} python
   * @param {string} source the program
   * @param {string} name of the function
   */
  constructor(python, source, name) {
    this.python = python;
    this.source = source;
    this.function = name;
    /** What its answers depend on. */
    this.key = `${name} ${source}`;
    /** @type {Promise<unknown>} the last question; the next one waits for its answer */
    this.last = Promise.resolve();
    /** @type {LabFinder} */
    this.finder = {
      name: OWN_FINDER,
      published: false,
      cost: "",
      text: "",
      frontier: null,
      source: [{ file: t("check file"), first: 1, text: source }],
      promises: [],
    };
  }

  /**
   * @param {string} share
   * @param {Cell[]} pair
   * @returns {Promise<TraceAnswer>}
   */
  trace(share, pair) {
    return this.ask("trace", share, pair, {});
  }

  /**
   * @param {string} share
   * @param {Cell[]} pair
   * @param {string[]} finders
   * @returns {Promise<LabRaceAnswer>}
   */
  async race(share, pair, finders) {
    const others = finders.filter((name) => name !== OWN_FINDER);
    const { runs, best } = await this.ask("race", share, pair, { finders: others });
    const isOther = (/** @type {LabRun} */ { finder }) => others.includes(finder);
    const mine = runs.filter((/** @type {LabRun} */ run) => !isOther(run));
    const named = mine.map((/** @type {LabRun} */ run) => ({ ...run, finder: OWN_FINDER }));
    return { runs: [...named, ...runs.filter(isOther)], best };
  }

  /**
   * @param {"trace" | "race"} type
   * @param {string} share
   * @param {Cell[]} pair
   * @param {object} more
   */
  async ask(type, share, [a, b], more) {
    const { source, function: name } = this;
    const request = { type, source, function: name, share, a, b, language: currentLanguage(), ...more };
    const answer = this.last.then(() => this.python.ask(request));
    this.last = answer.catch(() => {});
    const found = await answer.catch((problem) => {
      if (problem instanceof LearnerProblem) return { problem: problem.text };
      throw problem;
    });
    if ("problem" in found) throw new ApiError(0, "own", { error: found.problem });
    return found;
  }
}
