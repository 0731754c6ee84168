// The worker of a page without a server: it holds the server itself, which answers what the page asks by messages.

import { FileChanges } from "./file_changes.js";
import { FileDamaged, FileTaken, KeptFile } from "./kept_file.js";
import { PICTURE_CODEC, copyBytes } from "./picture_codec.js";
import { importServer, startPython } from "./python_runtime.js";
import { LoadFailed, RuntimeFiles } from "./runtime_files.js";

/** @import { FromWorker, ProblemCode } from "./runtime.js" */

/**
 * @typedef {{type: "start", base: string, list: string, language: string, takeOver?: boolean}
 *   | {type: "request", id: number, method: string, path: string, headers: Record<string, string>,
 *      body: ArrayBuffer | null}
 *   | {type: "open", id: number, path: string}
 *   | {type: "text", id: number, text: string}
 *   | {type: "close", id: number}} ToWorker
 */
/** @typedef {Exclude<ProblemCode, "browser">} FailureCode */

const FOLDER = "/games";
const FILE = `${FOLDER}/lianliankan.db`;

class Failure extends Error {
  /**
   * @param {FailureCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** @type {import("./python_runtime.js").BrowserServer | null} */
let server = null;
let hasEnded = false;

self.onmessage = ({ data }) => receive(data);

/** @param {ToWorker} message */
function receive(message) {
  if (hasEnded) return;
  if (message.type === "start") start(message).catch(fail);
  else if (message.type === "request")
    server?.request(
      message.id,
      message.method,
      message.path,
      JSON.stringify(message.headers),
      message.body ? new Uint8Array(message.body) : undefined,
    );
  else if (message.type === "open") server?.open(message.id, message.path);
  else if (message.type === "text") server?.text(message.id, message.text);
  else server?.close(message.id);
}

/**
 * @param {FromWorker} message
 * @param {Transferable[]} [transfer]
 */
function send(message, transfer = []) {
  if (!hasEnded) self.postMessage(message, { transfer });
}

/** @param {unknown} problem */
function fail(problem) {
  const code = problem instanceof Failure ? problem.code : problem instanceof LoadFailed ? "load" : "failed";
  send({ type: "failed", code, message: problem instanceof Error ? problem.message : String(problem) });
  if (code === "busy") return; // the page may ask to take over
  hasEnded = true;
  self.close();
}

/** @param {Extract<ToWorker, {type: "start"}>} message */
async function start({ base, list, takeOver }) {
  const name = `lianliankan ${new URL(base).pathname}`;
  await lock(name, takeOver ?? false);
  const loading = RuntimeFiles.begin(new URL(list), (done, total) =>
    send({ type: "progress", part: "runtime", done, total }),
  );
  const [python, { file, bytes }] = await Promise.all([loading.then(startPython), openFile(name)]);
  const module = importServer(python);
  python.FS.mkdirTree(FOLDER);
  if (bytes) python.FS.writeFile(FILE, bytes, { canOwn: true });
  else module.create_store(FOLDER);
  const changes = new FileChanges(python.FS.lookupPath(FILE).node);
  if (!bytes) changes.markAll();
  const keep = () => keepChanges(file, changes);
  const started = module.start(FOLDER, { ...HOST, keep });
  if (await keep()) throw new Failure("full", "there is no room for the games");
  server = started;
  send({ type: "ready" });
}

/**
 * Wait until this tab is the one that has the games; the lock is held as long as the worker lives.
 *
 * @param {string} name
 * @param {boolean} steal
 */
function lock(name, steal) {
  if (!navigator.locks) return Promise.resolve(); // not a secure context: the file itself knows who opened it last
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, steal ? { steal } : { ifAvailable: true }, (held) => {
        if (!held) throw new Failure("busy", "the games are open in another tab");
        resolve(null);
        return new Promise(() => {});
      })
      .catch((problem) => {
        reject(problem);
        if (!(problem instanceof Failure)) fail(new Failure("taken", "another tab has taken over"));
      });
  });
}

/** @param {string} name */
async function openFile(name) {
  try {
    return await KeptFile.open(name, () => fail(new Failure("taken", "the games were deleted")));
  } catch (problem) {
    if (problem instanceof FileDamaged) throw new Failure("damaged", "pages of the games are missing");
    throw new Failure("storage", `the browser does not open its storage: ${problem}`);
  }
}

/**
 * Keep what has changed; return what is wrong if it could not be kept, and then the file is as it was before.
 *
 * @param {KeptFile} file
 * @param {FileChanges} changes
 */
async function keepChanges(file, changes) {
  if (!changes.isChanged) return "";
  const { pages, size } = changes.collect();
  try {
    await file.keep(pages, size);
  } catch (problem) {
    changes.takeBack();
    if (problem instanceof FileTaken) fail(new Failure("taken", "another tab has taken over"));
    const isFull = problem instanceof DOMException && problem.name === "QuotaExceededError";
    return isFull ? "the disk is full" : `disk write error: ${problem}`;
  }
  changes.settle();
  return "";
}

/** @type {Omit<import("./python_runtime.js").Host, "keep">} */
const HOST = {
  answer(id, status, headers, bytes) {
    const body = copyBytes(bytes).buffer;
    send({ type: "answer", id, status, headers: JSON.parse(headers), body }, [body]);
  },
  codec: PICTURE_CODEC,
  opened: (id) => send({ type: "opened", id }),
  text: (id, text) => send({ type: "text", id, text }),
  closed: (id, code) => send({ type: "closed", id, code }),
};
