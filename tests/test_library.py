"""The package as a library: its public names, its version, and the class above all errors."""

import copy
import pickle
import subprocess
import sys
import tomllib

import pytest

import lianliankan as llk
from lianliankan import errors
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
        llk.BadRecord("cut off", entry=2, good="the game"),
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
