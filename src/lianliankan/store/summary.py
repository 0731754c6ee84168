"""How a stored game stands, without playing it again, and what the finished games say about the campaign."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from lianliankan.game.game import Game
from lianliankan.game.modes import INITIAL_LIVES, LEVELS, MAX_LIVES, true_mode
from lianliankan.records.record import format_deal

__all__ = ["SUMMARY_FIELDS", "Progress", "Summary", "campaign_progress", "changing_columns", "summary_columns"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Summary:
    """How a stored game stands.

    - `id`: its name in the store.
    - `mode`, `size`: the mode, "own" where it is none of the known ones, and rows and columns as in "8x18".
    - `state`: the state of the game, or "damaged" where it cannot be played again.
    - `score`, `seconds`, `stars`: points, seconds played, and stars of a game that is won.
    - `pairs`, `tiles`: how many pairs have gone, and how many tiles are left.
    - `level`, `day`: of a campaign and of a daily game, else None.
    - `gravity`: what moves after a removal.
    - `deal`: the text of the deal, or None where it is not known.
    - `begun`, `changed`: when it was begun and when the last command was kept, in UTC.
    - `shuffles_left`: how many shuffles are left; None for any number.
    """

    id: str
    mode: str
    size: str
    state: str
    score: int
    seconds: float
    stars: int
    pairs: int
    tiles: int
    level: int | None
    day: str | None
    gravity: str
    deal: str | None
    begun: datetime
    changed: datetime
    shuffles_left: int | None

    @classmethod
    def from_row(cls, row: tuple[Any, ...]) -> "Summary":
        """Read what the store has in its columns of these names."""
        given = dict(zip(SUMMARY_FIELDS, row, strict=True))
        for name in ("begun", "changed"):
            given[name] = _parse_stamp(given[name])
        return cls(**given)

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.state in ("won", "lost")


SUMMARY_FIELDS: tuple[str, ...] = tuple(Summary.__slots__)
"""The columns of a summary, in order."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the campaign has come.

    - `level`: the level to play next; the last one again where all are won.
    - `lives`: the shuffles to play it with.
    - `stars`: the most stars of every level that was won.
    """

    level: int
    lives: int
    stars: Mapping[int, int]


def summary_columns(game: Game) -> dict[str, Any]:
    """Give what the store keeps beside the commands of a game: all of it follows from them."""
    board, mode = game.first_board, true_mode(game)
    own = mode == "own"  # what it calls itself counts for no list
    return {
        "mode": mode,
        "size": f"{board.rows}x{board.cols}",
        "gravity": board.rules.gravity,
        "level": None if own else game.options.level,
        "day": None if own else game.options.day,
        "deal": format_deal(game.deal),
        **changing_columns(game),
    }


def changing_columns(game: Game) -> dict[str, Any]:
    """Give those columns that a command may change."""
    return {
        "entries": game.entry_count,
        "at": round(game.at * 1000),
        "state": game.state,
        "score": game.score,
        "seconds": game.seconds(),
        "stars": game.stars,
        "pairs": game.pairs,
        "tiles": game.board.tile_count,
        "shuffles_left": game.shuffles_left,
    }


def campaign_progress(games: Iterable[Summary]) -> Progress:
    """Say how far a campaign has come, from its finished games, the oldest first.

    A level that was won unlocks the next, with the shuffles left and one more; whoever has lost since has at least as
    many as in the beginning.

    >>> campaign_progress([])
    Progress(level=1, lives=3, stars=mappingproxy({}))
    """
    reached, lives = 0, INITIAL_LIVES
    stars: dict[int, int] = {}
    for game in games:
        if game.level is None or not 1 <= game.level <= LEVELS:
            continue
        if game.state == "lost":
            lives = max(lives, INITIAL_LIVES)
        elif game.state == "won":
            stars[game.level] = max(stars.get(game.level, 0), game.stars)
            if game.level > reached:  # an old level played again for its stars changes no lives
                reached = game.level
                lives = MAX_LIVES if game.shuffles_left is None else min(game.shuffles_left + 1, MAX_LIVES)
    return Progress(min(reached + 1, LEVELS), lives, MappingProxyType(stars))


def _parse_stamp(stamp: object) -> datetime:
    try:
        return _EPOCH + timedelta(microseconds=int(str(stamp)))
    except (ValueError, OverflowError):  # a list of games is of use even where one has no time
        return _EPOCH
