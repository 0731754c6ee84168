"""Commands that use the solver: solve, advise, blame, rate."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.cli.board_player import play_line
from lianliankan.cli.input import (
    Number,
    board_options,
    check_tiles,
    one_line_errors,
    read_board,
    read_text,
    search_options,
)
from lianliankan.cli.main import NO, UNDECIDED, YES, llk
from lianliankan.cli.output import draw, draw_text, find_faces, text_options, uses_colour, write_json
from lianliankan.errors import ParseError, TooLarge
from lianliankan.text import count

if TYPE_CHECKING:
    from lianliankan.solver.verdict import Budget, Verdict

__all__ = ["advise", "blame", "rate", "solve"]

_SETS_DRAWN = 3  # of a certificate; all of them are in --json


@llk.command()
@board_options
@search_options
@click.option("--animate", is_flag=True, help="Play the win in the terminal.")
@click.option("--step", is_flag=True, help="Play the win move by move, waiting for Enter each time.")
@click.option("--delay", type=Number(0, 60), default=0.3, show_default=True, help="Seconds between moves.")
@click.option("--proof", is_flag=True, help="Show the proof, and verify it with code independent of the search.")
@text_options
def solve(
    file: str,
    rules_text: str | None,
    as_json: bool,
    budget: "Budget",
    seed: int,
    animate: bool,
    step: bool,
    delay: float,
    proof: bool,
    faces: str,
    colour: str,
) -> int:
    """Decide whether a board can be won, and show how."""
    from lianliankan.solver.solve import solve as decide

    if as_json and (animate or step):
        raise click.ClickException("--json cannot be combined with --animate or --step")
    find_faces(faces)
    board = read_board(file, rules_text).board
    with one_line_errors(file):
        verdict = decide(board, budget, seed=seed)
    if as_json:
        write_json(verdict._json_fields | ({"verified": _verify(board, verdict)} if proof else {}))
        return _exit_code(verdict.winnable)
    if verdict.winnable and (animate or step):
        play_line(board, verdict.moves, delay=delay, step=step, faces=faces, colour=colour)
    click.echo(verdict.reason)
    if verdict.winnable and not (animate or step):
        _write_moves(verdict.moves)
    if proof:
        _write_proof(board, verdict, faces=faces, colour=colour)
    return _exit_code(verdict.winnable)


@llk.command()
@board_options
@search_options
@text_options
def advise(
    file: str,
    rules_text: str | None,
    as_json: bool,
    budget: "Budget",
    seed: int,
    faces: str,
    colour: str,
) -> int:
    """Say for each move whether it loses the game; safest first."""
    from lianliankan.solver.solve import advise as ask

    find_faces(faces)
    board = read_board(file, rules_text).board
    with one_line_errors(file):
        found = ask(board, budget, seed=seed)
    if as_json:
        write_json([asdict(each) for each in found])
    else:
        if found and found[0].outcome == "safe":
            best = found[0].move
            draw(board, board.link(*best), svg=None, theme=None, faces=faces, colour=colour)
        for each in found:
            chance = f"  random play wins {each.chance:.0%} after it" if each.outcome == "safe" else ""
            click.echo(f"{each.move}  kind {board[each.move.a]}  {each.outcome:8}{chance}".rstrip())
        if not found:
            click.echo("no move: the board is clear" if board.is_clear else "no move: the board is stuck")
    if not found or all(each.outcome == "losing" for each in found):
        return YES if board.is_clear else NO
    return YES if any(each.outcome == "safe" for each in found) else UNDECIDED


@llk.command()
@board_options
@click.argument("moves", nargs=-1)
@search_options
@click.option("--moves", "moves_file", metavar="FILE", help="Read the moves from a file (- for standard input).")
def blame(
    file: str,
    moves: tuple[str, ...],
    moves_file: str | None,
    rules_text: str | None,
    as_json: bool,
    budget: "Budget",
    seed: int,
) -> int:
    """Find the move that lost the game.

    It is the first of MOVES, e.g. 1,1-3,2, after which the game can no longer be won.
    """
    from lianliankan.solver.solve import blame as find

    if file == "-" == moves_file:
        raise click.ClickException("the board and the moves cannot both come from standard input")
    board = read_board(file, rules_text).board
    played = _parse_moves(moves, "the moves")
    if moves_file is not None:
        played += _parse_moves(read_text(moves_file).split(), moves_file)
    _check_moves(board, played)
    with one_line_errors(file):
        found = find(board, played, budget, seed=seed)
    if as_json:
        write_json(asdict(found))
        return _exit_code(found.winnable)
    if found.winnable:
        click.echo(f"nothing is lost: it can still be won after {count(len(played), 'move')}")
    elif found.lost_after == 0:
        click.echo("no move lost it: it was unwinnable from the start")
    elif found.lost_after is not None:
        click.echo(f"move {found.lost_after} lost it: {found.move}")
        click.echo(f"it could still be won after {count(found.lost_after - 1, 'move')}; go back there")
    else:
        until = "" if found.won_until is None else f"; it could still be won after {count(found.won_until, 'move')}"
        what = "it is lost; losing move undecided" if found.winnable is False else "undecided"
        click.echo(f"{what} (budget spent){until}")
    return _exit_code(found.winnable)


@llk.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--rules",
    "rules_text",
    metavar="RULES",
    help="Rules that replace those in the files, e.g. 'gravity=down max_turns=3'.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON lines.")
@search_options
@click.option("--games", type=click.IntRange(1, 1_000_000), default=256, show_default=True, help="Random playouts.")
def rate(
    files: tuple[str, ...],
    rules_text: str | None,
    as_json: bool,
    budget: "Budget",
    seed: int,
    games: int,
) -> int:
    """Rate the difficulty of boards from 0 to 100."""
    from lianliankan.solver.rate import rate as measure

    for file in files:
        board = read_board(file, rules_text).board
        with one_line_errors(file):
            rating = measure(board, budget, seed=seed, games=games)
        if as_json:
            write_json({"file": file} | asdict(rating))
            continue
        if len(files) > 1:
            click.echo(f"{file}:")
        click.echo(f"difficulty       {rating.score:g} of 100, {rating.name}")
        if rating.winnable:
            click.echo(f"random win rate  {rating.chance:.1%} of {games} playouts")
            click.echo(f"moves available  {rating.mean_moves:.1f} on average, {rating.least_moves} minimum")
            click.echo(f"safe moves       {rating.safe_share:.1%} along a winning line")
            click.echo(f"only safe moves  {rating.forced} along that line")
        click.echo(f"solver effort    {count(rating.nodes, 'node')}")
    return YES


def _exit_code(winnable: bool | None) -> int:
    return UNDECIDED if winnable is None else YES if winnable else NO


def _verify(board: Board, verdict: "Verdict") -> bool | None:
    from lianliankan.solver.verify import verify

    try:
        return verify(board, verdict)
    except TooLarge:
        return None


def _write_proof(board: Board, verdict: "Verdict", *, faces: str, colour: str) -> None:
    if verdict.winnable is None:
        click.echo("no proof: undecided")
        return
    sets = verdict.certificate or ()
    for number, blocked in enumerate(sets[:_SETS_DRAWN], 1):
        click.echo(f"\nset {number} of {len(sets)}, {count(len(blocked), 'tile')} in brackets:")
        click.echo(draw_text(board, marks=blocked, faces=faces, colour=colour), color=uses_colour(colour) or None)
    if len(sets) > _SETS_DRAWN:
        click.echo(f"\n… and {len(sets) - _SETS_DRAWN} more; --json has them all")
    if verdict.tiles:
        click.echo(f"\nthe tiles in question: {' '.join(str(cell) for cell in verdict.tiles)}")
    checked = _verify(board, verdict)
    how = {
        True: "played move by move, it clears the board",
        False: "the sets leave no pairing" if sets else "recounted, or searched again",
    }[verdict.winnable]
    if checked is None:
        click.echo("not verified: searching all lines again in Python would take too long")
    else:
        click.echo(f"verified: {how}" if checked else "NOT verified: this is a bug, please report the board")


def _write_moves(moves: Iterable[Move]) -> None:
    words = [str(move) for move in moves]
    width = max((len(word) for word in words), default=0)
    per_line = max(1, 100 // (width + 2))
    for start in range(0, len(words), per_line):
        click.echo("  ".join(word.ljust(width) for word in words[start : start + per_line]).rstrip())


def _check_moves(board: Board, moves: Iterable[Move]) -> None:
    """Reject illegal moves, counting from 1 as people do; the library would count from 0."""
    for number, move in enumerate(moves, 1):
        try:
            check_tiles(board, *move)
        except click.ClickException as problem:
            raise click.ClickException(f"move {number}, {move}: {problem.message}") from None
        if not board.linkable(*move):
            raise click.ClickException(f"move {number}, {move}: the two tiles cannot be linked")
        board = board.play(move)


def _parse_moves(words: Iterable[str], name: str) -> list[Move]:
    try:
        return [Move.parse(word) for word in words]
    except ParseError as problem:
        raise click.ClickException(f"{name}: {problem.problem}") from None
