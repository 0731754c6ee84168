"""Jobs of worker processes for games: deal boards, ask the solver, analyse and verify games that are over."""

from contextlib import suppress
from datetime import date
from time import monotonic
from typing import Any, Final, TypeVar

from lianliankan.board.board import Board
from lianliankan.deadline import give_up_at
from lianliankan.dealing.deal_spec import Deal
from lianliankan.game.analysis import GameAnalysis, analyse
from lianliankan.game.questions import Answers, SolverQuestion, Unanswered
from lianliankan.game.start import NearestBoard, deal_nearest
from lianliankan.store.best_lists import find_result
from lianliankan.store.rankings import VerifiedResult, verify_result
from lianliankan.store.statistics import compute_statistics
from lianliankan.web.base.page_data import encode
from lianliankan.web.work.job_context import JobContext, LaneName

T = TypeVar("T")

_SLOW_GRAVITIES: Final = ("left", "right", "inward")  # some boards take seconds to be dealt
_MAX_ANALYSED = 500  # games that are analysed because of one request


# ---- Boards ----------------------------------------------------------------------------------------------------------


def dealing_lane(deal: Deal) -> LaneName:
    """Return how long dealing a board takes: nearly all boards take milliseconds.

    >>> dealing_lane(llk.Deal(8, 18, seed=1)), dealing_lane(llk.Deal(8, 18, seed=1, rules=llk.Rules(gravity="left")))
    ('short', 'long')
    """
    rules = deal.rules
    has_usual_paths = rules.max_turns == 2 and rules.outside
    is_slow = deal.difficulty is not None or deal.mask is not None or rules.gravity in _SLOW_GRAVITIES
    return "short" if has_usual_paths and not is_slow else "long"


def deal_board(_: JobContext, deal: Deal) -> Board:
    """Deal a board."""
    return deal.board()


def deal_near(_: JobContext, deal: Deal, any_seed: bool, seconds: float) -> tuple[Deal, Board, NearestBoard | None]:
    """Deal a board of a difficulty, or the nearest that is found in some seconds; with `any_seed`, of any number."""
    return deal_nearest(deal, any_seed=any_seed, seconds=seconds)


# ---- Games that are played -------------------------------------------------------------------------------------------


def answer_question(_: JobContext, question: SolverQuestion[Any]) -> Any:  # noqa: ANN401
    """Return the answer to a question of a game."""
    return question.answer()


def find_asked(context: JobContext, player: str, id: str, known: Answers, seconds: float) -> Answers:
    """Return the answers to what a stored game asks while it is replayed, the boards of its shuffles.

    With those that are known, and at least one more; after some seconds, the others are left to another job.
    """
    is_found, end = False, monotonic() + seconds

    def note(question: SolverQuestion[T], /) -> T:
        nonlocal is_found
        try:
            return known.look_up(question)
        except Unanswered:
            if is_found and monotonic() >= end:
                raise
        known.add(question, question.answer())
        is_found = True
        return known.look_up(question)

    with suppress(Unanswered):
        context.open(player, id, note)
    return known


# ---- Games that are over ---------------------------------------------------------------------------------------------


def analyse_game(context: JobContext, player: str, id: str) -> GameAnalysis:
    """Return what a finished game shows about its player."""
    return analyse(context.open(player, id).game)


def verify_ranked(context: JobContext, player: str, id: str, dealt: tuple[Deal, Board] | None) -> VerifiedResult | None:
    """Return what a game is worth in the rankings, by replaying it; None if nothing.

    `dealt` is the board of a day or level, which is dealt only once for all of its games.
    """
    return verify_result(context.open(player, id).game, dict([dealt]) if dealt else {})


def result_json(
    context: JobContext, player: str, id: str, today: date, seconds: float
) -> tuple[bytes, GameAnalysis | None]:
    """Return what a finished game means to its player, and its analysis, if the store does not have it yet.

    The analysis takes a few tenths of a second at most; if a busy machine needs more than `seconds`, there is none.
    """
    store, analysis = context.store(player), None
    if store.analysis(id) is None:
        with give_up_at(monotonic() + seconds):
            game = context.open(player, id).game
            analysis = analyse(game) if game.is_over else None
    return encode(find_result(store, id, today, analysis)), analysis


def statistics_json(context: JobContext, player: str, today: date) -> tuple[bytes, list[str]]:
    """Return the statistics of a player, and the games that have not been analysed, the latest first."""
    store = context.store(player)
    finished = store.finished()
    missing = [game.summary.id for game in reversed(finished) if game.analysis is None]
    return encode(compute_statistics(finished, store.days(today))), missing[:_MAX_ANALYSED]
