// What is known about a board, found out by the kernel in a worker: the newest question ends those before it.

import { facts } from "./facts.js";
import { request } from "./transport.js";

/** @typedef {import("../kernel/facts_worker.js").BoardFacts} BoardFacts */
/** @typedef {import("./protocol.js").Rules} Rules */
/** @typedef {"up" | "right" | "down" | "left"} Phase */
/** @typedef {{rows: number[][], rules: Rules, phase: Phase}} PlainBoard */

const PATIENCE = 40; // milliseconds that a question may take before a newer one ends it
/** @type {Phase[]} */
const PHASES = ["up", "right", "down", "left"];

/** @type {Promise<WebAssembly.Module> | null} */
let compiling = null;

/** Load and compile the kernel, once. */
export function loadKernelModule() {
  compiling ??= request("GET", "/static/kernel.wasm")
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes));
  compiling.catch(() => (compiling = null));
  return compiling;
}

/**
 * Return the rules of a board as the kernel wants them.
 * @param {Pick<PlainBoard, "rules" | "phase">} board
 */
export function kernelRules({ rules, phase }) {
  return { ...rules, gravity: facts.gravities.indexOf(rules.gravity), phase: PHASES.indexOf(phase) };
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
   * Find out about a board.
   * @param {PlainBoard} board
   * @param {{seconds: number}} options how long to search
   */
  ask(board, { seconds }) {
    clearTimeout(this.timer);
    this.id += 1;
    this.known = {};
    const send = () => void this.send(board, seconds, this.id);
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
   * @param {number} seconds
   * @param {number} id
   */
  async send(board, seconds, id) {
    const module = await loadKernelModule();
    if (id !== this.id) return;
    this.worker ??= this.start(module);
    this.isBusy = true;
    const { playouts } = facts.rating;
    this.worker.postMessage({ id, rows: board.rows, rules: kernelRules(board), seconds, playouts });
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
