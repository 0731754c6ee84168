"""What a player wants done: a command, or what becomes one only when its turn comes, by how things stand then."""

from collections.abc import Callable
from dataclasses import dataclass

from lianliankan.board.cell import Cell
from lianliankan.game.commands import Command
from lianliankan.terminal.session import Facts, Seat

__all__ = ["Intent", "Order", "drop", "go_on", "halt", "pick", "release", "toggle_pause"]

Intent = Callable[[Facts], Command | str | None]
"""Gives the command for how things stand; None for nothing to do."""


@dataclass
class Order:
    """Something to do: where, what, the time in the game at which it was asked for, and whether nothing is said of it.

    `is_accepted` tells afterwards whether it did anything.
    """

    seat: Seat
    wanted: Command | str | Intent
    at: float
    is_quiet: bool = False
    is_accepted: bool = False

    def command(self) -> Command | str | None:
        """Give the command, now that it is its turn."""
        return self.wanted(self.seat.facts) if callable(self.wanted) else self.wanted


def toggle_pause(facts: Facts) -> str:
    """Pause, or go on.

    >>> import lianliankan as llk
    >>> from lianliankan.terminal.session import facts_of
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> toggle_pause(facts_of(game)), halt(facts_of(game)), go_on(facts_of(game)), drop(facts_of(game))
    ('pause', 'pause', None, None)
    >>> _ = game.pause()
    >>> toggle_pause(facts_of(game)), halt(facts_of(game)), go_on(facts_of(game)), drop(facts_of(game))
    ('resume', None, 'resume', None)
    """
    return go_on(facts) or "pause"


def halt(facts: Facts) -> str | None:
    """Pause a game whose clock runs."""
    return "pause" if facts.is_running else None


def go_on(facts: Facts) -> str | None:
    """Go on with a game that is paused."""
    return "resume" if facts.state == "paused" else None


def release(halted: Order) -> Intent:
    """Go on where an order to pause was accepted: who else has paused the game goes on with it himself."""
    return lambda facts: go_on(facts) if halted.is_accepted else None


def drop(facts: Facts) -> Command | None:
    """Drop what is picked."""
    return None if facts.picked is None else Command("pick", (facts.picked,))


def pick(cell: Cell) -> Intent:
    """Pick a tile, or go on where the game is paused."""
    return lambda facts: go_on(facts) or Command("pick", (cell,))
