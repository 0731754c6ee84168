"""Pictures one after the other in the terminal: a line of play, or a whole game, frame by frame or step by step."""

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
    """Draws pictures; in a terminal with room for it, each replaces the one before.

    `step` waits for Enter after each; the end of the input, or q, asks for no more.
    """

    def __init__(self, first: Board, *, step: bool, faces: str | None, colour: str | None) -> None:
        self._step, self._faces, self._colour = step, faces, colour
        self._live = sys.stdout.isatty() and _fits(draw_text(first, faces=faces, colour="never", frame=first))
        self._frame = first if self._live else None
        self._height = 0

    def show(self, board: Board, caption: str, path: Path | None = None, marks: Iterable[Cell] = ()) -> None:
        """Draw a board with a line under it."""
        if self._live and self._height:
            click.echo(_UP.format(self._height) + "\r" + _CLEAR, nl=False)
        if self._live:
            caption = _cut(caption, get_terminal_size().columns - 1)
        picture = draw_text(board, path, faces=self._faces, colour=self._colour, marks=marks, frame=self._frame)
        picture = f"{picture}\n{caption}"
        click.echo(picture, color=uses_colour(self._colour) or None)
        self._height = picture.count("\n") + 1

    def wait(self, seconds: float) -> bool:
        """Wait, so long or for Enter; whether to go on. What nobody watches does not wait."""
        if self._step:
            self._height += 1
            return _ask_to_go_on()
        if sys.stdout.isatty():
            sys.stdout.flush()
            sleep(seconds)
        return True


def play_line(
    board: Board, moves: Sequence[Move], *, delay: float, step: bool, faces: str | None, colour: str | None
) -> None:
    """Draw every move of a line; who asks for no more sees the last picture at once."""
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
    """Whether a picture and two lines under it fit into the terminal: one that does not cannot be drawn over."""
    from lianliankan.text_width import display_width

    width, height = get_terminal_size()
    return display_width(picture.split("\n")[0]) < width and picture.count("\n") + 4 <= height


def _cut(line: str, width: int) -> str:
    """Keep a line, which has plain letters only, from going on in the next."""
    return line if len(line) <= width else line[: max(width - 1, 0)] + "…"


def _ask_to_go_on() -> bool:
    """Wait for Enter; whether to go on step by step."""
    click.echo("Enter for the next move, q for the end: ", nl=False)
    sys.stdout.flush()
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if sys.stdin is None or not sys.stdin.isatty():
        click.echo()
    return bool(answer) and not answer.strip().lower().startswith("q")
