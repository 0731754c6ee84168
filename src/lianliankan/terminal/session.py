"""Where a player sits: a game that is kept or not, its clock, and what there is to see of it."""

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

__all__ = ["Facts", "Held", "Seat", "Unkept", "facts_of"]


class Held(Protocol):
    """A game in somebody's hands: the store's, or nobody's."""

    @property
    def game(self) -> Game:
        """The game itself."""

    @property
    def id(self) -> str:
        """Its name in the store; empty where it is in none."""

    def do(self, command: Command | str, *, at: float | None = None) -> list[Event]:
        """Do what a command says."""


class Unkept:
    """A game that no store keeps."""

    id = ""

    def __init__(self, game: Game) -> None:
        self.game = game

    def do(self, command: Command | str, *, at: float | None = None) -> list[Event]:
        """Do what a command says."""
        return self.game.do(command, at=at)


class Facts(NamedTuple):
    """What a screen shows of a game, as it was after a command: a command may run while this is drawn."""

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
        """Whether it is over, or no move is left."""
        return self.is_over or self.state == "stuck"

    @property
    def is_running(self) -> bool:
        """Whether its clock runs."""
        return self.state in ("playing", "stuck")

    def seconds_at(self, at: float) -> float:
        """Give the seconds played at a time."""
        return self.seconds + (max(at - self.at, 0.0) if self.is_running else 0.0)

    def left_at(self, at: float) -> float | None:
        """Give the seconds left at a time."""
        if self.left is None:
            return None
        return max(self.left - (max(at - self.at, 0.0) if self.is_running else 0.0), 0.0)


def facts_of(game: Game) -> Facts:
    """See how a game stands.

    >>> import lianliankan as llk
    >>> facts = facts_of(llk.Game(llk.Board.parse("AB/AB")))
    >>> facts.state, facts.tiles, facts.moves, facts.seconds_at(2.5)
    ('playing', 4, 2, 2.5)
    """
    board = game.board
    return Facts(
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


class Seat:
    """A game and its clock: time goes on from where the game stood when the player sat down.

    >>> import lianliankan as llk
    >>> seat = Seat(Unkept(llk.Game(llk.Board.parse("AB/AB"))), now=lambda: 5.0)
    >>> seat.do("pick 1,1", at=seat.at)[0].name, seat.facts.picked
    ('picked', Cell(row=0, col=0))
    """

    def __init__(self, held: Held, now: Callable[[], float]) -> None:
        self.held = held
        self._now = now
        self._zero = now() - held.game.at
        self.facts = facts_of(held.game)

    @property
    def at(self) -> float:
        """What time it is in the game."""
        return max(self._now() - self._zero, 0.0)

    @property
    def game(self) -> Game:
        """The game."""
        return self.held.game

    def do(self, command: Command | str, *, at: float) -> list[Event]:
        """Do what a command says, and see how things stand then."""
        happened = self.held.do(command, at=max(at, self.game.at))
        self.facts = facts_of(self.game)
        return happened
