"""Which game comes next: the first one, the same board again, the next level, a new board."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from lianliankan.game.game import Game
from lianliankan.game.modes import LEVELS, Plan, daily, level, plan

if TYPE_CHECKING:
    from datetime import date

    from lianliankan.store import Progress

__all__ = ["again", "dealt", "next_game"]

_SECONDS = 10  # to deal in: some sizes have hardly any board of some difficulties


def dealt(plan: Plan) -> Game:
    """Deal a board and begin; gives up with NoDeal after some seconds, but for boards that are known to be there.

    >>> import lianliankan as llk
    >>> dealt(llk.plan("timed", seed=1, rows=4, cols=6)).board == llk.deal(4, 6, seed=1)
    True
    """
    deal, options = plan
    is_known = options.day is not None or options.level is not None
    return Game(deal.board(seconds=None if is_known else _SECONDS), options, seed=deal.seed, deal=deal)


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
        return lambda: dealt(found)
    if options.day is not None:
        day = today.isoformat()
        other = daily(today) if options.day != day else plan("classic", seed=seed)
        return lambda: dealt(other)
    if deal is None:
        return lambda: again(game)
    return lambda: dealt(Plan(replace(deal, seed=seed), options))
