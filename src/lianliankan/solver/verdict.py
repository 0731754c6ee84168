"""The answer of a search about a position, and the budget for it."""

import math
from dataclasses import asdict, dataclass
from typing import Literal, NoReturn, Self, TypeVar

from lianliankan.board.cell import Cell
from lianliankan.board.json_text import check_numbers, format_json, parse_json
from lianliankan.board.move import Move
from lianliankan.deadline import to_float
from lianliankan.errors import BadBudget
from lianliankan.seeds import SEEDS
from lianliankan.text import count

Certificate = tuple[tuple[Cell, ...], ...]
"""Sets of tiles that block each other; together they rule out every pairing of the tiles."""

Loss = Literal["", "odd", "walled off", "blocked", "exhausted"]
"""Why a position cannot be won: see `Verdict.loss`."""

_NO_LIMIT = 2**64 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The budget of a search: `nodes`, `seconds`, or whichever runs out first; None for no limit.

    A node is one position searched (with gravity) or one partial pairing (without). The same board, seed and budget of
    nodes give the same answer everywhere, if one thread searches; seconds depend on the machine, so an answer that they
    cut short says so: it has `timed_out`.

    >>> llk.Budget(nodes=100_000, seconds=2)
    Budget(nodes=100000, seconds=2)
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        nodes: object = self.nodes
        if nodes is not None and not (type(nodes) is int and 0 <= nodes <= _NO_LIMIT):
            raise BadBudget(f"nodes must be an integer from 0 to {_NO_LIMIT} or None, not {nodes!r}")
        if self.seconds is not None and not (_is_number(self.seconds) and self.seconds >= 0):
            raise BadBudget(f"seconds must be a number from 0 or None, not {self.seconds!r}")

    @classmethod
    def of(cls, given: "Budget | float | None") -> "Budget":
        """Return a budget from a Budget, a number of seconds, or None for no limit.

        >>> llk.Budget.of(2.5)
        Budget(nodes=None, seconds=2.5)
        """
        if isinstance(given, Budget):
            return given
        if given is None:
            return cls()
        if not _is_number(given):
            raise BadBudget(f"a budget must be a number of seconds, a Budget or None, not {given!r}")
        return cls(seconds=given)

    @property
    def _kernel_key(self) -> tuple[int, float]:
        return (
            _NO_LIMIT if self.nodes is None else self.nodes,
            math.inf if self.seconds is None else to_float(self.seconds),
        )


DEFAULT_BUDGET = Budget(nodes=2_000_000)
"""The default budget of a search: far more than any ordinary board needs."""

MAX_THREADS = 64
"""The most threads of a search."""


def check_threads(threads: int) -> int:
    """Return a number of threads; raises BadBudget if there cannot be so many."""
    given: object = threads
    if type(given) is not int or not 1 <= given <= MAX_THREADS:
        raise BadBudget(f"threads must be an integer from 1 to {MAX_THREADS}, not {given!r}")
    return given


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a position can be won: True, False, or None if the budget was spent first.

    - `winnable`: the answer.
    - `moves`: if it can be won, a sequence of moves that wins; it has been replayed.
    - `nodes`: the nodes searched.
    - `loss`: if it cannot, why: "odd" (a kind has an odd number of tiles), "walled off" (some tiles of a kind could not
      be paired even on an otherwise empty board), "blocked" (under every pairing some tiles block each other; only
      without gravity), "exhausted" (every line of play was tried).
    - `tiles`: for "odd" and "walled off", the tiles in question.
    - `certificate`: for "blocked", the sets of tiles that block each other, which `verify` checks; otherwise None.
    - `seed`: the seed of the search.
    - `timed_out`: whether it is undecided because the budget's time was over.

    A verdict has three values, so it cannot be used as a condition: test `verdict.winnable`.

    >>> verdict = llk.solve(llk.Board.parse("AAB/ABA"))
    >>> verdict.winnable, [str(move) for move in verdict.moves]
    (True, ['1,1-1,2', '2,1-2,3', '1,3-2,2'])
    """

    winnable: bool | None
    moves: tuple[Move, ...] = ()
    nodes: int = 0
    loss: Loss = ""
    tiles: tuple[Cell, ...] = ()
    certificate: Certificate | None = None
    seed: int = 0
    timed_out: bool = False

    @property
    def reason(self) -> str:
        """The verdict as a sentence.

        >>> llk.solve(llk.Board.parse("AAB/ABA")).reason
        'it can be won in 3 moves'
        >>> llk.solve(llk.Board.parse("AB/AB/AB")).reason
        'it cannot be won: a kind has 3 tiles, an odd number'
        """
        if self.winnable is None:
            ended = "the time was over" if self.timed_out else "the budget was spent"
            return f"undecided: {ended} after {count(self.nodes, 'node')}"
        if self.winnable:
            return f"it can be won in {count(len(self.moves), 'move')}" if self.moves else "it is already won"
        return f"it cannot be won: {self._why()}"

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Parse a verdict from its JSON; only `winnable` is needed.

        >>> llk.Verdict.from_json('{"winnable": true, "moves": [[[0, 0], [0, 1]]]}').reason
        'it can be won in 1 move'
        """
        return parse_json(text, cls, _check_parsed)

    def to_json(self) -> str:
        """Return the verdict as JSON, as `llk solve --json` prints it.

        >>> import json
        >>> fields = json.loads(llk.solve(llk.Board.parse("AB/AB/AB")).to_json())
        >>> fields["winnable"], fields["loss"], fields["tiles"]
        (False, 'odd', [[0, 0], [1, 0], [2, 0]])
        """
        return format_json(self._json_fields)

    @property
    def _json_fields(self) -> dict[str, object]:
        return {"winnable": self.winnable, "reason": self.reason} | asdict(self)

    def _why(self) -> str:
        match self.loss:
            case "odd":
                return f"a kind has {count(len(self.tiles), 'tile')}, an odd number"
            case "walled off":
                return f"{count(len(self.tiles), 'tile')} of a kind can never be paired"
            case "blocked":
                sets = len(self.certificate or ())
                if sets == 1:
                    return f"{count(len((self.certificate or ((),))[0]), 'tile')} block each other"
                return f"under every pairing some tiles block each other; {count(sets, 'set')} of tiles prove it"
            case _:
                return f"every line of play was tried, in {count(self.nodes, 'node')}"

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has three values: test verdict.winnable, which is True, False or None")


AnyVerdict = TypeVar("AnyVerdict", bound=Verdict)


def _check_parsed(verdict: AnyVerdict) -> AnyVerdict:
    check_numbers(verdict, nodes=(0, math.inf), seed=(0, SEEDS - 1))
    return verdict


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and not math.isnan(value))
