"""The Python bindings compile for Windows, where nothing else of the tests looks; `make portable` compiles the rest."""

from pathlib import Path

import pytest

from support.paths import ROOT
from wheels.portable import compile_for


@pytest.mark.full
def test_the_bindings_compile_for_windows(tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="there is no compiler for Windows")
    sources = sorted((ROOT / "kernel" / "python").glob("*.cpp"))
    assert sources
    compile_for("x86_64-windows-gnu", sources, tmp_path)
