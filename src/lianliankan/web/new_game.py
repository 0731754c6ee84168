"""A new game as a page asks for it: what it may ask for, and the game that comes of it."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import cast

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.rules import Gravity, Rules
from lianliankan.dealing.deal_spec import Deal, parse_difficulty
from lianliankan.errors import BadBoard, BadOptions, BadShare, TooLarge
from lianliankan.game.game import Game
from lianliankan.game.modes import DEFAULT_COLS, DEFAULT_ROWS, MODES, Plan, daily, level, plan
from lianliankan.records.record import restarted
from lianliankan.records.share import from_share
from lianliankan.store import Store

__all__ = ["MOST_CELLS", "MOST_SHARE", "Wish", "begin", "is_usual", "shared", "today"]

MOST_CELLS = 1024
"""The largest board that is played on the web."""

MOST_SHARE = 16_000
"""The longest text for sharing that is read, in characters."""

_MOST_KINDS = 240  # faces that a page has
_MOST_CHOSEN = 240  # cells of a board of a certain difficulty, which takes many deals to find
_MOST_USUAL = 400  # cells that are dealt at once
_MOST_DEALS = 999_999  # people tell their numbers to each other
_DEAL_SECONDS = 20.0  # some boards, large and under unusual rules, would take minutes
_SHARE_SECONDS = 3.0


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which game to begin: a mode and its board, the daily game, a level, or what somebody shared."""

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
    level: int | None = None
    share: str | None = None


def today() -> str:
    """Give the day whose game is today's, as in 2026-11-15."""
    return datetime.now(UTC).date().isoformat()


def begin(wish: Wish, store: Store) -> Game:
    """Make the game that is wished for; raises a ValueError that says what is wrong with the wish.

    >>> begin(Wish(mode="classic", rows=4, cols=6, seed=7), cast(Store, None)).board.tile_count
    24
    """
    given = {name for name in Wish.__struct_fields__ if getattr(wish, name) not in (None, msgspec.UNSET)}
    if wish.share is not None:
        if given != {"share"}:
            raise BadOptions("what was shared is played as it is: nothing else goes with share")
        return _copy_of(shared(wish.share))
    if wish.mode == "daily":
        _check_alone(given, "daily", {"mode"})
        return _dealt(daily(datetime.now(UTC).date()))
    if wish.mode == "campaign":
        _check_alone(given, "campaign", {"mode", "level"})
        progress = store.campaign()
        number = progress.level if wish.level is None else wish.level
        if number > progress.level:
            raise BadOptions(f"level {number} is not open yet: {progress.level} is the next")
        return _dealt(level(number, lives=progress.lives))
    if wish.mode is None:
        raise BadOptions("a game has a mode, or is one that was shared")
    if wish.level is not None:
        raise BadOptions("only the campaign has levels")
    return _dealt(_planned(wish, wish.mode))


def is_usual(wish: Wish) -> bool:
    """Whether its board is dealt at once; others may take seconds, or not exist at all.

    >>> is_usual(Wish(mode="timed", gravity="down")), is_usual(Wish(mode="timed", max_turns=0))
    (True, False)
    """
    plain = wish.share is None and wish.mask is None and wish.difficulty is None and wish.kinds is None
    plain = plain and wish.max_turns in (msgspec.UNSET, 2) and wish.outside is not False and wish.adjacent is not False
    rows, cols = _size_of(wish)
    return plain and rows * cols <= _MOST_USUAL


def shared(text: str) -> Board | Game:
    """Read what somebody shared; raises a ValueError where it is broken, or too much for the web."""
    if len(text) > MOST_SHARE:
        raise TooLarge(f"a text for sharing has at most {MOST_SHARE} characters here")
    found = from_share(text, seconds=_SHARE_SECONDS)
    board = found.first_board if isinstance(found, Game) else found
    if board.rows * board.cols > MOST_CELLS:
        raise TooLarge(f"boards of more than {MOST_CELLS} cells are not played on the web")
    if max((number for row in board.to_rows() for number in row), default=0) > _MOST_KINDS:
        raise BadShare(f"it has kinds beyond {_MOST_KINDS}, for which there are no faces")
    return found


def _copy_of(found: Board | Game) -> Game:
    """Give an own copy, before its first command; a plain board is played as the classic game."""
    if isinstance(found, Game):
        return restarted(found)
    return Game(found, MODES["classic"], seed=secrets.randbelow(_MOST_DEALS))


def _size_of(wish: Wish) -> tuple[int, int]:
    return DEFAULT_ROWS if wish.rows is None else wish.rows, DEFAULT_COLS if wish.cols is None else wish.cols


def _planned(wish: Wish, mode: str) -> Plan:
    rows, cols = _size_of(wish)
    if not (1 <= rows <= 64 and 1 <= cols <= 64) or rows * cols > MOST_CELLS:
        raise TooLarge(f"a board has from 1 to 64 rows and columns, and at most {MOST_CELLS} cells here")
    if wish.kinds is not None and wish.kinds > _MOST_KINDS:
        raise BadBoard(f"there are faces for {_MOST_KINDS} kinds, not {wish.kinds}")
    difficulty = None if wish.difficulty is None else parse_difficulty(wish.difficulty)
    if (difficulty is not None or mode == "expert") and rows * cols > _MOST_CHOSEN:
        raise TooLarge(f"a difficulty can be chosen for boards of up to {_MOST_CHOSEN} cells")
    if rows * cols > _MOST_USUAL and not (wish.max_turns in (msgspec.UNSET, 2) and wish.outside is not False):
        raise TooLarge(f"boards with such rules have up to {_MOST_USUAL} cells here")
    rules = Rules(
        max_turns=2 if wish.max_turns is msgspec.UNSET else wish.max_turns,
        outside=wish.outside is not False,
        gravity=cast(Gravity, wish.gravity or "still"),
        adjacent=wish.adjacent is not False,
    )
    return plan(
        mode,
        seed=1 + secrets.randbelow(_MOST_DEALS) if wish.seed is None else wish.seed,
        rows=rows,
        cols=cols,
        kinds=wish.kinds,
        rules=rules,
        difficulty=difficulty,
        mask=_mask_of(wish.mask),
    )


def _mask_of(mask: str | None) -> str | None:
    """Write a mask as deals have it: rows set apart by "/" and without spaces."""
    if mask is None:
        return None
    if len(mask) > 2 * MOST_CELLS + 64:
        raise TooLarge("the mask is too long")
    return "/".join("".join(line.split()) for line in mask.strip().replace("/", "\n").splitlines())


def _check_alone(given: set[str], mode: str, allowed: set[str]) -> None:
    for name in sorted(given - allowed):
        raise BadOptions(f"the boards of the mode {mode!r} are not chosen: {name} does not go with it")


@lru_cache(maxsize=64)
def _board(deal: Deal) -> Board:
    return deal.board()


def _dealt(planned: Plan) -> Game:
    """Deal a board; that of a day or a level is everybody's, and is dealt once."""
    if planned.options.mode not in ("daily", "campaign"):
        board = planned.deal.board(seconds=_DEAL_SECONDS)
        return Game(board, planned.options, seed=planned.deal.seed, deal=planned.deal)
    return Game(_board(planned.deal), replace(planned.options), seed=planned.deal.seed, deal=planned.deal)
