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

__all__ = ["MAX_CELLS", "MAX_SHARE_LENGTH", "NewGameRequest", "create_game", "is_quick_deal", "read_share", "today"]

MAX_CELLS = 1024
"""The largest board that is played on the web."""

MAX_SHARE_LENGTH = 16_000
"""The longest text for sharing that is read, in characters."""

_MAX_KINDS = 240  # faces that a page has
_MAX_RATED_CELLS = 240  # cells of a board of a certain difficulty, which takes many deals to find
_MAX_QUICK_CELLS = 400  # cells that are dealt at once
_MAX_SEED = 999_999  # people tell their numbers to each other
_DEAL_SECONDS = 20.0  # some boards, large and under unusual rules, would take minutes
_SHARE_SECONDS = 3.0


class NewGameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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


def create_game(request: NewGameRequest, store: Store) -> Game:
    """Make the game that is wished for; raises a ValueError that says what is wrong with the request.

    >>> create_game(NewGameRequest(mode="classic", rows=4, cols=6, seed=7), cast(Store, None)).board.tile_count
    24
    """
    given = {name for name in NewGameRequest.__struct_fields__ if getattr(request, name) not in (None, msgspec.UNSET)}
    if request.share is not None:
        if given != {"share"}:
            raise BadOptions("what was shared is played as it is: nothing else goes with share")
        return _copy_to_play(read_share(request.share))
    if request.mode == "daily":
        _reject_other_fields(given, "daily", {"mode"})
        return _deal_game(daily(datetime.now(UTC).date()))
    if request.mode == "campaign":
        _reject_other_fields(given, "campaign", {"mode", "level"})
        progress = store.campaign()
        number = progress.level if request.level is None else request.level
        if number > progress.level:
            raise BadOptions(f"level {number} is not open yet: {progress.level} is the next")
        return _deal_game(level(number, lives=progress.lives))
    if request.mode is None:
        raise BadOptions("a game has a mode, or is one that was shared")
    if request.level is not None:
        raise BadOptions("only the campaign has levels")
    return _deal_game(_plan_deal(request, request.mode))


def is_quick_deal(request: NewGameRequest) -> bool:
    """Whether its board is dealt at once; others may take seconds, or not exist at all.

    >>> is_quick_deal(NewGameRequest(mode="timed", gravity="down"))
    True
    >>> is_quick_deal(NewGameRequest(mode="timed", max_turns=0))
    False
    """
    plain = request.share is None and request.mask is None and request.difficulty is None and request.kinds is None
    plain = (
        plain
        and request.max_turns in (msgspec.UNSET, 2)
        and request.outside is not False
        and request.adjacent is not False
    )
    rows, cols = _board_size(request)
    return plain and rows * cols <= _MAX_QUICK_CELLS


def read_share(text: str) -> Board | Game:
    """Read what somebody shared; raises a ValueError where it is broken, or too much for the web."""
    if len(text) > MAX_SHARE_LENGTH:
        raise TooLarge(f"a text for sharing has at most {MAX_SHARE_LENGTH} characters here")
    found = from_share(text, seconds=_SHARE_SECONDS)
    board = found.first_board if isinstance(found, Game) else found
    if board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"boards of more than {MAX_CELLS} cells are not played on the web")
    if max((number for row in board.to_rows() for number in row), default=0) > _MAX_KINDS:
        raise BadShare(f"it has kinds beyond {_MAX_KINDS}, for which there are no faces")
    return found


def _copy_to_play(found: Board | Game) -> Game:
    """Give an own copy, before its first command; a plain board is played as the classic game."""
    if isinstance(found, Game):
        return restarted(found)
    return Game(found, MODES["classic"], seed=secrets.randbelow(_MAX_SEED))


def _board_size(request: NewGameRequest) -> tuple[int, int]:
    return (
        DEFAULT_ROWS if request.rows is None else request.rows,
        DEFAULT_COLS if request.cols is None else request.cols,
    )


def _plan_deal(request: NewGameRequest, mode: str) -> Plan:
    rows, cols = _board_size(request)
    if not (1 <= rows <= 64 and 1 <= cols <= 64) or rows * cols > MAX_CELLS:
        raise TooLarge(f"a board has from 1 to 64 rows and columns, and at most {MAX_CELLS} cells here")
    if request.kinds is not None and request.kinds > _MAX_KINDS:
        raise BadBoard(f"there are faces for {_MAX_KINDS} kinds, not {request.kinds}")
    difficulty = None if request.difficulty is None else parse_difficulty(request.difficulty)
    if (difficulty is not None or mode == "expert") and rows * cols > _MAX_RATED_CELLS:
        raise TooLarge(f"a difficulty can be chosen for boards of up to {_MAX_RATED_CELLS} cells")
    if rows * cols > _MAX_QUICK_CELLS and not (
        request.max_turns in (msgspec.UNSET, 2) and request.outside is not False
    ):
        raise TooLarge(f"boards with such rules have up to {_MAX_QUICK_CELLS} cells here")
    rules = Rules(
        max_turns=2 if request.max_turns is msgspec.UNSET else request.max_turns,
        outside=request.outside is not False,
        gravity=cast(Gravity, request.gravity or "still"),
        adjacent=request.adjacent is not False,
    )
    return plan(
        mode,
        seed=1 + secrets.randbelow(_MAX_SEED) if request.seed is None else request.seed,
        rows=rows,
        cols=cols,
        kinds=request.kinds,
        rules=rules,
        difficulty=difficulty,
        mask=_normalize_mask(request.mask),
    )


def _normalize_mask(mask: str | None) -> str | None:
    """Write a mask as deals have it: rows set apart by "/" and without spaces."""
    if mask is None:
        return None
    if len(mask) > 2 * MAX_CELLS + 64:
        raise TooLarge("the mask is too long")
    return "/".join("".join(line.split()) for line in mask.strip().replace("/", "\n").splitlines())


def _reject_other_fields(given: set[str], mode: str, allowed: set[str]) -> None:
    for name in sorted(given - allowed):
        raise BadOptions(f"the boards of the mode {mode!r} are not chosen: {name} does not go with it")


@lru_cache(maxsize=64)
def _board(deal: Deal) -> Board:
    return deal.board()


def _deal_game(planned: Plan) -> Game:
    """Deal a board; that of a day or a level is everybody's, and is dealt once."""
    if planned.options.mode not in ("daily", "campaign"):
        board = planned.deal.board(seconds=_DEAL_SECONDS)
        return Game(board, planned.options, seed=planned.deal.seed, deal=planned.deal)
    return Game(_board(planned.deal), replace(planned.options), seed=planned.deal.seed, deal=planned.deal)
