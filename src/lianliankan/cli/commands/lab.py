"""Commands of the algorithm lab: race, trace."""

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from lianliankan.cli.input import (
    RuleChange,
    board_options,
    check_tiles,
    choose_cells,
    one_line_errors,
    read_board,
)
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.names import FINDER
from lianliankan.cli.options import FILE, Whole, json_option, option
from lianliankan.cli.output import check_drawing, colour_option, language_option, uses_colour, write, write_json
from lianliankan.errors import needs
from lianliankan.texts import detect_language

if TYPE_CHECKING:
    from lianliankan.board.board import Board
    from lianliankan.board.cell import Cell
    from lianliankan.lab.check.learner_search import LearnerFinder
    from lianliankan.lab.finders import Finder, Search
    from lianliankan.lab.labels import Language
    from lianliankan.lab.race.race import RaceRun

_language_option = language_option("Language of what is written; by default, that of the locale.")
_OWN = " A learner's function is FILE.py:FUNCTION."

_HEADS = {
    "en": ("finder", "path", "turns", "steps", "examined"),
    "zh": ("算法", "路线", "转弯", "步数", "检查格数"),
}
_EXCLUDED = {"en": "excluded: ", "zh": "没有参赛："}


@llk.command()
@board_options
@click.argument("a", required=False)
@click.argument("b", required=False)
@option("--finder", "names", multiple=True, type=FINDER, help="Only this finder, repeatable." + _OWN)
@option("--published", is_flag=True, help="Include the published versions, flaws and all.")
@option("--rounds", type=Whole(0, 1000), default=15, show_default=True, help="Rounds of timing; 0 for no timing.")
@option("--svg", type=FILE, metavar="OUT", help="Write a picture to this file (- for standard output) instead.")
@_language_option
@colour_option
@json_option
def race(
    file: str,
    a: str | None,
    b: str | None,
    rules: RuleChange,
    as_json: bool,
    names: tuple[str, ...],
    published: bool,
    rounds: int,
    svg: str | None,
    lang: "Language | None",
    colour: str,
) -> int:
    """Compare all finders on one link, between the cells A and B.

    A course input file names the two cells itself. The finders are timed in turn, and the best time of each counts;
    the last column says how good its path is. The answer is no if the rules allow no link.
    """
    from lianliankan.lab.race import race as racing
    from lianliankan.lab.race import race_cards as cards

    check_drawing(as_json=as_json, svg=svg)
    language = lang or detect_language(os.environ)
    board, ends = _asked(file, a, b, rules)
    own = [name for name in names if _is_own(name)]
    finders = _finders(tuple(name for name in names if name not in own), published=published, every=not own)
    with one_line_errors(file):
        runs = racing.race(board, *ends, finders=finders, rounds=0 if svg else rounds)
    runs += [_learner(name, language).race(board, *ends) for name in own]
    if as_json:
        write_json({"a": ends[0], "b": ends[1], "runs": [_about_run(run) for run in runs]})
    elif svg:
        write(svg, cards.race_svg(board, ends, runs, language=language))
    else:
        _write_race(board, ends, runs, language, colour=uses_colour(colour))
    return YES if board.linkable(*ends) else NO


@llk.command()
@board_options
@click.argument("a", required=False)
@click.argument("b", required=False)
@option("--finder", "name", default="layers", show_default=True, type=FINDER, help="The finder." + _OWN)
@option("--text", "as_text", is_flag=True, help="Write the steps as text, one per line.")
@option("--at", type=Whole(0), help="Only draw the board after N steps.")
@option("--play", is_flag=True, help="Start playing at once.")
@option(
    "--svg", type=FILE, metavar="OUT", help="Write an animated picture to this file (- for standard output) instead."
)
@_language_option
@colour_option
@json_option
@needs("stepping through a search", "lianliankan[terminal]")
def trace(
    file: str,
    a: str | None,
    b: str | None,
    rules: RuleChange,
    as_json: bool,
    name: str,
    svg: str | None,
    lang: "Language | None",
    **shown: Any,  # noqa: ANN401  # what click has read
) -> int:
    """Step through the search of one finder, forwards and backwards.

    Every layer has its colour. In a terminal, the arrow keys step, space plays, q quits. Elsewhere the steps are
    written as text, followed by the last picture. The answer is no if the search found nothing.
    """
    from lianliankan.lab.check.report_chinese import in_language
    from lianliankan.lab.finders import find

    language = lang or detect_language(os.environ)
    check_drawing(as_json=as_json, svg=svg)
    if shown["at"] is not None and (svg or as_json):
        raise click.ClickException("--at cannot be combined with --svg or --json, which have all steps")
    board, ends = _asked(file, a, b, rules)
    finder: Finder | LearnerFinder
    if _is_own(name):
        finder = _learner(name, language)
        with one_line_errors(file):
            found = finder.search(board, *ends)
        search, is_found = found.search, found.answer.is_yes
        if found.problem:
            click.echo(in_language(f"{finder.name} {found.problem}", language), err=True)
    else:
        (finder,) = _finders((name,), published=False)
        with one_line_errors(file):
            search = find(name, board, *ends)
        is_found = search.path is not None
    if as_json:
        _write_json_trace(finder, ends, search)
    elif svg:
        from lianliankan.lab.trace.svg_animation import animate

        write(svg, animate(board, *ends, finder, search, language=language))
    else:
        _show(board, ends, finder, search, language, **shown)
    return YES if is_found else NO


