"""A line of play in the terminal: frame by frame, or a step for every key."""

import sys
from collections.abc import Sequence
from time import sleep

import click

from lianliankan.board import Board
from lianliankan.cli.output import coloured, count, drawn, path_of
from lianliankan.move import Move

__all__ = ["play_line"]

_UP, _CLEAR = "\x1b[{}A", "\x1b[J"


def play_line(
    board: Board, moves: Sequence[Move], *, delay: float, step: bool, faces: str | None, colour: str | None
) -> None:
    """Draw every move of a line; in a terminal each picture replaces the one before.

    `step` waits for Enter between two moves; the end of the input, or q, goes to the end at once.
    """
    live = sys.stdout.isatty()
    height = 0
    for number, move in enumerate(moves, 1):
        caption = f"{number}/{len(moves)}  {move}  kind {board[move.a]}, {count(board.tile_count, 'tile')} left"
        picture = f"{drawn(board, path_of(board, move), faces=faces, colour=colour)}\n{caption}"
        _show(picture, height if live else 0, colour)
        height = picture.count("\n") + 1
        board = board.play(move)
        if step:
            step = _wait()
            height += live
        elif live and delay:
            sleep(delay)
    if moves:
        _show(
            f"{drawn(board, faces=faces, colour=colour)}\n{count(board.tile_count, 'tile')} left",
            height if live else 0,
            colour,
        )


def _show(picture: str, height: int, colour: str | None) -> None:
    if height:
        click.echo(_UP.format(height) + "\r" + _CLEAR, nl=False)
    click.echo(picture, color=coloured(colour) or None)


def _wait() -> bool:
    """Wait for Enter; whether to go on step by step."""
    click.echo("Enter for the next move, q for the end: ", nl=False)
    sys.stdout.flush()
    answer = sys.stdin.readline()
    if not sys.stdin.isatty():
        click.echo()
    return bool(answer) and not answer.strip().lower().startswith("q")
