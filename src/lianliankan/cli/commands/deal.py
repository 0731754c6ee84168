"""Commands that arrange tiles: deal, shuffle."""

import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any

import click

from lianliankan.cli.input import (
    RuleChange,
    board_options,
    one_line_errors,
    read_board,
    read_text,
    rules_options,
    seconds_option,
)
from lianliankan.cli.main import YES, llk
from lianliankan.cli.names import DIFFICULTY, SHAPE
from lianliankan.cli.options import FILE, SEED, Whole, json_option, option
from lianliankan.cli.output import write_json
from lianliankan.cli.search_limits import DEFAULT_SECONDS, SearchLimits
from lianliankan.errors import ParseError

if TYPE_CHECKING:
    from lianliankan.board.board import Board


@llk.command()
@click.argument("size", metavar="[ROWSxCOLS]", required=False)
@option("--kinds", type=Whole(1), metavar="K", help="Number of kinds (default: four tiles of each, up to 36 kinds).")
@option("--copies", type=Whole(2), help="Number of tiles of each kind, instead of --kinds.")
@option("--seed", type=SEED, default=1, show_default=True, help="The deal number.")
@option("--count", type=Whole(1, 10**9), default=1, show_default=True, help="Deal this many, by number.")
@option("--difficulty", type=DIFFICULTY, help="Only boards of this difficulty")
@option("--shape", type=SHAPE, help="The shape of the board")
@option(
    "--mask",
    type=FILE,
    metavar="FILE",
    help="A file with a mask, e.g. .AA./A##A: A is a tile, # a wall, . a gap; 1 and 0 do, too.",
)
@rules_options
@option("--any", "any_deal", is_flag=True, help="A uniform random deal, winnable or not.")
@seconds_option
@option("--json", "as_json", is_flag=True, help="Write JSON lines.")
def deal(
    size: str | None,
    rules: RuleChange,
    mask: str | None,
    count: int,
    any_deal: bool,
    seconds: float | None,
    as_json: bool,
    **given: Any,  # noqa: ANN401  # the deal by name
) -> int:
    """Deal winnable boards by number.

    The size is by default that of the mask, or 8x18.
    """
    from lianliankan.board.rules import Rules
    from lianliankan.dealing.deal_spec import Deal, parse_size
    from lianliankan.dealing.difficulty import parse_difficulty

    if any_deal and given["difficulty"] is not None:
        raise click.ClickException("--any and --difficulty cannot be combined")
    limits = SearchLimits(None, seconds, default_nodes=None)
    with one_line_errors("--difficulty"):
        given["difficulty"] = given["difficulty"] and parse_difficulty(given["difficulty"])
    places = None if mask is None else _read_mask(mask)
    changed = rules.apply(Rules() if places is None else places.rules)
    try:
        rows, cols = (None, None) if size is None else parse_size(size)
    except ParseError as problem:
        raise click.ClickException(problem.problem) from None
    name = size or mask or "deal"
    with limits.watched("dealing", failure="nothing was dealt"), one_line_errors(name):
        first = Deal(rows, cols, rules=changed, mask=places, **given)
    wait = DEFAULT_SECONDS if seconds is None else None  # for each board; else all of them share the time
    for number in _with_progress(range(first.seed, first.seed + count)):
        failure = f"deal {number} was not found"
        with limits.watched("dealing", failure=failure, is_shown=count == 1), one_line_errors(name):
            numbered = replace(first, seed=number)
            board = numbered.scatter() if any_deal else numbered.board(seconds=wait)
        if as_json:
            write_json({"seed": number} | board._json_fields)
        else:
            click.echo(("" if number == first.seed else "\n") + str(board))
    return YES


@llk.command()
@board_options
@option("--seed", type=SEED, default=1, show_default=True, help="The shuffle number.")
@seconds_option
@json_option
def shuffle(file: str, rules: RuleChange, as_json: bool, seed: int, seconds: float | None) -> int:
    """Shuffle the remaining tiles so that the game can be won."""
    from lianliankan.dealing.shuffle import shuffle as lay

    limits = SearchLimits(None, seconds, default_nodes=None)
    with limits.watched("shuffling", failure="nothing was shuffled"), one_line_errors(file):
        found = lay(read_board(file, rules).board, seed=seed, seconds=DEFAULT_SECONDS if seconds is None else None)
    if as_json:
        write_json({"seed": seed} | found._json_fields)
    else:
        click.echo(str(found))
    return YES


def _read_mask(file: str) -> "Board":
    """Read a mask: the text of one, of a board, or a course file."""
    from lianliankan.board.read import read
    from lianliankan.dealing.mask import spell_out

    text = read_text(file)
    with one_line_errors(file):
        return read(spell_out(text)).board


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
