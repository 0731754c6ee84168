// The worker that runs a learner's program: Python with the judge in it, and no way to the page but one answer for each
// question. It never has anything of the player's.

import { importLearner, startPython } from "../../local/python_runtime.js";
import { LoadFailed, RuntimeFiles } from "../../local/runtime_files.js";
import { limitMemory, lockDown } from "./lock_down.js";

/** @typedef {{type: "start", list: string} | {type: "ask", text: string}} ToLearner */
/**
 * @typedef {{type: "loading", done: number, total: number} | {type: "ready"} | {type: "progress", text: string} |
 *   {type: "answer", text: string} | {type: "failed", code: "load" | "failed", message: string}} FromLearner
 */

const MAX_MEMORY = 2 ** 29; // bytes

/** @type {(message: FromLearner) => void} */
const send = self.postMessage.bind(self);

/** @type {import("../../local/python_runtime.js").LearnerModule | null} */
let learner = null;

self.addEventListener("message", ({ data }) => {
  const message = /** @type {ToLearner} */ (data);
  if (message.type === "start") start(message.list).catch(fail);
  else answer(message.text);
});

/** @param {string} list */
async function start(list) {
  limitMemory(MAX_MEMORY);
  const files = await RuntimeFiles.begin(new URL(list), (done, total) => send({ type: "loading", done, total }));
  const python = await startPython(files);
  learner = importLearner(python);
  python.runPython(CLOSE_WAYS_OUT);
  lockDown();
  send({ type: "ready" });
}

// Python has ways to JavaScript, which has nothing left to offer; they would only confuse. From now on there is garbage.
const CLOSE_WAYS_OUT = `
import gc
import sys
import pyodide_js
for name in ("js", "pyodide_js"):
    pyodide_js.unregisterJsModule(name)
    sys.modules.pop(name, None)
del name, pyodide_js
gc.freeze()
gc.enable()
`;

/** @param {string} text */
function answer(text) {
  try {
    const found = learner?.answer(text, (progress) => send({ type: "progress", text: String(progress) }));
    send({ type: "answer", text: String(found) });
  } catch (problem) {
    fail(problem);
  }
}

/** @param {unknown} problem */
function fail(problem) {
  const code = problem instanceof LoadFailed ? "load" : "failed";
  send({ type: "failed", code, message: problem instanceof Error ? problem.message : String(problem) });
}
