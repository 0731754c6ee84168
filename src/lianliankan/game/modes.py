"""The ready-made modes: which board each one deals, and what it allows."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Unpack

from lianliankan.board.rules import GRAVITIES, Rules
from lianliankan.dealing.deal_spec import Deal, DealOptions, check_deal
from lianliankan.errors import BadOptions
from lianliankan.game.game import Game
from lianliankan.game.options import Options
from lianliankan.text import shorten

MODES: Mapping[str, Options] = MappingProxyType(
    {
        "classic": Options(mode="classic", hints=6, shuffles=3),
        "relaxed": Options(mode="relaxed", tell_doomed=True),
        "timed": Options(mode="timed", limit=360, bonus=2, hints=5, shuffles=2, undo=False),
        "daily": Options(mode="daily", hints=5, shuffles=3),
        "campaign": Options(mode="campaign", limit=200, bonus=2, hints=5, shuffles=3, undo=False),
        "expert": Options(mode="expert", hints=0, shuffles=0, when_stuck="ask"),
    }
)
"""The options of each mode; the time limit depends on the size of the board."""

ALL_MODES = (*MODES, "own")
"""The modes, and "own" for a custom game."""

FIXED_BOARDS = ("daily", "campaign")
"""The modes whose boards cannot be chosen."""

INITIAL_LIVES, MAX_LIVES = 3, 5
"""The shuffles a campaign begins with, and the maximum; every level won adds one."""


class _Lap(NamedTuple):
    """A lap of the campaign, once through all gravities: the size of its boards and their maximum difficulty."""

    rows: int
    cols: int
    kinds: int
    max_difficulty: float


_LAPS = (_Lap(6, 10, 15, 25), _Lap(7, 12, 21, 55), _Lap(8, 14, 28, 100))

LEVELS = len(_LAPS) * len(GRAVITIES)
"""The number of campaign levels: every gravity in the classic order, three times, on ever larger and harder boards."""

_WEEKDAY_DIFFICULTIES = ("easy", "easy", "medium", "medium", "hard", "hard", "fiendish")  # Monday to Sunday


class Plan(NamedTuple):
    """A game before its board is dealt: its `deal` and its `options`.

    >>> plan = llk.plan("classic", seed=7)
    >>> str(plan.deal), plan.options.hints, plan.game().state
    ('8x18 seed=7', 6, 'playing')
    """

    deal: Deal
    options: Options

    def game(self) -> Game:
        """Deal the board and start the game."""
        return Game.of(self.deal, self.options)


def plan(
    mode: str,
    deal: Deal | None = None,
    *,
    rows: int | None = None,
    cols: int | None = None,
    **options: Unpack[DealOptions],
) -> Plan:
    """Plan a game of a mode whose board can be chosen: any mode except the daily game and the campaign.

    Its board is a `Deal`, or the parameters of one.

    >>> game = llk.plan("timed", seed=7).game()
    >>> game.board.tile_count, game.options.limit, game.state
    (144, 360.0, 'playing')
    >>> llk.plan("timed", seed=7) == llk.plan("timed", llk.Deal(8, 18, seed=7))
    True
    """
    if mode not in MODES:
        raise BadOptions(f"unknown mode {mode!r} (choose from {', '.join(MODES)})")
    if mode in FIXED_BOARDS:
        other = "llk.daily(day)" if mode == "daily" else "llk.level(number)"
        raise BadOptions(f"the boards of mode {mode!r} cannot be chosen; use {other}")
    if deal is not None and (options or rows is not None or cols is not None):
        raise BadOptions("a deal cannot be combined with parameters of a deal")
    deal = Deal(rows, cols, **options) if deal is None else check_deal(deal)
    if mode == "expert" and deal.difficulty is None:
        deal = replace(deal, difficulty="fiendish")
    allowed = MODES[mode]
    if allowed.limit is not None:
        allowed = replace(allowed, limit=time_limit(deal.tile_count))
    return Plan(deal, allowed)


@cache
def is_rated_mode(mode: str) -> bool:
    """Return whether the boards of a mode have a difficulty without being asked for one.

    >>> is_rated_mode("expert"), is_rated_mode("classic"), is_rated_mode("own")
    (True, False, False)
    """
    return mode in FIXED_BOARDS or (mode in MODES and plan(mode, seed=1).deal.difficulty is not None)


def daily(day: date | str) -> Plan:
    """Plan the game of a day (UTC), which is the same for every player: easy on Mondays, fiendish on Sundays.

    >>> str(llk.daily("2026-11-15").deal)
    '8x18 seed=20261115 difficulty=fiendish'
    """
    try:
        day = date.fromisoformat(day) if isinstance(day, str) else date(day.year, day.month, day.day)
    except (ValueError, AttributeError):
        raise BadOptions(f"a day must be a date or its text, e.g. 2026-11-15, not {shorten(day)}") from None
    number = day.year * 10_000 + day.month * 100 + day.day
    deal = Deal(seed=number, difficulty=_WEEKDAY_DIFFICULTIES[day.weekday()])
    return Plan(deal, replace(MODES["daily"], day=day.isoformat()))


def level(number: int, *, lives: int = INITIAL_LIVES) -> Plan:
    """Plan a level of the campaign, counted from 1; its shuffles are the player's lives.

    >>> [llk.level(number).deal.rules.gravity for number in (1, 2, 14, 15)]
    ['still', 'down', 'rotating', 'still']
    """
    if type(number) is not int or not 1 <= number <= LEVELS:
        raise BadOptions(f"unknown level {number!r}; expected a number from 1 to {LEVELS}")
    if type(lives) is not int or not 0 <= lives <= MAX_LIVES:
        raise BadOptions(f"invalid lives {lives!r}; expected a number from 0 to {MAX_LIVES}")
    lap, gravity = divmod(number - 1, len(GRAVITIES))
    rows, cols, kinds, max_difficulty = _LAPS[lap]
    deal = Deal(
        rows,
        cols,
        kinds=kinds,
        seed=number,
        rules=Rules(gravity=GRAVITIES[gravity]),
        difficulty=(0, max_difficulty) if max_difficulty < 100 else None,
    )
    return Plan(deal, replace(MODES["campaign"], limit=time_limit(rows * cols), shuffles=lives, level=number))


def true_mode(game: Game) -> str:
    """Return the mode a game is really played in: "own" if its deal or options are not those of the mode it names.

    Being asked before an automatic shuffle is left to the player in every mode.

    >>> true_mode(llk.plan("timed", seed=7).game())
    'timed'
    >>> true_mode(llk.Game(llk.Board.parse("AA"), llk.Options(mode="campaign", level=41)))
    'own'
    """
    return _true_mode(game.deal, game.options)


def ask_first(options: Options, deal: Deal | None, *, asks: bool) -> Options:
    """Return the options of a game with or without being asked before an automatic shuffle.

    Only a custom game keeps asking on its own account; one that is lost when no move is left stays so.

    >>> game = llk.plan("classic", seed=7).game()
    >>> asking = ask_first(game.options, game.deal, asks=True)
    >>> asking.when_stuck, ask_first(asking, game.deal, asks=False) == game.options
    ('ask', True)
    """
    if asks:
        return replace(options, when_stuck="ask") if options.when_stuck == "shuffle" else options
    mode = _true_mode(deal, options)
    return replace(options, when_stuck=MODES[mode].when_stuck) if mode in MODES else options


def _true_mode(deal: Deal | None, options: Options) -> str:
    try:
        if deal is None:
            return "own"
        if options.mode == "daily":
            planned = daily(options.day or "")
        elif options.mode == "campaign":
            planned = level(options.level or 0, lives=options.shuffles or 0)
        else:
            planned = plan(options.mode, deal)
    except ValueError:
        return "own"
    if options.when_stuck == "ask":
        options = replace(options, when_stuck=planned.options.when_stuck)
    return options.mode if planned == (deal, options) else "own"


def time_limit(tiles: int) -> float:
    """Return the time limit of a board in seconds: 2.5 for each tile, at least 200 and at most 480.

    >>> time_limit(48), time_limit(144), time_limit(480)
    (200, 360.0, 480)
    """
    return min(max(2.5 * tiles, 200), 480)
