"""The server as a program: its start, its end by signals, its log, and what a kill in the middle takes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from lianliankan.bench.load import measure
from lianliankan.store import Store
from support.children import end_child, start_child
from support.web_stage import Guest

LLK = [sys.executable, "-c", "from lianliankan.cli import main; main()"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")


class Program:
    """A server in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.process = start_child([*LLK, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        began = time.monotonic()
        self.line = self.process.stdout.readline()
        self.took = time.monotonic() - began
        self.address = self.line.strip().partition(" ")[2].partition("/enter")[0]

    def end(self, how: signal.Signals) -> tuple[int, str, str]:
        """End it and give its exit code and what it has said besides."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out, err


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    started: list[Program] = []
    yield started
    for program in started:
        end_child(program.process)


def test_play_begins_quickly_and_ends_without_noise(tmp_path: Path, programs: list[Program]) -> None:
    program = Program("play", "--no-browser", "--data", str(tmp_path))
    programs.append(program)
    assert program.line.startswith("lianliankan: http://127.0.0.1:")
    guest = Guest(program.address)
    answer = guest.http.get(program.line.strip().partition(" ")[2])
    assert answer.headers["location"] == "/"
    assert guest.http.get("/").status_code == 200
    id = guest.begin()
    talk = guest.sit_down(id)
    talk.do("pick 1,1")
    assert program.end(signal.SIGINT) == (0, "", "")
    with pytest.raises(ConnectionClosed) as told:
        talk.hear()
    assert told.value.rcvd is not None
    assert told.value.rcvd.code == 1012
    talk.close()
    guest.close()
    with Store(tmp_path) as store:  # the terminal finds it, too
        assert store.open(id).game.picked == (0, 0)


def test_serve_logs_json_and_ends_on_sigterm(tmp_path: Path, programs: list[Program]) -> None:
    program = Program("serve", "--port", "0", "--data", str(tmp_path), "--name", "play.example", "--secure")
    programs.append(program)
    guest = Guest(program.address)
    assert guest.http.get("/healthz", headers={"Host": "play.example"}).status_code == 200
    assert guest.http.get("/healthz", headers={"Host": "other.example"}).status_code == 421
    assert "; Secure" in guest.http.get("/api/me").headers["set-cookie"]
    guest.close()
    code, out, err = program.end(signal.SIGTERM)
    assert (code, out) == (0, "")
    lines = [json.loads(line) for line in err.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("GET", "/healthz", 200),
        ("GET", "/healthz", 421),
        ("GET", "/api/me", 200),
    ]
    assert all(line["ms"] >= 0 and line["time"].endswith("Z") for line in requests)


def test_what_cannot_be_served_is_one_line(tmp_path: Path, programs: list[Program]) -> None:
    program = Program("serve", "--port", "0", "--data", str(tmp_path))
    programs.append(program)
    port = program.address.rpartition(":")[2]
    taken = subprocess.run([*LLK, "serve", "--port", port, "--data", str(tmp_path)], capture_output=True, text=True)
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert "in use" in taken.stderr
    (tmp_path / "file").write_text("no folder")
    for data in (tmp_path / "file", tmp_path / "file" / "inner"):
        wrong = subprocess.run([*LLK, "play", "--no-browser", "--data", str(data)], capture_output=True, text=True)
        assert (wrong.returncode, wrong.stdout) == (2, ""), data
        assert len(wrong.stderr.splitlines()) <= 3


def test_after_a_kill_everything_answered_is_there(tmp_path: Path, programs: list[Program]) -> None:
    """Killed over and over while somebody plays: the client goes on from where the server then stands."""
    program = Program("serve", "--quiet", "--port", "0", "--data", str(tmp_path))
    programs.append(program)
    port = program.address.rpartition(":")[2]
    guest = Guest(program.address)
    id = guest.begin(mode="relaxed", rows=8, cols=10, seed=3)
    answered = 0
    for number in range(4):
        talk = guest.sit_down(id)
        assert answered <= talk.entries <= answered + 1
        answered = talk.entries
        if talk.state["view"]["picked"]:
            talk.do("pick {},{}".format(*(place + 1 for place in talk.state["view"]["picked"])))
        for _ in range(5 + number):
            assert talk.do("pick 1,1")["type"] == "done"
        answered = talk.entries
        # The last command is sent, and the server dies before or after its commit, but before the answer is read.
        talk.say(type="do", n=99, after=answered, command="pick 1,1")
        time.sleep(0.002 * number)
        os.kill(program.process.pid, signal.SIGKILL)
        program.process.communicate()
        talk.socket.socket.close()
        program = Program("serve", "--quiet", "--port", port, "--data", str(tmp_path))
        programs.append(program)
        again = guest.sit_down(id)
        assert answered <= again.entries <= answered + 1
        resent = again.do("pick 1,1", after=answered)
        assert resent["entries"] == answered + 1  # done now, or told that it was done then; never twice
        answered += 1
        again.close()
    guest.close()
    assert program.end(signal.SIGTERM)[0] == 0
    with Store(tmp_path) as store:
        (summary,) = store.of_player(find_player(store, id)).games()
        assert summary.id == id


def find_player(store: Store, id: str) -> str:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(store.path)) as connection:
        return str(connection.execute("SELECT player FROM games WHERE id = ?", (id,)).fetchone()[0])


def test_a_crowd_and_a_kill(tmp_path: Path) -> None:
    """The load test in small: everybody comes back, and nothing that was answered is lost."""
    found = measure(players=40, rate=10, seconds=4, by="pick", kill=True)
    assert (found.errors, found.lost, found.held) == (0, 0, 40)
    assert found.reconnects >= 30
    assert found.commands > 100
