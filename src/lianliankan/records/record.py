"""The record of a game: its deal, its options, its seed and its commands with their times, as one JSON text."""

import json
from typing import Any

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadRecord, NoDeal, OutOfTime
from lianliankan.game.commands import Command
from lianliankan.game.game import Game
from lianliankan.game.log import Entry
from lianliankan.game.options import Options
from lianliankan.game.replay import at_version, replay_entry, replayed
from lianliankan.records.partial_json import parse_partial
from lianliankan.records.record_parts import (
    CheckChain,
    bad_record,
    format_fields,
    parse_milliseconds,
    quote,
    require_text,
    to_seconds,
)
from lianliankan.text import shorten

VERSION = 1
"""The version that is written; this one and all earlier ones can be read."""

_MARK, _GAME = "lianliankan", "game"
_HEAD = ("version", "deal", "board", "seed", "options")


def to_record(game: Game) -> str:
    r"""Return the record of a game, finished or not, for `from_record` to read; every command is on its own line.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5)
    >>> print(llk.to_record(game))
    {"lianliankan": "game", "version": 1, "deal": null,
    "board": "1 2\n1 2",
    "seed": 0, "options": {}, "check": "e7e878",
    "commands": [
    [1.5, "play 1,1-2,1", "e0e22d"]
    ],
    "result": {"state": "playing", "loss": "", "score": 10, ... "at": 1.5, "check": "..."}}
    """
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game, not {shorten(game)}")
    chain = CheckChain(make_head(game))
    head = {_MARK: _GAME} | make_head(game)
    check = chain.check
    lines = [
        json.dumps([to_seconds(entry.at), str(entry.command), chain.add(entry.at, entry.command, after.board.zobrist)])
        for entry, _, after in replayed(game, quietly=True)
    ]
    result = _make_result(game)
    commands = "\n" + ",\n".join(lines) + "\n" if lines else ""
    return (
        f"{{{format_fields(head, _MARK, 'version', 'deal')},\n"
        f"{format_fields(head, 'board')},\n"
        f"{format_fields(head, 'seed', 'options')}, {format_fields({'check': check}, 'check')},\n"
        f'"commands": [{commands}],\n'
        f'"result": {json.dumps(result | {"check": chain.end(result)})}}}'
    )


def from_record(text: str) -> Game:
    """Read a record by replaying it; nothing is trusted that the replay does not confirm.

    Raises BadRecord with the number of the first bad entry and the game up to there.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5), game.play((0, 1), (1, 1), at=2.25)
    >>> text = llk.to_record(game)
    >>> llk.from_record(text).state, llk.from_record(text).entries == game.entries
    ('won', True)
    >>> try:
    ...     llk.from_record(text.replace("2.25", "2.2"))
    ... except llk.BadRecord as problem:
    ...     print(problem, problem.good, sep=" | ")
    entry 2: changed or out of place: its check should be f4cc66, not "cb7be0" | <Game: playing, 2 tiles left>
    """
    if not isinstance(text, str):
        raise TypeError(f"a record must be a string, not {shorten(text)}")
    found = parse_partial(text, "commands")
    game, chain = _start(found.fields, found.problem)
    items = found.items or []
    for number, item in enumerate(items, 1):
        try:
            entry = _parse_entry(item)
            replay_entry(game, entry)
            check = chain.add(entry.at, entry.command, game.board.zobrist)
            if item[2] != check:
                raise BadRecord(f"changed or out of place: its check should be {check}, not {quote(item[2])}")
        except OutOfTime:
            raise
        except ValueError as problem:
            good = at_version(game, number - 1)  # a bad entry may have been half executed
            raise bad_record(problem, entry=number, good=good) from None
    if found.problem:
        raise bad_record(found.problem, entry=len(items) + 1 if found.in_list else 0, good=game)
    try:
        if found.items is None:
            raise BadRecord("missing field 'commands'")
        return _check_result(game, chain, found.fields.get("result"))
    except ValueError as problem:
        raise bad_record(problem, good=game) from None


def make_head(game: Game) -> dict[str, Any]:
    r"""Return everything about a game except its commands, for JSON.

    >>> make_head(llk.Game.of(llk.Deal(rows=2, cols=2, seed=7), llk.Options(hints=1)))
    {'version': 1, 'deal': '2x2 seed=7', 'board': '1 1\n1 1', 'seed': 7, 'options': {'hints': 1}}
    """
    return {
        "version": VERSION,
        "deal": format_deal(game.deal),
        "board": str(game.first_board),
        "seed": game.seed,
        "options": game.options.to_dict(),
    }


