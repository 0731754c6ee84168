"""The command that checks a learner's function."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

import click

from lianliankan.cli.main import NO, UNDECIDED, YES, llk
from lianliankan.cli.options import FILE, SEED, Name, Number, Whole, option
from lianliankan.cli.output import find_faces, language_option, text_options, uses_colour, write, write_json
from lianliankan.texts import detect_language

__all__ = ["check"]

_UNLIMITED = "unlimited"


def _turns(context: click.Context, param: click.Parameter, text: str) -> int | None:
    """Parse a number of turns; None means no limit."""
    try:
        return None if text == _UNLIMITED else Whole(0, 1000)(text, param, context)
    except click.BadParameter as problem:
        message = problem.message.replace(", not ", f", or {_UNLIMITED}, not ", 1)
        raise click.BadParameter(message, context, param) from None


@llk.command()
@click.argument("function", metavar="FILE.py[:FUNCTION]", type=FILE)
@option(
    "--judge",
    type=Name("judge", lambda: ("link", "turns", "steps")),
    default="link",
    show_default=True,
    help="Require the correct answer, or a path with the fewest turns, or among those the fewest steps.",
)
@option("--turns", callback=_turns, default="2", show_default=True, metavar="N", help="Turns allowed: N, or unlimited.")
@option("--no-ring", is_flag=True, help="Paths stay on the board.")
@option("--padded", is_flag=True, help="The grid includes the ring of empty cells; cells are numbered with it.")
@option("--walls", is_flag=True, help="Boards have walls, -1 in the grid.")
@option("--all", "wants_all", is_flag=True, help="Find the smallest board for every kind of fault.")
@option(
    "--cells", type=Whole(2, 16), default=9, show_default=True, help="Try all boards of up to this many cells, 2 to 16."
)
@option(
    "--chance",
    type=Whole(0, 10**6),
    default=2000,
    show_default=True,
    help="Then try this many questions on larger random boards.",
)
@option("--seed", type=SEED, default=1, show_default=True, help="Seed of the random boards.")
@option("--seconds", type=Number(0, 86400), default=60, show_default=True, metavar="S", help="Stop after S seconds.")
@option("--save", type=FILE, metavar="OUT", help="Write the board that shows the first fault to this file.")
@language_option("Language of the report; by default, that of the locale.")
@text_options
@option("--json", "as_json", is_flag=True, help="Write JSON, with cells numbered as in the grid.")
def check(function: str, **given: Any) -> int:  # noqa: ANN401  # what click has read
    """Check your own linkable(grid, a, b) and draw the smallest board on which it fails.

    The grid is a list of rows of numbers: 0 is empty, anything greater is a tile. a and b are two cells (row, col),
    counted from 0, with equal tiles. The function returns True or False, or the path: a list of all cells or just the
    corners, with [] or None for no link. Your code runs on this machine with limits on time and memory; it is not
    sandboxed.
    """
    from lianliankan.board.rules import Rules
    from lianliankan.cli.check_report import format_report, report_as_dict
    from lianliankan.lab import check as checking
    from lianliankan.lab.check.report_chinese import to_chinese

    find_faces(given["faces"])
    if given["padded"] and given["no_ring"]:
        raise click.ClickException("--padded and --no-ring cannot be combined: paths may use the ring of a padded grid")
    contract = checking.Contract(
        rules=Rules(max_turns=given["turns"], outside=not given["no_ring"]),
        judge=given["judge"],
        padded=given["padded"],
        walls=given["walls"],
    )
    effort = checking.Effort(
        cells=given["cells"], random_questions=given["chance"], seed=given["seed"], seconds=given["seconds"]
    )
    try:
        with _handling_signals(), _progress() as progress:
            report = checking.check(
                checking.Program.parse(function), contract, effort, wants_all=given["wants_all"], progress=progress
            )
    except checking.BadFunction as problem:
        raise click.ClickException(str(problem)) from None
    if given["save"] and report.faults:
        write(given["save"], str(report.faults[0].question.board(contract)))
    if given["as_json"]:
        write_json(report_as_dict(report))
    else:
        text = format_report(report, faces=given["faces"], colour=given["colour"], saved=given["save"])
        if (given["lang"] or detect_language(os.environ)) == "zh":
            text = to_chinese(text)
        click.echo(text, color=uses_colour(given["colour"]) or None)
    return {True: YES, False: NO, None: UNDECIDED}[report.passed]


@contextmanager
def _handling_signals() -> Iterator[None]:
    """Turn signals into exceptions, so that the learner's process is always ended.

    Writing to a process that has ended must raise an error instead of killing the command.
    """
    handlers: dict[str, Callable[[int, FrameType | None], Any] | signal.Handlers]
    handlers = {"SIGPIPE": signal.SIG_IGN, "SIGTERM": _leave, "SIGHUP": _leave}
    numbers = {getattr(signal, name): handler for name, handler in handlers.items() if hasattr(signal, name)}
    usual = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in usual:
        signal.signal(number, numbers[number])
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


@contextmanager
def _progress() -> Iterator[Callable[[float], None]]:
    """Show progress on standard error if it is a terminal, and erase it at the end."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    try:
        yield lambda share: click.echo(f"\rchecking … {share:.0%} ", nl=False, err=True)
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)
