"""The command line."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from lianliankan.board import Board
from lianliankan.cell import Cell
from lianliankan.errors import ParseError
from lianliankan.reading import Reading, read
from lianliankan.rules import Rules

if TYPE_CHECKING:
    from lianliankan.path import Path

__all__ = ["llk", "main"]

YES, NO, WRONG = 0, 1, 2
MAX_INPUT = 256 * 1024 * 1024  # bytes; more than the largest board's text

Command = TypeVar("Command", bound=Callable[..., object])


def main() -> NoReturn:
    """Run the command line; every error is one line, and the exit code says how it went."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever read our output has gone: end without a word
    try:
        code = llk.main(prog_name="llk", standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as no_words:
        click.echo(no_words.format_message(), err=True)
        sys.exit(WRONG)
    except (OSError, MemoryError) as problem:
        click.echo(f"llk: {getattr(problem, 'strerror', None) or 'there is not enough memory'}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what could not be written is let go
        sys.exit(WRONG)
    except click.ClickException as problem:
        place = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "llk"
        message = " ".join(problem.format_message().split())
        click.echo(f"{place}: {message}", err=True)
        sys.exit(WRONG)
    sys.exit(code if isinstance(code, int) else YES)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="FILE is a board's text or the course report's input file; - reads standard input. Cells are row,col "
    "counting from 1; --json counts from 0, as the library does. "
    "Exit codes: 0 yes, 1 no (no link, no move), 2 something was wrong.",
)
@click.version_option(package_name="lianliankan", prog_name="llk", message="%(prog)s %(version)s")
def llk() -> None:
    """连连看: link two equal tiles by a path of at most two turns, and clear the board."""


def _reading(command: Command) -> Command:
    """Add what every command that reads a board takes."""
    command = click.option("--json", "as_json", is_flag=True, help="Write JSON, for machines.")(command)
    command = click.option(
        "--rules", "rules_text", metavar="RULES", help="Rules instead of the file's, as in 'gravity=down max_turns=3'."
    )(command)
    return click.argument("file", metavar="FILE")(command)


def _drawing(command: Command) -> Command:
    """Add what every command that draws a board takes."""
    command = click.option(
        "--faces",
        default="numbers",
        show_default=True,
        help="What stands on the tiles: numbers, letters, hanzi, emoji or ascii.",
    )(command)
    command = click.option(
        "--svg", metavar="OUT", help="Write a picture to this file (- for standard output) instead."
    )(command)
    command = click.option(
        "--theme",
        type=click.Choice(["light", "dark"]),
        default="light",
        show_default=True,
        help="The colours of the picture.",
    )(command)
    return click.option(
        "--colour", "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True
    )(command)


@llk.command()
@_reading
@_drawing
def show(file: str, rules_text: str | None, as_json: bool, **drawing: str | None) -> int:
    """Draw a board."""
    board = _read(file, rules_text).board
    _check_drawing(as_json=as_json, **drawing)
    with _one_line(file):
        about = _about(board)
    if as_json:
        _write_json(about)
    else:
        _draw(board, None, **drawing)
        if not drawing["svg"]:
            click.echo(
                f"{board.tile_count} tiles, {about['moves']} moves" + (f", {board.rules}" if str(board.rules) else "")
            )
    return YES


@llk.command()
@_reading
@click.argument("a", required=False)
@click.argument("b", required=False)
@_drawing
def link(file: str, a: str | None, b: str | None, rules_text: str | None, as_json: bool, **drawing: str | None) -> int:
    """Find the best path between the tiles on two cells A and B.

    The course report's input file names the two cells itself.
    """
    given = _read(file, rules_text, wants_points=a is None)
    _check_drawing(as_json=as_json, **drawing)
    first, last = _points(given, a, b)
    _check_tiles(given.board, first, last)
    path = given.board.link(first, last)
    if as_json:
        _write_json({"a": first, "b": last, "linked": path is not None} | (_about_path(path) if path else {}))
    elif path:
        _draw(given.board, path, **drawing)
        if drawing["svg"] != "-":
            click.echo(f"{path}  {_count(path.turns, 'turn')}, {_count(path.steps, 'step')}")
    else:
        why = "no path within the rules joins" if given.board[first] == given.board[last] else "different kinds are on"
        click.echo(f"no link: {why} {first} and {last}")
    return YES if path else NO


@llk.command()
@_reading
def moves(file: str, rules_text: str | None, as_json: bool) -> int:
    """List every move with its path's turns and steps."""
    board = _read(file, rules_text).board
    with _one_line(file):
        found = board.moves()
    if as_json:
        _write_json(
            [{"a": move.a, "b": move.b, "kind": board[move.a]} | _about_path(_path(board, move)) for move in found]
        )
        return YES if found else NO
    for move in found:
        path = _path(board, move)
        click.echo(f"{move}  kind {board[move.a]}, {_count(path.turns, 'turn')}, {_count(path.steps, 'step')}")
    if not found:
        click.echo("no move: the board is clear" if board.is_clear else "no move: the board is stuck")
    return YES if found else NO


@llk.command()
@_reading
@click.argument("depth", type=click.IntRange(0, 1_000_000))
@click.option("--divide", is_flag=True, help="Also count for every first move alone.")
def perft(file: str, depth: int, rules_text: str | None, as_json: bool, divide: bool) -> int:
    """Count the move sequences of DEPTH moves."""
    from lianliankan.position import perft as count

    board = _read(file, rules_text).board
    with _one_line(file):
        parts = {str(move): count(board.play(move), depth - 1) for move in board.moves()} if divide and depth else {}
        total = sum(parts.values()) if parts else count(board, depth)
    if as_json:
        _write_json({"depth": depth, "count": total} | ({"divide": parts} if divide else {}))
    else:
        for move, part in parts.items():
            click.echo(f"{move} {part}")
        click.echo(total)
    return YES


@llk.command()
@click.option(
    "--boards", type=click.IntRange(1, 10_000), default=200, show_default=True, help="Boards per size and fill."
)
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=15, show_default=True, help="How often everything takes its turn."
)
@click.option("--size", "sizes", multiple=True, metavar="RxC", help="Only this size of 8x8, 8x18, 16x30, 30x60.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, for machines.")
@click.option("--markdown", is_flag=True, help="Write the page that docs/speed.md is.")
def bench(boards: int, rounds: int, sizes: tuple[str, ...], as_json: bool, markdown: bool) -> int:
    """Measure speed, everything side by side in one run, and give a signature of the behaviour."""
    from lianliankan.bench import measure as benches
    from lianliankan.bench.page import page

    known = {f"{rows}x{cols}": (rows, cols, kinds) for rows, cols, kinds in benches.SIZES}
    for size in sizes:
        if size not in known:
            raise click.ClickException(f"there is no size {size!r} to measure: {', '.join(known)} are")
    chosen = [known[size] for size in sizes] or list(known.values())
    figures = benches.measure(boards=boards, rounds=rounds, sizes=chosen)
    signature = benches.signature()
    if as_json:
        lines = [
            {
                "rows": f.rows,
                "cols": f.cols,
                "fill": f.fill,
                "work": f.work.key,
                "least_ns": f.least,
                "median_ns": f.middle,
            }
            for f in figures
        ]
        _write_json({"signature": signature, "figures": lines})
    else:
        click.echo(page(figures, signature, boards=boards, rounds=rounds, markdown=markdown))
    return YES


