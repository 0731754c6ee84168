"""The WebSocket protocol of a room: JSON messages, distinguished by "type", and what they say about a room."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, Self, get_args

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.path import Path
from lianliankan.board.rules import GRAVITIES, Gravity
from lianliankan.game.events import Event
from lianliankan.race.events import PairTaken, RaceEvent, RoomEvent
from lianliankan.race.items import ATTACKS, ITEMS, Format, Item, offered_items
from lianliankan.race.ratings import RATED_FORMATS
from lianliankan.race.room import Room, RoomPhase
from lianliankan.race.seat import BOT_LEVELS
from lianliankan.race.settings import FORMATS, MAX_SEATS, RACE_GRAVITIES, RaceSettings
from lianliankan.race.view import RaceView
from lianliankan.web.live.protocol import CLOSE_CODES, CLOSE_NO_GAME, BadMessage, ClientNumber, Ping, Pong

RACE_VERSION = 1
"""The version of the protocol; a page with another version must be reloaded."""

CLOSE_NO_ROOM: Final = CLOSE_NO_GAME
CLOSE_KICKED: Final = 4403
CLOSE_TAKEN_OVER: Final = 4409

RACE_CLOSE_CODES: Mapping[str, int] = MappingProxyType(
    {
        **{name: code for name, code in CLOSE_CODES.items() if name not in ("no_game", "other_version")},
        "no_room": CLOSE_NO_ROOM,
        "kicked": CLOSE_KICKED,  # by the host; the player cannot come back to this room
        "taken_over": CLOSE_TAKEN_OVER,  # the same player has opened the room in another tab
    }
)
"""The codes that the server closes connections with."""

RaceErrorCode = Literal["bad", "stale", "store", "queue", "long", "full", "kicked", "watching", "gone", "busy", "slow"]

RACE_ERROR_CODES: tuple[RaceErrorCode, ...] = get_args(RaceErrorCode)
"""The codes of error messages: not understood; the tiles have gone or the board was replaced; could not be saved; too
much work is waiting; the room has had too many commands; no seat is free, or the host removed the player, so that the
client watches; spectators may not do that; no such room; too many connections; too many messages. In all cases, what
was asked for was not done."""

Reaction = Literal["wave", "clap", "laugh", "wow", "cry", "heart"]

REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
"""The reactions that players can show each other."""


# ---- From the client -------------------------------------------------------------------------------------------------


class RaceDo(msgspec.Struct, frozen=True, tag="do", forbid_unknown_fields=True):
    """A command of a player.

    - `n`: the client's number for it, returned with the answer.
    - `version`: the version of the room that the client had seen when its player chose it.
    - `command`: its text, without the seat: "play 1,1-2,3", "hint", "use hide 3", "give-up", "ready", "unready",
      "leave", and by the host "bot 3", "kick 2" and "settings {…}". Seats are counted from 1 in it.
    """

    n: ClientNumber
    version: ClientNumber
    command: Annotated[str, msgspec.Meta(max_length=1000)]


class React(msgspec.Struct, frozen=True, tag="react", forbid_unknown_fields=True):
    """Show a reaction to the whole room; it has no answer."""

    reaction: Reaction


FromRacer = RaceDo | React | Ping

FROM_RACER: msgspec.json.Decoder[FromRacer] = msgspec.json.Decoder(FromRacer)
"""Decodes the messages of a player; for `read_message`.

>>> from lianliankan.web.live.protocol import read_message
>>> read_message('{"type":"do","n":7,"version":12,"command":"ready"}', FROM_RACER)
RaceDo(n=7, version=12, command='ready')
>>> read_message('{"type":"react","reaction":"wave"}', FROM_RACER)
React(reaction='wave')
"""


# ---- To the client ---------------------------------------------------------------------------------------------------


class RaceSettingsView(msgspec.Struct, frozen=True):
    """All settings of a race, those that are as usual in its format too; times in seconds, 0 for no limit.

    `has_one_board` and `is_team` belong to the format: whether all play on one board, and whether they win or lose
    together.
    """

    format: Format
    rows: int
    cols: int
    kinds: int | None
    gravity: Gravity
    seats: int
    countdown: int
    idle: int
    away: int
    limit: int
    after_first: int
    hints: int
    items: bool
    items_offered: tuple[Item, ...]
    stock: int
    combo: int
    hide: int
    turn: int
    block: int
    shield: int
    time: int
    hidden: int
    has_one_board: bool
    is_team: bool

    @classmethod
    def of(cls, settings: RaceSettings) -> Self:
        """Return the view of settings."""
        rows, cols = settings.board_size
        usual = {name: settings.seconds(name) for name in ("idle", "away", "limit", "after_first")}
        found: dict[str, Any] = {
            "rows": rows,
            "cols": cols,
            "hints": settings.hint_count,
            "items": settings.has_items,
            **usual,
        }
        rules = settings.format_rules
        found |= {"has_one_board": rules.has_one_board, "is_team": rules.is_team}
        found["items_offered"] = settings.items_offered
        given = {name: getattr(settings, name) for name in cls.__struct_fields__ if name not in found}
        return cls(**given, **found)


class RoomSeatView(msgspec.Struct, frozen=True):
    """A player on a seat, counted from 0; `bot` is a bot's strength, 0 for a person."""

    seat: int
    name: str
    bot: int
    is_ready: bool
    is_away: bool


