"""Playing moves or a whole game in the terminal, with a delay or step by step."""

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

__all__ = ["PlayerScreen", "play_line"]

_UP, _CLEAR = "\x1b[{}A", "\x1b[J"


class PlayerScreen:
    """Draws boards; in a terminal that is large enough, each replaces the one before.

    With `step` it waits for Enter after each; q, or the end of the input, stops it.
    """

    def __init__(self, first: Board, *, step: bool, faces: str | None, colour: str | None) -> None:
        self._step, self._faces, self._colour = step, faces, colour
        self._live = sys.stdout.isatty() and _fits(draw_text(first, faces=faces, colour="never", frame=first))
        self._frame = first if self._live else None
        self._height = 0

    def show(self, board: Board, caption: str, path: Path | None = None, marks: Iterable[Cell] = ()) -> None:
        """Draw a board with a caption below it."""
        if self._live and self._height:
            click.echo(_UP.format(self._height) + "\r" + _CLEAR, nl=False)
        if self._live:
            caption = _shorten_line(caption, get_terminal_size().columns - 1)
        picture = draw_text(board, path, faces=self._faces, colour=self._colour, marks=marks, frame=self._frame)
        picture = f"{picture}\n{caption}"
        click.echo(picture, color=uses_colour(self._colour) or None)
        self._height = picture.count("\n") + 1

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


def _fits(picture: str) -> bool:
    """Whether a drawing and two lines below it fit into the terminal; else it cannot be replaced."""
    from lianliankan.text_width import display_width

    width, height = get_terminal_size()
    return display_width(picture.split("\n")[0]) < width and picture.count("\n") + 4 <= height


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
