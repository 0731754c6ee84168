"""A game on the screen: the stored or unsaved game, its clock, and what is shown of it."""

from collections.abc import Callable
from typing import Protocol

from lianliankan.game.commands import Command
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.view import GameView

__all__ = ["Playable", "Session", "UnsavedGame"]


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


class Session:
    """A game and its clock, which continues from the game's own time.

    - `view`, `board`: what is shown of it: a snapshot, since the next command may run while this is drawn.

    >>> import lianliankan as llk
    >>> session = Session(UnsavedGame(llk.Game(llk.Board.parse("AB/AB"))), now=lambda: 5.0)
    >>> session.do("pick 1,1", at=session.at)[0].name, session.view.picked
    ('picked', Cell(row=0, col=0))
    """

    def __init__(self, playable: Playable, now: Callable[[], float]) -> None:
        self.playable = playable
        self._now = now
        self._zero = now() - playable.game.at
        self._take_snapshot()

    @property
    def at(self) -> float:
        """The current game time in seconds."""
        return max(self._now() - self._zero, 0.0)

    @property
    def game(self) -> Game:
        """The game."""
        return self.playable.game

    def do(self, command: Command | str, *, at: float) -> list[Event]:
        """Run a command, update the snapshot, and return the events."""
        happened = self.playable.do(command, at=max(at, self.game.at))
        self._take_snapshot()
        return happened

    def view_now(self) -> GameView:
        """Return the view with the current time."""
        return self.view.later(self.at - self._viewed_at)

    def _take_snapshot(self) -> None:
        self.board, self.view, self._viewed_at = self.game.board, GameView.of(self.game), self.game.at
