// Runs Pyodide in Node, to compile Python code for it.
//
//   node pack_runtime.mjs PYODIDE PACKAGES OUT
//
// PYODIDE is the folder of the npm package, PACKAGES one with the standard library, lianliankan and what it needs. OUT
// gets python.zip.

import { pathToFileURL } from "node:url";

const [pyodide, packages, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);

// No docstrings, and no columns of source code: both would only make the code larger.
const env = { PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL: `${pyodide}/`, env });
const { FS } = python;
for (const [path, root] of [
  ["/packages", packages],
  ["/out", out],
]) {
  FS.mkdir(path);
  FS.mount(FS.filesystems.NODEFS, { root }, path);
}
const CODE = `
import sys
started = [*sys.modules]
sys.path.append("/packages")
from lianliankan.site.runtime_archive import write_archive
write_archive("/out/python.zip", "/packages", started)
`;

try {
  await python.runPythonAsync(CODE);
  process.exit(0);
} catch (problem) {
  console.error(problem.message); // without the line of Pyodide that it comes from, which is a megabyte long
  process.exit(1);
}
