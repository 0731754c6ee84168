"""A game on the screen: the stored or unsaved game, its clock, and what is shown of it."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from lianliankan.board.cell import Cell
from lianliankan.deadline import time_limit
from lianliankan.game.commands import Command
from lianliankan.game.engine import tile_problem
from lianliankan.game.events import Dropped, Event, Hinted, Linked, Picked, Refused
from lianliankan.game.game import Game
from lianliankan.game.scoring import COMBO_MILLISECONDS
from lianliankan.game.start import SEARCH_SECONDS
from lianliankan.game.view import GameView, HostClock


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
    """A game and its clock, which continues from the game's own time, and starts with the first command or pick.

    The selection is the screen's: a first pick is no command of the game, and the second one plays the pair. A hint
    drops it, so that the pair can be picked.

    - `view`, `board`: what is shown of it: a snapshot, since the next command may run while this is drawn.

    >>> import lianliankan as llk
    >>> session = Session(UnsavedGame(llk.Game(llk.Board.parse("AB/AB"))), now=lambda: 5.0)
    >>> session.do("pick 1,1", at=session.at)[0].name, session.view.picked, session.game.version
    ('picked', Cell(row=0, col=0), 0)
    >>> session.do("pick 2,1", at=session.at)[0].name, session.game.version
    ('linked', 1)
    """

    view: GameView

    def __init__(self, playable: Playable, now: Callable[[], float]) -> None:
        self.playable = playable
        self._clock = HostClock(playable.game, now)
        self._last_link = float("-inf")  # in seconds of play
        self._take_snapshot(playable.game.picked)

    @property
    def at(self) -> float:
        """The current game time in seconds."""
        return self._clock.at

    @property
    def game(self) -> Game:
        """The game."""
        return self.playable.game

    def do(self, command: Command | str, *, at: float) -> list[Event]:
        """Run a command, update the snapshot, and return the events; raises OutOfTime, and changes nothing then."""
        command = Command.parse(command) if isinstance(command, str) else command
        if self._clock.begin():
            self.view = msgspec.structs.replace(self.view, running=self.view.is_open)
            self._viewed_at = self.at
        if command.word == "pick" and self.view.is_open and not tile_problem(self.board, command.cells[0]):
            return self._pick(command.cells[0], at)
        return self._run(command, at)

    def view_now(self) -> GameView:
        """Return the view with the current time, and without a combo that is over."""
        view = self.view.later(self.at - self._viewed_at)
        is_over = view.seconds - self._last_link > COMBO_MILLISECONDS / 1000
        return msgspec.structs.replace(view, combo=0) if view.combo and is_over else view

    def _run(self, command: Command, at: float) -> list[Event]:
        board, picked = self.board, self.view.picked
        with time_limit(SEARCH_SECONDS):
            happened = self.playable.do(command, at=max(at, self.game.at))
        stays = self.game.board == board and not self.game.is_over and command.word != "restart"
        stays = stays and not any(isinstance(event, Hinted) for event in happened)
        self._clock.follow(self.game)
        self._take_snapshot(picked if stays else None)
        if any(isinstance(event, Linked) for event in happened):
            self._last_link = self.view.seconds
        return happened

    def _pick(self, cell: Cell, at: float) -> list[Event]:
        first = self.view.picked
        if first == cell:
            self._select(None)
            return [Dropped(cell)]
        happened = [] if first is None else self._run(Command("play", (first, cell)), at)
        if any(not isinstance(event, Refused) for event in happened):
            return happened
        self._select(cell)
        return [*happened, Picked(cell, self.board[cell])]

    def _select(self, cell: Cell | None) -> None:
        self.view = msgspec.structs.replace(self.view, picked=cell)

    def _take_snapshot(self, picked: Cell | None) -> None:
        self.board, self._viewed_at = self.game.board, self.game.at
        self.view = msgspec.structs.replace(GameView.of(self.game, waits=self._clock.waits), picked=picked)
