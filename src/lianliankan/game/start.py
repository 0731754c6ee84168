"""How a game starts: one request, its plan and its game, for the page, the terminal and the command line."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, Protocol, cast

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.rules import Gravity, Rules
from lianliankan.dealing.deal_spec import DEFAULT_COLS, DEFAULT_ROWS, Deal
from lianliankan.dealing.difficulty import parse_difficulty, score_range
from lianliankan.errors import BadDeal, BadOptions
from lianliankan.game.game import Game
from lianliankan.game.modes import ALL_MODES, FIXED_BOARDS, LEVELS, Plan, ask_first, daily, level, plan, true_mode
from lianliankan.game.options import Options, WhenStuck
from lianliankan.game.replay import restarted
from lianliankan.seeds import draw_seed
from lianliankan.solver.rate import difficulty_name

SEARCH_SECONDS = 12.0
"""How long a player waits for a board; of a difficulty, the nearest one is taken then: some sizes have almost none."""

FIRST_DAY = date(2026, 1, 1)
"""The earliest day whose board can be played later."""

MAX_SIDE = 62
"""The number of rows, and of columns, of the largest board to choose: larger ones cannot be searched."""

_MAX_MASK = 2 * MAX_SIDE**2  # characters: a cell, and a blank or a line end

SIZES = ((6, 10), (7, 12), (8, 14), (9, 16), (8, 18), (12, 24), (14, 26), (16, 30))
"""Common sizes to choose from, in landscape; any other can be typed."""

PORTRAIT_SIZES = tuple(sorted({*((cols, rows) for rows, cols in SIZES), (14, 9), (12, 10)}))
"""Common sizes to choose from on a screen in portrait."""

TURNS = (0, 1, 2, 3, 4, None)
"""How many turns of a path can be chosen; None is any number."""


class UsualBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board of a game whose board the player has not chosen; `kinds` as in `Deal`."""

    rows: int
    cols: int
    kinds: int | None = None


PORTRAIT_BOARDS = (UsualBoard(14, 9, 36), UsualBoard(12, 10, 36))
"""The boards for screens in portrait, for tall ones and for others, with as many kinds as the classic board."""

FIRST_BOARD = UsualBoard(6, 8)
"""The small board for a player's first game, in landscape."""

_USUAL_BOARDS = (
    UsualBoard(DEFAULT_ROWS, DEFAULT_COLS),
    *PORTRAIT_BOARDS,
    FIRST_BOARD,  # after which newcomers go on to a board of the usual size
    UsualBoard(FIRST_BOARD.cols, FIRST_BOARD.rows),
)


class CampaignProgress(Protocol):
    """How far a player has come in the campaign."""

    @property
    def level(self) -> int:
        """The highest level that is open."""

    @property
    def lives(self) -> int:
        """The shuffles of the next game."""


class NewGameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game to start; values that are not given are the defaults.

    - `mode`: one of `MODES`, or "own" for a custom game; by default "classic", "campaign" if there is a `level`, and
      "daily" if there is a `day`.
    - `rows`, `cols`, `kinds`, `seed`, `mask`, `shape`: the board, as in `Deal`.
    - `difficulty`: a name, or two scores such as 30-60.
    - `gravity`, `max_turns`, `outside`, `adjacent`: its rules; a `max_turns` of None is any number.
    - `when_stuck`: what happens when no move is left, in a custom game.
    - `ask_first`: whether to ask before an automatic shuffle, in any mode.
    - `level`: of the campaign; by default the highest one that is open.
    - `day`: of the daily game, e.g. 2026-11-15; by default today.
    - `share`: a share text instead of all that, for the receiver of the request to read.

    >>> str(NewGameRequest(rows=4, cols=6, gravity="down", seed=7).plan().deal)
    '4x6 seed=7 gravity=down'
    >>> NewGameRequest(mode="timed", rows=3, cols=3).plan()
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadDeal: the board would have 9 tiles, an odd number; pairs need an even one
    """

    mode: str | None = None
    rows: int | None = None
    cols: int | None = None
    kinds: int | None = None
    gravity: str | None = None
    max_turns: int | msgspec.UnsetType | None = msgspec.UNSET
    outside: bool | None = None
    adjacent: bool | None = None
    difficulty: str | None = None
    seed: int | None = None
    mask: str | None = None
    shape: str | None = None
    when_stuck: WhenStuck | None = None
    ask_first: bool | None = None
    level: int | None = None
    day: str | None = None
    share: str | None = None

    @property
    def given(self) -> dict[str, Any]:
        """The given values, by name."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return {
            name: value
            for name, value in fields.items()
            if value is not msgspec.UNSET and (value is not None or name == "max_turns")
        }

    @property
    def chosen_mode(self) -> str:
        """The mode, also if it is not given."""
        return self.mode or ("campaign" if self.level is not None else "classic" if self.day is None else "daily")

    def plan(
        self,
        progress: CampaignProgress | None = None,
        *,
        day: date | None = None,
        draw_seed: Callable[[], int] = draw_seed,
    ) -> Plan:
        """Plan the game; raises a ValueError that says what is wrong with the request."""
        mode = self.chosen_mode
        if mode not in ALL_MODES:
            raise BadOptions(f"unknown mode {mode!r} (choose from {', '.join(ALL_MODES)})")
        self._check_fields(mode)
        planned = self._plan(mode, progress, day, draw_seed)
        return _ask_first(planned, asks=True) if self.ask_first else planned

    def _plan(
        self, mode: str, progress: CampaignProgress | None, day: date | None, draw_seed: Callable[[], int]
    ) -> Plan:
        if mode == "daily":
            return _plan_day(self.day, day or today())
        if mode == "campaign":
            return _plan_level(self.level, progress)
        deal = self._deal(draw_seed)
        return Plan(deal, Options(when_stuck=self.when_stuck or "shuffle")) if mode == "own" else plan(mode, deal)

    def _check_fields(self, mode: str) -> None:
        """Reject what cannot be chosen in a mode."""
        allowed = {"mode", "level" if mode == "campaign" else "day", "ask_first"}
        if mode not in FIXED_BOARDS:
            fixed = {"level", "day", "share"} if mode == "own" else {"level", "day", "share", "when_stuck"}
            allowed = set(self.__struct_fields__) - fixed
        if wrong := [name for name in self.given if name not in allowed]:
            raise BadOptions(f"{', '.join(wrong)} cannot be chosen in mode {mode!r}")

    def _deal(self, draw_seed: Callable[[], int]) -> Deal:
        # First: the shape of a huge board would take long to draw, and its mask long to parse.
        _check_sides(self.rows, self.cols)
        if len(self.mask or "") > _MAX_MASK:
            raise _too_large()
        deal = Deal(
            self.rows,
            self.cols,
            kinds=self.kinds,
            seed=draw_seed() if self.seed is None else self.seed,
            rules=Rules(
                max_turns=2 if self.max_turns is msgspec.UNSET else self.max_turns,
                outside=self.outside is not False,
                gravity=cast(Gravity, self.gravity or "still"),
                adjacent=self.adjacent is not False,
            ),
            difficulty=None if self.difficulty is None else parse_difficulty(self.difficulty),
            mask=self.mask,
            shape=self.shape,
        )
        _check_sides(deal.rows, deal.cols)
        return deal


def _check_sides(*sides: int | None) -> None:
    if not all(side is None or 1 <= side <= MAX_SIDE for side in sides):
        raise _too_large()


def _too_large() -> BadDeal:
    return BadDeal(f"the board must have 1 to {MAX_SIDE} rows and columns", "size", most=MAX_SIDE)


def today() -> date:
    """Return the day of the daily game, which is the same everywhere (UTC)."""
    return datetime.now(UTC).date()


class NearestBoard(msgspec.Struct, frozen=True):
    """A board that is not of the difficulty that was chosen, but the closest of those that were tried.

    - `is_hardest`: whether it is the hardest or the easiest of them; `difficulty` and `score` are its own.
    - `timed_out`: whether the time was over before all the boards had been tried that a deal may try.
    """

    tried: int
    is_hardest: bool
    difficulty: str
    score: int
    timed_out: bool


def start_game(
    plan: Plan,
    *,
    on_nearest: Callable[[NearestBoard], None] | None = None,
    any_seed: bool = False,
    seconds: float | None = None,
) -> Game:
    """Deal the board of a plan and start its game.

    If no board of the chosen difficulty is found, `on_nearest` is told and the game has the nearest board; without it,
    as with any other board that is not found, NoDeal is raised. With `any_seed`, the player did not choose the number
    of the plan. `seconds` limits how long a player waits. Boards of the day and of levels are known to exist; they have
    no time limit, and are dealt only once.

    >>> start_game(llk.plan("timed", seed=1, rows=4, cols=6)).board == llk.deal(4, 6, seed=1)
    True
    >>> game = start_game(llk.plan("expert", seed=1, rows=3, cols=4), on_nearest=print)
    NearestBoard(tried=400, is_hardest=True, difficulty='medium', score=28, timed_out=False)
    >>> game.board == game.deal.board()
    True
    """
    deal, options = plan
    if options.mode in FIXED_BOARDS:
        board = _deal_once(deal)
    elif deal.difficulty is None or on_nearest is None:
        board = deal.board(seconds=seconds)
    else:
        deal, board, nearest = deal_nearest(deal, any_seed=any_seed, seconds=seconds)
        if nearest is not None:
            on_nearest(nearest)
    return Game(board, options, seed=deal.seed, deal=deal)


