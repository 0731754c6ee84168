// Python in this worker: Pyodide with the files of the site, and the package that the game is.

import { instantiateKernel } from "../kernel/instantiate.js";

/**
 * @typedef {object} Python what is used of Pyodide
 * @property {EmscriptenFiles} FS
 * @property {PythonImport} pyimport
 * @property {(code: string) => unknown} runPython
 */
/**
 * @typedef {object} EmscriptenFiles
 * @property {(path: string) => void} mkdirTree
 * @property {(path: string, bytes: Uint8Array, options?: {canOwn: boolean}) => void} writeFile
 * @property {(path: string) => {node: import("./file_changes.js").FileNode}} lookupPath
 */
/**
 * @typedef {object} BrowserModule lianliankan.web.local.browser
 * @property {(folder: string) => void} create_store
 * @property {(folder: string, host: Host) => BrowserServer} start
 */
/**
 * @typedef {object} Host what Python calls
 * @property {typeof import("./picture_codec.js").PICTURE_CODEC} codec
 * @property {() => Promise<string>} keep returns what is wrong, or nothing
 * @property {(id: number, status: number, headers: string, body: PythonBytes) => void} answer
 * @property {(id: number) => void} opened
 * @property {(id: number, text: string) => void} text
 * @property {(id: number, code: number) => void} closed
 */
/** @typedef {{getBuffer: (type: "u8") => {data: Uint8Array<ArrayBuffer>, release: () => void}}} PythonBytes */
/**
 * @typedef {object} BrowserServer what Python is asked
 * @property {(id: number, method: string, path: string, headers: string, body: Uint8Array | undefined) => void} request
 * @property {(id: number, path: string) => void} open
 * @property {(id: number, text: string) => void} text
 * @property {(id: number) => void} close
 */
/**
 * @typedef {object} LearnerModule lianliankan.web.lab.learner
 * @property {(request: string, onProgress: (text: string) => void) => string} answer
 */
/**
 * @typedef {((name: typeof MODULE) => BrowserModule) & ((name: typeof LEARNER) => LearnerModule) &
 *   ((name: typeof KERNEL) => {install: (kernel: object) => void})} PythonImport
 */
/** @typedef {(options: object) => Promise<Python>} LoadPyodide */

const MODULE = "lianliankan.web.local.browser";
const LEARNER = "lianliankan.web.lab.learner";
const KERNEL = "lianliankan.wasm";
const EXTENSION = "/lib/msgspec_core.so";

// The package msgspec is in the archive; its compiled part must be a file. The archive has no metadata to find a version in.
/** @param {string} version */
const prepare = (version) => `
import gc
gc.disable()  # there is no garbage in imports, and looking for it takes long
import sys
import lianliankan
lianliankan.__version__ = ${JSON.stringify(version)}
from importlib.machinery import ExtensionFileLoader, ModuleSpec

class _CompiledPart:
    def find_spec(name, path=None, target=None):
        if name == "msgspec._core":
            return ModuleSpec(name, ExtensionFileLoader(name, "${EXTENSION}"), origin="${EXTENSION}")

sys.meta_path.insert(0, _CompiledPart)
`;

/**
 * Start Python.
 *
 * @param {import("./runtime_files.js").RuntimeFiles} files
 * @returns {Promise<Python>}
 */
export async function startPython(files) {
  const [{ loadPyodide }, { default: createPyodideModule }] =
    /** @type {[{loadPyodide: LoadPyodide}, {default: object}]} */ (
      await Promise.all([importFile(files, "pyodide.mjs"), importFile(files, "pyodide.asm.mjs")])
    );
  const usual = globalThis.fetch;
  const given = new Map([
    ["pyodide.asm.wasm", files.response("pyodide.asm.wasm", "application/wasm")],
    ["python.zip", files.response("python.zip", "application/zip")],
  ]);
  // Pyodide fetches these two itself; they are on their way already, and packed.
  globalThis.fetch = (resource, options) =>
    given.get(String(resource).split("/").at(-1) ?? "") ?? usual(resource, options);
  try {
    const [python, extension, kernel] = await Promise.all([
      loadPyodide({
        indexURL: self.location.origin,
        createPyodideModule,
        stdLibURL: `${self.location.origin}/python.zip`,
        lockFileContents: { info: files.pyodide, packages: {} },
        env: { PYTHONDONTWRITEBYTECODE: "1" },
      }),
      files.bytes("msgspec_core.so"),
      files.bytes("kernel.wasm").then(instantiateKernel),
    ]);
    python.FS.writeFile(EXTENSION, extension, { canOwn: true });
    python.runPython(prepare(files.version));
    python.pyimport(KERNEL).install(kernel);
    return python;
  } finally {
    globalThis.fetch = usual;
  }
}

/** @param {Python} python */
export function importServer(python) {
  return python.pyimport(MODULE);
}

/** @param {Python} python */
export function importLearner(python) {
  return python.pyimport(LEARNER);
}

/**
 * Import a script that is packed like the other files.
 *
 * @param {import("./runtime_files.js").RuntimeFiles} files
 * @param {string} name
 */
async function importFile(files, name) {
  const code = await (await files.response(name, "text/javascript")).blob();
  const url = URL.createObjectURL(code);
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
