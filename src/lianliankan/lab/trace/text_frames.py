"""A search in the terminal: the board after any number of steps as text, with coloured layers."""

from collections.abc import Sequence
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import EMPTY, WALL, Cell
from lianliankan.lab.finders import Link, Step
from lianliankan.lab.labels import Language
from lianliankan.lab.trace.layer_colours import shade
from lianliankan.lab.trace.playback import TracePlayer, cells_on
from lianliankan.lab.trace.step_text import describe_step
from lianliankan.render.layout import BoardLayout, lay_out

_GREY, _ALERT, _ENDS, _WAY, _TESTED = "38;5;244", "1;38;5;160", "1;7", "1;38;5;16;48;5;208", "1;38;5;208"
_LAYER, _HERE = "38;5;16;48;5;{}", "1;4;"


class _StatusWords(NamedTuple):
    """The words of the status line; braces stand for numbers."""

    step: str
    start: str
    layer: str
    examined: str


_STATUS: dict[Language, _StatusWords] = {
    "en": _StatusWords("step {} of {}", "start", "layer {}, ", "examined {}"),
    "zh": _StatusWords("第 {} 步，共 {} 步", "开始", "第 {} 层，", "检查了 {} 格"),
}


class TraceFrame(NamedTuple):
    """A board laid out for the frames of one search, so that all frames have the same size.

    A cell that was reached shows its layer, in parentheses once the search has continued from it. `∘` was only looked
    at, `×` was rejected, `•` is on the line being tested, `●` on the path. The two tiles are in square brackets, the
    cell of the last step is between `>` and `<`.

    >>> board, ends = llk.Board.parse("A.A/.B."), (llk.Cell(0, 0), llk.Cell(0, 2))
    >>> player = TracePlayer(llk.find("layers", board, *ends))
    >>> screen = TraceFrame.of(board, ends, player.last_layer)
    >>> player.go(9)
    >>> print(screen.draw(player, colour=False))  # doctest: +NORMALIZE_WHITESPACE
       0  1  2  3  4
    0    >1<
    1  1 [1] 1 [1]
    2     1  2  ·
    3
    """

    scene: BoardLayout
    ends: tuple[Cell, ...]
    last_layer: int
    width: int

    @classmethod
    def of(cls, board: Board, ends: Sequence[Cell], last_layer: int) -> "TraceFrame":
        """Lay out a board, including its ring if paths may use it."""
        scene = lay_out(board, None, faces="numbers", marks=(), ring=board.rules.outside)
        widest = max(len(face.glyph) for face in scene.faces.values())
        return cls(scene, tuple(ends), last_layer, max(widest, len(str(last_layer)), len(str(scene.cols[-1] + 1)) - 1))

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the line and column of the text where a cell is drawn.

        >>> TraceFrame.of(llk.Board.parse("A.A"), (llk.Cell(0, 0), llk.Cell(0, 2)), 1).place(llk.Cell(0, 2))
        (2, 11)
        """
        line, across = self.scene.rows.index(cell.row), self.scene.cols.index(cell.col)
        return 1 + line, self._margin + 1 + across * (self.width + 2)

    def draw(self, player: TracePlayer, *, colour: bool) -> str:
        """Draw the board at the player's current step; `colour` only adds escape codes."""
        margin = self._margin
        heading = "".join(f"{col + 1:>{self.width + 1}} " for col in self.scene.cols)
        lines = [_paint(" " * (margin + 1) + heading, _GREY, colour=colour)]
        path, tested = cells_on(player.link) if player.link else set(), cells_on(player.line) if player.line else set()
        for row in self.scene.rows:
            drawn = [_paint(f"{row + 1:>{margin}} ", _GREY, colour=colour)]
            for col in self.scene.cols:
                cell = Cell(row, col)
                way = "●" if cell in path else "•" if cell in tested else ""
                text, style = self._content(player, cell, way)
                left, right = (" ", " ") if way == "●" and cell not in self.ends else self._brackets(player, cell)
                drawn.append(_paint(f"{left}{text:>{self.width}}{right}", style, colour=colour))
            lines.append("".join(drawn))
        return "\n".join(lines)

    @property
    def _margin(self) -> int:
        """The width of the row numbers."""
        return len(str(self.scene.rows[-1] + 1))

    def _content(self, player: TracePlayer, cell: Cell, way: str) -> tuple[str, str]:
        """Return the text of a cell and its style."""
        number = self.scene.number(cell)
        mark = player.marks.get(cell)
        if number == WALL:
            return "█" * self.width, _GREY
        if number > EMPTY:
            alert = _ALERT if mark and mark.kind == "blocked" else ""
            return self.scene.faces[cell].glyph, _ENDS if cell in self.ends else alert
        if way:
            return way, _WAY if way == "●" else _TESTED
        if mark is None:
            return ("·" if number == EMPTY else " "), _GREY
        if mark.kind in ("reached", "visited") and mark.layer:
            style = _LAYER.format(shade(mark.layer, self.last_layer).terminal)
            return str(mark.layer), _HERE + style if cell == player.here else style
        return "×" if mark.kind == "dropped" else "∘", _GREY

    def _brackets(self, player: TracePlayer, cell: Cell) -> tuple[str, str]:
        if player.step and cell == player.step.cell:
            return ">", "<"
        if cell in self.ends:
            return "[", "]"
        mark = player.marks.get(cell)
        return ("(", ")") if mark and mark.kind == "visited" else (" ", " ")


def status_line(player: TracePlayer, language: Language = "en") -> str:
    """Describe the current step in one line: its number, what it did, and the cells examined so far.

    >>> player = TracePlayer(llk.find("bfs", llk.Board.parse("AA"), (0, 0), (0, 1)))
    >>> player.go(2)
    >>> status_line(player)
    'step 2 of 3  look at 1,2: the goal  layer 0, examined 1'
    """
    step: Step | None = player.step
    labels = _STATUS[language]
    layer = "" if step is None or isinstance(step, Link) else labels.layer.format(step.layer)  # a link has no layer
    said = f"{describe_step(step, language)}  {layer}" if step else f"{labels.start}  "
    counted = labels.step.format(player.number, len(player))
    return f"{counted}  {said}{labels.examined.format(player.examined)}"


def _paint(text: str, style: str, *, colour: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if colour and style and not text.isspace() else text