class GhostView(msgspec.Struct, frozen=True):
    """A recorded game to race against: its player's name, and the milliseconds in which it was won."""

    name: str
    ms: int


class RoomView(msgspec.Struct, frozen=True):
    """The view of a room, beside its race; times are milliseconds since the room was opened.

    - `host`: the host's seat.
    - `settings`: of the race that is running, or else of the next one.
    - `countdown_until`: when the race begins, if a countdown is running.
    - `race_began`: when the race that is running, or else the last one, began: the times of its events and of its view
      count from there.
    - `race_id`: the name of that race, by which its record is found when it is over.
    - `is_quick`: whether it is for a quick match; `ghosts`: the opponents of a ghost race.
    """

    code: str
    is_public: bool
    phase: RoomPhase
    host: int | None
    settings: RaceSettingsView
    seats: tuple[RoomSeatView, ...]
    countdown_until: int | None
    race_began: int | None
    race_id: str | None
    is_quick: bool
    ghosts: tuple[GhostView, ...]

    @classmethod
    def of(cls, room: Room, code: str, *, is_public: bool, race_id: str | None, is_quick: bool = False) -> Self:
        """Return the view of a room."""
        seats = (
            RoomSeatView(number, seat.name, seat.bot, seat.is_ready, seat.away_since is not None)
            for number, seat in sorted(room.seats.items())
        )
        return cls(
            code=code,
            is_public=is_public,
            phase=room.phase,
            host=room.host,
            settings=RaceSettingsView.of(room.settings),
            seats=tuple(seats),
            countdown_until=room.countdown_until,
            race_began=room.race_began,
            race_id=race_id,
            is_quick=is_quick,
            ghosts=tuple(GhostView(racer.name, racer.ghost.clock.played()) for racer in room.ghosts if racer.ghost),
        )


class RoomState(msgspec.Struct, frozen=True, tag="room"):
    """All there is: the first message, sent again whenever the client might have missed something.

    It follows events with a "racebegun" or "settingschanged", too. Whatever the client waits for was done before it, or
    never will be. `you` is the client's seat, None for a spectator; `now` is in milliseconds since the room was opened.
    """

    v: int
    version: int
    you: int | None
    room: RoomView
    race: RaceView | None
    now: int


class RoomEvents(msgspec.Struct, frozen=True, tag="events"):
    """Events of the room and its race; `n` is the client's command that it answers, or None."""

    n: int | None
    version: int
    now: int
    events: tuple[RoomEvent | RaceEvent, ...]


class EncodedState(msgspec.Struct, frozen=True, tag="room"):
    """A `RoomState` of which `room` and `race` are encoded once, for all clients."""

    v: int
    version: int
    you: int | None
    room: msgspec.Raw
    race: msgspec.Raw
    now: int


class EncodedEvents(msgspec.Struct, frozen=True, tag="events"):
    """A `RoomEvents` of which `events` are encoded once, for all clients."""

    n: int | None
    version: int
    now: int
    events: msgspec.Raw


class ReactionShown(msgspec.Struct, frozen=True, tag="reaction"):
    """A player shows something."""

    seat: int
    reaction: Reaction


class RaceErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """Something that was not done: the command if it was one, a short code for the page, and a text for people."""

    n: int | None
    code: RaceErrorCode
    problem: str


# ---- What races offer ------------------------------------------------------------------------------------------------

_QUICK_BOTS = (2, 3, 3, 4)
_USUAL_BOT = 3
_IDLE_TIMES = (15, 30, 60, 120, 0)
_SIZES = ((4, 6), (6, 8), (6, 12), (8, 14), (10, 18), (12, 20))


