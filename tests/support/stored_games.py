"""Games for tests of the store: started, won, and read back row by row."""

import subprocess
import sys
from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import lianliankan as llk
from lianliankan.game.modes import INITIAL_LIVES
from lianliankan.store import Store
from lianliankan.store.columns import GAMES_TABLE
from support.children import child
from support.paths import ROOT

PLAYER = str(ROOT / "tests" / "support" / "store_player.py")
SMALL_BOARD = "1 2 2 1 / . 3 3 ."
WINNING_COMMANDS = ("play 1,2-1,3", "play 2,2-2,3", "play 1,1-1,4")


def new_game(
    mode: str = "own", *, day: str = "", level: int = 1, lives: int = INITIAL_LIVES, limit: float | None = None
) -> llk.Game:
    """Start a game that follows the rules of a mode; one that only claims to would count as a custom game."""
    if mode == "own":
        return llk.Game(llk.Board.parse(SMALL_BOARD), llk.Options(limit=limit))
    if mode == "daily":
        return llk.daily(date.fromisoformat(day)).game()
    if mode == "campaign":
        return llk.level(level, lives=lives).game()
    return llk.plan(mode, seed=5, rows=2, cols=4).game()


def win_game(store: Store, mode: str = "own", *, seconds: float = 3.0, **which: Any) -> str:  # noqa: ANN401
    """Win a game in `seconds`, most of them before the last pair, and return its id."""
    stored = store.begin(new_game(mode, **which))
    moves = (
        [llk.Move.parse(word.split()[1]) for word in WINNING_COMMANDS]
        if mode == "own"
        else llk.solve(stored.game.board).moves
    )
    for number, move in enumerate(moves, 1):
        late = seconds if number == len(moves) else (number - 1) * seconds * 0.3 / len(moves)
        stored.do(f"play {move}", at=late)
    assert stored.game.state == "won"
    return stored.id


def read_table(store: Store, table: str = "commands") -> list[tuple[object, ...]]:
    """Return all rows of a table, in the order of its key."""
    columns = ", ".join(GAMES_TABLE) if table == "games" else "*"
    with store._database.reading() as connection:
        return connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()


def stored_state(game: llk.Game) -> tuple[object, ...]:
    """Return what the store must preserve of a game: everything visible except the time of refused commands."""
    names = (
        "board state loss score pairs stars picked combo entries hints_left shuffles_left can_undo can_redo winnable"
    )
    return *(getattr(game, name) for name in names.split()), game.lines


def run_player(*words: object) -> AbstractContextManager[subprocess.Popen[str]]:
    """Run store_player.py, for at most as long as a `with` block lasts."""
    return child([sys.executable, PLAYER, *map(str, words)], stdout=subprocess.PIPE)


def run_program(program: str, *words: object) -> str:
    """Run the text of a Python program in a process of its own and return what it prints."""
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
