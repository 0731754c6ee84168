"""Summaries of stored games, which need no replay, and the progress of the campaign."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from lianliankan.game.modes import INITIAL_LIVES, LEVELS, MAX_LIVES

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a stored game.

    - `id`: its id in the store.
    - `mode`, `size`: the mode, "own" for a custom game, and rows and columns, e.g. "8x18".
    - `state`: the state of the game.
    - `score`, `seconds`, `stars`: points, seconds played, and the stars of a won game.
    - `pairs`, `tiles`: the numbers of pairs removed and tiles left.
    - `level`, `day`: of a campaign or daily game, otherwise None.
    - `gravity`: how tiles move after a removal.
    - `deal`: the text of the deal, or None if unknown.
    - `begun`, `changed`: when it was started and when the last command was stored, in UTC.
    - `shuffles_left`: the number of shuffles left; None if unlimited.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
    ...     stored = store.begin(llk.plan("classic", seed=7).game())
    ...     summary = store.unfinished()
    >>> summary.mode, summary.size, summary.state, summary.tiles
    ('classic', '8x18', 'playing', 144)
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
    def from_row(cls, values: Sequence[Any]) -> "Summary":
        """Read the columns of `SUMMARY_COLUMNS`."""
        given = dict(zip(SUMMARY_FIELDS, values, strict=True))
        given["seconds"] /= 1000
        for name in ("begun", "changed"):
            given[name] = _EPOCH + timedelta(microseconds=given[name])
        return cls(**given)

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.state in ("won", "lost")


SUMMARY_FIELDS: tuple[str, ...] = tuple(Summary.__slots__)
"""The fields of a summary, in order."""

SUMMARY_COLUMNS = ", ".join("played" if name == "seconds" else name for name in SUMMARY_FIELDS)
"""The columns that a summary is read from."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a campaign.

    - `level`: the level to play next; the last one if all are won.
    - `lives`: the shuffles to play it with.
    - `stars`: the best stars of every level won.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, llk.Store(folder) as store:
    ...     store.campaign()
    Progress(level=1, lives=3, stars=mappingproxy({}))
    """

    level: int
    lives: int
    stars: Mapping[int, int]


def campaign_progress(games: Iterable[Summary]) -> Progress:
    """Compute the progress of a campaign from its finished games, oldest first.

    Winning a level unlocks the next one, with the shuffles left plus one. After a loss there are at least as many as at
    the start of the campaign.

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
            if game.level > reached:  # replaying an old level for its stars does not change the lives
                reached = game.level
                lives = MAX_LIVES if game.shuffles_left is None else min(game.shuffles_left + 1, MAX_LIVES)
    return Progress(min(reached + 1, LEVELS), lives, MappingProxyType(stars))
