"""Which game comes next: the first one, the same board again, the next level, a new board."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from lianliankan.game import Game
from lianliankan.modes import LEVELS, Plan, daily, level, plan

if TYPE_CHECKING:
    from datetime import date

    from lianliankan.store import Progress

__all__ = ["again", "next_game"]


def again(game: Game) -> Game:
    """Begin the same board anew.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AABB"))
    >>> _ = game.play((0, 0), (0, 1))
    >>> again(game).board == game.first_board
    True
    """
    return Game(game.first_board, game.options, seed=game.seed, deal=game.deal)


def next_game(game: Game, seed: int, progress: "Progress | None", today: "date") -> Callable[[], Game]:
    """Give what makes the game that comes after a game: of the same sort, with another board where there can be one.

    >>> import datetime, lianliankan as llk
    >>> now = llk.plan("timed", seed=1, rows=4, cols=6).game()
    >>> then = next_game(now, 2, None, datetime.date(2026, 11, 15))()
    >>> str(then.deal), then.options.mode
    ('4x6 seed=2', 'timed')
    """
    options, deal = game.options, game.deal
    if options.level is not None:
        number = min(options.level + (game.state == "won"), LEVELS)
        found = level(number) if progress is None else level(number, lives=progress.lives)
        return found.game
    if options.day is not None:
        day = today.isoformat()
        return (daily(today) if options.day != day else plan("classic", seed=seed)).game
    if deal is None:
        return lambda: again(game)
    return Plan(replace(deal, seed=seed), options).game
