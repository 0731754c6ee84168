"""The binary form of a game in a share text: deal or board, options, and commands encoded by what was possible."""

import json

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.rules import Rules
from lianliankan.deadline import check_time
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadShare, OutOfTime, TooLarge
from lianliankan.game.commands import Command, CommandWord
from lianliankan.game.game import Game
from lianliankan.game.log import Entry
from lianliankan.game.options import Options
from lianliankan.game.replay import replay_entry, restarted
from lianliankan.records.record_form import format_deal
from lianliankan.records.share_bits import BitReader, BitWriter
from lianliankan.records.share_board import SizeLimit, bit_width, read_board, write_board
from lianliankan.text import find_deep_nesting

_MAX_CELLS = 2**12
_MAX_COMMANDS = 20_000
_MAX_HEAD = 2**14  # bytes of the deal's and the options' text; a mask can be long
_MAX_DEALT, _MAX_CHOSEN, _MAX_UNUSUAL = 2_000, 200, 100  # cells of a deal: see is_dealt_quickly
_MAX_MANY_KINDS = 126  # cells; portrait boards have 36 kinds

# What follows is part of version 1 and must never change: share texts already in circulation would change meaning.
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


def write_game(writer: BitWriter, game: Game) -> None:
    """Write a game: its start, its commands, and the time from the last command to the last reading of the clock."""
    first = game.first_board
    if first.rows * first.cols > _MAX_CELLS:
        raise TooLarge(f"a game of more than {_MAX_CELLS} cells has no share text; send its record instead")
    if len(game.entries) > _MAX_COMMANDS:
        raise TooLarge(f"a game of more than {_MAX_COMMANDS} commands has no share text; send its record instead")
    deal = game.deal if format_deal(game.deal) is not None else None
    if deal is not None and (not is_dealt_quickly(deal) or deal.board() != first):
        deal = None
    options = json.dumps(game.options.to_dict(), separators=(",", ":"))
    writer.write_block(f"{deal or ''}\n{options}".encode(), _DICTIONARY)
    if deal is None:
        write_board(writer, first)
    else:
        writer.write_bits(_board_check(first), _CHECK_BITS)
    has_other_seed = deal is None or deal.seed != game.seed
    writer.write_bits(has_other_seed, 1)
    if has_other_seed:
        writer.write_number(game.seed, 16)
    _write_commands(writer, game)


def read_game(reader: BitReader, limit: SizeLimit) -> Game:
    """Read a game written by `write_game` by replaying it."""
    deal_string, _, options = reader.read_block(_MAX_HEAD, _DICTIONARY).decode().partition("\n")
    deal = Deal.parse(deal_string) if deal_string else None
    if deal is None:
        board = read_board(reader, limit)
    else:
        limit.check(deal.rows, deal.cols)
        if not is_dealt_quickly(deal):
            raise BadShare("its board would take too long to deal")
        board = deal.board()
        if _board_check(board) != reader.read_bits(_CHECK_BITS):
            raise BadShare(f"the deal {deal} does not match the board")
    if board.rows * board.cols > _MAX_CELLS:
        raise BadShare(f"it has more than {_MAX_CELLS} cells")
    seed = reader.read_number(16) if reader.read_bits(1) or deal is None else deal.seed
    if find_deep_nesting(options) is not None:
        raise BadShare("its options are nested too deeply")
    game = Game(board, Options.from_dict(json.loads(options)), seed=seed, deal=deal)
    _read_commands(reader, game)
    return game


def is_dealt_quickly(deal: Deal) -> bool:
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
    if count > _MAX_COMMANDS:
        raise BadShare(f"it has more than {_MAX_COMMANDS} commands")
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
    tiles = TileList(game.board)
    if command.word == "pick":
        if game.picked is None:
            writer.write_bits(1, 1)
            tiles.write(writer, *command.cells)
            return
        partners = tiles.partners(game.picked)
        if command.cells[0] in partners:
            writer.write_bits(1, 1)
            writer.write_bits(partners.index(command.cells[0]), bit_width(len(partners)))
            return
    writer.write_bits(0, 1)
    writer.write_bits(_COMMAND_WORDS.index(command.word), 4)
    if command.cells:
        tiles.write(writer, command.cells[0])
    if len(command.cells) == 2:
        tiles.write_partner(writer, *command.cells)


def _read_command(reader: BitReader, game: Game) -> Command:
    tiles = TileList(game.board)
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


class TileList:
    """The tiles of a board in reading order; a position in the list stands for a cell."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rows = board.to_rows()
        self._cells = [Cell(r, c) for r, row in enumerate(self._rows) for c, kind in enumerate(row) if kind > 0]

    def write(self, writer: BitWriter, cell: Cell) -> None:
        """Write a tile."""
        writer.write_bits(self._cells.index(cell), bit_width(len(self._cells)))

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
        writer.write_bits(partners.index(second), bit_width(len(partners)))

    def read_partner(self, reader: BitReader, first: Cell) -> Cell:
        """Read a tile that links with one."""
        return _read_choice(reader, self.partners(first))


def _read_choice(reader: BitReader, cells: list[Cell]) -> Cell:
    place = reader.read_bits(bit_width(len(cells))) if cells else 0
    if place >= len(cells):
        raise BadShare("a command names a tile that is not there")
    return cells[place]
