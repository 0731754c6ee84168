"""The directive `{board}`: the text of a board, drawn by the library in both themes; `:live:` makes it playable.

```{board} The path runs around the outside.
:link: 1,1 1,4
1 2 2 1
. 3 3 .
```
"""

import gzip
import json
import shutil
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from docs_site.paths import ROOT
from lianliankan import GRAVITIES, PHASES, Board, Cell, Error
from lianliankan import Path as TilePath
from lianliankan.render import THEMES, face_set, to_svg

STATIC = ROOT / "src" / "lianliankan" / "web" / "static"
KERNEL = STATIC / "kernel.wasm"  # `make wasm` makes it; without it boards are pictures alone


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

    def _draw(self, board: Board, path: TilePath | None) -> str:
        faces = self.options.get("faces", "numbers")
        title = describe_board(board, path, is_chinese=self.env.app.tags.has("zh"))
        drawn = [(theme, to_svg(board, path, faces=faces, cell=40, title=title, theme=theme)) for theme in THEMES]
        pictures = "".join(f'<div class="only-{theme}">{svg}</div>' for theme, svg in drawn)
        caption = f"<figcaption>{escape(self.arguments[0])}</figcaption>" if self.arguments else ""
        live = self._describe_live(board, faces) if "live" in self.options and self.config.has_kernel else ""
        return f'<figure class="board"{live}><div class="board-picture">{pictures}</div>{caption}</figure>'

    def _describe_live(self, board: Board, faces: str) -> str:
        """Write what the script needs, as attributes; gravity and phase are numbered as in the kernel."""
        rules = board.rules
        numbered = asdict(rules) | {"gravity": GRAVITIES.index(rules.gravity), "phase": PHASES.index(board.phase)}
        drawn = {kind: face_set(faces).face(kind) for kind in board.kinds}
        is_chinese = self.env.app.tags.has("zh")
        names = {kind: face.glyph if is_chinese else face.label for kind, face in drawn.items()}
        given = {"board": board.to_rows(), "rules": numbered, "names": names, "faces": faces}
        return f' data-live="play" data-game="{escape(json.dumps(given, ensure_ascii=False))}"'


def describe_board(board: Board, path: TilePath | None, *, is_chinese: bool) -> str:
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


def _copy_kernel(app: Sphinx, problem: Exception | None) -> None:
    """Put the kernel into the site, compressed, since plain hosts send files as they are."""
    if problem or not app.config.has_kernel:
        return
    folder = Path(app.outdir, "_static", "kernel")
    folder.mkdir(exist_ok=True)
    (folder / "kernel.wasm.gz").write_bytes(gzip.compress(KERNEL.read_bytes(), mtime=0))
    for script in ("kernel.js", "instantiate.js"):
        shutil.copy(STATIC / "js" / "kernel" / script, folder)


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_config_value("has_kernel", KERNEL.is_file(), "env")  # pages are read again when it changes
    app.add_directive("board", BoardDirective)
    app.connect("build-finished", _copy_kernel)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
