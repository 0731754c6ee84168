"""The player's intents: a command, or a rule that picks the command when its turn comes."""

from collections.abc import Callable
from dataclasses import dataclass

from lianliankan.board.cell import Cell
from lianliankan.game.commands import Command
from lianliankan.game.view import GameView
from lianliankan.terminal.session import Session

Intent = Callable[[GameView], Command | str | None]
"""Returns the command for the current state of the game, or None if there is nothing to do."""


@dataclass
class QueuedCommand:
    """A command waiting for its turn.

    - `session`: the game it is for.
    - `wanted`: the command, or the intent that picks one.
    - `at`: the game time at which it was requested.
    - `is_quiet`: whether it shows no message.
    - `is_accepted`: afterwards, whether it did anything.
    """

    session: Session
    wanted: Command | str | Intent
    at: float
    is_quiet: bool = False
    is_accepted: bool = False

    def command(self) -> Command | str | None:
        """Return the command to run now."""
        return self.wanted(self.session.view) if callable(self.wanted) else self.wanted


def toggle_pause(view: GameView) -> str:
    """Pause or resume.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> view = GameView.of(game)
    >>> [intent(view) for intent in (toggle_pause, pause_if_running, resume_if_paused, clear_selection)]
    ['pause', 'pause', None, None]
    >>> _ = game.pause()
    >>> view = GameView.of(game)
    >>> [intent(view) for intent in (toggle_pause, pause_if_running, resume_if_paused, clear_selection)]
    ['resume', None, 'resume', None]
    """
    return resume_if_paused(view) or "pause"


def pause_if_running(view: GameView) -> str | None:
    """Pause if the clock is running."""
    return "pause" if view.running else None


def resume_if_paused(view: GameView) -> str | None:
    """Resume if the game is paused."""
    return "resume" if view.state == "paused" else None


def resume_if_we_paused(pause: QueuedCommand) -> Intent:
    """Resume only if this pause was accepted: a game that the player had paused stays paused."""
    return lambda view: resume_if_paused(view) if pause.is_accepted else None


def clear_selection(view: GameView) -> Command | None:
    """Deselect the selected tile."""
    return None if view.picked is None else Command("pick", (view.picked,))


def pick_or_resume(cell: Cell) -> Intent:
    """Pick a tile, or resume if the game is paused."""
    return lambda view: resume_if_paused(view) or Command("pick", (cell,))
