"""The examples of a page: Python blocks and `llk` sessions. As a program, it runs the Python blocks of pages."""

import doctest
import re
import sys
from pathlib import Path


def run_python_blocks(page: Path) -> None:
    """Run every block marked `python`, each on its own."""
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks, page
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
        assert test.examples, block
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test)
        assert runner.summarize(verbose=False).failed == 0


def console_commands(page: Path) -> list[tuple[str, str]]:
    """Return the commands of the blocks marked `console`, shown after $, with exactly what they print."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    pattern = re.compile(r"^\$ llk (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
    return [(command, printed.rstrip("\n")) for block in blocks for command, printed in pattern.findall(block)]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        run_python_blocks(Path(name))
