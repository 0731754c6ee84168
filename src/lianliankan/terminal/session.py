"""A game on the screen: the stored or unsaved game, its clock, and the facts that are shown of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.position import perft
from lianliankan.game.commands import Command
from lianliankan.game.events import Event
from lianliankan.game.game import Game

if TYPE_CHECKING:
    from lianliankan.game.game import State

__all__ = ["GameFacts", "Playable", "Session", "UnsavedGame", "read_facts"]


class Playable(Protocol):
    """A game that takes commands: one from the store, or one that is not saved."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def id(self) -> str:
        """Its id in the store; empty if it is not stored."""

    def do(self, command: Command | str, *, at: float | None = None) -> list[Event]:
        """Run a command and return its events."""


class UnsavedGame:
    """A game that is not stored."""

    id = ""

    def __init__(self, game: Game) -> None:
        self.game = game

    def do(self, command: Command | str, *, at: float | None = None) -> list[Event]:
        """Run a command and return its events."""
        return self.game.do(command, at=at)


class GameFacts(NamedTuple):
    """What the screen shows of a game: a snapshot after a command, since the next one may run while this is drawn."""

    board: Board
    rows: list[list[int]]
    state: "State"
    picked: Cell | None
    score: int
    combo: int
    tiles: int
    moves: int
    hints_left: int | None
    shuffles_left: int | None
    winnable: bool | None
    at: float
    seconds: float
    left: float | None

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.state in ("won", "lost")

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or stuck."""
        return self.is_over or self.state == "stuck"

    @property
    def is_running(self) -> bool:
        """Whether its clock is running."""
        return self.state in ("playing", "stuck")

    def seconds_at(self, at: float) -> float:
        """Return the seconds played at a game time."""
        return self.seconds + (max(at - self.at, 0.0) if self.is_running else 0.0)

    def left_at(self, at: float) -> float | None:
        """Return the seconds left at a game time; None without a time limit."""
        if self.left is None:
            return None
        return max(self.left - (max(at - self.at, 0.0) if self.is_running else 0.0), 0.0)


def read_facts(game: Game) -> GameFacts:
    """Return a snapshot of a game.

    >>> import lianliankan as llk
    >>> facts = read_facts(llk.Game(llk.Board.parse("AB/AB")))
    >>> facts.state, facts.tiles, facts.moves, facts.seconds_at(2.5)
    ('playing', 4, 2, 2.5)
    """
    board = game.board
    return GameFacts(
        board=board,
        rows=board.to_rows(),
        state=game.state,
        picked=game.picked,
        score=game.score,
        combo=game.combo,
        tiles=board.tile_count,
        moves=perft(board, 1),
        hints_left=game.hints_left,
        shuffles_left=game.shuffles_left,
        winnable=game.winnable,
        at=game.at,
        seconds=game.seconds(),
        left=game.seconds_left(),
    )


class Session:
    """A game and its clock, which continues from the game's own time.

    >>> import lianliankan as llk
    >>> session = Session(UnsavedGame(llk.Game(llk.Board.parse("AB/AB"))), now=lambda: 5.0)
    >>> session.do("pick 1,1", at=session.at)[0].name, session.facts.picked
    ('picked', Cell(row=0, col=0))
    """

    def __init__(self, playable: Playable, now: Callable[[], float]) -> None:
        self.playable = playable
        self._now = now
        self._zero = now() - playable.game.at
        self.facts = read_facts(playable.game)

    @property
    def at(self) -> float:
        """The current game time in seconds."""
        return max(self._now() - self._zero, 0.0)

    @property
    def game(self) -> Game:
        """The game."""
        return self.playable.game

    def do(self, command: Command | str, *, at: float) -> list[Event]:
        """Run a command, update the facts, and return the events."""
        happened = self.playable.do(command, at=max(at, self.game.at))
        self.facts = read_facts(self.game)
        return happened
