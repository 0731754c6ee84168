"""Results of the studies: tables for the terminal, and for marked sections of the docs."""

import re
from typing import NamedTuple

from lianliankan.text import table


class ResultTable(NamedTuple):
    """A table with a note on how it was made.

    - `head`, `lines`: the table.
    - `note`: a sentence or two.
    - `left`: the left-aligned columns, which hold text; the others hold numbers and are right-aligned.
    """

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    note: str = ""
    left: tuple[int, ...] = (0,)

    def to_text(self, *, markdown: bool) -> str:
        """Format the table and its note.

        >>> print(ResultTable(("finder", "ns"), (("bfs", "9"),), "Nanoseconds.").to_text(markdown=False))
        finder  ns
        bfs      9
        <BLANKLINE>
        Nanoseconds.
        """
        parts = [table(self.head, self.lines, markdown=markdown, left=self.left), self.note]
        return "\n\n".join(part for part in parts if part)


def replace_section(page: str, name: str, text: str) -> str:
    r"""Replace the text between the named markers in a page. Raises ValueError if the page has no such markers.

    >>> print(replace_section("a\n<!-- begin x -->\nold\n<!-- end x -->\nb", "x", "new"))
    a
    <!-- begin x -->
    <BLANKLINE>
    new
    <BLANKLINE>
    <!-- end x -->
    b
    """
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    marked = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not marked.search(page):
        raise ValueError(f"the markers {begin} and {end} are missing")
    return marked.sub(lambda _: f"{begin}\n\n{text}\n\n{end}", page)


def format_ratio(time: float, other: float) -> str:
    """Format how many times as long one takes as the other.

    >>> format_ratio(50, 20), format_ratio(4_000, 2)
    ('2.5 ×', '2,000 ×')
    """
    ratio = time / other
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.1f} ×"
