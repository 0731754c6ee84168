"""Games for tests of the store: begun, won, and read back row by row."""

import sqlite3
import subprocess
import sys
from contextlib import AbstractContextManager, closing
from datetime import date
from typing import Any

import lianliankan as llk
from lianliankan.game.modes import INITIAL_LIVES
from lianliankan.store import Store
from support.children import child
from support.paths import ROOT

__all__ = ["PAIRS", "WIN", "looks", "new", "rows", "run", "won"]

PLAYER = str(ROOT / "tests" / "support" / "store_player.py")
PAIRS = "1 2 2 1 / . 3 3 ."
WIN = ("play 1,2-1,3", "play 2,2-2,3", "play 1,1-1,4")


def new(
    mode: str = "own", *, day: str = "", level: int = 1, lives: int = INITIAL_LIVES, limit: float | None = None
) -> llk.Game:
    """Begin a game that really is of a mode: what only says so counts as one's own."""
    if mode == "own":
        return llk.Game(llk.Board.parse(PAIRS), llk.Options(limit=limit))
    if mode == "daily":
        return llk.daily(date.fromisoformat(day)).game()
    if mode == "campaign":
        return llk.level(level, lives=lives).game()
    return llk.plan(mode, seed=5, rows=2, cols=4).game()


def won(store: Store, mode: str = "own", *, seconds: float = 3.0, **which: Any) -> str:  # noqa: ANN401
    """Win a game in so many seconds, the last pair last, and give its id."""
    stored = store.begin(new(mode, **which))
    moves = [llk.Move.parse(word.split()[1]) for word in WIN] if mode == "own" else llk.solve(stored.game.board).moves
    for number, move in enumerate(moves, 1):
        late = seconds if number == len(moves) else (number - 1) * seconds * 0.3 / len(moves)
        stored.do(f"play {move}", at=late)
    assert stored.game.state == "won"
    return stored.id


def rows(store: Store, table: str = "commands") -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(store.path)) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def looks(game: llk.Game) -> tuple[object, ...]:
    """All there is to see of a game."""
    names = (
        "board state loss score pairs stars picked combo entries hints_left shuffles_left can_undo can_redo winnable"
    )
    return *(getattr(game, name) for name in names.split()), game.lines


def run(*words: object) -> AbstractContextManager[subprocess.Popen[str]]:
    """Run a program that uses a store, for as long as a `with` block lasts, at most."""
    return child([sys.executable, PLAYER, *map(str, words)], stdout=subprocess.PIPE)
