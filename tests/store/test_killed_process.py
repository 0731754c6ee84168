"""Killing programs that use the store, at random moments: what was answered is there, and nothing is half done."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.store import Location, Store
from lianliankan.store.database import is_url
from lianliankan.store.schema import TABLES
from support.children import end_child, start_child
from support.paths import ROOT
from support.store_player import PLAYED, game_with_entries

PLAYER = str(ROOT / "tests" / "support" / "store_player.py")

pytestmark = [
    pytest.mark.full,
    pytest.mark.kills,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL"),
]

Player = subprocess.Popen[str]
Start = Callable[..., Player]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start players; none outlives the test."""
    started: list[Player] = []

    def start(*words: object) -> Player:
        command = [sys.executable, PLAYER, *map(str, words)]
        started.append(start_child(command, stdout=subprocess.PIPE))
        return started[-1]

    yield start
    for player in started:
        end_child(player)


def first_line(player: Player) -> str:
    assert player.stdout
    return player.stdout.readline()


def kill(player: Player, *, after: int = 0, rng: random.Random) -> list[str]:
    """Kill a player amid its work after so many lines, and return the complete lines that it had printed."""
    printed = "".join(first_line(player) for _ in range(after))
    time.sleep(rng.random() * 0.003)  # about as long as a command takes: no moment of it is safe
    player.kill()
    printed += player.communicate()[0]
    assert player.returncode in (-signal.SIGKILL, 0), printed  # it may have finished before
    return printed.split("\n")[:-1]


def entry_lines(game: llk.Game) -> list[str]:
    return [f"{at} {command}" for at, command in game.entries]


def is_sound(location: Location) -> bool:
    with Store(location) as store:
        return store.check() == []


def test_playing_games(location: Location, start: Start) -> None:
    """Two players of two games on one store, killed a dozen times each, continue where they were.

    The command that a player died over may be there or not. It may even appear later: written, but not yet entered in
    the index that living programs share, it is found when the log is read again.
    """
    rng = random.Random(4)
    with Store(location) as store:
        ids = [store.begin(llk.plan("classic", seed=seed, rows=6, cols=8).game()).id for seed in (1, 2)]
    answered: dict[str, list[str]] = {id: [] for id in ids}
    rounds = 6 if is_url(location) else 12  # a program takes longer to start there
    for number in range(rounds):
        players = {id: start("play", location, id, number) for id in ids}
        for id, player in players.items():
            opened = int(first_line(player).removeprefix("open "))
            assert len(answered[id]) <= opened <= len(answered[id]) + 1
            if opened > len(answered[id]):
                with Store(location) as store:  # the player builds on what it found, so that stays
                    answered[id].append(entry_lines(store.open(id).game)[opened - 1])
        for id, player in players.items():
            answered[id] += kill(player, after=rng.randint(3, 9), rng=rng)
            with Store(location) as store:
                found = entry_lines(store.open(id).game)
            assert found[: len(answered[id])] == answered[id]
            assert len(found) <= len(answered[id]) + 1
    assert all(len(entries) > 2 * rounds for entries in answered.values())
    assert is_sound(location)


def test_starting_games(location: Location, start: Start) -> None:
    rng = random.Random(5)
    whole = entry_lines(game_with_entries(1))
    known: set[str] = set()
    for _ in range(6):
        player = start("begin", location)
        assert first_line(player) == f"open {len(known)}\n"
        answered = known | set(kill(player, after=rng.randint(0, 6), rng=rng))
        with Store(location) as store:
            found = {summary.id for summary in store.games(limit=10**6)}
            assert found >= answered
            assert len(found) <= len(answered) + 1
            for id in found - known:
                assert entry_lines(store.open(id).game) == whole
        known = found
    assert len(whole) == PLAYED
    assert is_sound(location)


def test_creating_a_store(tmp_path: Path, start: Start) -> None:
    rng = random.Random(6)
    started = time.monotonic()
    with Store(tmp_path / "once"):
        takes = time.monotonic() - started
    for number in range(8):
        folder = tmp_path / str(number)
        player = start("open", folder)
        assert first_line(player) == "ready\n"
        time.sleep(rng.random() * takes)
        kill(player, rng=rng)
        file = folder / "lianliankan.db"
        if file.exists():
            with closing(sqlite3.connect(file)) as connection:
                found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
                assert found == set(TABLES)
        with Store(folder) as store:
            assert store.games() == []
