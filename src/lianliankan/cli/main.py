"""The command itself: what all commands hang on, how errors look, and what exit codes mean."""

import os
import signal
import sys
from typing import NoReturn

import click

__all__ = ["ERROR", "NO", "UNDECIDED", "YES", "NegativeAnswer", "llk", "main"]

YES, NO, ERROR, UNDECIDED = 0, 1, 2, 3


class NegativeAnswer(click.ClickException):
    """What was asked for does not exist: nothing is wrong with the question, the answer is no."""


def main() -> NoReturn:
    """Run the command line; every error is one line, and the exit code says how it went."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever read our output has gone: end without a word
    try:
        code = llk.main(prog_name="llk", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as no_words:
        click.echo(no_words.format_message(), err=True)
        sys.exit(ERROR)
    except (OSError, MemoryError) as problem:
        click.echo(f"llk: {getattr(problem, 'strerror', None) or 'there is not enough memory'}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what could not be written is let go
        sys.exit(ERROR)
    except click.ClickException as problem:
        place = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "llk"
        message = " ".join(problem.format_message().split())
        click.echo(f"{place}: {message}", err=True)
        sys.exit(NO if isinstance(problem, NegativeAnswer) else ERROR)
    sys.exit(code if isinstance(code, int) else YES)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="FILE is a board's text or the course report's input file; - reads standard input. Cells are row,col "
    "counting from 1; --json counts from 0, as the library does. "
    "Exit codes: 0 yes, 1 no (no link, no move, cannot be won), 2 something was wrong, 3 nobody knows.",
)
@click.version_option(package_name="lianliankan", prog_name="llk", message="%(prog)s %(version)s")
def llk() -> None:
    """连连看: link two equal tiles by a path of at most two turns, and clear the board."""
