"""The commands of the operator's tutorial, run as they stand there, with a free port."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reserved_port import reserve_port
from support.paths import DOCS
from support.patience import PATIENCE


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed; e.g.: apt install curl")
@pytest.mark.parametrize("page", ["operator.md", pytest.param("operator.zh-CN.md", marks=pytest.mark.full)])
def test_the_commands_of_the_tutorial(page: str, tmp_path: Path) -> None:
    text = (DOCS / "tutorials" / page).read_text(encoding="utf-8")
    script = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).replace("8000", str(reserve_port()))
    environ = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=3 * PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, "")
    ready = re.search(r"`(\{.+\})`", text)
    assert ready
    assert ready[1] in done.stdout
    assert done.stdout.count("nothing is damaged") == 2
    assert (tmp_path / "restored").is_dir()
