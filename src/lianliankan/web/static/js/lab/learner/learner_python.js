// A learner's own program, run in this browser: each text of it in a Python of its own, which can be stopped at any time.

import { t } from "../../i18n/i18n.js";
import { facts } from "../../server/facts.js";
import { pythonListAddress } from "../../server/transport.js";

/** @import { FromLearner } from "./learner_worker.js" */

/**
 * @typedef {"browser" | "missing" | "load" | "failed" | "hung" | "stopped" | "busy"} LearnerCode the browser is too old;
 *   there is no Python beside the page; its files cannot be loaded; it has ended or cannot start; the program gives no
 *   sign of life; it was stopped; another question is not answered yet
 */
/** @typedef {{source: string, [name: string]: unknown}} LearnerRequest as `lianliankan.web.lab.learner` reads it */
/**
 * @typedef {object} LearnerProgress
 * @property {"loading" | "starting" | "running"} phase
 * @property {number} share of the files that is loaded, from 0 to 1
 * @property {Told | null} told what Python said last, while it runs
 */
/** @typedef {{share: number, call: string}} Told how much is done, from 0 to 1, and the call that comes next */

const QUIET = 15; // seconds: a call may take two, and more on a slow machine
const PROGRESS_PAUSE = 50; // milliseconds between two reports of progress

/** Why there is no answer. */
export class LearnerProblem extends Error {
  /**
   * @param {LearnerCode} code
   * @param {{told?: Told | null, seconds?: number, detail?: string}} [about] what was said last, how long ago, and what
   *   the browser says
   */
  constructor(code, { told = null, seconds = 0, detail = "" } = {}) {
    super(detail || code);
    this.code = code;
    this.told = told;
    this.seconds = seconds;
  }

  /** One sentence for the reader. */
  get text() {
    return t(`learner ${this.code}`, { seconds: this.seconds });
  }
}

/** Python in a worker, for one program. */
class LearnerWorker {
  constructor() {
    /** The program that it has run; null as long as it has run none. @type {string | null} */
    this.source = null;
    /** @type {LearnerProgress} */
    this.progress = { phase: "loading", share: 0, told: null };
    this.isReady = false;
    /** @type {LearnerProblem | null} */
    this.problem = null;
    /** @type {(() => void) | null} called when something has changed */
    this.onChange = null;
    /** @type {string | null} */
    this.answer = null;
    this.worker = new Worker(new URL("./learner_worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(new LearnerProblem(this.isReady ? "failed" : "load", { detail: event.message }));
    };
    this.worker.postMessage({ type: "start", list: pythonListAddress().href });
  }

  /** @param {FromLearner} message */
  receive(message) {
    if (this.problem) return;
    if (message.type === "loading") {
      const share = message.done / Math.max(message.total, 1);
      this.progress = { ...this.progress, phase: share < 1 ? "loading" : "starting", share };
    } else if (message.type === "ready") this.isReady = true;
    else if (message.type === "progress") {
      this.progress = { ...this.progress, phase: "running", told: readTold(message.text) };
    } else if (message.type === "answer") this.answer = message.text;
    else return this.end(new LearnerProblem(message.code, { detail: message.message }));
    this.onChange?.();
  }

  /** @param {LearnerRequest} request */
  send(request) {
    this.source = request.source;
    this.answer = null;
    this.progress = { phase: "running", share: 1, told: null };
    this.worker.postMessage({ type: "ask", text: JSON.stringify(request) });
  }

  /** @param {LearnerProblem} problem */
  end(problem) {
    this.worker.terminate();
    this.problem ??= problem;
    this.onChange?.();
  }
}

export class LearnerPython {
  /** @param {{quiet?: number}} [options] seconds without a sign of life after which a program counts as hung */
  constructor({ quiet = QUIET } = {}) {
    this.quiet = quiet;
    /** @type {LearnerWorker | null} the one that has run the last program */
    this.current = null;
    /** @type {LearnerWorker | null} one that is there for the next program */
    this.spare = null;
    /** @type {LearnerWorker | null} the one that has to answer now */
    this.asked = null;
  }

  /** Return why programs cannot be run here; null if they can. */
  static lack() {
    if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis)) return new LearnerProblem("browser");
    return facts.python ? null : new LearnerProblem("missing");
  }

  /** Whether programs can be run here. */
  static available() {
    return LearnerPython.lack() === null;
  }

  /**
   * Ask something about a program. Another program gets another Python, so that it finds nothing of this one.
   *
   * @template Answer
   * @param {LearnerRequest} request
   * @param {{onProgress?: (progress: LearnerProgress) => void}} [options]
   * @returns {Promise<Answer>} rejected with a LearnerProblem
   */
  async ask(request, { onProgress } = {}) {
    const lack = LearnerPython.lack() ?? (this.asked ? new LearnerProblem("busy") : null);
    if (lack) throw lack;
    const worker = this.choose(request.source);
    this.asked = worker;
    try {
      await until(worker, () => worker.isReady, Infinity, onProgress);
      worker.send(request);
      await until(worker, () => worker.answer !== null, this.quiet, onProgress);
      this.prepare();
      return JSON.parse(worker.answer ?? "null");
    } catch (problem) {
      const known =
        problem instanceof LearnerProblem ? problem : new LearnerProblem("failed", { detail: `${problem}` });
      worker.end(known);
      throw known;
    } finally {
      if (this.asked === worker) this.asked = null;
    }
  }

  /** End what runs; its answer is a LearnerProblem. The next question starts another Python. */
  stop() {
    this.current?.end(new LearnerProblem("stopped"));
    this.current = this.asked = null;
  }

  /** End everything, when it is not needed any more. */
  close() {
    this.stop();
    this.spare?.end(new LearnerProblem("stopped"));
    this.spare = null;
  }

  /** Start a Python for the next program, so that it need not wait. */
  prepare() {
    if (LearnerPython.available() && (!this.spare || this.spare.problem)) this.spare = new LearnerWorker();
  }

  /** @param {string} source */
  choose(source) {
    const known = this.current;
    if (known && !known.problem && known.source === source) return known;
    this.stop();
    const spare = this.spare?.problem ? null : this.spare;
    this.spare = null;
    this.current = spare ?? new LearnerWorker();
    return this.current;
  }
}

/**
 * Wait until something is so with a worker, and tell of its progress; rejected when it ends, or is quiet for too long.
 *
 * @param {LearnerWorker} worker
 * @param {() => boolean} isSo
 * @param {number} seconds
 * @param {((progress: LearnerProgress) => void)} [onProgress]
 */
async function until(worker, isSo, seconds, onProgress) {
  /** @type {number | undefined} */
  let timer;
  let told = { time: -Infinity, phase: "" };
  const hang = () => worker.end(new LearnerProblem("hung", { told: worker.progress.told, seconds }));
  try {
    for (;;) {
      if (worker.problem) throw worker.problem;
      if (isSo()) return;
      const { phase } = worker.progress;
      if (phase !== told.phase || performance.now() - told.time > PROGRESS_PAUSE) {
        told = { time: performance.now(), phase };
        onProgress?.(worker.progress);
      }
      clearTimeout(timer);
      if (seconds < Infinity) timer = setTimeout(hang, seconds * 1000);
      await new Promise((resolve) => (worker.onChange = () => resolve(null)));
    }
  } finally {
    clearTimeout(timer);
    worker.onChange = null;
  }
}

/**
 * Read what a program under test may have written, too.
 * @param {string} text
 * @returns {Told | null}
 */
function readTold(text) {
  try {
    const { share, call } = JSON.parse(text);
    return { share: Number(share), call: String(call) };
  } catch {
    return null;
  }
}
