"""Replays for the page: every command with its time, its events, and the view after it."""

import msgspec

from lianliankan.board.move import Move
from lianliankan.errors import TooLarge
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.replay import replayed, restarted
from lianliankan.game.view import GameView
from lianliankan.solver.verdict import Budget
from lianliankan.web.live.protocol import MAX_COMMANDS, GameHead

__all__ = ["ReplayView", "build_replay"]

_BLAME_BUDGET = Budget(nodes=300_000, seconds=2.0)


class ReplayStep(msgspec.Struct, frozen=True):
    """A command: its time and text, its events, and the view after it."""

    at: float
    command: str
    events: list[Event]
    view: GameView


class ReplayBlame(msgspec.Struct, frozen=True):
    """Whether the last position can still be won, and the pair that lost the game, if that is known."""

    winnable: bool | None
    lost_after: int | None
    move: Move | None


class ReplayView(msgspec.Struct, frozen=True):
    """A replay: the start, the steps, and the move that lost the game (`blame` is None if it was won)."""

    head: GameHead
    rows: list[list[int]]
    view: GameView
    steps: list[ReplayStep]
    blame: ReplayBlame | None


def build_replay(game: Game) -> ReplayView:
    """Replay a game step by step; raises TooLarge if it is too long.

    It may take any time: a worker process must do it.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5)
    >>> [(step.at, step.command, step.view.tiles) for step in build_replay(game).steps]
    [(1.5, 'play 1,1-2,1', 2)]
    """
    if len(game.entries) > MAX_COMMANDS:
        raise TooLarge(f"replays are limited to {MAX_COMMANDS} commands; download the record instead")
    steps = [
        ReplayStep(entry.seconds, str(entry.command), happened, GameView.of(after))
        for entry, happened, after in replayed(game)
    ]
    start = GameView.of(restarted(game))
    return ReplayView(GameHead.of(game), game.first_board.to_rows(), start, steps, _blame(game))


def _blame(game: Game) -> ReplayBlame | None:
    if game.state == "won":
        return None
    found = game.blame(_BLAME_BUDGET)
    return ReplayBlame(found.winnable, found.lost_after, found.move)
