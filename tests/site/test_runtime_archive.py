"""What the runtime of a site is made of: all modules that its page's workers can import, and nothing else of ours."""

import re
from pathlib import Path

import pytest

from lianliankan.lab.finders import FINDERS, PUBLISHED
from lianliankan.site import runtime_archive
from lianliankan.site.runtime_archive import ENTRANCES, find_modules
from lianliankan.web.http.page_files import STATIC
from support.paths import ROOT


@pytest.fixture(autouse=True)
def only_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the standard library out."""
    monkeypatch.setattr(runtime_archive, "_FOR_LEARNERS", ())
    monkeypatch.setattr(runtime_archive, "_ENCODINGS", ())


def test_all_that_a_site_can_do_is_in_its_runtime() -> None:
    source = ROOT / "src"
    found = {module.name for module in find_modules(str(source), [])}
    routes = {".".join(file.relative_to(source).with_suffix("").parts) for file in source.rglob("routes_*.py")}
    finders = {finder.algorithm.__module__ for finder in (*FINDERS.values(), *PUBLISHED.values())}
    assert (routes | finders | {"lianliankan.wasm.kernel", "lianliankan.web.local.local_server"}) - found == set()
    assert {name.split(".")[1] for name in found if "." in name} & {"cli", "site", "terminal"} == set()


def test_the_page_imports_nothing_else() -> None:
    script = (STATIC / "js" / "local" / "python_runtime.js").read_text(encoding="utf-8")
    assert set(re.findall(r'^const \w+ = "(lianliankan[.\w]+)";', script, re.MULTILINE)) == set(ENTRANCES)


def test_what_is_imported_later_or_by_name_is_found_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "start.py": "import at_once\n\ndef later():\n    from package.inner import name\n",
        "at_once.py": "import not_there, pdb",
        "pdb.py": "import only_for_pdb",
        "only_for_pdb.py": "",
        "package/__init__.py": "",
        "package/inner.py": "name = 1",
        "package/unused.py": "",
        "named/__init__.py": "",
        "named/one.py": "",
        "early.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(runtime_archive, "ENTRANCES", ("start",))
    monkeypatch.setattr(runtime_archive, "_NAMED_LATER", ("named",))
    found = find_modules(str(tmp_path), ["early", "sys", "compiled", "__main__"])
    names = ["at_once", "early", "named", "named.one", "package", "package.inner", "start"]
    assert [module.name for module in found] == names
    assert found[-1].code.co_filename == "start.py"
