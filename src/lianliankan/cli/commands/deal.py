"""Commands that arrange tiles: deal, shuffle."""

import os
import stat
import sys
from collections.abc import Iterable
from typing import IO

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
@click.option(
    "--count",
    type=click.IntRange(1, 10**9),
    default=1,
    show_default=True,
    help="How many deals, with consecutive numbers.",
)
@click.option(
    "--difficulty", metavar="NAME|A-B", help="easy, medium, hard, fiendish, or a range of scores, e.g. 30-60."
)
@click.option("--rules", "rules_text", metavar="RULES", help="Rules, e.g. 'gravity=down max_turns=3'.")
@click.option(
    "--mask", "mask_file", metavar="FILE", help="A board whose tiles mark the places to fill; walls and gaps stay."
)
@click.option("--any", "any_deal", is_flag=True, help="A uniform random deal, winnable or not.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON lines.")
def deal(
    size: str,
    kinds: int | None,
    copies: int | None,
    seed: int,
    count: int,
    difficulty: str | None,
    rules_text: str | None,
    mask_file: str | None,
    any_deal: bool,
    as_json: bool,
) -> int:
    """Deal winnable boards by number."""
    from lianliankan.dealing import deal as dealing
    from lianliankan.dealing.deal_spec import parse_difficulty, parse_size

    if any_deal and difficulty is not None:
        raise click.ClickException("--any and --difficulty cannot be combined")
    try:
        rows, cols = parse_size(size)
    except ParseError as problem:
        raise click.ClickException(problem.problem) from None
    with one_line_errors("--difficulty"):
        wanted = None if difficulty is None else parse_difficulty(difficulty)
    rules = parse_rules(rules_text)
    mask = None if mask_file is None else read_board(mask_file, None).board
    with one_line_errors(size):  # reject a bad request before any output
        dealing.scatter(rows, cols, kinds=kinds, copies=copies, seed=seed, rules=rules, mask=mask)
    for number in _with_progress(range(seed, seed + count)):
        with one_line_errors(size):
            if any_deal:
                board = dealing.scatter(rows, cols, kinds=kinds, copies=copies, seed=number, rules=rules, mask=mask)
            else:
                board = dealing.deal(
                    rows, cols, kinds=kinds, copies=copies, seed=number, rules=rules, mask=mask, difficulty=wanted
                )
        if as_json:
            write_json({"seed": number} | board._json_fields)
        else:
            click.echo(("" if number == seed else "\n") + str(board))
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
