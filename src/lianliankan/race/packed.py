"""A race as few bytes, without the names of its people: made at once, without a replay, and read by replaying it."""

import zlib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from lianliankan.errors import BadRecord
from lianliankan.race.commands import RaceCommand
from lianliankan.race.race import Race, RaceEntry
from lianliankan.race.record import make_race_head, replay_race_entry, start_race_from_head

_MAX_BYTES: Final = 2**24
_LEVEL: Final = 6


class _Packed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a race, its commands with their times in milliseconds, and the time at its end."""

    head: dict[str, Any]
    entries: list[tuple[int, str]]
    now: int


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
        text = zlib.decompressobj().decompress(data, _MAX_BYTES)
        packed = msgspec.json.decode(text, type=_Packed)
    except (zlib.error, msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadRecord(f"not a race: {problem}") from None
    for number, name in names.items():
        racer = packed.head.get("racers", {}).get(str(number + 1))
        if isinstance(racer, dict) and not racer.get("bot"):
            racer["name"] = name
    race = start_race_from_head(packed.head, deal_again=False)
    for at, command in packed.entries:
        replay_race_entry(race, RaceEntry(at, RaceCommand.parse(command)))
    if race.do_at(RaceCommand(0, "tick"), packed.now):
        raise BadRecord("something happens after its last command")
    return race
