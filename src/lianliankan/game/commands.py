"""The commands of a game, as values and as text."""

from dataclasses import dataclass
from operator import index
from typing import Literal, NamedTuple, Self, get_args

from lianliankan.board.cell import Cell, parse_cells
from lianliankan.errors import ParseError
from lianliankan.text import check_text, shorten

CommandWord = Literal[
    "pick",
    "play",
    "hint",
    "auto",
    "shuffle",
    "undo",
    "redo",
    "restart",
    "pause",
    "resume",
    "give-up",
    "tick",
]

COMMANDS: tuple[CommandWord, ...] = get_args(CommandWord)
"""The words that commands begin with."""

_CELL_COUNTS: dict[str, tuple[int, ...]] = {"pick": (1,), "play": (2,), "auto": (0, 2)}


@dataclass(frozen=True, slots=True)
class Command:
    """A command to a game: a word, and the cells it applies to.

    "pick" takes a cell and "play" two; "hint", "auto" (play a hint), "shuffle", "undo", "redo", "restart", "pause",
    "resume", "give-up" and "tick" (only time has passed) take none. In a record, "auto" has the two cells it played:
    a better solver may give other hints, but recorded games must not change.

    - `word`: one of these words.
    - `cells`: its cells.

    >>> command = llk.Command.parse("play 1,1-1,4")
    >>> command
    Command(word='play', cells=(Cell(row=0, col=0), Cell(row=0, col=3)))
    >>> str(command)
    'play 1,1-1,4'
    """

    word: CommandWord
    cells: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        if self.word not in COMMANDS:
            raise ParseError(f"unknown command {shorten(str(self.word))} (choose from {', '.join(COMMANDS)})")
        object.__setattr__(self, "cells", tuple(Cell(*cell) for cell in self.cells))
        wanted = _CELL_COUNTS.get(self.word, (0,))
        if len(self.cells) not in wanted:
            expected = " or ".join(("no cells", "one cell", "two cells")[number] for number in wanted)
            raise ParseError(f"{self.word} takes {expected}, not {len(self.cells)}")

    def __str__(self) -> str:
        return f"{self.word} {'-'.join(map(str, self.cells))}".rstrip()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a command as people write it: its word, and its cells counted from 1.

        >>> llk.Command.parse("pick 1;1")
        Traceback (most recent call last):
        lianliankan.errors.ParseError: line 1, column 6: '1;1' is not a cell; expected row,col counted from 1, ...
        """
        check_text(text, "Command.parse")
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        begin = len(text) - len(text.lstrip())
        try:
            if word not in COMMANDS or not rest:
                return cls(word)  # type: ignore[arg-type]  # __post_init__ checks the word
            begin = len(text.rstrip()) - len(rest)
            return cls(word, tuple(parse_cells(rest)))
        except ParseError as error:
            before = text[:begin]
            line, column = before.count("\n") + 1, begin - (before.rfind("\n") + 1) + error.column
            raise ParseError(error.problem, line=line, column=column) from None


class Entry(NamedTuple):
    """An accepted command and its time `at`, in milliseconds since the game was created.

    >>> game = llk.Game(llk.Board.parse("AA"))
    >>> happened = game.play((0, 0), (0, 1), at=2.5)
    >>> [(entry.seconds, str(entry.command)) for entry in game.entries]
    [(2.5, 'play 1,1-1,2')]
    """

    at: int
    command: Command

    @property
    def seconds(self) -> float:
        """The time in seconds."""
        return self.at / 1000


def check_cell(cell: tuple[int, int]) -> Cell:
    """Return a cell given as two integers; raises TypeError for anything else."""
    try:
        row, col = cell
        return Cell(index(row), index(col))
    except (TypeError, ValueError):
        raise TypeError(f"a cell must be a pair (row, col) of integers, not {cell!r}") from None
