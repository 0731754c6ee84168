// What is known about a board, found out by the kernel in a worker: the newest question ends those before it.

import { once } from "../core/memory.js";
import { facts } from "./facts.js";
import { request } from "./transport.js";

/** @import { BoardFacts } from "../kernel/facts_worker.js" */
/** @import { Cell, Rules } from "./protocol.js" */

/** @typedef {"up" | "right" | "down" | "left"} Phase */
/** @typedef {{rows: number[][], rules: Rules, phase: Phase}} PlainBoard */
/**
 * @typedef {object} FactsOptions
 * @property {number} seconds how long to search
 * @property {[Cell, Cell][]} [played] moves on the board
 * @property {boolean} [judgesMoves] whether to find out about every move, too
 */

const PATIENCE = 40; // milliseconds that a question may take before a newer one ends it
/** @type {Phase[]} */
const PHASES = ["up", "right", "down", "left"];

/** Load and compile the kernel. */
export const loadKernelModule = once(async () =>
  WebAssembly.compile(await (await request("GET", "/static/kernel.wasm")).arrayBuffer()),
);

/**
 * Return the rules of a board as the kernel wants them.
 * @param {Pick<PlainBoard, "rules" | "phase">} board
 */
export function kernelRules({ rules, phase }) {
  return { ...rules, gravity: facts.gravities.indexOf(rules.gravity), phase: PHASES.indexOf(phase) };
}

/**
 * Return the phase that has a number in the kernel.
 * @param {number} number
 */
export function phaseName(number) {
  return PHASES[number];
}

/**
 * Return the score of a board that random play wins so often, as `llk.rate` computes it.
 * @param {number} chance
 */
export function difficultyScore(chance) {
  return Math.round(1000 * (1 - chance ** facts.rating.power)) / 10;
}

/**
 * Return the name of the difficulty that a score belongs to.
 * @param {number} score
 */
export function difficultyName(score) {
  return facts.difficulties.findLast(({ min }) => min <= score)?.name ?? "";
}

export class FactFinder {
  /** @param {(facts: BoardFacts) => void} onFacts what is known by now about the board of the last question */
  constructor(onFacts) {
    this.onFacts = onFacts;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {BoardFacts} */
    this.known = {};
    this.id = 0;
    this.isBusy = false;
    this.timer = 0;
  }

  /**
   * Find out about a board, or about the position after some moves.
   * @param {PlainBoard} board
   * @param {FactsOptions} options
   */
  ask(board, options) {
    clearTimeout(this.timer);
    this.id += 1;
    this.known = {};
    const send = () => void this.send(board, options, this.id);
    if (!this.isBusy) return send();
    this.timer = setTimeout(() => {
      if (this.isBusy) this.stop();
      send();
    }, PATIENCE);
  }

  /** Stop looking; what is known stays. */
  stop() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.isBusy = false;
  }

  /**
   * @param {PlainBoard} board
   * @param {FactsOptions} options
   * @param {number} id
   */
  async send(board, { seconds, played = [], judgesMoves = false }, id) {
    const module = await loadKernelModule();
    if (id !== this.id) return;
    this.worker ??= this.start(module);
    this.isBusy = true;
    const { playouts } = facts.rating;
    const question = { rows: board.rows, rules: kernelRules(board), played, judgesMoves };
    this.worker.postMessage({ id, ...question, seconds, playouts });
  }

  /** @param {WebAssembly.Module} module */
  start(module) {
    const worker = new Worker(new URL("../kernel/facts_worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module });
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker) return;
      const found = /** @type {{id: number, facts: BoardFacts}} */ (data);
      if (found.facts.isDone) this.isBusy = false;
      if (found.id !== this.id) return;
      this.known = { ...this.known, ...found.facts };
      this.onFacts(this.known);
    };
    return worker;
  }
}
