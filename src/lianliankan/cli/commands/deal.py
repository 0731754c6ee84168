"""Commands that arrange tiles: deal, shuffle."""

import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import IO, Any

import click

from lianliankan.cli.input import SEED, board_options, one_line_errors, parse_rules, read_board
from lianliankan.cli.main import YES, llk
from lianliankan.cli.output import write_json
from lianliankan.errors import ParseError

__all__ = ["deal", "shuffle"]


@llk.command()
@click.argument("size", metavar="ROWSxCOLS")
@click.option("--kinds", type=click.IntRange(1), metavar="K", help="Number of kinds (default: four tiles of each).")
@click.option("--copies", type=click.IntRange(2), metavar="N", help="Number of tiles of each kind, instead of --kinds.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="The deal number.")
@click.option("--count", type=click.IntRange(1, 10**9), default=1, show_default=True, help="Deal this many, by number.")
@click.option(
    "--difficulty", metavar="NAME|A-B", help="easy, medium, hard, fiendish, or a range of scores, e.g. 30-60."
)
@click.option("--rules", metavar="RULES", help="Rules, e.g. 'gravity=down max_turns=3'.")
@click.option("--mask", metavar="FILE", help="A board whose tiles mark the places to fill; walls and gaps stay.")
@click.option("--shape", metavar="NAME", help="A shape, instead of --mask: diamond, frame, cross, pyramid, towers …")
@click.option("--any", "any_deal", is_flag=True, help="A uniform random deal, winnable or not.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON lines.")
def deal(size: str, count: int, any_deal: bool, as_json: bool, **given: Any) -> int:  # noqa: ANN401  # the deal by name
    """Deal winnable boards by number."""
    from lianliankan.dealing.deal_spec import Deal, parse_size
    from lianliankan.dealing.difficulty import parse_difficulty

    if any_deal and given["difficulty"] is not None:
        raise click.ClickException("--any and --difficulty cannot be combined")
    with one_line_errors("--difficulty"):
        given["difficulty"] = given["difficulty"] and parse_difficulty(given["difficulty"])
    given["rules"] = parse_rules(given["rules"])
    given["mask"] = None if given["mask"] is None else read_board(given["mask"], None).board
    try:
        rows, cols = parse_size(size)
    except ParseError as problem:
        raise click.ClickException(problem.problem) from None
    with one_line_errors(size):
        first = Deal(rows, cols, **given)
    for number in _with_progress(range(first.seed, first.seed + count)):
        with one_line_errors(size):
            numbered = replace(first, seed=number)
            board = numbered.scatter() if any_deal else numbered.board()
        if as_json:
            write_json({"seed": number} | board._json_fields)
        else:
            click.echo(("" if number == first.seed else "\n") + str(board))
    return YES


@llk.command()
@board_options
@click.option("--seed", type=SEED, default=1, show_default=True, help="The shuffle number.")
def shuffle(file: str, rules_text: str | None, as_json: bool, seed: int) -> int:
    """Shuffle the remaining tiles so that the game can be won."""
    from lianliankan.dealing.shuffle import shuffle as lay

    board = read_board(file, rules_text).board
    with one_line_errors(file):
        found = lay(board, seed=seed)
    if as_json:
        write_json({"seed": seed} | found._json_fields)
    else:
        click.echo(str(found))
    return YES


def _with_progress(numbers: range) -> Iterable[int]:
    """Show a progress bar on standard error if it is a terminal and the output goes to a file."""
    if len(numbers) < 2 or not sys.stderr.isatty() or not _is_file(sys.stdout):
        yield from numbers
        return
    with click.progressbar(numbers, label="Dealing", file=sys.stderr) as bar:
        yield from bar


def _is_file(stream: IO[str]) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, AttributeError):
        return False