def deal_nearest(
    deal: Deal, *, any_seed: bool, seconds: float | None = None
) -> tuple[Deal, Board, NearestBoard | None]:
    """Deal a board of a difficulty or, if none is found, the nearest one; the deal returned is the board's own.

    Raises NoDeal if no board at all is found in time.
    """
    found_deal, found = deal.nearest(seconds=seconds, any_seed=any_seed)
    if deal.difficulty is None or found.has_difficulty(deal.difficulty):
        return found_deal, found.board, None
    minimum, _ = score_range(deal.difficulty)
    nearest = NearestBoard(
        tried=found.tried,
        is_hardest=found.score < minimum,
        difficulty=difficulty_name(found.score),
        score=round(found.score),
        timed_out=found.timed_out,
    )
    return found_deal, found.board, nearest


@lru_cache(maxsize=64)
def _deal_once(deal: Deal) -> Board:
    return deal.board()


def next_game(
    game: Game,
    progress: CampaignProgress | None = None,
    *,
    day: date | None = None,
    draw_seed: Callable[[], int] = draw_seed,
    asks: bool | None = None,
    on_nearest: Callable[[NearestBoard], None] | None = None,
    seconds: float | None = None,
) -> Game:
    """Start the game to follow one: the next level, today's daily game, or another board with the same options.

    After the daily game of today comes a classic one; after a board that was not dealt, one with tiles in its places.
    `asks` says whether to ask before an automatic shuffle; by default, as in the game before. `on_nearest` and
    `seconds` are as in `start_game`.

    >>> then = next_game(llk.plan("timed", seed=1, rows=4, cols=6).game(), draw_seed=lambda: 2)
    >>> str(then.deal), then.options.mode
    ('4x6 seed=2', 'timed')
    """
    planned = plan_next(game, progress, day=day, draw_seed=draw_seed, asks=asks)
    if planned is None:
        return restarted(game, asks=asks)
    return start_game(planned, on_nearest=on_nearest, any_seed=True, seconds=seconds)


def plan_next(
    game: Game,
    progress: CampaignProgress | None = None,
    *,
    usual: UsualBoard | None = None,
    day: date | None = None,
    draw_seed: Callable[[], int] = draw_seed,
    asks: bool | None = None,
) -> Plan | None:
    """Plan the game to follow one, as in `next_game`; None for the same game once more: no other board is like it.

    If the game has a usual board, the next one has the board that is usual on the player's screen, if given.

    >>> before = llk.plan("timed", seed=1).game()
    >>> str(plan_next(before, usual=UsualBoard(14, 9, 36), draw_seed=lambda: 2).deal)
    '14x9 kinds=36 seed=2'
    """
    planned = _plan_next(game, progress, usual, day or today(), draw_seed)
    return planned and _ask_first(planned, asks=game.options.when_stuck == "ask" if asks is None else asks)


def _plan_next(
    game: Game,
    progress: CampaignProgress | None,
    usual: UsualBoard | None,
    day: date,
    draw_seed: Callable[[], int],
) -> Plan | None:
    options, board = game.options, game.first_board
    if options.level is not None:
        number = min(options.level + (game.state == "won"), LEVELS)
        return level(number) if progress is None else level(number, lives=progress.lives)
    if options.day is not None:
        was_today = options.day == day.isoformat()
        return plan("classic", _usual_deal(usual, draw_seed())) if was_today else daily(day)
    if game.deal is None and board.tile_count % 2:
        return None
    deal = game.deal or Deal(seed=0, mask=board)
    if usual is not None and _is_usual(game, deal):
        return plan(options.mode, _usual_deal(usual, draw_seed()))
    return Plan(replace(deal, seed=draw_seed()), options)


def _is_usual(game: Game, deal: Deal) -> bool:
    """Whether a game of a mode has a board that its player need not have chosen."""
    mode = true_mode(game)
    return mode != "own" and any(plan(mode, _usual_deal(board, deal.seed)).deal == deal for board in _USUAL_BOARDS)


def _usual_deal(board: UsualBoard | None, seed: int) -> Deal:
    return Deal(seed=seed) if board is None else Deal(board.rows, board.cols, kinds=board.kinds, seed=seed)


def _ask_first(planned: Plan, *, asks: bool) -> Plan:
    return planned._replace(options=ask_first(planned.options, planned.deal, asks=asks))


def _plan_day(text: str | None, today: date) -> Plan:
    """Plan the game of a day that has come; by default, of today."""
    planned = daily(today if text is None else text)
    check_day(date.fromisoformat(planned.options.day or ""), today)
    return planned


def check_day(day: date, today: date, *, first: date = FIRST_DAY) -> None:
    """Reject a day whose board cannot be played yet, or is not offered."""
    if not first <= day <= today:
        raise BadOptions(f"there is no board of {day} yet; choose a day from {first} to {today}")


def _plan_level(number: int | None, progress: CampaignProgress | None) -> Plan:
    """Plan a level; without a progress, every level is open."""
    if progress is None:
        return level(1 if number is None else number)
    if number is not None and progress.level < number <= LEVELS:
        raise BadOptions(f"level {number} is not open yet; the next level is {progress.level}")
    return level(progress.level if number is None else number, lives=progress.lives)
