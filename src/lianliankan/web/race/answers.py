"""Requests and answers of the JSON endpoints of races; the page's types are made from these.

Worker processes make the replays and records of races that are over.
"""

from typing import Any, Final

import msgspec

from lianliankan.errors import TooLarge
from lianliankan.race.events import RaceEvent
from lianliankan.race.items import Format
from lianliankan.race.race import Race
from lianliankan.race.record import race_at_start, replay_race_entry, to_race_record
from lianliankan.race.room import RoomPhase
from lianliankan.race.seat import OutReason, SeatState, Standing
from lianliankan.race.view import RaceView
from lianliankan.store import Store
from lianliankan.store.player_names import guest_tag
from lianliankan.store.race_results import RaceRow, RacerResult, racer_handle
from lianliankan.texts import LANGUAGES, Language, read_texts
from lianliankan.web.base.page_data import PAGE_SETTINGS, encode
from lianliankan.web.live.protocol import MAX_COMMANDS
from lianliankan.web.race.protocol import RaceCatalog, RaceSettingsView
from lianliankan.web.work.job_context import JobContext

_OWNER: Final[dict[Language, str]] = {"en": "Player", "zh": "玩家"}  # of the machine


# ---- Requests --------------------------------------------------------------------------------------------------------


class GhostRaceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The recorded game to race against: one of the player's by its `id`, one as a `share` text, or a `day`'s leaders.

    Exactly one of them is given, and the games were won.
    """

    id: str | None = None
    share: str | None = None
    day: str | None = None


class NewRoomRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room to open: its settings, as `RaceSettings` has them, and whether lists show it."""

    settings: dict[str, Any] = {}
    is_public: bool = False


class QuickMatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The format to race in."""

    format: Format = "sprint"


class RaceNameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to race under; an empty one takes it away."""

    name: str


# ---- Answers ---------------------------------------------------------------------------------------------------------


class RaceNameAnswer(msgspec.Struct, frozen=True):
    """The name under which a player races.

    - `name`: as others see it; None if the player has not chosen one, and is shown as "Guest" with the `tag`.
    - `is_fixed`: whether it is the name of the player's account, and is changed there.
    """

    name: str | None
    tag: str
    is_fixed: bool


class RaceFactsAnswer(msgspec.Struct, frozen=True):
    """The facts about races, and those about the player in them.

    - `you`: the name of the player; `id`: by which the player's profile is found.
    - `has_ratings`: whether races are rated here; without the extra [server] they are not.
    - `room`: the code of the room in which the player has a seat, or None.
    """

    catalog: RaceCatalog
    you: RaceNameAnswer
    id: str
    has_ratings: bool
    room: str | None


class LobbyRoom(msgspec.Struct, frozen=True):
    """A room in a list.

    - `seats`: how many there are, `people` and `bots`: how many of them are taken.
    - `host`: the host's name; `rating`: the mean of the people's, in points.
    - `is_quick`: whether it was made by a quick match.
    """

    code: str
    is_public: bool
    is_quick: bool
    phase: RoomPhase
    settings: RaceSettingsView
    seats: int
    people: int
    bots: int
    host: str
    rating: int


class LobbyAnswer(msgspec.Struct, frozen=True):
    """The public rooms that can be joined, and then those that can only be watched."""

    rooms: list[LobbyRoom]


class RoomCodeAnswer(msgspec.Struct, frozen=True):
    """The code of a room: of a new one, or of the one that a quick match has found."""

    code: str


class RoomAnswer(msgspec.Struct, frozen=True):
    """A room that was asked for by its code.

    `refusal` says why the player cannot take a seat: "full", "kicked" or "closed"; None if the player can, or has one.
    A room that is full can be watched.
    """

    room: LobbyRoom
    refusal: str | None


class LeaderAnswer(msgspec.Struct, frozen=True):
    """A player in the leader board of a format; equal points share a place.

    `id` leads to the profile; None for others who do not want their names in rankings, since the profile has them.
    """

    place: int
    id: str | None
    name: str | None
    tag: str
    points: int
    races: int
    wins: int
    is_own: bool


class LeadersAnswer(msgspec.Struct, frozen=True):
    """The leader board of a format.

    - `players`: how many are in it, `top`: the best of them; `near`: the player with neighbours, if not at the top.
    - `own`: the player's place. None without one: it takes `min_races` rated races.
    """

    format: Format
    players: int
    min_races: int
    top: list[LeaderAnswer]
    near: list[LeaderAnswer]
    own: LeaderAnswer | None


class SkillAnswer(msgspec.Struct, frozen=True):
    """A player's rating in a format: points, rated races and wins; `place` in the leader board, or None."""

    format: Format
    points: int
    races: int
    wins: int
    place: int | None


class RacerAnswer(msgspec.Struct, frozen=True):
    """A participant of a race.

    `bot` is a bot's strength; `id` leads to the profile, None for bots and for players who deleted everything. Without
    a `name`, it is a guest with a `tag`, or, without a tag either, a player who left. `is_ghost` is true of a recorded
    game.
    """

    seat: int
    id: str | None
    name: str | None
    tag: str
    bot: int
    is_own: bool
    is_ghost: bool


class RaceResultAnswer(msgspec.Struct, frozen=True):
    """How a racer fared: `ms` is when the board was clear or the racer out, in milliseconds since the start.

    `points` is the rating before and after the race, None in a race that was not rated.
    """

    racer: RacerAnswer
    rank: int
    state: SeatState
    reason: OutReason | None
    ms: int | None
    pairs: int
    tiles: int
    points: tuple[int, int] | None


