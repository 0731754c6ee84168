"""The record of a race: its settings, racers, deal, seed and commands with their times, as one JSON text."""

import json
from typing import Any

import msgspec

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadRecord, NoDeal, OutOfTime
from lianliankan.game.game import Game
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Denied, RaceEvent
from lianliankan.race.race import Race, RaceEntry
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings
from lianliankan.records.partial_json import parse_partial
from lianliankan.records.record import format_deal
from lianliankan.records.record_parts import (
    CheckChain,
    bad_record,
    format_fields,
    parse_milliseconds,
    quote,
    require_text,
    to_seconds,
)
from lianliankan.records.share import from_share, to_share
from lianliankan.text import shorten

RACE_VERSION = 1
"""The version that is written; this one and all earlier ones can be read."""

_MARK, _RACE = "lianliankan", "race"
_HEAD = ("version", "settings", "racers", "deal", "board", "seed")


class _RacerHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A racer as a record has it; a ghost's game is its share text."""

    name: str
    bot: int = 0
    ghost: str | None = None


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
    head = make_race_head(race)
    chain, again = CheckChain(head), race_at_start(race)
    check, lines = chain.check, []
    for entry in race.entries:
        replay_race_entry(again, entry)
        lines.append(json.dumps([to_seconds(entry.at), str(entry.command), _add(chain, entry, again)]))
    result = _make_result(race)
    commands = "\n" + ",\n".join(lines) + "\n" if lines else ""
    head = {_MARK: _RACE} | head | {"check": check}
    return (
        f"{{{format_fields(head, _MARK, 'version', 'settings', 'racers')},\n"
        f"{format_fields(head, 'deal', 'board')},\n"
        f"{format_fields(head, 'seed', 'check')},\n"
        f'"commands": [{commands}],\n'
        f'"result": {json.dumps(result | {"check": chain.end(result)})}}}'
    )


def from_race_record(text: str) -> Race:
    """Read a record by replaying it; nothing is trusted that the replay does not confirm.

    Every attack's proof is checked again. Raises BadRecord with the number of the first bad entry.

    >>> from_race_record("{}")
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadRecord: not the record of a race: "lianliankan": "race" is missing
    """
    if not isinstance(text, str):
        raise TypeError(f"a record must be a string, not {shorten(text)}")
    found = parse_partial(text, "commands")
    fields = found.fields
    if found.problem and any(name not in fields for name in (_MARK, *_HEAD, "check")):
        raise bad_record(found.problem)
    if fields.get(_MARK) != _RACE:
        raise bad_record(f'not the record of a race: "{_MARK}": "{_RACE}" is missing')
    head = {name: value for name, value in fields.items() if name not in (_MARK, "check", "result")}
    race = start_race_from_head(head)
    chain = CheckChain(make_race_head(race))
    if fields.get("check") != chain.check:
        raise bad_record(f"the head was changed: its check should be {chain.check}, not {quote(fields.get('check'))}")
    for number, item in enumerate(found.items or [], 1):
        try:
            entry = _parse_entry(item)
            replay_race_entry(race, entry)
            check = _add(chain, entry, race)
            if item[2] != check:
                raise BadRecord(f"changed or out of place: its check should be {check}, not {quote(item[2])}")
        except OutOfTime:
            raise
        except ValueError as problem:
            raise bad_record(problem, entry=number) from None
    if found.problem:
        raise bad_record(found.problem, entry=len(found.items or []) + 1 if found.in_list else 0)
    if found.items is None:
        raise bad_record("missing field 'commands'")
    _check_result(race, chain, fields.get("result"))
    return race


def make_race_head(race: Race) -> dict[str, Any]:
    """Return everything about a race except its commands, for JSON; seats are counted from 1."""
    racers = {str(number + 1): msgspec.to_builtins(_make_racer_head(seat.racer)) for number, seat in race.seats.items()}
    return {
        "version": RACE_VERSION,
        "settings": race.settings.to_dict(),
        "racers": racers,
        "deal": format_deal(race.deal),
        "board": str(race.first_board),
        "seed": race.seed,
    }


def start_race_from_head(head: object, *, deal_again: bool = True) -> Race:
    """Start the race that `make_race_head` describes; `deal_again` checks that its deal gives its board."""
    if not isinstance(head, dict) or type(head.get("version")) is not int or head["version"] < 1:
        raise bad_record("the head must be an object with a version, a whole number from 1")
    if head["version"] > RACE_VERSION:
        made = f"made by a newer version of lianliankan: version {head['version']}"
        raise bad_record(f"{made}; up to {RACE_VERSION} can be read")
    for name in _HEAD:
        if name not in head:
            raise bad_record(f"missing field {name!r}")
    for name in head:
        if name not in _HEAD:
            raise bad_record(f"unknown field {shorten(str(name))}")
    try:
        deal = None if head["deal"] is None else Deal.parse(require_text(head["deal"], "deal"))
        board = Board.parse(require_text(head["board"], "board"))
        racers = _read_racers(head["racers"])
        race = Race(RaceSettings.from_dict(head["settings"]), racers, board, seed=head["seed"], deal=deal)
        if deal is not None and deal_again and deal.board() != board:
            raise BadRecord(f"the deal {deal} does not match the board")
    except OutOfTime:
        raise
    except NoDeal as problem:
        raise bad_record(f"the deal cannot be repeated: {problem}") from None
    except ValueError as problem:
        raise bad_record(problem) from None
    return race


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


def _make_racer_head(racer: Racer) -> _RacerHead:
    return _RacerHead(racer.name, racer.bot, None if racer.ghost is None else to_share(racer.ghost))


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


def _add(chain: CheckChain, entry: RaceEntry, after: Race) -> str:
    return chain.add(entry.at, entry.command, *(seat.board.zobrist for seat in after.seats.values()))


def _parse_entry(item: object) -> RaceEntry:
    if not isinstance(item, list) or len(item) != 3:
        raise BadRecord(f"invalid entry {quote(item)}; expected [time, command, check]")
    return RaceEntry(parse_milliseconds(item[0]), RaceCommand.parse(require_text(item[1], "command")))


def _make_result(race: Race) -> dict[str, Any]:
    return {
        "over": race.is_over,
        "standings": [msgspec.to_builtins(standing) for standing in race.standings],
        "at": to_seconds(race.now),
    }


def _check_result(race: Race, chain: CheckChain, claimed: object) -> None:
    """Advance the clock to the end of the record and compare the claimed result with the real one."""
    if not isinstance(claimed, dict):
        raise bad_record("missing field 'result'")
    at = parse_milliseconds(claimed.get("at"))
    if at < race.now or race.do_at(RaceCommand(0, "tick"), at):
        raise bad_record(f"the result's time, {at / 1000:g} s, does not match the commands")
    result = _make_result(race)
    result["check"] = chain.end(result)
    for name in (*result, *claimed):
        if claimed.get(name) != result.get(name):
            raise bad_record(
                f"the result claims {name} {quote(claimed.get(name))}, but replaying gives {quote(result.get(name))}"
            )
