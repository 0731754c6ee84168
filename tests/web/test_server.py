"""The server as a program: its start, its end by signals, its log, and kills while games are played."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from lianliankan.store import Location, Store
from reserved_port import reserve_port
from support.children import end_child, read_line, start_child
from support.patience import PATIENCE, wait_until
from support.unhurried_server import UNHURRIED_LLK
from support.web_stage import Client, open_http

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


class Program:
    """A server in a process of its own."""

    def __init__(self, *words: str, **env: str) -> None:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = start_child([*UNHURRIED_LLK, *words], env=os.environ | env, **pipes)
        self.line = read_line(self.process)
        self.address = self.line.strip().partition(" ")[2].partition("/enter")[0]

    def end(self, number: signal.Signals) -> tuple[int, str, str]:
        """End it, and return its exit code and the rest of its output."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    started: list[Program] = []
    yield started
    for program in started:
        end_child(program.process)


def test_play_prints_its_address_and_ends_silently(tmp_path: Path, programs: list[Program]) -> None:
    program = Program("play", "--no-browser", "--data", str(tmp_path), "--mode", "timed", "--lang", "zh")
    programs.append(program)
    assert program.line.startswith("lianliankan: http://127.0.0.1:")
    client = Client(program.address)
    answer = client.http.get(program.line.strip().partition(" ")[2])
    assert answer.headers["location"] == "/?mode=timed&lang=zh"
    assert client.http.get("/").status_code == 200
    id = client.start_game()
    window = client.open_window(id)
    window.do("pause")
    assert program.end(signal.SIGINT) == (0, "", "")
    with pytest.raises(ConnectionClosed) as closed:
        window.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    window.close()
    client.close()
    with Store(tmp_path) as store:  # as the terminal does
        assert store.open(id).game.state == "paused"


def test_play_keeps_its_port_where_it_is_free(tmp_path: Path, programs: list[Program]) -> None:
    port = reserve_port()
    words = ("play", "--no-browser", "--data", str(tmp_path))
    (tmp_path / "play-port").write_text(f"{port}\n")
    programs.append(first := Program(*words))
    programs.append(second := Program(*words))
    assert first.address == f"http://127.0.0.1:{port}"
    other = second.address.rpartition(":")[2]
    with open_http(second.address) as http:
        assert http.get("/healthz").json()["ok"]
    assert second.end(signal.SIGINT) == (0, "", f"llk: port {port} is in use; this time it is {other}\n")
    assert first.end(signal.SIGINT) == (0, "", "")
    programs.append(again := Program(*words))
    assert again.address == first.address
    (tmp_path / "play-port").unlink()
    programs.append(new := Program(*words))
    assert (tmp_path / "play-port").read_text() == f"{new.address.rpartition(':')[2]}\n"


def test_the_command_line_of_the_browser_shows_no_secret(tmp_path: Path, programs: list[Program]) -> None:
    home, seen = tmp_path / "home", tmp_path / "seen"
    (home / "Downloads").mkdir(parents=True)
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nfile="${{1#file://}}"\ncp "$file" {seen}.html\nstat -c %a "$file" > {seen}\necho "$*" >> {seen}\n'
    )
    browser.chmod(0o755)
    env = {"HOME": str(home), "BROWSER": f"{browser} %s", "XDG_CONFIG_HOME": str(home)}
    program = Program("play", "--data", str(tmp_path / "data"), **env)
    programs.append(program)
    wait_until(lambda: seen.exists() and seen.read_text().endswith("html\n"))
    mode, address = seen.read_text().split()
    page = Path(unquote(urlsplit(address).path))
    assert (mode, page.parent) == ("600", home / "Downloads")  # where browsers in a sandbox may read
    (hidden,) = set(re.findall(r"http://127[^\"]*", Path(f"{seen}.html").read_text()))
    printed = program.line.split()[1]
    assert hidden.rpartition("/")[0] == printed.rpartition("/")[0]
    assert hidden != printed
    for secret in (hidden, printed):
        with open_http(program.address) as first, open_http(program.address) as second:
            assert first.get(secret).headers["set-cookie"].startswith("llk=local.")
            assert second.get(secret).status_code == 404
        assert not page.exists()
    assert program.end(signal.SIGINT)[0] == 0


