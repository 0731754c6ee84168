"""Commands that examine a board: show, link, moves, perft."""

import click

from lianliankan.cli.input import (
    RuleChange,
    board_options,
    check_tiles,
    choose_cells,
    one_line_errors,
    read_board,
    seconds_option,
)
from lianliankan.cli.main import NO, YES, llk
from lianliankan.cli.options import Whole, json_option, option
from lianliankan.cli.output import (
    check_drawing,
    draw,
    drawing_options,
    find_path,
    write_json,
)
from lianliankan.cli.search_limits import SearchLimits
from lianliankan.text import count


@llk.command()
@board_options
@drawing_options
@json_option
def show(file: str, rules: RuleChange, as_json: bool, **drawing: str | None) -> int:
    """Draw a board."""
    board = read_board(file, rules).board
    check_drawing(as_json=as_json, **drawing)
    with one_line_errors(file):
        about = board._json_fields
    if as_json:
        write_json(about)
    else:
        draw(board, None, **drawing)
        if not drawing["svg"]:
            click.echo(
                f"{count(board.tile_count, 'tile')}, {count(board.move_count, 'move')}"
                + (f", {board.rules}" if str(board.rules) else "")
            )
    return YES


@llk.command()
@board_options
@click.argument("a", required=False)
@click.argument("b", required=False)
@drawing_options
@json_option
def link(file: str, a: str | None, b: str | None, rules: RuleChange, as_json: bool, **drawing: str | None) -> int:
    """Find the best path between the tiles on the cells A and B.

    They can also be written as a move, e.g. 1,1-3,2; a course input file names them itself.
    """
    given = read_board(file, rules, wants_points=a is None)
    check_drawing(as_json=as_json, **drawing)
    first, last = choose_cells(given, a, b)
    check_tiles(given.board, first, last)
    path = given.board.link(first, last)
    if as_json:
        write_json({"a": first, "b": last, "linked": path is not None} | (path._json_fields if path else {}))
    elif path:
        draw(given.board, path, **drawing)
        if drawing["svg"] != "-":
            click.echo(f"{path}  {count(path.turns, 'turn')}, {count(path.steps, 'step')}")
    else:
        why = "no path within the rules between" if given.board[first] == given.board[last] else "different kinds on"
        click.echo(f"no link: {why} {first} and {last}")
    return YES if path else NO


@llk.command()
@board_options
@json_option
def moves(file: str, rules: RuleChange, as_json: bool) -> int:
    """List every move with the turns and steps of its path."""
    board = read_board(file, rules).board
    with one_line_errors(file):
        found = board.moves()
    if as_json:
        write_json(
            [{"a": move.a, "b": move.b, "kind": board[move.a]} | find_path(board, move)._json_fields for move in found]
        )
        return YES if found else NO
    for move in found:
        path = find_path(board, move)
        click.echo(f"{move}  kind {board[move.a]}, {count(path.turns, 'turn')}, {count(path.steps, 'step')}")
    if not found:
        click.echo("no move: the board is clear" if board.is_clear else "no move: the board is stuck")
    return YES if found else NO


@llk.command()
@board_options
@click.argument("depth", type=Whole(0, 1_000_000))
@option("--divide", is_flag=True, help="Also count for each first move.")
@seconds_option
@json_option
def perft(file: str, depth: int, rules: RuleChange, as_json: bool, divide: bool, seconds: float | None) -> int:
    """Count the sequences of DEPTH moves."""
    from lianliankan.board.position import perft as sequences

    limits = SearchLimits(None, seconds, default_nodes=None)
    with limits.watched("counting", failure="not counted"), one_line_errors(file):
        board = read_board(file, rules).board
        parts = (
            {str(move): sequences(board.play(move), depth - 1) for move in board.moves()} if divide and depth else {}
        )
        total = sum(parts.values()) if parts else sequences(board, depth)
    if as_json:
        write_json({"depth": depth, "count": total} | ({"divide": parts} if divide else {}))
    else:
        for move, part in parts.items():
            click.echo(f"{move} {part}")
        click.echo(total)
    return YES