class RaceCatalog(msgspec.Struct, frozen=True):
    """Facts about races for the page, which repeats none of them.

    - `formats`: by name, the usual settings of each; `room_formats`: those that rooms can be opened for.
    - `gravities`: those of races; `all_gravities`: the numbers of the kernel, by their place.
    - `sizes`: boards to choose from, rows and columns; each format has a usual one besides.
    - `attacks`: the items that need a victim; `optional_items`: the formats in which a room may have items or not.
    - `rated`: the formats with ratings.
    - `min_seats`, `max_seats`, `bot_levels`: the limits of a room, by format where they differ.
    - `quick_bots`: the strengths of the bots that fill a quick match; `usual_bot`: that of an invited one.
    - `idle_times`: how many seconds without a pair can be agreed; 0 for no such rule.
    """

    v: int
    formats: dict[Format, RaceSettingsView]
    room_formats: tuple[Format, ...]
    min_seats: dict[Format, int]
    max_seats: int
    bot_levels: int
    quick_bots: tuple[int, ...]
    usual_bot: int
    idle_times: tuple[int, ...]
    gravities: tuple[Gravity, ...]
    all_gravities: tuple[Gravity, ...]
    sizes: tuple[tuple[int, int], ...]
    items: tuple[Item, ...]
    attacks: tuple[Item, ...]
    optional_items: tuple[Format, ...]
    rated: tuple[Format, ...]
    reactions: tuple[Reaction, ...]
    close: dict[str, int]
    errors: tuple[RaceErrorCode, ...]


def race_catalog() -> RaceCatalog:
    """Return what races offer."""
    return RaceCatalog(
        v=RACE_VERSION,
        formats={name: RaceSettingsView.of(RaceSettings(format=name)) for name in FORMATS},
        room_formats=tuple(name for name in FORMATS if name != "ghost"),
        min_seats={name: rules.min_seats for name, rules in FORMATS.items()},
        max_seats=MAX_SEATS,
        bot_levels=BOT_LEVELS,
        quick_bots=_QUICK_BOTS,
        usual_bot=_USUAL_BOT,
        idle_times=_IDLE_TIMES,
        gravities=RACE_GRAVITIES,
        all_gravities=GRAVITIES,
        sizes=_SIZES,
        items=ITEMS,
        attacks=ATTACKS,
        optional_items=tuple(name for name, rules in FORMATS.items() if offered_items(name) and not rules.has_items),
        rated=RATED_FORMATS,
        reactions=REACTIONS,
        close=dict(RACE_CLOSE_CODES),
        errors=RACE_ERROR_CODES,
    )


# ---- Read by clients in Python ---------------------------------------------------------------------------------------


ToRacer = RoomState | RoomEvents | ReactionShown | RaceErrorMessage | Pong
"""The messages of a server of rooms."""

_EVENTS = {kind.__name__.lower(): kind for base in (Event, RaceEvent, RoomEvent) for kind in base.__subclasses__()}


class _RawEvents(msgspec.Struct, frozen=True, tag="events"):
    """A `RoomEvents` whose events are read by their own types."""

    n: int | None
    version: int
    now: int
    events: list[dict[str, Any]]


def _decode_value(kind: type, value: Any) -> Any:  # noqa: ANN401  # any JSON value
    if kind is Board:
        return Board.parse(value)
    if kind is Path:
        return Path(value)
    raise NotImplementedError(f"{kind.__name__} has no JSON form")


_DECODER: msgspec.json.Decoder[RoomState | _RawEvents | ReactionShown | RaceErrorMessage | Pong] = msgspec.json.Decoder(
    RoomState | _RawEvents | ReactionShown | RaceErrorMessage | Pong, dec_hook=_decode_value
)


def read_answer(text: str | bytes) -> ToRacer:
    """Parse a message of the server; raises BadMessage if it is not one.

    >>> read_answer('{"type":"events","n":7,"version":3,"now":1500,"events":[{"event":"cameback","at":40,"seat":2}]}')
    RoomEvents(n=7, version=3, now=1500, events=(CameBack(at=40, seat=2, idle_at=None, ranks=None),))
    """
    try:
        found = _DECODER.decode(text)
        if not isinstance(found, _RawEvents):
            return found
        return RoomEvents(found.n, found.version, found.now, tuple(map(_read_event, found.events)))
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError) as problem:
        raise BadMessage(str(problem) or "not valid JSON") from None


def _read_event(found: dict[str, Any]) -> Any:  # noqa: ANN401  # of a room, a race or a board
    kind = _EVENTS[found["event"]]
    if kind is PairTaken:
        taken = msgspec.convert(found | {"events": ()}, PairTaken)
        return msgspec.structs.replace(taken, events=tuple(map(_read_event, found["events"])))
    return msgspec.convert(found, kind, dec_hook=_decode_value)
