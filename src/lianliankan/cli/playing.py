"""A line of play in the terminal: frame by frame, or a step for every key."""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from time import sleep

import click

from lianliankan.board import Board
from lianliankan.cli.output import coloured, drawn, path_of
from lianliankan.errors import count
from lianliankan.move import Move

__all__ = ["play_line"]

_UP, _CLEAR = "\x1b[{}A", "\x1b[J"


def play_line(
    board: Board, moves: Sequence[Move], *, delay: float, step: bool, faces: str | None, colour: str | None
) -> None:
    """Draw every move of a line; in a terminal with room for it, each picture replaces the one before.

    `step` waits for Enter after each; the end of the input, or q, goes to the last picture at once.
    """
    live = sys.stdout.isatty() and _fits(drawn(board, faces=faces, colour="never", frame=board))
    frame = board if live else None
    height = 0
    for number, move in enumerate(moves, 1):
        caption = f"{number}/{len(moves)}  {move}  kind {board[move.a]}, {count(board.tile_count, 'tile')} left"
        picture = f"{drawn(board, path_of(board, move), faces=faces, colour=colour, frame=frame)}\n{caption}"
        height = _show(picture, height, colour, live=live)
        if step:
            height += 1
            if not _wait():
                break
        elif sys.stdout.isatty():
            sleep(delay)
        board = board.play(move)
    for move in moves[len(moves) - board.tile_count // 2 :]:
        board = board.play(move)
    last = f"{drawn(board, faces=faces, colour=colour, frame=frame)}\n{count(board.tile_count, 'tile')} left"
    _show(last, height, colour, live=live)


def _fits(picture: str) -> bool:
    """Whether a picture and two lines under it fit into the terminal: one that does not cannot be drawn over."""
    from lianliankan.render.width import display_width

    width, height = get_terminal_size()
    return display_width(picture.split("\n")[0]) < width and picture.count("\n") + 4 <= height


def _show(picture: str, height: int, colour: str | None, *, live: bool) -> int:
    """Draw a picture over one that was so many lines high; how many this one is."""
    if live and height:
        click.echo(_UP.format(height) + "\r" + _CLEAR, nl=False)
    click.echo(picture, color=coloured(colour) or None)
    return picture.count("\n") + 1


def _wait() -> bool:
    """Wait for Enter; whether to go on step by step."""
    click.echo("Enter for the next move, q for the end: ", nl=False)
    sys.stdout.flush()
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if sys.stdin is None or not sys.stdin.isatty():
        click.echo()
    return bool(answer) and not answer.strip().lower().startswith("q")