def test_serve_logs_json_and_ends_on_sigterm(tmp_path: Path, programs: list[Program]) -> None:
    program = Program("serve", "--port", "0", "--data", str(tmp_path), "--name", "play.example", "--secure")
    programs.append(program)
    client = Client(program.address)
    assert client.http.get("/healthz", headers={"Host": "play.example"}).status_code == 200
    assert client.http.get("/healthz", headers={"Host": "other.example"}).status_code == 400
    assert "; Secure" in client.http.get("/api/me").headers["set-cookie"]
    client.close()
    code, out, err = program.end(signal.SIGTERM)
    assert (code, out) == (0, "")
    lines = [json.loads(line) for line in err.splitlines()]
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("GET", "/healthz", 200),
        ("GET", "/healthz", 400),
        ("GET", "/api/me", 200),
    ]
    assert all(line["ms"] >= 0 and line["time"].endswith("Z") for line in requests)


def test_a_server_that_cannot_start_prints_one_line(tmp_path: Path, programs: list[Program]) -> None:
    program = Program("serve", "--port", "0", "--data", str(tmp_path))
    programs.append(program)
    port = program.address.rpartition(":")[2]
    (tmp_path / "file").write_text("not a folder")
    commands = [
        ["serve", "--port", port, "--data", str(tmp_path)],
        ["play", "--no-browser", "--data", str(tmp_path / "file")],
        ["play", "--no-browser", "--data", str(tmp_path / "file" / "inner")],
        ["serve", "--port", "0", "--data", str(tmp_path), "--name", "*"],
    ]
    with ThreadPoolExecutor() as threads:
        taken, *wrong = threads.map(run_to_end, commands)
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert "in use" in taken.stderr
    for done in wrong:
        assert (done.returncode, done.stdout) == (2, ""), done.args
        assert len(done.stderr.splitlines()) <= 4


def run_to_end(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*UNHURRIED_LLK, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.kills
@pytest.mark.full
def test_answered_commands_survive_a_kill(location: Location, programs: list[Program]) -> None:
    """The server is killed again and again during a game; the client continues from the state it finds."""
    port = str(reserve_port())
    program = Program("serve", "--quiet", "--port", port, "--store", str(location))
    programs.append(program)
    client = Client(program.address)
    id = client.start_game(mode="relaxed", rows=8, cols=10, seed=3)
    answered = 0
    for number in range(4):
        window = client.open_window(id)
        assert answered <= window.version <= answered + 1
        answered = window.version
        for _ in range(5 + number):
            assert window.do(toggle(window.version))["type"] == "done"
        answered = window.version
        # The last command is sent, and the server dies before or after its commit, but before the answer is read.
        window.send(type="do", n=99, version=answered, command=toggle(answered))
        if number % 2:
            wait_until(lambda done=answered + 1: count_entries(location, id) == done)  # type: ignore[misc]
        os.kill(program.process.pid, signal.SIGKILL)
        program.process.communicate(timeout=PATIENCE)
        window.break_off()
        program = Program("serve", "--quiet", "--port", port, "--store", str(location))
        programs.append(program)
        again = client.open_window(id)
        assert answered <= again.version <= answered + 1
        resent = again.do(toggle(answered), version=answered)
        assert resent["version"] == answered + 1  # run now or earlier, never twice
        answered += 1
        again.close()
    client.close()
    assert program.end(signal.SIGTERM)[0] == 0
    with Store(location) as store:
        (summary,) = store.of_player(find_player(store, id)).games()
        assert summary.id == id


def count_entries(location: Location, id: str) -> int:
    with Store(location) as store:
        return store.versions([id])[id]


def toggle(entries: int) -> str:
    """The next of a long row of commands."""
    return ("pause", "resume")[entries % 2]


def find_player(store: Store, id: str) -> str:
    with store._database.reading() as connection:
        return str(connection.execute("SELECT player FROM games WHERE id = ?", (id,)).fetchone()[0])
