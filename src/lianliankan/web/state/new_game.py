"""New games on the web: the limits of requests, and boards dealt by the workers."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable
from typing import TypeVar

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadDeal, BadOptions, NoDeal, TooLarge
from lianliankan.game.game import Game
from lianliankan.game.modes import FIXED_BOARDS, Plan
from lianliankan.game.start import MAX_SIDE, NearestBoard, NewGameRequest
from lianliankan.store import Store
from lianliankan.web.base.size_limits import MAX_KINDS
from lianliankan.web.base.tasks import ServerTasks
from lianliankan.web.http.responses import ApiError
from lianliankan.web.state.board_choices import find_size_limit
from lianliankan.web.work.game_jobs import deal_board, deal_near, dealing_lane
from lianliankan.web.work.jobs import NO_LIMIT, JobRunner, Requester, TooHard

T = TypeVar("T")

_MAX_FIXED_BOARDS = 64


def plan_posted(request: NewGameRequest, store: Store) -> Plan | None:
    """Plan the requested game, or return None if it is a shared one; raises a ValueError that says what is wrong."""
    if request.share is not None:
        if not set(request.given) <= {"share", "ask_first"}:
            raise BadOptions("share cannot be combined with other fields")
        return None
    planned = request.plan(store.campaign() if request.chosen_mode == "campaign" else None)
    check_limits(planned.deal)
    return planned


class Dealer:
    """Deals the boards of planned games; those of the daily game and of levels once for all players."""

    def __init__(self, jobs: JobRunner, tasks: ServerTasks) -> None:
        self._jobs = jobs
        self._tasks = tasks
        self._fixed: OrderedDict[Deal, asyncio.Task[Board]] = OrderedDict()

    async def start_game(
        self, requester: Requester, planned: Plan, *, any_seed: bool
    ) -> tuple[Game, NearestBoard | None]:
        """Start a planned game for a requester, on the nearest board if there is none of its difficulty.

        With `any_seed`, the player has not asked for the number of the plan. Raises NoDeal if no board is found in
        time, and Busy.
        """
        deal, options = planned
        nearest: NearestBoard | None = None
        if options.mode in FIXED_BOARDS:
            board = await self.deal_fixed(deal)
        elif deal.difficulty is None:
            board = await self.deal(requester, deal)
        else:
            searching = self._jobs.run(requester, deal_near, deal, any_seed, self._jobs.search_seconds)
            deal, board, nearest = await _find_in_time(searching)
        return Game(board, options, seed=deal.seed, deal=deal), nearest

    async def deal(self, requester: Requester, deal: Deal, seconds: float | None = None) -> Board:
        """Deal a board for a requester, in the time of its lane or in some seconds; raises NoDeal and Busy."""
        dealing = self._jobs.run(requester, deal_board, deal, lane=dealing_lane(deal), seconds=seconds)
        return await _find_in_time(dealing)

    async def deal_fixed(self, deal: Deal) -> Board:
        """Return the board of a day or a level, however long it takes; raises NoDeal and Busy."""
        return await asyncio.shield(self._deal_once(deal))

    def _deal_once(self, deal: Deal) -> "asyncio.Task[Board]":
        """Return the task that deals a board, or has dealt it, for all players."""
        dealing = self._fixed.get(deal)
        if dealing is None or (dealing.done() and (dealing.cancelled() or dealing.exception() is not None)):
            work = self.deal(Requester("fixed", repr(deal)), deal, NO_LIMIT)
            dealing = self._fixed[deal] = self._tasks.start(work, is_awaited=True)
            if len(self._fixed) > _MAX_FIXED_BOARDS:
                self._fixed.popitem(last=False)
        return dealing


async def _find_in_time(searching: Awaitable[T]) -> T:
    try:
        return await searching
    except TooHard as problem:
        raise NoDeal(f"no board was found: {problem}") from None


def check_limits(deal: Deal) -> None:
    """Reject boards that would take the server too long, or for which the page has no faces."""
    cells, side = deal.rows * deal.cols, max(deal.rows, deal.cols)
    if side > MAX_SIDE:
        raise BadDeal(f"the board must have 1 to {MAX_SIDE} rows and columns", "size", most=MAX_SIDE)
    if (limit := find_size_limit(deal)) is not None:
        text = f"{limit.boards} are limited to {limit.most} cells on the web"
        raise ApiError(413, "large", text, limit.reason, cells=cells, most=limit.most)
    if deal.kind_count > MAX_KINDS:
        raise TooLarge(f"kinds are limited to {MAX_KINDS} on the web")
