"""The navigation is read from the lists of links on the index page, which is then an ordinary page everywhere else."""

import re

from sphinx.application import Sphinx


def list_pages(index: str) -> dict[str, list[str]]:
    """Return the pages that each chapter of the index lists.

    >>> list_pages("## Play\\n- [The rules](rules.md) – all\\n- [Code](../a.py)\\n## Work\\n- [Test](a/b.md)")
    {'Play': ['rules'], 'Work': ['a/b']}
    """
    chapters = re.split(r"^## +(.+)$", index, flags=re.MULTILINE)
    found = {
        title: re.findall(r"^ *- \[[^]]+\]\((?!\.\./)([\w/-]+)(?:\.zh-CN)?\.md\)", text, re.MULTILINE)
        for title, text in zip(chapters[1::2], chapters[2::2], strict=True)
    }
    return {title: pages for title, pages in found.items() if pages}


def _add_navigation(app: Sphinx, name: str, source: list[str]) -> None:
    if name != "index":
        return
    for title, pages in list_pages(source[0]).items():
        there = [page for page in pages if page in app.env.found_docs]
        if there:
            source[0] += "\n".join(["\n\n```{toctree}", ":hidden:", f":caption: {title}", "", *there, "```\n"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.connect("source-read", _add_navigation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
