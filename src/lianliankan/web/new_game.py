"""New games as the page requests them: which requests are allowed, and the games made from them."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import cast

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.rules import Gravity, Rules
from lianliankan.dealing.deal_spec import DEFAULT_COLS, DEFAULT_ROWS, Deal
from lianliankan.dealing.difficulty import parse_difficulty
from lianliankan.errors import BadBoard, BadOptions, BadShare, TooLarge
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES, Plan, daily, level, plan
from lianliankan.game.replay import restarted
from lianliankan.records.share import from_share
from lianliankan.store import Store

__all__ = [
    "MAX_CELLS",
    "MAX_KINDS",
    "MAX_QUICK_CELLS",
    "MAX_RATED_CELLS",
    "MAX_SHARE_LENGTH",
    "MAX_SIDE",
    "NewGameRequest",
    "create_game",
    "is_quick_deal",
    "read_share",
    "today",
]

MAX_CELLS = 1024
"""The number of cells of the largest board on the web."""

MAX_SHARE_LENGTH = 16_000
"""The length of the longest share text that is read, in characters."""

MAX_SIDE = 64
"""The number of rows, and of columns, of the largest board on the web."""

MAX_KINDS = 240
"""The highest number of kinds: the page has no more faces."""

MAX_RATED_CELLS = 240
"""The number of cells of the largest board of a chosen difficulty: finding one takes many deals."""

MAX_QUICK_CELLS = 400
"""The number of cells of the largest board that is dealt without a noticeable wait, and of one with unusual paths."""

_MAX_SEED = 999_999  # short enough to tell someone
_DEAL_SECONDS = 20.0  # large boards under unusual rules could take minutes
_SHARE_SECONDS = 3.0


class NewGameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which game to start: a mode and its board, the daily game, a campaign level, or a shared board or game."""

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
    """Return the date of the daily game, e.g. 2026-11-15."""
    return datetime.now(UTC).date().isoformat()


def create_game(request: NewGameRequest, store: Store) -> Game:
    """Make the requested game; raises a ValueError that says what is wrong with the request.

    >>> create_game(NewGameRequest(mode="classic", rows=4, cols=6, seed=7), cast(Store, None)).board.tile_count
    24
    """
    given = {name for name in NewGameRequest.__struct_fields__ if getattr(request, name) not in (None, msgspec.UNSET)}
    if request.share is not None:
        if given != {"share"}:
            raise BadOptions("share cannot be combined with other fields")
        return _copy_to_play(read_share(request.share))
    if request.mode == "daily":
        _reject_other_fields(given, "daily", {"mode"})
        return _deal_game(daily(datetime.now(UTC).date()))
    if request.mode == "campaign":
        _reject_other_fields(given, "campaign", {"mode", "level"})
        return _campaign_game(request.level, store)
    if request.mode is None:
        raise BadOptions("expected a mode (e.g. 'classic') or a share text")
    if request.level is not None:
        raise BadOptions("only the campaign has levels")
    return _deal_game(_plan_deal(request, request.mode))


def _campaign_game(number: int | None, store: Store) -> Game:
    progress = store.campaign()
    number = progress.level if number is None else number
    if number > progress.level:
        raise BadOptions(f"level {number} is not open yet; the next level is {progress.level}")
    return _deal_game(level(number, lives=progress.lives))


def is_quick_deal(request: NewGameRequest) -> bool:
    """Whether the board can be dealt quickly; others may take seconds, or not exist at all.

    >>> is_quick_deal(NewGameRequest(mode="timed", gravity="down"))
    True
    >>> is_quick_deal(NewGameRequest(mode="timed", max_turns=0))
    False
    """
    rows, cols = _board_size(request)
    return (
        request.share is None
        and request.mask is None
        and request.difficulty is None
        and request.kinds is None
        and request.max_turns in (msgspec.UNSET, 2)
        and request.outside is not False
        and request.adjacent is not False
        and rows * cols <= MAX_QUICK_CELLS
    )


def read_share(text: str) -> Board | Game:
    """Read a share text; raises a ValueError if it is damaged, or too large for the web."""
    if len(text) > MAX_SHARE_LENGTH:
        raise TooLarge(f"share texts are limited to {MAX_SHARE_LENGTH} characters")
    found = from_share(text, seconds=_SHARE_SECONDS)
    board = found.first_board if isinstance(found, Game) else found
    if board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"boards are limited to {MAX_CELLS} cells on the web")
    if max((number for row in board.to_rows() for number in row), default=0) > MAX_KINDS:
        raise BadShare(f"there are no faces for kinds above {MAX_KINDS}")
    return found


def _copy_to_play(found: Board | Game) -> Game:
    """Return a copy of a game before its first command; a board is played as a classic game."""
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
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE) or rows * cols > MAX_CELLS:
        raise TooLarge(f"rows and cols must be from 1 to {MAX_SIDE}, with at most {MAX_CELLS} cells")
    if request.kinds is not None and request.kinds > MAX_KINDS:
        raise BadBoard(f"kinds must be at most {MAX_KINDS}, not {request.kinds}")
    difficulty = None if request.difficulty is None else parse_difficulty(request.difficulty)
    if (difficulty is not None or mode == "expert") and rows * cols > MAX_RATED_CELLS:
        raise TooLarge(f"a difficulty can be chosen for boards of up to {MAX_RATED_CELLS} cells")
    return plan(
        mode,
        rules=_read_rules(request, rows * cols),
        seed=1 + secrets.randbelow(_MAX_SEED) if request.seed is None else request.seed,
        rows=rows,
        cols=cols,
        kinds=request.kinds,
        difficulty=difficulty,
        mask=_normalize_mask(request.mask),
    )


def _read_rules(request: NewGameRequest, cells: int) -> Rules:
    has_usual_paths = request.max_turns in (msgspec.UNSET, 2) and request.outside is not False
    if cells > MAX_QUICK_CELLS and not has_usual_paths:
        raise TooLarge(f"boards with these rules are limited to {MAX_QUICK_CELLS} cells")
    return Rules(
        max_turns=2 if request.max_turns is msgspec.UNSET else request.max_turns,
        outside=request.outside is not False,
        gravity=cast(Gravity, request.gravity or "still"),
        adjacent=request.adjacent is not False,
    )


def _normalize_mask(mask: str | None) -> str | None:
    """Return a mask as deals write it: rows separated by "/", without spaces."""
    if mask is None:
        return None
    if len(mask) > 2 * MAX_CELLS + 64:
        raise TooLarge("the mask is too long")
    return "/".join("".join(line.split()) for line in mask.strip().replace("/", "\n").splitlines())


def _reject_other_fields(given: set[str], mode: str, allowed: set[str]) -> None:
    for name in sorted(given - allowed):
        raise BadOptions(f"{name} cannot be chosen in mode {mode!r}")


@lru_cache(maxsize=64)
def _deal_once(deal: Deal) -> Board:
    return deal.board()


def _deal_game(planned: Plan) -> Game:
    """Deal a board and make its game; boards of the day and of levels are the same for everyone, and cached."""
    if planned.options.mode not in ("daily", "campaign"):
        board = planned.deal.board(seconds=_DEAL_SECONDS)
        return Game(board, planned.options, seed=planned.deal.seed, deal=planned.deal)
    return Game(_deal_once(planned.deal), replace(planned.options), seed=planned.deal.seed, deal=planned.deal)
