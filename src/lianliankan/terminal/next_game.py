"""The game that comes next: the same board again, the next level, a new board."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from lianliankan.game.game import Game
from lianliankan.game.modes import LEVELS, Plan, daily, level, plan

if TYPE_CHECKING:
    from datetime import date

    from lianliankan.store import Progress

__all__ = ["deal_game", "next_game", "restarted"]

_SECONDS = 10  # to find a board: some sizes have almost no boards of some difficulties


def deal_game(plan: Plan) -> Game:
    """Deal the board of a plan and start the game.

    Raises NoDeal after ten seconds. Daily boards and levels have no time limit: they are known to exist.

    >>> import lianliankan as llk
    >>> deal_game(llk.plan("timed", seed=1, rows=4, cols=6)).board == llk.deal(4, 6, seed=1)
    True
    """
    deal, options = plan
    is_known = options.day is not None or options.level is not None
    return Game(deal.board(seconds=None if is_known else _SECONDS), options, seed=deal.seed, deal=deal)


def restarted(game: Game) -> Game:
    """Return a new game on the same board, with no moves played.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AABB"))
    >>> _ = game.play((0, 0), (0, 1))
    >>> restarted(game).board == game.first_board
    True
    """
    return Game(game.first_board, game.options, seed=game.seed, deal=game.deal)


def next_game(game: Game, seed: int, progress: "Progress | None", today: "date") -> Callable[[], Game]:
    """Return a function that makes the game to follow: the same options, and another board if there is one.

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
        return lambda: deal_game(found)
    if options.day is not None:
        day = today.isoformat()
        other = daily(today) if options.day != day else plan("classic", seed=seed)
        return lambda: deal_game(other)
    if deal is None:
        return lambda: restarted(game)
    return lambda: deal_game(Plan(replace(deal, seed=seed), options))
