"""What a game is worth in a ranking: its result, found by replaying it on the board that it claims to be played on."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.game.events import Linked, Restarted
from lianliankan.game.game import Game
from lianliankan.game.modes import true_mode
from lianliankan.game.replay import replayed
from lianliankan.records.record_form import format_deal
from lianliankan.store.best_lists import BestList


class VerifiedResult(NamedTuple):
    """A result on a board: whether the game was won, its points, the milliseconds played, its stars."""

    board: str
    won: bool
    score: int
    played: int
    stars: int


def ranked_board(best_list: BestList) -> str | None:
    """Return the name of the board of a list in the rankings; None if players are not compared on it.

    Custom games have no rankings, since each has options of its own.

    >>> ranked_board(BestList("daily", day="2026-11-16")), ranked_board(BestList("campaign", level=12))
    ('daily 2026-11-16', 'level 12')
    >>> ranked_board(BestList("timed", deal="8x18 seed=7")), ranked_board(BestList("own", deal="8x18 seed=7"))
    ('deal timed b332b03e4b8a49cba5d6b8a160485a38', None)
    """
    mode, level, day, deal, *_ = best_list.key
    if mode == "own":
        return None
    if day is not None:
        return f"daily {day}"
    if level is not None:
        return f"level {level}"
    # Deals with a mask have long texts.
    return None if deal is None else f"deal {mode} {blake2b(str(deal).encode(), digest_size=16).hexdigest()}"


def verify_result(game: Game, dealt: Mapping[Deal, Board] | None = None) -> VerifiedResult | None:
    """Return the result of a game that was just replayed; None if it does not count.

    It counts if the board is that of its deal, as are the shuffles, and the options are those of its mode. Of a daily
    game, the first attempt ends with the first restart; of any other, only a win counts. `dealt` has boards that need
    not be dealt again.
    """
    options, mode, deal = game.options, true_mode(game), game.deal
    name = ranked_board(BestList(mode, options.level, options.day, format_deal(deal)))
    if name is None or deal is None or game.seed != deal.seed:
        return None
    board = dealt[deal] if dealt and deal in dealt else deal.board()
    if board != game.first_board:
        return None
    if mode == "daily":
        return _first_attempt(game, name)
    return VerifiedResult(name, True, game.score, game.clock.played(), game.stars) if game.state == "won" else None


def _first_attempt(game: Game, board: str) -> VerifiedResult | None:
    if any(entry.command.word == "restart" for entry in game.entries):
        is_tried, given_up = False, VerifiedResult(board, False, 0, 0, 0)
        for _, happened, after in replayed(game, quietly=True):
            if is_tried and any(isinstance(event, Restarted) for event in happened):
                return given_up
            is_tried = is_tried or any(isinstance(event, Linked) for event in happened)
            given_up = VerifiedResult(board, False, after.score, after.clock.played(), 0)
    if not game.is_over:
        return None
    return VerifiedResult(board, game.state == "won", game.score, game.clock.played(), game.stars)