def _asked(file: str, a: str | None, b: str | None, rules: RuleChange) -> "tuple[Board, tuple[Cell, Cell]]":
    """Read the board and the two tiles to join."""
    given = read_board(file, rules, wants_points=a is None)
    ends = choose_cells(given, a, b)
    check_tiles(given.board, *ends)
    return given.board, ends


def _is_own(name: str) -> bool:
    """Whether a name is a learner's function: a Python file, perhaps with the name of the function."""
    return ".py" in name and (name.endswith(".py") or ".py:" in name)


def _learner(name: str, language: "Language") -> "LearnerFinder":
    """Return a learner's function, after trying whether it can be called."""
    from lianliankan.lab.check import Contract, Program
    from lianliankan.lab.check.learner import BadFunction
    from lianliankan.lab.check.learner_search import LearnerFinder
    from lianliankan.lab.check.process_learner import ProcessLearner
    from lianliankan.lab.check.report_chinese import in_language

    program = Program.parse(name)
    try:
        with ProcessLearner(program, Contract(), seconds=10):
            return LearnerFinder(program)
    except BadFunction as problem:
        raise click.ClickException(in_language(str(problem), language)) from None


def _finders(names: tuple[str, ...], *, published: bool, every: bool = True) -> "list[Finder]":
    """Return the named finders, or all of them if `every`, plus the published versions if wanted."""
    from lianliankan.errors import NoSuchFinder
    from lianliankan.lab.finders import FINDERS, PUBLISHED, finder_named

    try:
        named = [finder_named(name) for name in names] or (list(FINDERS.values()) if every else [])
    except NoSuchFinder as problem:
        raise click.ClickException(str(problem)) from None
    return named + [finder for finder in PUBLISHED.values() if published and finder not in named]


def _write_race(
    board: "Board", ends: "tuple[Cell, Cell]", runs: "list[RaceRun]", language: "Language", *, colour: bool
) -> None:
    """Write the boards side by side, a table, and the finders that could not take part."""
    from shutil import get_terminal_size

    from lianliankan.lab.check.report_chinese import in_language
    from lianliankan.lab.race.race_cards import race_text

    finished = [run for run in runs if not run.refused]
    if finished:
        columns = get_terminal_size().columns
        drawn = race_text(board, ends, finished, columns=columns, colour=colour, language=language)
        click.echo(drawn + "\n", color=colour or None)
        click.echo(_table(finished, language))
    for run in runs:
        if run.refused:
            click.echo(_EXCLUDED[language] + in_language(run.refused, language))


def _table(finished: "list[RaceRun]", language: "Language") -> str:
    """Format the runs as a table, with times if they were measured."""
    from lianliankan.text import table

    timed = any(run.nanoseconds for run in finished)
    head = [*_HEADS[language], *(["µs"] if timed else []), ""]
    lines = [
        [
            run.finder.name,
            str(run.path or "–"),
            str(run.path.turns if run.path else "–"),
            str(run.path.steps if run.path else "–"),
            str(run.examined),
            *([f"{run.nanoseconds / 1000:,.1f}" if run.nanoseconds else "–"] if timed else []),
            run.verdict_in(language),
        ]
        for run in finished
    ]
    return table(head, lines, markdown=False, left=(0, 1, len(head) - 1))


def _about_run(run: "RaceRun") -> dict[str, Any]:
    """Return a run for JSON."""
    return {
        "finder": run.finder.name,
        "published": run.finder.is_published,
        "refused": run.refused or None,
        "path": run.path._json_fields if run.path else None,
        "examined": run.examined,
        "nanoseconds": run.nanoseconds,
        "right": None if run.refused else run.right,
        "verdict": run.verdict,
    }


def _write_json_trace(finder: "Finder | LearnerFinder", ends: "tuple[Cell, Cell]", search: "Search") -> None:
    import msgspec

    found = {
        "finder": finder.name,
        "a": ends[0],
        "b": ends[1],
        "path": search.path._json_fields if search.path else None,
        "examined": search.examined,
        "trace": msgspec.to_builtins(search.trace),
    }
    write_json(found)


def _show(
    board: "Board",
    ends: "tuple[Cell, Cell]",
    finder: "Finder | LearnerFinder",
    search: "Search",
    language: "Language",
    *,
    as_text: bool,
    at: int | None,
    play: bool,
    colour: str,
) -> None:
    """Show the search in a terminal, or write it as text if there is none."""
    from lianliankan.lab.trace.playback import TracePlayer
    from lianliankan.lab.trace.step_text import describe_step
    from lianliankan.lab.trace.text_frames import TraceFrame, status_line

    player = TracePlayer(search)
    screen = TraceFrame.of(board, ends, player.last_layer)
    is_live = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if is_live and at is None and not as_text:
        from lianliankan.lab.trace.trace_app import TraceApp

        title = f"{finder.name}: {finder.subject}"
        TraceApp(player, screen, title, colour=uses_colour(colour), language=language, is_playing=play).run()
        return
    if at is None:
        click.echo("\n".join(describe_step(step, language) for step in search.trace))
    if not as_text:
        player.go(len(player) if at is None else at)
        picture = screen.draw(player, colour=uses_colour(colour))
        click.echo("\n".join(line.rstrip() for line in picture.split("\n")), color=uses_colour(colour) or None)
        click.echo(status_line(player, language))
