"""The command that checks a learner's function."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

import click

from lianliankan.cli.main import NO, UNDECIDED, YES, llk
from lianliankan.cli.options import FILE, SEED, Name, Number, Whole, option
from lianliankan.cli.output import find_faces, language_option, text_options, uses_colour, write, write_json
from lianliankan.texts import Language, Texts, detect_language

_UNLIMITED = "unlimited"
# What an exercise says itself.
_CONTRACT = {name: "--" + name.replace("_", "-") for name in ("judge", "turns", "no_ring", "padded", "walls")}
_REPORT = {"wants_all": "--all", "save": "--save"}  # what a table has no place for
_EXERCISE_EFFORT = {"cells": 6, "chance": 400, "seconds": 20.0}  # for each exercise, unless it is given


def _exercise_names() -> list[str]:
    from lianliankan.lab.check.exercises import EXERCISES

    return [each.name for each in EXERCISES]


_EXERCISE = Name("exercise", _exercise_names)


def _turns(context: click.Context, param: click.Parameter, text: str) -> int | None:
    """Parse a number of turns; None means no limit."""
    try:
        return None if text == _UNLIMITED else Whole(0, 1000)(text, param, context)
    except click.BadParameter as problem:
        message = problem.message.replace(", not ", f", or {_UNLIMITED}, not ", 1)
        raise click.BadParameter(message, context, param) from None


@llk.command()
@click.argument("programs", metavar="FILE.py[:FUNCTION]...", type=FILE, nargs=-1, required=True)
@option("--exercise", type=_EXERCISE, help="Judge the function of an exercise: straight, ring, all-moves, …")
@option("--exercises", is_flag=True, help="Judge all exercises, a line each.")
@option("--sheet", metavar="NAMES", help="Judge the exercises of a sheet: names with commas between them, or its link.")
@option("--table", "as_table", is_flag=True, help="A line for each file; a folder stands for its Python files.")
@option(
    "--csv", "csv_file", type=FILE, metavar="FILE", help="Write the table as CSV to this file (- for standard output)."
)
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
@click.pass_context
def check(context: click.Context, /, programs: tuple[str, ...], **given: Any) -> int:  # noqa: ANN401  # what click has read
    """Check your own linkable(grid, a, b) and draw the smallest board on which it fails.

    The grid is a list of rows of numbers: 0 is empty, anything greater is a tile. a and b are two cells (row, col),
    counted from 0, with equal tiles. The function returns True or False, or the path: a list of all cells or just the
    corners, with [] or None for no link. Your code runs on this machine with limits on time and memory; it is not
    sandboxed.

    With --exercise, --exercises or --sheet the functions of the lab's exercises are judged. Several files, or a folder,
    become a table with a line for each.
    """
    from lianliankan.errors import Error
    from lianliankan.lab.check.report_chinese import in_language

    find_faces(given["faces"])
    language: Language = given["lang"] or detect_language(os.environ)
    several = len(programs) > 1 or os.path.isdir(programs[0])  # noqa: PTH112  # a text
    is_table = given["as_table"] or given["csv_file"] or several
    is_graded = is_table or given["exercises"] or given["sheet"]
    if is_graded or given["exercise"]:
        _reject_options(context, _CONTRACT, "exercises, which have rules of their own")
    if is_graded:
        _reject_options(context, _REPORT, "several exercises or files: check one function for it")
    try:
        with _handling_signals():
            if is_graded:
                return _grade_all(context, programs, given, language, is_table=is_table)
            return _check_one(programs[0], given, language)
    except Error as problem:
        raise click.ClickException(in_language(str(problem), language)) from None


def _reject_options(context: click.Context, names: Mapping[str, str], why: str) -> None:
    """Reject options that are given although they would have no effect."""
    for name, shown in names.items():
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.ClickException(f"{shown} cannot be combined with {why}")


def _check_one(text: str, given: dict[str, Any], language: Language) -> int:
    """Check one function and write the report."""
    from lianliankan.board.rules import Rules
    from lianliankan.cli.check_report import format_report, report_as_dict
    from lianliankan.lab import check as checking
    from lianliankan.lab.check.exercises import exercise
    from lianliankan.lab.check.mistakes import find_mistake
    from lianliankan.lab.check.report_chinese import in_language

    if given["padded"] and given["no_ring"]:
        raise click.ClickException("--padded and --no-ring cannot be combined: paths may use the ring of a padded grid")
    program = checking.Program.parse(text)
    contract = checking.Contract(
        rules=Rules(max_turns=given["turns"], outside=not given["no_ring"]),
        judge=given["judge"],
        padded=given["padded"],
        walls=given["walls"],
    )
    if given["exercise"]:
        asked = exercise(given["exercise"])
        contract = asked.contract
        is_named = text != str(program.file)
        program = program if is_named else program._replace(function=asked.function)
    effort = checking.Effort(
        cells=given["cells"], random_questions=given["chance"], seed=given["seed"], seconds=given["seconds"]
    )
    with _progress() as progress:
        report = checking.check(program, contract, effort, wants_all=given["wants_all"], progress=progress)
    if given["save"] and report.faults:
        write(given["save"], str(report.faults[0].question.board(contract)))
    mistake = find_mistake(report) if given["exercise"] else None
    if given["as_json"]:
        write_json(report_as_dict(report) | ({"mistake": mistake} if given["exercise"] else {}))
    else:
        shown = format_report(report, faces=given["faces"], colour=given["colour"], saved=given["save"])
        shown = in_language(shown, language)
        if mistake:
            shown += f"\n\n{Texts(language, part='lab')(f'mistake {mistake}')}"
        click.echo(shown, color=uses_colour(given["colour"]) or None)
    return {True: YES, False: NO, None: UNDECIDED}[report.passed]


def _grade_all(
    context: click.Context, programs: tuple[str, ...], given: dict[str, Any], language: Language, *, is_table: bool
) -> int:
    """Judge programs in exercises, and write a table, or a line for each exercise."""
    from lianliankan.cli import check_table
    from lianliankan.lab.check import BadFunction, Effort
    from lianliankan.lab.check.exercises import EXERCISES, exercise
    from lianliankan.lab.check.grading import grade

    sheet = check_table.parse_sheet(given["sheet"]) if given["sheet"] else EXERCISES
    asked = (exercise(given["exercise"]),) if given["exercise"] else sheet
    files = check_table.python_files(programs)
    by_default = {
        name: usual
        for name, usual in _EXERCISE_EFFORT.items()
        if context.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE
    }
    chosen = given | by_default
    effort = Effort(
        cells=chosen["cells"], random_questions=chosen["chance"], seed=chosen["seed"], seconds=chosen["seconds"]
    )
    graded = []
    with _progress() as progress:
        for number, file in enumerate(files):
            progress(number / len(files))
            graded.append((file, list(grade(file, asked, effort))))
    if given["as_json"]:
        write_json(check_table.class_json(graded))
    elif given["csv_file"]:
        mark = "" if given["csv_file"] == "-" else check_table.BYTE_ORDER_MARK
        write(given["csv_file"], mark + check_table.class_csv(graded, language))
        if given["as_table"] and given["csv_file"] != "-":
            click.echo(check_table.class_table(graded, language))
    elif is_table:
        click.echo(check_table.class_table(graded, language))
    else:
        (_, grades) = graded[0]
        if all(each.outcome == "error" for each in grades):
            raise BadFunction(grades[0].problem)
        click.echo(check_table.exercise_lines(grades, language))
    outcomes = {each.outcome for _, grades in graded for each in grades}
    return YES if outcomes <= {"passed"} else UNDECIDED if outcomes <= {"passed", "undecided"} else NO


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
