"""The settings of a race: its format, its board, its times and its items."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import msgspec

from lianliankan.board.rules import GRAVITIES, Gravity, Rules
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadOptions
from lianliankan.race.items import Format, Item, offered_items
from lianliankan.text import shorten

MAX_SEATS = 6
"""How many seats a room has at most."""

_SLOW: tuple[Gravity, ...] = ("left", "right", "gather-columns", "inward")  # they pack along the long lines of a board

RACE_GRAVITIES: tuple[Gravity, ...] = tuple(gravity for gravity in GRAVITIES if gravity not in _SLOW)
"""The gravities that races offer: those under which the solver proves a board of race size in milliseconds."""

_MAX_SIDE = 24
_MAX_SECONDS = 3600


class FormatRules(NamedTuple):
    """The properties of a format.

    - `has_one_board`: whether all play on one board; otherwise each has a copy of it.
    - `min_seats`: how many players it needs, ghosts not counted.
    - `rows`, `cols`: the usual board.
    - `idle`, `away`, `limit`, `after_first`: the usual times in seconds, as in `RaceSettings`.
    - `hints`, `has_items`: as in `RaceSettings`.
    - `is_team`: whether all win or lose together.
    """

    has_one_board: bool
    min_seats: int
    rows: int = 8
    cols: int = 14
    idle: int = 30
    away: int = 60
    limit: int = 480
    after_first: int = 60
    hints: int = 3
    has_items: bool = False
    is_team: bool = False


FORMATS: Mapping[Format, FormatRules] = MappingProxyType(
    {
        "sprint": FormatRules(has_one_board=False, min_seats=2),
        "items": FormatRules(has_one_board=False, min_seats=2, has_items=True),
        "shared": FormatRules(has_one_board=True, min_seats=2, hints=0),
        "together": FormatRules(has_one_board=True, min_seats=2, rows=10, cols=18, idle=0, limit=240, is_team=True),
        "ghost": FormatRules(has_one_board=False, min_seats=1, idle=0, limit=0, after_first=0, hints=0),
    }
)
"""The formats by name."""


class RaceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The settings of a race; those not given are as usual in its format.

    - `format`: "sprint" (first to clear the board), "items" (a sprint with items), "shared" (one board, most pairs
      win), "together" (one board, all against the clock) or "ghost" (against recorded games).
    - `rows`, `cols`, `kinds`, `gravity`: the board.
    - `seats`: how many seats there are, 2 to 6.
    - `countdown`: seconds from the moment all are ready to the start.
    - `idle`: a seat without a pair for so many seconds is out; 0 for no such rule.
    - `away`: how many seconds in all a player may be away in a race before the seat is out.
    - `limit`: how many seconds the race lasts at most; 0 for no limit.
    - `after_first`: how many seconds the others have once the first has cleared the board; 0 for no limit.
    - `hints`: the hints of each seat.
    - `items`: whether there are items; `stock`: how many a seat can hold; `combo`: how many quick pairs earn one.
    - `hide`, `turn`, `block`, `shield`, `time`: how many seconds these items last, or give.
    - `hidden`: the percentage of the tiles that an attack hides.

    >>> settings = RaceSettings(format="together")
    >>> settings.board_size, settings.seconds("limit"), settings.has_items
    ((10, 18), 240, False)
    >>> RaceSettings(format="items", gravity="left")
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadOptions: unknown gravity 'left' (choose from still, down, up, split-rows, ...)
    """

    format: Format = "sprint"
    rows: int | None = None
    cols: int | None = None
    kinds: int | None = None
    gravity: Gravity = "still"
    seats: int = MAX_SEATS
    countdown: int = 3
    idle: int | None = None
    away: int | None = None
    limit: int | None = None
    after_first: int | None = None
    hints: int | None = None
    items: bool | None = None
    stock: int = 3
    combo: int = 3
    hide: int = 5
    turn: int = 6
    block: int = 15
    shield: int = 20
    time: int = 15
    hidden: int = 40

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise BadOptions(f"unknown format {shorten(self.format)} (choose from {', '.join(FORMATS)})")
        if self.gravity not in RACE_GRAVITIES:
            raise BadOptions(f"unknown gravity {shorten(self.gravity)} (choose from {', '.join(RACE_GRAVITIES)})")
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            may_be_usual = name in FormatRules._fields
            if not ((value is None and may_be_usual) or (type(value) is int and low <= value <= high)):
                raise BadOptions(f"invalid {name} {shorten(value)}; expected a whole number from {low} to {high}")
        if self.items is not None and type(self.items) is not bool:
            raise BadOptions(f"invalid items {shorten(self.items)}; expected true or false")
        if self.has_items and not offered_items(self.format):
            raise BadOptions(f"there are no items in the format {self.format!r}")
        self.deal(0)  # raises for a board that cannot be dealt

    @property
    def format_rules(self) -> FormatRules:
        """The properties of the format."""
        return FORMATS[self.format]

    @property
    def board_size(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        usual = self.format_rules
        return usual.rows if self.rows is None else self.rows, usual.cols if self.cols is None else self.cols

    @property
    def has_items(self) -> bool:
        """Whether combos earn items."""
        return self.format_rules.has_items if self.items is None else self.items

    @property
    def hint_count(self) -> int:
        """The hints of each seat."""
        return self.format_rules.hints if self.hints is None else self.hints

    @property
    def items_offered(self) -> tuple[Item, ...]:
        """The items that can be earned; more time only if time is limited."""
        offered = offered_items(self.format) if self.has_items else ()
        return offered if self.seconds("limit") else tuple(item for item in offered if item != "time")

    def seconds(self, name: str) -> int:
        """Return `idle`, `away`, `limit` or `after_first`, as given or as usual in the format; 0 for no limit."""
        given: int | None = getattr(self, name)
        usual: int = getattr(self.format_rules, name)
        return usual if given is None else given

    def deal(self, seed: int) -> Deal:
        """Return the deal with a number; a ghost race has the deal of its ghosts instead."""
        return Deal(*self.board_size, kinds=self.kinds, seed=seed, rules=Rules(gravity=self.gravity))

    def to_dict(self) -> dict[str, Any]:
        """Return the settings that differ from the defaults, for JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Read the result of `to_dict`.

        >>> RaceSettings.from_dict({"format": "items", "stock": 2}).stock
        2
        """
        try:
            return msgspec.convert(given, cls)
        except msgspec.ValidationError as problem:
            raise BadOptions(f"invalid settings: {problem}") from None


_RANGES = {
    "rows": (1, _MAX_SIDE),
    "cols": (1, _MAX_SIDE),
    "seats": (1, MAX_SEATS),
    "countdown": (0, 60),
    "idle": (0, _MAX_SECONDS),
    "away": (0, _MAX_SECONDS),
    "limit": (0, _MAX_SECONDS),
    "after_first": (0, _MAX_SECONDS),
    "hints": (0, 100),
    "stock": (1, 9),
    "combo": (1, 99),
    "hide": (1, 60),
    "turn": (1, 60),
    "block": (1, 60),
    "shield": (1, 60),
    "time": (1, 60),
    "hidden": (1, 100),
}
