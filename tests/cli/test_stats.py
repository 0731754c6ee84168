"""The stats command: text and JSON, and games that were never looked at."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import lianliankan as llk
from lianliankan.store import Store
from lianliankan.store.sqlite_database import FILE_NAME
from support.cli_process import run
from support.history import insert_at, play_out


def test_stats(tmp_path: Path) -> None:
    done = run("stats", "--data", str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (1, "no finished games yet\n")
    assert not (tmp_path / "none").exists()
    with Store(tmp_path) as store:
        for seed in (1, 2):
            game = play_out(llk.plan("classic", rows=6, cols=10, seed=seed), seed, skill=1.0)
            assert game.state == "won"
            insert_at(store, game, datetime(2026, 11, 10 + seed, 12, tzinfo=UTC))
        lost = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="lose"))
        lost.play((0, 0), (0, 1))
        insert_at(store, lost, datetime(2026, 11, 13, 12, tzinfo=UTC))
    done = run("stats", "--data", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["games", "3,", "2", "won", "(67%)"]
    assert "winning streak  0, longest 2" in lines
    assert [line.split()[:4] for line in lines if line.startswith(("classic", "own"))] == [
        ["classic", "6x10", "2", "100%"],
        ["own", "3x2", "1", "0%"],
    ]
    assert "    1  wrong partner: another pair of the same kind would have kept it winnable" in lines
    assert any(line.startswith("No way back") and "2026-11-11" in line for line in lines)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("DELETE FROM analyses")
        (damaged,) = connection.execute("SELECT game FROM commands WHERE number = 5").fetchone()
        connection.execute("DELETE FROM commands WHERE number = 5 AND game = ?", (damaged,))
        connection.commit()
    found = json.loads(run("stats", "--data", str(tmp_path), "--json").stdout)
    assert (found["games"], found["pending"], found["mistakes"]["partner"]) == (3, 0, 1)
    assert found["mistakes"]["unknown"] == 1, "a damaged game is looked at once"
