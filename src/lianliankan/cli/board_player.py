"""Playing moves or a whole game in the terminal, with a delay or step by step."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from time import sleep

import click

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.path import Path
from lianliankan.cli.output import draw_text, find_path, uses_colour
from lianliankan.text import count
from lianliankan.text_width import display_width

_UP, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[{}A\r", "\x1b[K", "\x1b[J"
_HIDE_CURSOR, _SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
_COLOUR = re.compile("(\x1b\\[[0-9;]*m)")


class PlayerScreen:
    """Draws boards; in a terminal, each replaces the one before, and one that is too large is cut around what happens.

    With `step` it waits for Enter after each; q, or the end of the input, stops it.
    """

    def __init__(self, first: Board, *, step: bool, faces: str | None, colour: str | None) -> None:
        self._step, self._faces, self._colour = step, faces, colour
        self._live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._frame = first if self._live else None
        self._height = 0

    def show(self, board: Board, caption: str, path: Path | None = None, marks: Iterable[Cell] = ()) -> None:
        """Draw a board with a caption below it."""
        marks = tuple(marks)
        picture = draw_text(board, path, faces=self._faces, colour=self._colour, marks=marks, frame=self._frame)
        if not self._live:
            click.echo(f"{picture}\n{caption}", color=uses_colour(self._colour) or None)
            return
        columns, lines = get_terminal_size()
        columns, lines = columns - 1, lines - 2 - self._step
        caption = _shorten_line(caption, columns)
        drawn = [*_cut_out(board, picture, path or marks, columns, lines), caption]
        up = _UP.format(self._height) if self._height else ""
        text = "".join(f"{line}{_CLEAR_LINE}\n" for line in drawn)
        click.echo(f"{_HIDE_CURSOR}{up}{text}{_CLEAR_BELOW}{_SHOW_CURSOR}", nl=False, color=True)
        self._height = len(drawn)

    def wait(self, seconds: float) -> bool:
        """Wait for some seconds, or for Enter; return whether to continue. Only a terminal waits."""
        if self._step:
            self._height += 1
            return _ask_to_continue()
        if sys.stdout.isatty():
            sys.stdout.flush()
            sleep(seconds)
        return True


def play_line(
    board: Board, moves: Sequence[Move], *, delay: float, step: bool, faces: str | None, colour: str | None
) -> None:
    """Draw every move; if the player stops, skip to the end."""
    screen = PlayerScreen(board, step=step, faces=faces, colour=colour)
    for number, move in enumerate(moves, 1):
        caption = f"{number}/{len(moves)}  {move}  kind {board[move.a]}, {count(board.tile_count, 'tile')} left"
        screen.show(board, caption, find_path(board, move))
        if not screen.wait(delay):
            break
        board = board.play(move)
    for move in moves[len(moves) - board.tile_count // 2 :]:
        board = board.play(move)
    screen.show(board, f"{count(board.tile_count, 'tile')} left")


def _cut_out(board: Board, picture: str, cells: Sequence[Cell], columns: int, lines: int) -> list[str]:
    r"""Return the part of a drawing that fits, with its numbers and as many of the cells as possible.

    >>> _cut_out(Board.parse("AAAB"), "   1  2  3  4 \n1  1  1  1  2 ", [Cell(0, 2), Cell(0, 3)], 8, 2)
    ['   3  4 ', '1  1  2 ']
    """
    head, *rows = picture.split("\n")
    width, ring = display_width(_COLOUR.sub("", head)), len(rows) > board.rows
    cell_width = width // (board.cols + 2 * ring)
    margin = width - cell_width * (board.cols + 2 * ring)  # the numbers of the rows
    x = _scroll([(cell.col + ring) * cell_width for cell in cells], cell_width, columns - margin, width - margin)
    y = _scroll([cell.row + ring for cell in cells], 1, lines - 1, len(rows))
    shown = [head, *rows[y : y + lines - 1]]
    return [_clip(line, 0, margin) + _clip(line, margin + x, columns - margin) for line in shown]


def _scroll(places: Sequence[int], size: int, room: int, whole: int) -> int:
    """Return where to begin so that the places are in view: at the start, or as far on as they need."""
    if whole <= room or not places:
        return 0
    return max(min(max(places) + size - room, min(places)), 0)


def _clip(line: str, start: int, width: int) -> str:
    r"""Return some columns of a line with colours.

    >>> _clip("\x1b[1mabc\x1b[0mdef", 2, 2)
    '\x1b[1mc\x1b[0md'
    """
    clipped, x = "", 0
    for part in _COLOUR.split(line):
        if _COLOUR.fullmatch(part):
            clipped += part
            continue
        for char in part:
            columns = display_width(char)
            if start <= x and x + columns <= start + width:
                clipped += char
            x += columns
    return clipped


def _shorten_line(line: str, width: int) -> str:
    """Shorten an ASCII line so that it does not wrap."""
    return line if len(line) <= width else line[: max(width - 1, 0)] + "…"


def _ask_to_continue() -> bool:
    """Wait for Enter; return whether to continue."""
    click.echo("Enter for the next move, q to skip to the end: ", nl=False)
    sys.stdout.flush()
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if sys.stdin is None or not sys.stdin.isatty():
        click.echo()
    return bool(answer) and not answer.strip().lower().startswith("q")
