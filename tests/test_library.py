"""The package as a library: its public names, its version, and the class above all errors."""

import copy
import pickle
import pydoc
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import lianliankan as llk
from lianliankan import errors
from lianliankan.render import face_set, to_svg, to_terminal
from support.paths import ROOT

# The names of the contract; none may ever be lost.
CONTRACT = {
    *("Board", "Rules", "Path", "Move", "Cell", "Verdict", "Rating", "Game", "Position"),
    *("IllegalMove", "NotShufflable", "perft", "solve", "scatter", "deal", "verify", "shuffle", "rate", "find"),
}


def test_the_public_names_and_nothing_else_are_listed() -> None:
    assert set(llk.__all__) >= CONTRACT | {"Error", "EMPTY", "WALL", "VOID"}
    shown = [name for name in dir(llk) if not name.startswith("__")]
    assert shown == sorted(llk.__all__)
    assert not any(name.startswith("_") for name in llk.__all__)


def test_help_is_a_map_of_the_public_names() -> None:
    """Each is in one group with a line; `help(llk)` begins with them."""
    lines = re.findall(r"^    (\S.*?)  +\S", llk.__doc__ or "", re.MULTILINE)
    named = [name for line in lines for name in line.split()]
    assert sorted(named) == sorted(llk.__all__), "the docstring of lianliankan/__init__.py lists the public names"
    assert pydoc.plain(pydoc.render_doc(llk)).index("nearest_miss") < 2500


@pytest.mark.parametrize("name", llk.__all__)
def test_a_public_name_is_what_its_module_calls_it(name: str) -> None:
    thing = getattr(llk, name)
    if isinstance(thing, type):
        assert thing.__name__ == name
        assert getattr(sys.modules[thing.__module__], name) is thing


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'lianliankan' has no attribute 'Baord'"):
        llk.Baord  # type: ignore[attr-defined]  # noqa: B018


def test_the_version_is_the_one_of_the_project() -> None:
    """With nothing installed, as in a fresh checkout, it is read from the project's file."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import lianliankan; print(lianliankan.__version__)"
    bare = [sys.executable, "-I", "-S", "-c", code]  # -S: no installed packages
    assert subprocess.run(bare, capture_output=True, text=True, check=True).stdout.strip() == version
    assert llk.__version__ == version


def test_one_class_is_above_all_errors() -> None:
    named = {name: thing for name, thing in vars(errors).items() if getattr(thing, "__base__", None)}
    named = {name: thing for name, thing in named.items() if thing.__module__ == errors.__name__}
    assert len(named) > 25
    assert all(issubclass(error, llk.Error) and issubclass(error, ValueError) for error in named.values())
    assert set(named) <= set(llk.__all__)
    with pytest.raises(llk.Error):
        llk.Board.parse("1 2 / 3")
    with pytest.raises(llk.Error):
        llk.Board.parse("AA").link((0, 0), (0, 0))


def test_the_numbers_of_cells_without_a_tile() -> None:
    board = llk.Board.parse(". # _")
    assert [board[0, c] for c in range(3)] == [llk.EMPTY, llk.WALL, llk.VOID] == [0, -1, -2]


@pytest.mark.parametrize(
    "error",
    [
        llk.NoTile("no tile"),
        llk.ParseError("not a cell", line=3, column=7),
        llk.BadDeal("odd", "odd", cells=9),
        llk.BadRecord("cut off", entry=2),
        llk.DamagedGame("cut off", id="k3x9ab", entry=7),
        llk.MissingExtra("needs textual"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_pickled_and_copied(error: llk.Error) -> None:
    """Such as to come back from another process."""
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))


BOARD = llk.Board.parse("AB/AB")
JUNK: list[Any] = [None, 7, -1, 1.5, "", "x", b"x", [], [[1, 2], [2]], (9, 9), {}, object(), 2**70, "9" * 5000]


@pytest.mark.parametrize(
    "call",
    [
        *(getattr(llk, name).parse for name in ("Board", "Cell", "Command", "Deal", "Move", "Path", "Rules")),
        *(getattr(llk, name).from_json for name in ("Board", "Path", "Rating", "Verdict")),
        *(llk.Board, llk.Game, llk.to_record, llk.from_record, llk.to_share, llk.from_share, llk.solve, llk.rate),
        *(llk.advise, llk.shuffle, llk.plan, llk.daily, llk.level, llk.Budget.of, llk.Position),
        *(
            BOARD.relabel,
            BOARD.play,
            BOARD.link,
            BOARD.linkable,
            BOARD.linkable_pairs,
            BOARD.with_rules,
            BOARD.__getitem__,
        ),
        *(llk.Game(BOARD).do, llk.Game(BOARD).pick, llk.Game(BOARD).play, to_svg, to_terminal, face_set),
        *(
            lambda mask: llk.deal(mask=mask),
            lambda shape: llk.deal(4, 4, shape=shape),
            lambda seed: llk.deal(4, 4, seed=seed),
        ),
        *(lambda depth: llk.perft(BOARD, depth), lambda name: llk.find(name, BOARD, (0, 0), (1, 0))),
        *(
            lambda theme: to_svg(BOARD, theme=theme),
            lambda path: to_svg(BOARD, path),
            lambda lines: to_terminal(BOARD, lines=lines),
        ),
    ],
)
def test_only_errors_of_the_library_and_type_errors_are_raised(call: Callable[..., object]) -> None:
    for value in JUNK:
        with suppress(llk.Error, TypeError):
            call(value)
