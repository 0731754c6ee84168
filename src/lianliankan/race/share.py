"""Share texts of races: settings, racers and commands in few bits, checksummed, verified by replaying."""

import json

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.deadline import check_time
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadShare, OutOfTime, TooLarge
from lianliankan.race.commands import RaceCommand
from lianliankan.race.item_effects import board_under
from lianliankan.race.race import Race, RaceEntry
from lianliankan.race.record import make_race_head, race_at_start, replay_race_entry, start_race_from_head
from lianliankan.race.seat import Seat
from lianliankan.records.share import decode_share, encode_share
from lianliankan.records.share_bits import BitReader, BitWriter
from lianliankan.records.share_board import bit_width
from lianliankan.records.share_game import TileList, is_dealt_quickly
from lianliankan.text import find_deep_nesting

_KIND = "r"
_MAX_HEAD, _MAX_COMMAND = 2**17, 2**13  # bytes
_MAX_COMMANDS = 20_000
# Part of version 1: share texts already in circulation would change meaning.
_DICTIONARY = (
    b"give-up leave kick relay: shuffle kinds= use time use shield use bomb: pair use hint: pair use put-back : "
    b"put-back put= use block : block use turn : turn use hide : hide kinds= use shuffle : shuffle kinds=,10,11,12,13"
    b",14,15,16,17,18,19,20,21,22,23,24,25,26,27,28, hint: pair 1 away 2 back tick"
)


def to_race_share(race: Race) -> str:
    """Return the share text of a race with all its commands, for `from_race_share` to read.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> race = Race(RaceSettings(rows=2, cols=2), {0: Racer("Ann"), 1: Racer("Ben")}, llk.Board.parse("AB/AB"))
    >>> _ = race.do("2 play 1,1-2,1", at=1.5)
    >>> text = to_race_share(race)
    >>> text.startswith("llkr1_"), from_race_share(text).entries == race.entries
    (True, True)
    """
    if len(race.entries) > _MAX_COMMANDS:
        raise TooLarge(f"a race of more than {_MAX_COMMANDS} commands has no share text; send its record instead")
    head = make_race_head(race)
    if race.deal is not None and head["deal"] is not None and is_dealt_quickly(race.deal):
        head["board"] = None  # it is dealt again
    writer = BitWriter()
    writer.write_block(json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode())
    times = [entry.at for entry in race.entries] + [race.now]
    waits = [after - before for before, after in zip([0, *times], times, strict=False)]
    low = min(range(16), key=lambda low: sum(2 * (wait + (1 << low)).bit_length() - low for wait in waits))
    writer.write_number(len(race.entries), 7)
    writer.write_bits(low, 4)
    again = race_at_start(race)
    for entry, wait in zip(race.entries, waits, strict=False):
        writer.write_number(wait, low)
        _write_command(writer, entry.command, again)
        replay_race_entry(again, entry)
    writer.write_number(waits[-1], low)
    return encode_share(_KIND, writer)


def from_race_share(text: str) -> Race:
    """Read a share text by replaying it; raises BadShare.

    >>> from_race_share("llkr1_nonsense")
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadShare: wrong checksum: the text was changed or is incomplete
    """
    _, body = decode_share(text, _KIND)
    reader = BitReader(body)
    try:
        race = _read_race(reader)
    except OutOfTime:
        raise
    except ValueError as problem:
        raise BadShare(f"it cannot be read: {problem}") from None
    if not reader.is_at_end:
        raise BadShare("unexpected data after the end")
    return race


def _read_race(reader: BitReader) -> Race:
    text = reader.read_block(_MAX_HEAD).decode()
    if find_deep_nesting(text) is not None:
        raise BadShare("its head is nested too deeply")
    head = json.loads(text)
    is_dealt = isinstance(head, dict) and head.get("board") is None and isinstance(head.get("deal"), str)
    if is_dealt:
        head["board"] = _deal_text(head["deal"])
    race = start_race_from_head(head, deal_again=not is_dealt)
    count, low, at = reader.read_number(7), reader.read_bits(4), 0
    if count > _MAX_COMMANDS:
        raise BadShare(f"it has more than {_MAX_COMMANDS} commands")
    for _ in range(count):
        check_time()
        at += reader.read_number(low)
        replay_race_entry(race, RaceEntry(at, _read_command(reader, race)))
    if race.do_at(RaceCommand(0, "tick"), at + reader.read_number(low)):
        raise BadShare("something happens after its last command")
    return race


def _deal_text(text: str) -> str:
    from_text = Deal.parse(text)
    if not is_dealt_quickly(from_text):
        raise BadShare("its board would take too long to deal")
    return str(from_text.board())


def _write_command(writer: BitWriter, command: RaceCommand, race: Race) -> None:
    """Write a pair as its seat, a tile, and one of those that link with it; any other command as text."""
    is_pair = command.word == "play"
    writer.write_bits(is_pair, 1)
    if not is_pair:
        _write_other(writer, command, race)
        return
    seats = list(race.seats)
    writer.write_bits(seats.index(command.seat), bit_width(len(seats)))
    tiles = TileList(race.seats[command.seat].board)
    tiles.write(writer, command.cells[0])
    tiles.write_partner(writer, *Move(*command.cells))


def _read_command(reader: BitReader, race: Race) -> RaceCommand:
    if not reader.read_bits(1):
        return _read_other(reader, race)
    seats = list(race.seats)
    place = reader.read_bits(bit_width(len(seats)))
    if place >= len(seats):
        raise BadShare("a command names a seat that is not there")
    tiles = TileList(race.seats[seats[place]].board)
    first = tiles.read(reader)
    return RaceCommand(seats[place], "play", (first, tiles.read_partner(reader, first)))


def _write_other(writer: BitWriter, command: RaceCommand, race: Race) -> None:
    """Write a command as text, and the line of its effect, if it has one, by what can be taken on the way."""
    effect = command.effect
    board = None if effect is None else board_under(_affected(command, race), effect)
    line = effect.line if effect is not None and board is not None and _is_playable(board, effect.line) else ()
    if effect is not None and line:
        command = command.with_effect(msgspec.structs.replace(effect, line=()))
    writer.write_block(str(command).encode(), _DICTIONARY)
    if command.effect is None:
        return
    writer.write_number(len(line), 5)
    for move in line:
        assert board is not None, "its line is playable"
        tiles = TileList(board)
        tiles.write(writer, move.a)
        tiles.write_partner(writer, *move)
        board = board.play(move)


def _read_other(reader: BitReader, race: Race) -> RaceCommand:
    command = RaceCommand.parse(reader.read_block(_MAX_COMMAND, _DICTIONARY).decode())
    if command.effect is None:
        return command
    count = reader.read_number(5)
    if not count:
        return command
    board, line = board_under(_affected(command, race), command.effect), list[Move]()
    for _ in range(count):
        if board is None or board.is_clear:
            raise BadShare("an effect is longer than its board")
        tiles = TileList(board)
        first = tiles.read(reader)
        line.append(Move(first, tiles.read_partner(reader, first)))
        board = board.play(line[-1])
    return command.with_effect(msgspec.structs.replace(command.effect, line=tuple(line)))


def _affected(command: RaceCommand, race: Race) -> Seat:
    """Return the seat whose board the effect of a command is about."""
    number = command.seat if command.target is None else command.target
    if number not in race.seats:
        raise BadShare("a command names a seat that is not there")
    return race.seats[number]


def _is_playable(board: Board, line: tuple[Move, ...]) -> bool:
    """Return whether the moves of a line can be taken one after the other."""
    try:
        for move in line:
            board = board.play(move)
    except ValueError:
        return False
    return True