class RecentRaceAnswer(msgspec.Struct, frozen=True):
    """A race in a player's profile: `began` in seconds since 1970, the player's `seat`, and all results, best first.

    `is_team` says whether all won or lost together.
    """

    id: str
    format: Format
    is_team: bool
    began: int
    is_rated: bool
    seat: int
    results: list[RaceResultAnswer]


class RaceProfileAnswer(msgspec.Struct, frozen=True):
    """A player's profile: the ratings, and the last races, the latest first."""

    id: str
    name: str | None
    tag: str
    is_own: bool
    skills: list[SkillAnswer]
    recent: list[RecentRaceAnswer]


class RaceReplay(msgspec.Struct, frozen=True):
    """A race to watch; times are milliseconds since its start.

    - `first`: the race at its start.
    - `events`: what happened, private events included. They add up: the first boards, with every pair
      played and every new board taken, are the boards of all seats at any time.
    - `length`: when the race was over.
    """

    settings: RaceSettingsView
    first: RaceView
    events: tuple[RaceEvent, ...]
    standings: tuple[Standing, ...]
    length: int


class RaceReplayAnswer(msgspec.Struct, frozen=True):
    """A race that is over: when it `began`, in seconds since 1970, its results, best first, and its replay."""

    id: str
    began: int
    is_rated: bool
    results: list[RaceResultAnswer]
    replay: RaceReplay


# ---- Names -----------------------------------------------------------------------------------------------------------


def default_name(player: str, language: Language) -> str:
    """Return the name of a player without a chosen one.

    >>> default_name("a secret id", "en"), default_name("a secret id", "zh"), default_name("", "en")
    ('Guest Y5JH', '游客 Y5JH', 'Player')
    """
    if not player:
        return _OWNER[language]
    return read_texts(language, "page")["ranking guest"].replace("{tag}", guest_tag(player))


def is_default_name(name: str, player: str) -> bool:
    """Whether a name is what a player is called without one, in whatever language."""
    return any(name == default_name(player, language) for language in LANGUAGES)


def shown_name(store: Store, language: Language) -> str:
    """Return the name under which the player of a store races."""
    return store.racers.own_name()[0] or default_name(store.player, language)


def find_language(store: Store, accept_language: str) -> Language:
    """Return the language of the player of a store: as set on the page, or else as the browser's header wishes."""
    return choose_language(store.setting(PAGE_SETTINGS, dict[str, Any]()).get("language"), accept_language)


def choose_language(chosen: object, accept_language: str) -> Language:
    """Return the language that a page's settings name, or else the one that the browser's header wishes."""
    wishes = (part.strip()[:2].lower() for part in accept_language.split(","))
    return next((language for wish in (chosen, *wishes) for language in LANGUAGES if wish == language), "en")


# ---- Races that are over ---------------------------------------------------------------------------------------------


def describe_results(race: RaceRow, own: str) -> list[RaceResultAnswer]:
    """Return the results of a race as one of its players sees them, best first."""
    return [_describe_result(result, own, has_ghosts=race.format == "ghost") for result in race.results]


def _describe_result(result: RacerResult, own: str, *, has_ghosts: bool) -> RaceResultAnswer:
    player, before, after = result.player, result.points_before, result.points_after
    return RaceResultAnswer(
        racer=RacerAnswer(
            seat=result.seat,
            id=None if player is None else racer_handle(player),
            name=None if player is not None and is_default_name(result.name, player) else result.name or None,
            tag="" if player is None else guest_tag(player),
            bot=result.bot,
            is_own=player == own,
            is_ghost=has_ghosts and result.seat > 0,
        ),
        rank=result.rank,
        state=result.state,  # type: ignore[arg-type]
        reason=result.reason,  # type: ignore[arg-type]
        ms=result.ms,
        pairs=result.pairs,
        tiles=result.tiles,
        points=None if before is None or after is None else (before, after),
    )


def build_race_replay(race: Race) -> RaceReplay:
    """Replay a race; raises TooLarge if it is too long.

    It takes as long as reading the race's record: a worker process must do it.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> for at, command in enumerate(("1 play 1,1-2,1", "1 play 1,2-2,2", "2 give-up")):
    ...     happened = race.do(command, at=at)
    >>> [(event.at, event.name) for event in build_race_replay(race).events]
    [(0, 'pairtaken'), (1000, 'pairtaken'), (1000, 'seatfinished'), (2000, 'wentout'), (2000, 'raceover')]
    """
    if len(race.entries) > MAX_COMMANDS:
        raise TooLarge(f"replays are limited to {MAX_COMMANDS} commands")
    again, events = race_at_start(race), list[RaceEvent]()
    first = RaceView.of(again)
    for entry in race.entries:
        events += replay_race_entry(again, entry)
    return RaceReplay(
        settings=RaceSettingsView.of(race.settings),
        first=first,
        events=tuple(events),
        standings=race.standings,
        length=race.now,
    )


def race_replay_json(context: JobContext, id: str, player: str) -> bytes:
    """Return a race with its results and its replay, as a player sees it."""
    races = context.store(player).races
    row, replay = races.read(id), build_race_replay(races.open_race(id))
    results = describe_results(row, player)
    return encode(RaceReplayAnswer(row.id, row.began // 1_000_000, row.is_rated, results, replay))


def race_record(context: JobContext, id: str, only: str | None) -> str:
    """Return the record of a race; with the name of `only` one player, if it is given."""
    return to_race_record(context.store("").races.open_race(id, only=only))