# ---- Reading -------------------------------------------------------------------------------------------------------


def _read(file: str, rules_text: str | None, *, wants_points: bool = False) -> Reading:
    text = _text_of(file)
    rules = None
    if rules_text is not None:
        with _one_line("--rules"):
            rules = Rules.parse(rules_text)
    with _one_line(file):
        return read(text, rules=rules, wants_points=wants_points)


def _text_of(file: str) -> str:
    name = "standard input" if file == "-" else file
    if file == "-" and sys.stdin is None:
        raise click.ClickException("standard input is closed")
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(MAX_INPUT + 1)
        else:
            with FilePath(file).open("rb") as stream:
                raw = stream.read(MAX_INPUT + 1)
    except OSError as problem:
        raise click.ClickException(f"{name}: {problem.strerror or problem}") from None
    if len(raw) > MAX_INPUT:
        raise click.ClickException(f"{name}: larger than any board's text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        raise click.ClickException(f"{name}: line {line}: this is no UTF-8 text") from None


def _points(given: Reading, a: str | None, b: str | None) -> tuple[Cell, Cell]:
    if a is None:
        if given.points is None:
            raise click.ClickException(
                "name two cells, as in 1,1 3,2: the file is not the course report's, which names them"
            )
        return given.points
    if b is None:
        raise click.ClickException(f"name a second cell beside {a}")
    try:
        return Cell.parse(a), Cell.parse(b)
    except ParseError as problem:
        raise click.ClickException(problem.problem) from None


def _check_tiles(board: Board, *cells: Cell) -> None:
    """Find fault with cells as people name them, before the library does in its own numbers."""
    for cell in cells:
        if not (0 <= cell.row < board.rows and 0 <= cell.col < board.cols):
            raise click.ClickException(
                f"the cell {cell} is not on the board of {board.rows} rows and {board.cols} columns"
            )
        if board[cell] <= 0:
            what = {0: "it is empty", -1: "it is a wall", -2: "it is no part of the board"}[board[cell]]
            raise click.ClickException(f"no tile is on the cell {cell}: {what}")
    if len(set(cells)) < len(cells):
        raise click.ClickException(f"the cell {cells[0]} cannot link to itself")


@contextmanager
def _one_line(name: str) -> Iterator[None]:
    """Turn what the library says is wrong into one line that begins with where it came from."""
    try:
        yield
    except ValueError as problem:
        raise click.ClickException(f"{name}: {problem}") from None


# ---- Writing -------------------------------------------------------------------------------------------------------


def _draw(
    board: Board, path: "Path | None", *, faces: str | None, svg: str | None, theme: str | None, colour: str | None
) -> None:
    from lianliankan import render

    if faces not in render.FACE_SETS:
        raise click.ClickException(f"there are no faces called {faces!r}: {', '.join(render.FACE_SETS)} are")
    if svg:
        picture = render.to_svg(board, path, faces=faces, theme="dark" if theme == "dark" else "light")
        _write(svg, picture)
        return
    coloured = colour == "always" or (colour == "auto" and render.wants_colour(sys.stdout, os.environ))
    click.echo(render.to_terminal(board, path, faces=faces, colour=coloured), color=coloured or None)


def _check_drawing(*, as_json: bool, svg: str | None, **_: str | None) -> None:
    if svg == "":
        raise click.ClickException("--svg needs the name of a file, or - for standard output")
    if svg is not None and as_json:
        raise click.ClickException("--json and --svg do not go together")


def _write(name: str, text: str) -> None:
    if name == "-":
        click.echo(text)
        return
    try:
        FilePath(name).write_text(text + "\n", encoding="utf-8")
    except OSError as problem:
        raise click.ClickException(f"{name}: {problem.strerror or problem}") from None


def _write_json(value: object) -> None:
    import json

    click.echo(json.dumps(value, ensure_ascii=False))


def _about(board: Board) -> dict[str, Any]:
    return {
        "text": str(board),
        "rows": board.to_rows(),
        "rules": {name: getattr(board.rules, name) for name in ("max_turns", "outside", "gravity", "adjacent")},
        "phase": board.phase,
        "tiles": board.tile_count,
        "moves": len(board.moves()),
        "stuck": board.is_stuck,
        "clear": board.is_clear,
        "zobrist": f"{board.zobrist:016x}",
    }


def _about_path(path: "Path") -> dict[str, Any]:
    return {"turns": path.turns, "steps": path.steps, "corners": path.corners}


def _path(board: Board, move: tuple[Cell, Cell]) -> "Path":
    path = board.link(*move)
    assert path is not None, "a move links"
    return path


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
