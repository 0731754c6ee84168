"""The code of a finder for its chapter in the docs."""

import re

from lianliankan.lab.finders.finder import Finder
from lianliankan.lab.finders.source import finder_source

_FOLDER = "../src/lianliankan/lab/finders/"


def code_to_markdown(finder: Finder) -> str:
    """Return the functions of a finder's own file, with the first lines of their docstrings, and a link to the file.

    >>> import lianliankan as llk
    >>> print(code_to_markdown(llk.FINDERS["dfs"]))  # doctest: +ELLIPSIS
    [`algorithms/dfs.py`](../src/lianliankan/lab/finders/algorithms/dfs.py)
    <BLANKLINE>
    ```python
    def search(probe: BoardProbe) -> list[Cell] | None:
    ...
    ```
    """
    parts = finder_source(finder)
    file = parts[0].file
    functions = [part.text for part in parts if part.file == file and part.text.startswith("def ")]
    code = re.sub(
        r'"""(.*?)"""', lambda found: f'"""{found[1].splitlines()[0]}"""', "\n\n\n".join(functions), flags=re.DOTALL
    )
    return f"[`{file}`]({_FOLDER}{file})\n\n```python\n{code}\n```"
