// Runs Pyodide in Node to find out what the game needs of Python, and to compile that for it.
//
//   node pack_runtime.mjs PYODIDE PACKAGES INSTANTIATE KERNEL OUT
//
// PYODIDE is the folder of the npm package, PACKAGES one with lianliankan and what it needs, INSTANTIATE the script
// that instantiates KERNEL, its WebAssembly. OUT gets python.zip.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, packages, instantiate, kernel, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { instantiateKernel } = await import(pathToFileURL(instantiate).href);

const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1" } });
const { FS } = python;
for (const [path, root] of [
  ["/packages", packages],
  ["/out", out],
]) {
  FS.mkdir(path);
  FS.mount(FS.filesystems.NODEFS, { root }, path);
}
python.globals.set("kernel", await instantiateKernel(readFileSync(kernel)));
const CODE = `
import sys
sys.path.insert(0, "/packages")
import lianliankan
lianliankan.__version__ = "unknown"
from lianliankan.wasm import install
install(kernel)
from lianliankan.site.runtime_trace import use_everything
await use_everything("/tmp/games")
from lianliankan.site.runtime_archive import write_archive
write_archive("/out/python.zip", "/packages")
`;

try {
  await python.runPythonAsync(CODE);
  process.exit(0); // games have been started, and their clocks go on
} catch (problem) {
  console.error(problem.message); // without the line of Pyodide that it comes from, which is a megabyte long
  process.exit(1);
}
