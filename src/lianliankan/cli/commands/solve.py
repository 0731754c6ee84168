"""Commands that use the solver: solve, advise, blame, rate."""

from collections.abc import Iterable
from dataclasses import asdict
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.cli.board_player import play_line
from lianliankan.cli.input import (
    RuleChange,
    board_options,
    check_tiles,
    one_line_errors,
    read_board,
    read_text,
    rules_options,
    search_options,
)
from lianliankan.cli.main import ERROR, NO, UNDECIDED, YES, TimeUp, llk, report_error
from lianliankan.cli.options import FILE, Number, Whole, json_option, option
from lianliankan.cli.output import draw, draw_text, find_faces, text_options, uses_colour, write_json
from lianliankan.cli.search_limits import SearchLimits
from lianliankan.errors import ParseError, TooLarge
from lianliankan.solver.verdict import MAX_THREADS
from lianliankan.text import count, percent, percent_range

if TYPE_CHECKING:
    from lianliankan.solver.advise import Advice
    from lianliankan.solver.rate import Rating
    from lianliankan.solver.verdict import Verdict

_SETS_DRAWN = 3  # of a certificate; all of them are in --json


@llk.command()
@board_options
@search_options
@option(
    "--threads",
    type=Whole(1, MAX_THREADS),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads for boards with gravity.",
)
@option("--play", is_flag=True, help="Play the win in the terminal.")
@option("--step", is_flag=True, help="Play the win move by move, waiting for Enter each time.")
@option("--delay", type=Number(0, 60), default=0.3, show_default=True, metavar="S", help="Seconds between moves.")
@option("--proof", is_flag=True, help="Show the proof, and verify it with code independent of the search.")
@text_options
@json_option
def solve(
    file: str,
    rules: RuleChange,
    as_json: bool,
    limits: SearchLimits,
    seed: int,
    threads: int,
    play: bool,
    step: bool,
    delay: float,
    proof: bool,
    faces: str,
    colour: str,
) -> int:
    """Decide whether a board can be won, and show how.

    Most boards take milliseconds. Boards that pack along their long lines, e.g. 8 by 18 cells packing left, often stay
    undecided after the default limit of 2 million nodes or 10 seconds: --nodes and --seconds change it, and --threads 2
    decides more of them in the same time.
    """
    from lianliankan.solver.solve import solve as decide
    from lianliankan.solver.verdict import Verdict

    if as_json and (play or step):
        raise click.ClickException("--json cannot be combined with --play or --step")
    find_faces(faces)
    try:
        with limits.watched("solving"), one_line_errors(file):
            board = read_board(file, rules).board
            verdict = decide(board, limits.budget, seed=seed, threads=threads)
    except TimeUp:
        if as_json:
            write_json(Verdict(None, seed=seed, timed_out=True)._json_fields | ({"verified": None} if proof else {}))
        raise
    if as_json:
        write_json(verdict._json_fields | ({"verified": _verify(board, verdict)} if proof else {}))
        return _exit_code(verdict.winnable)
    if verdict.winnable and (play or step):
        play_line(board, verdict.moves, delay=delay, step=step, faces=faces, colour=colour)
    click.echo(verdict.reason)
    if verdict.winnable and not (play or step):
        _write_moves(verdict.moves)
    if proof:
        _write_proof(board, verdict, faces=faces, colour=colour)
    return _exit_code(verdict.winnable)


@llk.command()
@board_options
@search_options
@option("--games", type=Whole(0, 1_000_000), help="Random games after each safe move; 0 for none.")
@text_options
@json_option
def advise(
    file: str,
    rules: RuleChange,
    as_json: bool,
    limits: SearchLimits,
    seed: int,
    games: int | None,
    faces: str,
    colour: str,
) -> int:
    """Say for each move whether it loses the game.

    Safe moves are ranked by how often random play wins after them, exactly on small boards, elsewhere estimated from
    random games. A rank is one more than the number of moves that are known to be better.
    """
    from lianliankan.solver.advise import advise as ask

    find_faces(faces)
    with limits.watched("trying every move"), one_line_errors(file):
        board = read_board(file, rules).board
        found = ask(board, limits.budget, seed=seed, games=games)
    if as_json:
        write_json([asdict(each) for each in found])
    else:
        if found and found[0].outcome == "safe":
            best = found[0].move
            draw(board, board.link(*best), svg=None, theme=None, faces=faces, colour=colour)
        _write_advice(board, found)
        if any(each.timed_out for each in found):
            click.echo("the time was over before all was known; --seconds gives more")
        elif games != 0 and any(each.outcome == "safe" and each.chance is None for each in found):
            click.echo("no win rate where no game was tried, because each takes long; --games gives more")
    if not found or all(each.outcome == "losing" for each in found):
        return YES if board.is_clear else NO
    return YES if any(each.outcome == "safe" for each in found) else UNDECIDED


