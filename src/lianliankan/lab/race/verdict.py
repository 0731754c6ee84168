"""How good an answer is: a verdict on a path, with its words in English and Chinese."""

from typing import Literal, NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.lab.labels import Language

VerdictKind = Literal["best", "none", "yes", "missed", "blocked", "illegal", "false", "turns", "steps"]
"""No path is better; there is no link, as the answer says; there is one, but it shows no path; it misses the link; its
path goes through a tile, or has more turns than allowed; there is no link, but it says so; it has more turns than
needed, or equally many and more steps."""

_WRONG = ("missed", "blocked", "illegal", "false")
_WORDS: dict[VerdictKind, tuple[str, str, str]] = {  # in English, for one and for several, and in Chinese
    "best": ("best", "best", "最优"),
    "none": ("correct: no link", "correct: no link", "正确：连不上"),
    "yes": ("correct: a link", "correct: a link", "正确：连得上"),
    "missed": ("misses the link", "misses the link", "漏掉了连线"),
    "blocked": ("goes through the tile at {cell}", "goes through the tile at {cell}", "穿过了 {cell} 的牌"),
    "illegal": ("too many turns", "too many turns", "转弯太多"),
    "false": ("not a link", "not a link", "其实连不上"),
    "turns": ("{number} turn more than needed", "{number} turns more than needed", "多转了 {number} 次弯"),
    "steps": ("{number} step more than needed", "{number} steps more than needed", "多走了 {number} 步"),
}


class PathVerdict(NamedTuple):
    """A verdict on an answer.

    - `kind`: what it is.
    - `number`: the turns or steps that are too many.
    - `cell`: the tile that the path goes through.

    >>> verdict = PathVerdict("turns", 2)
    >>> verdict.right, verdict.text(), verdict.text("zh")
    (True, '2 turns more than needed', '多转了 2 次弯')
    """

    kind: VerdictKind
    number: int = 0
    cell: Cell | None = None

    @property
    def right(self) -> bool:
        """Whether the answer is correct: a valid link if there is one, otherwise none."""
        return self.kind not in _WRONG

    def text(self, language: Language = "en") -> str:
        """Return the verdict in a few words."""
        one, several, chinese = _WORDS[self.kind]
        words = chinese if language == "zh" else one if self.number == 1 else several
        return words.format(number=self.number, cell=self.cell)


def judge_path(board: Board, path: Path | None, best: Path | None) -> PathVerdict:
    """Compare a path with the best one.

    >>> board = llk.Board.parse("A.A/...")
    >>> judge_path(board, llk.Path([(0, 0), (1, 0), (1, 2), (0, 2)]), board.link((0, 0), (0, 2))).text()
    '2 turns more than needed'
    >>> judge_path(board, None, board.link((0, 0), (0, 2))).right
    False
    """
    if path is None:
        return PathVerdict("none" if best is None else "missed")
    if tile := first_tile_on(board, path):
        return PathVerdict("blocked", cell=tile)
    limit = board.rules.max_turns
    if limit is not None and path.turns > limit:
        return PathVerdict("illegal")
    if best is None:
        return PathVerdict("false")
    if path.turns > best.turns:
        return PathVerdict("turns", path.turns - best.turns)
    if path.steps > best.steps:
        return PathVerdict("steps", path.steps - best.steps)
    return PathVerdict("best")


def first_tile_on(board: Board, path: Path) -> Cell | None:
    """Return the first tile that a path goes through, or None if all cells between its ends are open.

    >>> str(first_tile_on(llk.Board.parse("ABA"), llk.Path([(0, 0), (0, 2)])))
    '1,2'
    """
    inside = (cell for cell in path.cells[1:-1] if 0 <= cell.row < board.rows and 0 <= cell.col < board.cols)
    return next((cell for cell in inside if board[cell]), None)
