"""Share texts: a board or a game as a short text that is safe in URLs, compressed and checksummed."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from hashlib import blake2b
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.rules import GRAVITIES, PHASES, Rules
from lianliankan.deadline import check_time, time_limit
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadBudget, BadShare, OutOfTime, TooLarge
from lianliankan.game.commands import Command, CommandWord, Entry
from lianliankan.game.game import Game
from lianliankan.game.options import Options
from lianliankan.game.replay import replay_entry, restarted
from lianliankan.records.record_form import format_deal
from lianliankan.records.share_bits import BitReader, BitWriter
from lianliankan.text import find_deep_nesting, shorten

VERSION = 1
"""The version of the format."""

MAX_CELLS = 2**16
"""The largest board that can be shared: a few characters must not expand into a huge board."""

MAX_GAME_CELLS = 2**12
"""The largest board of a game that can be shared."""

MAX_COMMANDS = 20_000
"""The most commands of a game that can be shared."""

_MAX_CHARACTERS = 1_000_000
_CHECK_BYTES = 4
_MAX_HEAD = 2**14  # bytes of the deal's and the options' text; a mask can be long
_MAX_DEALT, _MAX_CHOSEN, _MAX_UNUSUAL = 2_000, 200, 100  # cells of a deal: see _is_dealt_quickly
_MAX_MANY_KINDS = 126  # cells; portrait boards have 36 kinds

# What follows is part of version 1 and must never change: share texts in circulation would change meaning.
_COMMAND_WORDS: tuple[CommandWord, ...] = (
    *("pick", "play", "hint", "auto", "shuffle", "undo"),
    *("redo", "restart", "pause", "resume", "give-up", "tick"),
)
_CHECK_BITS = 24  # of the hash of the dealt board
_DICTIONARY = (
    b" max_turns=unlimited outside=no adjacent=no kinds= mask= gravity=split-rows gravity=split-columns"
    b" gravity=gather-rows gravity=gather-columns gravity=slide-left-right gravity=slide-down-up gravity=outward"
    b" gravity=inward gravity=rotating gravity=left gravity=right gravity=up gravity=down difficulty=easy"
    b' difficulty=medium difficulty=hard difficulty=fiendish"when_stuck":"lose"'
    b'\n{"mode":"relaxed","tell_doomed":true}\n{"mode":"expert","hints":0,"shuffles":0,"when_stuck":"ask"}'
    b'\n{"mode":"campaign","limit":200,"bonus":2,"hints":5,"shuffles":3,"undo":false,"level":1}'
    b'\n{"mode":"timed","limit":360.0,"bonus":2,"hints":5,"shuffles":2,"undo":false}'
    b'\n{"mode":"daily","hints":5,"shuffles":3,"day":"2026-11-15"}'
    b'6x10 kinds=15 seed=1 difficulty=0-25\n{"mode":"classic","hints":6,"shuffles":3}8x18 seed='
)


class SizeLimit(NamedTuple):
    """How many rows, columns and cells a board may have; it is checked before the board is read or dealt."""

    max_side: int | None = None
    max_cells: int | None = None

    def check(self, rows: int, cols: int) -> None:
        """Raise TooLarge for a larger board.

        >>> SizeLimit(62, 1024).check(2, 63)
        Traceback (most recent call last):
            ...
        lianliankan.errors.TooLarge: boards are limited to 62 rows and columns here, and this one has 2 and 63
        """
        if self.max_side is not None and max(rows, cols) > self.max_side:
            raise TooLarge(
                f"boards are limited to {self.max_side} rows and columns here, and this one has {rows} and {cols}"
            )
        if self.max_cells is not None and rows * cols > self.max_cells:
            raise TooLarge(f"boards are limited to {self.max_cells} cells here, and this one has {rows * cols}")


def to_share(thing: Board | Game) -> str:
    """Return the share text of a board, or of a game with all its commands, for `from_share` to read.

    A game on a dealt board is written as its deal. Raises TooLarge if the board or game is too large to share.

    >>> llk.to_share(llk.Board.parse("AB/BA"))
    'llkb1_FcZUoox-BCSY'
    >>> len(llk.to_share(llk.plan("classic", seed=7).game())) < 40
    True
    """
    writer = BitWriter()
    if isinstance(thing, Board):
        kind = "b"
        _write_board(writer, thing)
    elif isinstance(thing, Game):
        kind = "g"
        _write_game(writer, thing)
    else:
        raise TypeError(f"only a board or a game can be shared, not {shorten(thing)}")
    body = writer.to_bytes()
    letters = urlsafe_b64encode(_checksum(kind, body) + body).decode().rstrip("=")
    return f"llk{kind}{VERSION}_{letters}"


def from_share(
    text: str, *, seconds: float | None = None, max_side: int | None = None, max_cells: int | None = None
) -> Board | Game:
    r"""Read a share text; a game is verified by replaying it.

    Surrounding spaces, and a page address before the text up to a # or /, are ignored. Raises BadShare, TooLarge
    if its board has more rows, columns or cells than it may have, and OutOfTime if `seconds` are given and not enough.

    >>> llk.from_share(llk.to_share(llk.Board.parse("AB/BA")))
    Board.parse('1 2\n2 1')
    >>> llk.from_share("https://example.org/play#" + llk.to_share(llk.plan("classic", seed=7).game()))
    <Game: playing, 144 tiles left>
    """
    kind, body = _decode(text)
    reader, limit = BitReader(body), SizeLimit(max_side, max_cells)
    try:
        with time_limit(seconds):
            found = _read_board(reader, limit) if kind == "b" else _read_game(reader, limit)
        if not reader.is_at_end:
            raise BadShare("unexpected data after the end")
    except (BadBudget, BadShare, OutOfTime, TooLarge):
        raise
    except ValueError as problem:
        raise BadShare(f"it cannot be read: {problem}") from None
    return found


def is_share(text: str) -> bool:
    """Return whether a text looks like a share text, valid or not.

    >>> is_share("llkb1_xyz"), is_share("board.txt")
    (True, False)
    """
    return _match(text) is not None


def strip_address(text: str) -> str:
    """Remove what may surround a share text: spaces, and the address of a page, with what it says about its view.

    >>> strip_address("https://example.org/lab/llkb1_xyz?tab=race"), strip_address("/g/llkg1_xyz/win-12")
    ('llkb1_xyz', 'llkg1_xyz')
    """
    if len(text) > _MAX_CHARACTERS:
        return ""
    return re.split(r"[#/]", re.sub(r"(/win-[0-9]+)?(\?[^#/]*)?$", "", text.strip()))[-1]


def _match(text: str) -> re.Match[str] | None:
    return re.fullmatch(r"llk([bg])([0-9]{1,6})_([A-Za-z0-9_-]*)", strip_address(text))


def _decode(text: str) -> tuple[str, bytes]:
    """Split a share text into its kind, b for a board and g for a game, and its content; verifies the checksum."""
    if not isinstance(text, str):
        raise TypeError(f"a share text must be a string, not {shorten(text)}")
    if len(text) > _MAX_CHARACTERS:
        raise BadShare(f"it is longer than {_MAX_CHARACTERS} characters")
    match = _match(text)
    if not match:
        if re.match(r"llk[bg][0-9]{1,6}_", strip_address(text)):
            raise BadShare("it contains an invalid character; allowed are A-Z, a-z, 0-9, - and _")
        begins = f"expected one that begins with llkb{VERSION}_ or llkg{VERSION}_"
        raise BadShare(f"{shorten(strip_address(text))} is not a share text; {begins}")
    kind, version, letters = match.groups()
    if int(version) > VERSION:
        raise BadShare(f"made by a newer version of lianliankan: version {version}; up to {VERSION} can be read")
    if version != str(VERSION):
        raise BadShare(f"unknown version {version}")
    try:
        raw = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except NotBase64:
        raw = b""
    check, body = raw[:_CHECK_BYTES], raw[_CHECK_BYTES:]
    if not body or check != _checksum(kind, body) or urlsafe_b64encode(raw).decode().rstrip("=") != letters:
        raise BadShare("wrong checksum: the text was changed or is incomplete")
    return kind, body


def _checksum(kind: str, body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECK_BYTES, person=f"llk{kind}{VERSION}".encode()).digest()


# ---- Boards ----------------------------------------------------------------------------------------------------------


def _write_board(writer: BitWriter, board: Board) -> None:
    """Write a board: its size, its rules, the kinds it has, and then the cells."""
    if board.rows * board.cols > MAX_CELLS:
        raise TooLarge(f"a board of more than {MAX_CELLS} cells has no share text; send str(board) instead")
    writer.write_number(board.rows - 1, 4)
    writer.write_number(board.cols - 1, 4)
    turns = board.rules.max_turns
    writer.write_number(0 if turns is None else turns + 1, 2)
    writer.write_bits(board.rules.outside, 1)
    writer.write_bits(board.rules.adjacent, 1)
    writer.write_bits(GRAVITIES.index(board.rules.gravity), 4)
    writer.write_bits(PHASES.index(board.phase), 2)
    rows = board.to_rows()
    numbers = sorted({number for row in rows for number in row})
    writer.write_number(len(numbers) - 1, 5)
    for before, number in zip([-3, *numbers], numbers, strict=False):
        writer.write_number(number - before - 1, 0)
    places = {number: place for place, number in enumerate(numbers)}
    _write_cells(writer, [[places[number] for number in row] for row in rows], len(numbers))


def _read_board(reader: BitReader, limit: SizeLimit) -> Board:
    """Read a board written by `_write_board`."""
    height, width = reader.read_number(4) + 1, reader.read_number(4) + 1
    limit.check(height, width)
    if height * width > MAX_CELLS:
        raise BadShare(f"it has more than {MAX_CELLS} cells")
    turns = reader.read_number(2)
    outside, adjacent, gravity, phase = (reader.read_bits(bits) for bits in (1, 1, 4, 2))
    if gravity >= len(GRAVITIES):
        raise BadShare("unknown gravity")
    count, number, numbers = reader.read_number(5) + 1, -3, []
    if count > height * width:
        raise BadShare("it has more kinds than cells")
    for _ in range(count):
        number += reader.read_number(0) + 1
        numbers.append(number)
    rows = [[numbers[place] for place in row] for row in _read_cells(reader, height, width, count)]
    rules = Rules(
        max_turns=turns - 1 if turns else None,
        outside=bool(outside),
        adjacent=bool(adjacent),
        gravity=GRAVITIES[gravity],
    )
    return Board(rows, rules=rules, phase=PHASES[phase])


def _write_cells(writer: BitWriter, rows: list[list[int]], count: int) -> None:
    """Write every row as one number in base `count`, or all rows compressed if that is shorter."""
    plain, packed = BitWriter(), BitWriter()
    bits = _bit_width(count ** len(rows[0]))
    for row in rows:
        value = 0
        for place in row:
            value = value * count + place
        plain.write_bits(value, bits)
    packed.write_block(b"".join(place.to_bytes(_bytes_per_cell(count)) for row in rows for place in row))
    is_packed = len(packed) < len(plain)
    writer.write_bits(is_packed, 1)
    writer.append(packed if is_packed else plain)


def _read_cells(reader: BitReader, height: int, width: int, count: int) -> list[list[int]]:
    if reader.read_bits(1):
        size = _bytes_per_cell(count)
        data = reader.read_block(height * width * size)
        places = [int.from_bytes(data[start : start + size]) for start in range(0, len(data), size)]
        if len(data) != height * width * size or max(places) >= count:
            raise BadShare("invalid cells")
        return [places[start : start + width] for start in range(0, len(places), width)]
    rows, all_rows = [], count**width
    for _ in range(height):
        value = reader.read_bits(_bit_width(all_rows))
        if value >= all_rows:
            raise BadShare("invalid cells")
        row = []
        for _ in range(width):
            value, place = divmod(value, count)
            row.append(place)
        rows.append(row[::-1])
    return rows


def _bit_width(count: int) -> int:
    """Return the number of bits that tell `count` values apart.

    >>> _bit_width(1), _bit_width(8), _bit_width(9)
    (0, 3, 4)
    """
    return (count - 1).bit_length()


def _bytes_per_cell(count: int) -> int:
    return 1 if count <= 2**8 else 2


# ---- Games -----------------------------------------------------------------------------------------------------------


def _write_game(writer: BitWriter, game: Game) -> None:
    """Write a game: its start, its commands, and the time from the last command to the last reading of the clock."""
    first = game.first_board
    if first.rows * first.cols > MAX_GAME_CELLS:
        raise TooLarge(f"a game of more than {MAX_GAME_CELLS} cells has no share text; send its record instead")
    if len(game.entries) > MAX_COMMANDS:
        raise TooLarge(f"a game of more than {MAX_COMMANDS} commands has no share text; send its record instead")
    deal = game.deal if format_deal(game.deal) is not None else None
    if deal is not None and (not _is_dealt_quickly(deal) or deal.board() != first):
        deal = None
    options = json.dumps(game.options.to_dict(), separators=(",", ":"))
    writer.write_block(f"{deal or ''}\n{options}".encode(), _DICTIONARY)
    if deal is None:
        _write_board(writer, first)
    else:
        writer.write_bits(_board_check(first), _CHECK_BITS)
    has_other_seed = deal is None or deal.seed != game.seed
    writer.write_bits(has_other_seed, 1)
    if has_other_seed:
        writer.write_number(game.seed, 16)
    _write_commands(writer, game)


def _read_game(reader: BitReader, limit: SizeLimit) -> Game:
    """Read a game written by `_write_game` by replaying it."""
    deal_string, _, options = reader.read_block(_MAX_HEAD, _DICTIONARY).decode().partition("\n")
    deal = Deal.parse(deal_string) if deal_string else None
    if deal is None:
        board = _read_board(reader, limit)
    else:
        limit.check(deal.rows, deal.cols)
        if not _is_dealt_quickly(deal):
            raise BadShare("its board would take too long to deal")
        board = deal.board()
        if _board_check(board) != reader.read_bits(_CHECK_BITS):
            raise BadShare(f"the deal {deal} does not match the board")
    if board.rows * board.cols > MAX_GAME_CELLS:
        raise BadShare(f"it has more than {MAX_GAME_CELLS} cells")
    seed = reader.read_number(16) if reader.read_bits(1) or deal is None else deal.seed
    if find_deep_nesting(options) is not None:
        raise BadShare("its options are nested too deeply")
    game = Game(board, Options.from_dict(json.loads(options)), seed=seed, deal=deal)
    _read_commands(reader, game)
    return game


def _is_dealt_quickly(deal: Deal) -> bool:
    """Return whether dealing takes seconds at most, even for a deal chosen to take long."""
    cells = deal.rows * deal.cols
    usual = deal.rules == Rules(gravity=deal.rules.gravity) and deal.mask is None
    usual = usual and (deal.kinds is None or 4 * deal.kinds <= cells or _has_portrait_kinds(deal))
    if deal.difficulty is None:
        return cells <= (_MAX_DEALT if usual else _MAX_UNUSUAL)
    return usual and cells <= (_MAX_CHOSEN if deal.rules.gravity == "still" else _MAX_UNUSUAL)


def _has_portrait_kinds(deal: Deal) -> bool:
    """Whether a deal has no more kinds for its size than the portrait boards, nor tiles that move."""
    cells = deal.rows * deal.cols
    return deal.rules.gravity == "still" and cells <= _MAX_MANY_KINDS and 10 * deal.kind_count <= 3 * cells


def _board_check(board: Board) -> int:
    return board.zobrist >> (64 - _CHECK_BITS)


# ---- Commands --------------------------------------------------------------------------------------------------------


def _write_commands(writer: BitWriter, game: Game) -> None:
    times = [entry.at for entry in game.entries] + [game.clock.now]
    waits = [after - before for before, after in zip([0, *times], times, strict=False)]
    low = min(range(16), key=lambda low: sum(2 * (wait + (1 << low)).bit_length() - low for wait in waits))
    writer.write_number(len(game.entries), 7)
    writer.write_bits(low, 4)
    again = restarted(game)
    for entry, wait in zip(game.entries, waits, strict=False):
        _write_command(writer, entry.command, again)
        writer.write_number(wait, low)
        replay_entry(again, entry)
    writer.write_number(waits[-1], low)


def _read_commands(reader: BitReader, game: Game) -> None:
    count, low, at = reader.read_number(7), reader.read_bits(4), 0
    if count > MAX_COMMANDS:
        raise BadShare(f"it has more than {MAX_COMMANDS} commands")
    for number in range(1, count + 1):
        check_time()
        command = _read_command(reader, game)
        at += reader.read_number(low)
        try:
            replay_entry(game, Entry(at, command))
        except OutOfTime:
            raise
        except ValueError as problem:
            raise BadShare(f"command {number}: {problem}") from None
    if game.replay(Entry(at + reader.read_number(low), Command("tick"))):
        raise BadShare("its time ran out before its end")


def _write_command(writer: BitWriter, command: Command, game: Game) -> None:
    """Write a command in as few bits as the position allows.

    A leading 1 means the usual case: picking any tile if none is selected, else one that links with it.
    """
    tiles = _TileList(game.board)
    if command.word == "pick":
        if game.picked is None:
            writer.write_bits(1, 1)
            tiles.write(writer, *command.cells)
            return
        partners = tiles.partners(game.picked)
        if command.cells[0] in partners:
            writer.write_bits(1, 1)
            writer.write_bits(partners.index(command.cells[0]), _bit_width(len(partners)))
            return
    writer.write_bits(0, 1)
    writer.write_bits(_COMMAND_WORDS.index(command.word), 4)
    if command.cells:
        tiles.write(writer, command.cells[0])
    if len(command.cells) == 2:
        tiles.write_partner(writer, *command.cells)


def _read_command(reader: BitReader, game: Game) -> Command:
    tiles = _TileList(game.board)
    if reader.read_bits(1):
        if game.picked is None:
            return Command("pick", (tiles.read(reader),))
        return Command("pick", (tiles.read_partner(reader, game.picked),))
    place = reader.read_bits(4)
    if place >= len(_COMMAND_WORDS):
        raise BadShare("unknown command")
    word = _COMMAND_WORDS[place]
    if word not in ("pick", "play", "auto"):
        return Command(word)
    first = tiles.read(reader)
    return Command(word, (first,) if word == "pick" else (first, tiles.read_partner(reader, first)))


class _TileList:
    """The tiles of a board in reading order; a position in the list stands for a cell."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rows = board.to_rows()
        self._cells = [Cell(r, c) for r, row in enumerate(self._rows) for c, kind in enumerate(row) if kind > 0]

    def write(self, writer: BitWriter, cell: Cell) -> None:
        """Write a tile."""
        writer.write_bits(self._cells.index(cell), _bit_width(len(self._cells)))

    def read(self, reader: BitReader) -> Cell:
        """Read a tile."""
        return _read_choice(reader, self._cells)

    def partners(self, first: Cell) -> list[Cell]:
        """Return the tiles that link with one."""
        kind = self._board[first]
        alike = [cell for cell in self._cells if self._rows[cell.row][cell.col] == kind and cell != first]
        return [cell for cell in alike if self._board.linkable(first, cell)]

    def write_partner(self, writer: BitWriter, first: Cell, second: Cell) -> None:
        """Write a tile that links with one."""
        partners = self.partners(first)
        writer.write_bits(partners.index(second), _bit_width(len(partners)))

    def read_partner(self, reader: BitReader, first: Cell) -> Cell:
        """Read a tile that links with one."""
        return _read_choice(reader, self.partners(first))


def _read_choice(reader: BitReader, cells: list[Cell]) -> Cell:
    place = reader.read_bits(_bit_width(len(cells))) if cells else 0
    if place >= len(cells):
        raise BadShare("a command names a tile that is not there")
    return cells[place]