@llk.command()
@board_options
@click.argument("moves", nargs=-1)
@search_options
@option("--moves", "moves_file", type=FILE, metavar="FILE", help="Read the moves from a file (- for standard input).")
@json_option
def blame(
    file: str,
    moves: tuple[str, ...],
    moves_file: str | None,
    rules: RuleChange,
    as_json: bool,
    limits: SearchLimits,
    seed: int,
) -> int:
    """Find the move that lost the game.

    It is the first of MOVES, e.g. 1,1-3,2, after which the game can no longer be won.
    """
    from lianliankan.solver.solve import Blame
    from lianliankan.solver.solve import blame as find

    if file == "-" == moves_file:
        raise click.ClickException("the board and the moves cannot both come from standard input")
    try:
        with limits.watched("looking for the move"), one_line_errors(file):
            board = read_board(file, rules).board
            played = _parse_moves(moves, "the moves")
            if moves_file is not None:
                played += _parse_moves(read_text(moves_file).split(), moves_file)
            _check_moves(board, played)
            found = find(board, played, limits.budget, seed=seed)
    except TimeUp:
        if as_json:
            write_json(asdict(Blame(None, None, None, None, seed=seed, timed_out=True)))
        raise
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
        click.echo(f"{what} ({'time over' if found.timed_out else 'budget spent'}){until}")
    return _exit_code(found.winnable)


@llk.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@rules_options
@search_options
@option("--games", type=Whole(1, 1_000_000), help="Random playouts (default: 256, or more if the score needs them).")
@option("--json", "as_json", is_flag=True, help="Write JSON lines.")
def rate(
    files: tuple[str, ...],
    rules: RuleChange,
    as_json: bool,
    limits: SearchLimits,
    seed: int,
    games: int | None,
) -> int:
    """Rate the difficulty of boards from 0 to 100.

    The score is an estimate from random playouts; its range is right with a confidence of 95%. A file that cannot be
    rated is reported; the others are rated.
    """
    from lianliankan.solver.rate import Rating
    from lianliankan.solver.rate import rate as measure

    codes = {YES}
    for file in files:
        try:
            with (
                limits.watched("rating", failure="undecided" if len(files) == 1 else f"{file}: undecided"),
                one_line_errors(file),
            ):
                board = read_board(file, rules).board
                rating = measure(board, limits.budget, seed=seed, games=games)
        except click.ClickException as problem:
            codes.add(report_error(problem))
            if as_json and isinstance(problem, TimeUp):
                unknown = Rating(0, "unknown", None, 0, 0, 0, 0, 0, 0, seed=seed, timed_out=True)
                write_json({"file": file} | asdict(unknown))
            continue
        if as_json:
            write_json({"file": file} | asdict(rating))
            continue
        if len(files) > 1:
            click.echo(f"{file}:")
        _write_rating(board, rating)
    return ERROR if ERROR in codes else max(codes)


def _exit_code(winnable: bool | None) -> int:
    return UNDECIDED if winnable is None else YES if winnable else NO


def _write_advice(board: Board, found: "list[Advice]") -> None:
    lines = [(str(each.rank), str(each.move), f"kind {board[each.move.a]}") for each in found]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for each, line in zip(found, lines, strict=True):
        words = "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True))
        click.echo(f"{words}  {each.outcome:8}{_win_rate(each)}".rstrip())
    if not found:
        click.echo("no move: the board is clear" if board.is_clear else "no move: the board is stuck")
    if any(each.is_exact for each in found if each.outcome == "safe"):
        click.echo("win rates are exact: every game that can follow was counted")
    elif any(each.games for each in found):
        click.echo("win rates are estimates; all ranges together are right with a confidence of 95%")
        if any(a.rank == b.rank for a, b in pairwise(found) if a.games and b.games):
            click.echo("moves of the same rank are in reading order; --games tells more of them apart")


def _win_rate(advice: "Advice") -> str:
    if advice.outcome != "safe" or advice.chance is None:
        return ""
    if advice.is_exact:
        return f"  random play wins {percent(advice.chance)} after it"
    return f"  random play wins {percent_range(advice.low, advice.high)} after it ({count(advice.games, 'game')})"


def _write_rating(board: Board, rating: "Rating") -> None:
    from lianliankan.atlas.difficulty_table import difficulty_percentile
    from lianliankan.solver.rate import difficulty_name

    if not rating.winnable or not rating.games:
        click.echo(f"difficulty       {rating.name}")
    else:
        lowest, highest = rating.score_range
        names = " or ".join(dict.fromkeys([rating.name, difficulty_name(lowest), difficulty_name(highest)]))
        left_out = f", {count(rating.undecided, 'move')} left out as undecided" if rating.undecided else ""
        click.echo(f"difficulty       {rating.score:g} of 100, {rating.name}; standard error {rating.score_error:g}")
        click.echo(f"  95% range      {lowest:g}–{highest:g}, {names}")
        if (easier := difficulty_percentile(board, rating.score)) is not None:
            click.echo(f"  among deals    harder than {easier:.0%} of the winnable ones of its kind")
        click.echo(f"random win rate  {percent(rating.chance)} of {count(rating.games, 'playout')}")
        click.echo(f"  95% range      {percent_range(rating.low, rating.high)}")
        if rating.won_games:
            games = count(rating.won_games, "won game")
            click.echo(f"moves available  {rating.mean_moves:.1f} on average, {rating.least_moves} minimum, in {games}")
        if rating.safe_share:
            click.echo(f"safe moves       {percent(rating.safe_share)} along the win that was found{left_out}")
            click.echo(f"only safe moves  {rating.forced} along that win")
    click.echo(f"solver effort    {count(rating.nodes, 'node')}")
    if rating.timed_out:
        click.echo("the time was over before all was known; --seconds gives more")


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
            why = "cannot be linked" if board[move.a] == board[move.b] else "are of different kinds"
            raise click.ClickException(f"move {number}, {move}: the two tiles {why}")
        board = board.play(move)


def _parse_moves(words: Iterable[str], name: str) -> list[Move]:
    try:
        return [Move.parse(word) for word in words]
    except ParseError as problem:
        raise click.ClickException(f"{name}: {problem.problem}") from None
