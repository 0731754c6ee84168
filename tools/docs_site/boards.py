"""The directive `{board}`: the text of a board, drawn by the library in both themes; `:live:` makes it playable.

```{board} The path runs around the outside.
:link: 1,1 1,4
1 2 2 1
. 3 3 .
```
"""

import json
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from lianliankan import Board, Cell, Error, Path
from lianliankan.render import THEMES, to_svg

__all__ = ["describe_board", "setup"]


class BoardDirective(SphinxDirective):
    """A board with a caption, a path and faces, of which only the board must be given."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {
        "link": directives.unchanged_required,
        "faces": directives.unchanged_required,
        "live": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Draw the board."""
        try:
            board = Board.parse("\n".join(self.content))
            cells = [Cell.parse(text) for text in self.options.get("link", "").split()]
            path = board.link(*cells) if cells else None
            if cells and path is None:
                raise self.error(f"the tiles {self.options['link']} do not link")
            return [nodes.raw("", self._draw(board, path), format="html")]
        except Error as problem:
            raise self.error(str(problem)) from None

    def _draw(self, board: Board, path: Path | None) -> str:
        faces = self.options.get("faces", "numbers")
        title = describe_board(board, path, is_chinese=self.env.app.tags.has("zh"))
        drawn = [(theme, to_svg(board, path, faces=faces, cell=40, title=title, theme=theme)) for theme in THEMES]
        pictures = "".join(f'<div class="only-{theme}">{svg}</div>' for theme, svg in drawn)
        caption = f"<figcaption>{escape(self.arguments[0])}</figcaption>" if self.arguments else ""
        live = _describe_live(board, faces) if "live" in self.options else ""
        return f'<figure class="board"{live}><div class="board-picture">{pictures}</div>{caption}</figure>'


def describe_board(board: Board, path: Path | None, *, is_chinese: bool) -> str:
    """Return what a screen reader says instead of the picture.

    >>> board = Board.parse("1 2 2 1")
    >>> describe_board(board, board.link((0, 0), (0, 3)), is_chinese=False)
    'A board of 1 × 4 cells with 4 tiles; a path of 2 turns joins 1,1 and 1,4.'
    >>> describe_board(board, None, is_chinese=True)
    '1 × 4 格的棋盘，有 4 张牌。'
    """
    size = f"{board.rows} × {board.cols}"
    ends = (path.corners[0], path.corners[-1], path.turns) if path else None
    if is_chinese:
        joined = "；{} 与 {} 之间的路转弯 {} 次".format(*ends) if ends else ""
        return f"{size} 格的棋盘，有 {board.tile_count} 张牌{joined}。"
    joined = "; a path of {2} turns joins {0} and {1}".format(*ends) if ends else ""
    return f"A board of {size} cells with {board.tile_count} tiles{joined}."


def _describe_live(board: Board, faces: str) -> str:
    """Write what the script needs to play on the board, as attributes."""
    given: dict[str, Any] = {"board": board.to_rows(), "rules": json.loads(board.to_json())["rules"], "faces": faces}
    return f' data-live="play" data-game="{escape(json.dumps(given))}"'


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_directive("board", BoardDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
