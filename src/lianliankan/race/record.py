"""The record of a race: its settings, racers, deal, seed and commands with their times, as one JSON text or packed."""

import zlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from lianliankan.board.board import Board
from lianliankan.errors import BadRecord
from lianliankan.game.game import Game
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Denied, RaceEvent
from lianliankan.race.race import Race, RaceEntry
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings
from lianliankan.records.record_form import (
    VERSION,
    RecordForm,
    check_head,
    format_deal,
    quote,
    read_board,
    read_record,
    reading,
    write_record,
)
from lianliankan.records.share import from_share, to_share
from lianliankan.text import shorten

_HEAD: Final = (("version", "settings", "racers"), ("deal", "board"), ("seed",))
_MAX_PACKED: Final = 2**24  # bytes, unpacked
_LEVEL: Final = 6


class _RacerHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A racer as a record has it; a ghost's game is its share text."""

    name: str
    bot: int = 0
    ghost: str | None = None


class _Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a race, its commands with their times in milliseconds, and the time at its end."""

    head: dict[str, Any]
    entries: list[tuple[int, str]]
    now: int


def to_race_record(race: Race) -> str:
    r"""Return the record of a race, over or not, for `from_race_record` to read; every command is on its own line.

    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> _ = race.do("2 play 1,1-2,1", at=1.5)
    >>> text = to_race_record(race)
    >>> print("\n".join(text.splitlines()[3:6]))
    "commands": [
    [1.5, "2 play 1,1-2,1", "f0dd72"]
    ],
    >>> from_race_record(text).standings == race.standings
    True
    """
    if not isinstance(race, Race):
        raise TypeError(f"expected a Race, not {shorten(race)}")
    return write_record(_FORM, race)


def from_race_record(text: str) -> Race:
    """Read a record by replaying it; nothing is trusted that the replay does not confirm.

    Every attack's proof is checked again. Raises BadRecord with the number of the first bad entry.

    >>> from_race_record("{}")
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadRecord: not a race record: "lianliankan": "race" is missing
    """
    return read_record(_FORM, text)


def pack_race(race: Race) -> bytes:
    """Return a race for `unpack_race` to read; in place of the names of people, it has the numbers of their seats.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Bot", 3)}, llk.Board.parse("AB/AB"))
    >>> _ = race.do("1 play 1,1-2,1", at=1.5)
    >>> again = unpack_race(pack_race(race), {})
    >>> [seat.racer.name for seat in again.seats.values()], again.entries == race.entries
    (['1', 'Bot'], True)
    """
    head = make_race_head(race)
    racers = {seat: racer if "bot" in racer else racer | {"name": seat} for seat, racer in head["racers"].items()}
    entries = [(entry.at, str(entry.command)) for entry in race.entries]
    packed = _Packed(head | {"racers": racers}, entries, race.now)
    return zlib.compress(msgspec.json.encode(packed), _LEVEL)


def unpack_race(data: bytes, names: Mapping[int, str]) -> Race:
    """Read the result of `pack_race` by replaying it; `names` are those of its people, by seat. Raises BadRecord."""
    try:
        text = zlib.decompressobj().decompress(data, _MAX_PACKED)
        packed = msgspec.json.decode(text, type=_Packed)
    except (zlib.error, msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadRecord(f"not a race: {problem}") from None
    for number, name in names.items():
        racer = packed.head.get("racers", {}).get(str(number + 1))
        if isinstance(racer, dict) and not racer.get("bot"):
            racer["name"] = name
    race = start_race_from_head(packed.head, deal_again=False)
    for number, (at, command) in enumerate(packed.entries, 1):
        with reading(entry=number):
            replay_race_entry(race, RaceEntry(at, RaceCommand.parse(command)))
    with reading():
        if race.do_at(RaceCommand(0, "tick"), packed.now):
            raise BadRecord("something happens after its last command")
    return race


def make_race_head(race: Race) -> dict[str, Any]:
    """Return everything about a race except its commands, for JSON; seats are counted from 1."""
    racers = {}
    for number, seat in race.seats.items():
        ghost = None if seat.racer.ghost is None else to_share(seat.racer.ghost)
        racers[str(number + 1)] = msgspec.to_builtins(_RacerHead(seat.racer.name, seat.racer.bot, ghost))
    return {
        "version": VERSION,
        "settings": race.settings.to_dict(),
        "racers": racers,
        "deal": format_deal(race.deal),
        "board": str(race.first_board),
        "seed": race.seed,
    }


def start_race_from_head(head: object, *, deal_again: bool = True) -> Race:
    """Start the race that `make_race_head` describes; `deal_again` checks that its deal gives its board."""
    with reading():
        fields = check_head(head, _HEAD)
        settings, racers = RaceSettings.from_dict(fields["settings"]), _read_racers(fields["racers"])
        board, deal = read_board(fields, deal_again=deal_again)
        return Race(settings, racers, board, seed=fields["seed"], deal=deal)


def race_at_start(race: Race) -> Race:
    """Return the same race before its first command."""
    racers = {number: seat.racer for number, seat in race.seats.items()}
    return Race(race.settings, racers, race.first_board, seed=race.seed, deal=race.deal)


def replay_race_entry(race: Race, entry: RaceEntry) -> list[RaceEvent]:
    """Replay an entry in a race and return its events; raises BadRecord unless it is accepted exactly as it is."""
    version = race.version
    happened = race.do_at(entry.command, entry.at)
    if happened and isinstance(happened[-1], Denied):
        raise BadRecord(f"{shorten(str(entry.command))} is refused: {happened[-1].reason}")
    if race.entries_since(version) != (entry,):
        raise BadRecord(f"{shorten(str(entry.command))} {'replays differently' if happened else 'changes nothing'}")
    return happened


def _read_racers(given: object) -> dict[int, Racer]:
    try:
        heads = msgspec.convert(given, dict[str, _RacerHead])
    except msgspec.ValidationError as problem:
        raise BadRecord(f"invalid racers: {problem}") from None
    racers = {}
    for seat, head in heads.items():
        if not (len(seat) == 1 and "1" <= seat <= "9"):
            raise BadRecord(f"{quote(seat)} is not a seat")
        ghost = None if head.ghost is None else from_share(head.ghost)
        if isinstance(ghost, Board):
            raise BadRecord("a ghost is a game, not a board")
        assert isinstance(ghost, Game | None), "a share text is a board or a game"
        racers[int(seat) - 1] = Racer(head.name, head.bot, ghost)
    return racers


def _make_result(race: Race) -> dict[str, Any]:
    return {
        "over": race.is_over,
        "standings": [msgspec.to_builtins(standing) for standing in race.standings],
    }


_FORM: RecordForm[Race, RaceEntry] = RecordForm(
    mark="race",
    lines=_HEAD,
    make_head=make_race_head,
    start=start_race_from_head,
    restart=race_at_start,
    entries=lambda race: race.entries,
    parse_entry=lambda at, command: RaceEntry(at, RaceCommand.parse(command)),
    replay=replay_race_entry,
    positions=lambda race: [seat.board.zobrist for seat in race.seats.values()],
    now=lambda race: race.now,
    pass_time=lambda race, at: race.do_at(RaceCommand(0, "tick"), at),
    make_result=_make_result,
)
