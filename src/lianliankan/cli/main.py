"""The llk command group, its error messages and its exit codes."""

import os
import signal
import sys
from typing import NoReturn

import click

from lianliankan.cli.command_group import Commands
from lianliankan.errors import MissingExtra

YES, NO, ERROR, UNDECIDED = 0, 1, 2, 3

_SECTIONS = {
    "Play": ("play", "tui", "join", "games", "stats", "faces"),
    "Serve many players": ("serve", "admin", "site"),
    "Look at a board": ("show", "link", "moves", "perft"),
    "Solve a board": ("solve", "advise", "blame", "rate"),
    "Make boards": ("deal", "shuffle"),
    "Check and share games": ("replay", "share"),
    "Learn the algorithms": ("check", "race", "trace"),
    "More": ("atlas", "bench", "completion"),
}


class NegativeAnswer(click.ClickException):
    """The answer is no: the request was valid, but what it asks for does not exist."""


class TimeUp(click.ClickException):
    """The time is up before there is an answer."""


def main() -> NoReturn:
    """Run the command line; every error is one line, and the exit code is the answer."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # if the reader of our output is gone, end silently
    _open_closed_streams()
    try:
        code = llk.main(prog_name="llk", standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as no_arguments:
        click.echo(no_arguments.format_message(), err=True)
        sys.exit(ERROR)
    except (OSError, MemoryError) as problem:
        click.echo(f"llk: {_reason(problem)}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discard unwritten output
        sys.exit(ERROR)
    except MissingExtra as problem:
        click.echo(f"llk: {problem}", err=True)
        sys.exit(ERROR)
    except click.ClickException as problem:
        sys.exit(report_error(problem))
    sys.exit(code if isinstance(code, int) else YES)


def _reason(problem: OSError | MemoryError) -> str:
    """Return what went wrong, and with which file if that is known."""
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
    return str(problem) or "out of memory"


def report_error(problem: click.ClickException) -> int:
    """Write an error as one line, and return its exit code."""
    place = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "llk"
    message = " ".join(_message(problem).split())
    click.echo(f"{place}: {message}", err=True)
    return {NegativeAnswer: NO, TimeUp: UNDECIDED}.get(type(problem), ERROR)


def _open_closed_streams() -> None:
    """Discard what is written to standard output or standard error if they are closed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123  # until the end


def _message(problem: click.ClickException) -> str:
    """Return the message of an error; one about a value starts with its option or argument."""
    if isinstance(problem, click.MissingParameter) or not isinstance(problem, click.BadParameter):
        return problem.format_message()
    param = problem.param
    name = param.opts[0] if isinstance(param, click.Option) else param and param.human_readable_name
    return f"{name}: {problem.message}" if name else problem.message


@click.group(
    cls=Commands,
    sections=_SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
FILE is a board in text form or a course input file; - reads standard input.
Cells are row,col, counted from 1; --json counts from 0, like the library.
Exit codes: 0 yes, 1 no (no link, no move, cannot be won), 2 error,
            3 undecided (budget spent).
""",
)
@click.version_option(
    None, "-V", "--version", package_name="lianliankan", prog_name="llk", message="%(prog)s %(version)s"
)
def llk() -> None:
    """连连看: connect two matching tiles by a path of at most two turns, and clear the board."""
