"""What browsers load in place of the page's files: the same programs, in few scripts and sheets."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lianliankan.web.http.join_modules import join_modules
from lianliankan.web.http.joined_files import SITE_ONLY, join_files
from lianliankan.web.http.minify import minify_script
from lianliankan.web.http.page_files import STATIC, source_paths
from support.paths import ROOT
from support.patience import PATIENCE

COMPARE = ROOT / "tests" / "support" / "same_syntax.mjs"
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")


def joined_page() -> dict[str, str]:
    files = {path: (STATIC / path).read_bytes() for path in source_paths() if path not in SITE_ONLY}
    return {
        path: content.decode() for path, content in join_files(files).items() if path.endswith((".js", ".css", ".html"))
    }


@needs_node
def test_minified_scripts_are_the_same_programs() -> None:
    """Their syntax trees are compared, as prettier's parser reads them."""
    parsers = sorted((ROOT / "build").glob("page-tools-*/node_modules/prettier/plugins/babel.mjs"))
    if not parsers:
        pytest.skip("prettier is not installed")
    sources = {path: (STATIC / path).read_text(encoding="utf-8") for path in source_paths() if path.endswith(".js")}
    difficult = "a = b / c / d; f(/[/`]/g, 1 / 2, `x ${y ? `<b> ${z} </b>` : { a: {} }.a} // no comment`); i = - -j;\n"
    pairs = [(path, code, minify_script(code)) for path, code in {**sources, "difficult.js": difficult}.items()]
    ran = subprocess.run(
        ["node", str(COMPARE), str(parsers[-1])],
        check=False,
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr


@needs_node
def test_joined_scripts_can_be_read(tmp_path: Path) -> None:
    scripts = {path: code for path, code in joined_page().items() if path.endswith(".js")}
    for path, code in scripts.items():
        file = tmp_path / f"{path.replace('/', '-')}.mjs"
        file.write_text(code, encoding="utf-8")
        ran = subprocess.run(
            ["node", "--check", str(file)], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert ran.returncode == 0, ran.stderr


def test_every_module_is_in_one_script_and_workers_have_their_own() -> None:
    scripts = {path: code for path, code in joined_page().items() if path.endswith(".js")}
    alone = [path for path in scripts if path.count("/") > 1 or path == "js/not_found.js"]
    assert sorted(alone) == [
        "js/kernel/facts_worker.js",
        "js/lab/learner/learner_worker.js",
        "js/local/worker.js",
        "js/not_found.js",
    ]
    modules = [
        path for name, code in scripts.items() if name not in alone for path in re.findall("(?m)^// (.+)$", code)
    ]
    assert len(modules) == len(set(modules))
    assert len(modules) > 150
    assert 'import("' not in "".join(scripts[path] for path in alone)


def test_the_page_loads_one_script_and_one_sheet() -> None:
    page = joined_page()
    assert re.findall(r'"/static/((?:js|css)/[^"]+)"', page["index.html"]) == ["css/index.css", "js/main.js"]
    assert ".header" in page["css/index.css"]
    assert "/*" not in page["css/index.css"]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ('import a from "./a.js";\n', "another form"),
        ('import "./a.js";\n', "another form"),
        ("export let a = 1;\n", "another form"),
        ("export default 1;\n", "another form"),
        ('import { b } from "./missing.js";\n', "missing"),
    ],
)
def test_what_cannot_be_joined_is_an_error(code: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        join_modules({"main.js": code, "a.js": "export const a = 1;\n"})


@needs_node
def test_joined_modules_do_the_same(tmp_path: Path) -> None:
    """Modules are called once, in the order of their imports, and those of other scripts when they are asked for."""
    modules = {
        "main.js": 'import { log } from "./core/log.js";\nimport { b as c } from "./core/b.js";\n\n'
        'const part = await import("./game/part.js");\nlog(c, part.value, import.meta.url.endsWith("/main.js"));\n',
        "core/log.js": "export const said = [];\n\nexport function log(...given) {\n  console.log(...given);\n}\n",
        "core/b.js": 'import { log } from "./log.js";\n\nlog("b");\nconst b = "of b";\nexport { b };\n',
        "game/part.js": 'import { log } from "../core/log.js";\nimport * as later from "../server/late.js";\n\n'
        'log("part", new URL("../x", import.meta.url).pathname.split("/").at(-1));\n'
        "export const value = later.late();\n",
        "server/late.js": "export async function early() {}\n\nexport function late() {\n  return `late ${`x`}`;\n}\n",
    }
    (tmp_path / "package.json").write_text('{"type": "module"}')
    said = []
    for folder, files in (("sources", modules), ("joined", join_modules(modules))):
        for path, code in files.items():
            file = tmp_path / folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(code, encoding="utf-8")
        command = ["node", str(tmp_path / folder / "main.js")]
        said.append(subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout)
    assert said[0] == said[1] == "b\npart x\nof b late x true\n"