def start_from_head(head: object, *, deal_again: bool = True) -> Game:
    """Start the game that `make_head` describes; `deal_again` checks that its deal gives its board.

    >>> start_from_head(make_head(llk.Game(llk.Board.parse("AB/AB"))))
    <Game: playing, 4 tiles left>
    """
    if not isinstance(head, dict):
        raise bad_record(f"the head must be an object of names and values, not {shorten(head)}")
    if "version" not in head:
        raise bad_record("missing field 'version'")
    version = head["version"]  # first of all, as another version may have other fields
    if type(version) is not int or version < 1:
        raise bad_record(f"invalid version {quote(version)}; expected a whole number from 1")
    if version > VERSION:
        raise bad_record(f"made by a newer version of lianliankan: version {version}; up to {VERSION} can be read")
    for name in _HEAD:
        if name not in head:
            raise bad_record(f"missing field {name!r}")
    for name in head:
        if name not in _HEAD:
            raise bad_record(f"unknown field {shorten(str(name))}")
    deal, board, seed, options = (head[name] for name in _HEAD[1:])
    try:
        first = Board.parse(require_text(board, "board"))
        dealt = None if deal is None else Deal.parse(require_text(deal, "deal"))
        game = Game(first, Options.from_dict(options), seed=seed, deal=dealt)
        if dealt is not None and deal_again:
            _check_deal(dealt, first)
    except OutOfTime:
        raise
    except ValueError as problem:
        raise bad_record(problem) from None
    return game


def format_deal(deal: Deal | None) -> str | None:
    """Return the text of a deal, or None if the text would read back as another deal; the board is written anyway.

    >>> format_deal(llk.Deal(rows=4, cols=6, seed=7)), format_deal(None)
    ('4x6 seed=7', None)
    """
    try:
        return str(deal) if deal is not None and Deal.parse(str(deal)) == deal else None
    except ValueError:
        return None


def _start(fields: dict[str, Any], problem: str) -> tuple[Game, CheckChain]:
    """Start the game of a record's fields; if some are missing because the text is cut off, raise that problem."""
    if problem and any(name not in fields for name in (_MARK, *_HEAD, "check")):
        raise bad_record(problem)
    if fields.get(_MARK) != _GAME:
        raise bad_record(f'not a game record: "{_MARK}": "{_GAME}" is missing')
    head = {name: value for name, value in fields.items() if name not in (_MARK, "check", "result")}
    game = start_from_head(head)
    chain, as_written = CheckChain(make_head(game)), CheckChain(head)
    if "check" not in fields:
        raise bad_record("missing field 'check'")
    if fields["check"] == as_written.check:  # the text of a mask has not always had one form
        return game, as_written
    if fields["check"] != chain.check:
        raise bad_record(f"the head was changed: its check should be {chain.check}, not {quote(fields['check'])}")
    return game, chain


def _parse_entry(item: object) -> Entry:
    if not isinstance(item, list) or len(item) != 3:
        raise BadRecord(f"invalid entry {quote(item)}; expected [time, command, check]")
    at, command, _ = item
    return Entry(parse_milliseconds(at), Command.parse(require_text(command, "command")))


def _make_result(game: Game) -> dict[str, Any]:
    return {
        "state": game.state,
        "loss": game.loss,
        "score": game.score,
        "seconds": to_seconds(game.clock.played()),
        "pairs": game.pairs,
        "tiles": game.board.tile_count,
        "stars": game.stars,
        "hints": game.hints_used,
        "shuffles": game.shuffles_used,
        "at": to_seconds(game.clock.now),
    }


def _check_result(game: Game, chain: CheckChain, claimed: object) -> Game:
    """Advance the clock to the end of the record and compare the claimed result with the real one."""
    if not isinstance(claimed, dict):
        raise BadRecord(
            "missing field 'result'" if claimed is None else "the result must be an object of names and values"
        )
    ended = game.copy()
    at = parse_milliseconds(claimed.get("at"))
    if at < game.clock.now:
        raise BadRecord(f"the result's time, {at / 1000:g} s, is before the last entry")
    if ended.replay(Entry(at, Command("tick"))):
        raise BadRecord(f"the time ran out before the result's time, {at / 1000:g} s")
    result = _make_result(ended)
    result["check"] = chain.end(result)
    for name in claimed:
        if name not in result:
            raise BadRecord(f"unknown field {shorten(name)} in the result")
    for name, truth in result.items():
        if name not in claimed:
            raise BadRecord(f"missing field {name!r} in the result")
        claim = claimed[name]
        if claim != truth or isinstance(claim, bool):
            raise BadRecord(f"the result claims {name} {quote(claim)}, but replaying gives {quote(truth)}")
    return ended


def _check_deal(deal: Deal, board: Board) -> None:
    try:
        dealt = deal.board()
    except NoDeal as problem:
        raise BadRecord(f"the deal {deal} cannot be repeated: {problem}") from None
    if dealt != board:
        raise BadRecord(f"the deal {deal} does not match the board")
