// Runs a Python program in Pyodide, on the kernel's WebAssembly: node tools/in_pyodide.mjs PYODIDE SITE PROGRAM.py …
//
// PYODIDE is the folder of npm's pyodide, SITE one with packages that pip has installed for it. The program finds the
// repository under /project, with src, tests and tools on its path, and its arguments in sys.argv. Its status is that
// of Node.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [pyodideFolder, site, ...program] = process.argv.slice(2);
const { instantiateKernel } = await import(`${root}/src/lianliankan/web/static/js/kernel/instantiate.js`);
const { loadPyodide } = await import(pathToFileURL(resolve(pyodideFolder, "pyodide.mjs")).href);

const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [place, folder] of [["/project", root], ["/site", resolve(site)]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, place);
}
python.globals.set("program", python.toPy(program));
python.globals.set("instance", await instantiateKernel(readFileSync(`${root}/src/lianliankan/web/static/kernel.wasm`)));
try {
  python.runPython(`
import os, runpy, sys
os.chdir("/project")
sys.argv = list(program)
sys.path[:0] = ["/project/src", "/project/tests", "/project/tools", "/site"]
from lianliankan.wasm import install
install(instance)
runpy.run_path(program[0], run_name="__main__")
`);
} catch (error) {
  const status = /^SystemExit: (\d+)$/m.exec(String(error))?.[1];
  if (status === undefined) console.error(String(error));
  process.exit(Number(status ?? 1));
}
