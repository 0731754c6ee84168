"""llk replay and llk share: output, and errors for invalid records."""

import json
import os
import pty
import re
import sys
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.cli.describe_events import describe_events
from support.children import child
from support.cli_process import run

TRAP = "AA/AB/BA"


def played() -> llk.Game:
    """A game that is lost by its first pair, shuffled, and then won."""
    game = llk.Game(llk.Board.parse(TRAP), llk.Options(mode="classic", hints=3, limit=100, bonus=1), seed=4)
    for number, command in enumerate(["hint", "pick 1,1", "pick 3,1", "pick 1,2", "undo", "pick 2,2", "pick 2,2"]):
        game.do(command, at=number + 0.25)
    game.play((0, 0), (0, 1), at=20)
    while not game.is_over:
        game.auto(at=game.at + 1.5)
    return game


GAME = played()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_text(llk.to_record(GAME))
    return file


def test_a_valid_record(record: Path) -> None:
    done = run("replay", str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "game      3x2, 6 tiles",
        "mode      classic, 100 s plus 1 s per pair, hints: 3, shuffles: unlimited, when stuck: shuffle",
        f"result    won, {GAME.score} points, 2 stars",
        f"time      {GAME.seconds():g} s",
        f"played    3 pairs (0 tiles left), {GAME.hints_used} hints, 1 shuffle, 0 undos, {len(GAME.entries)} commands",
        "line 1, pairs 1 to 1, then a shuffle: pair 1 lost it: 1,1-1,2; still winnable after 0 pairs",
        "line 2, pairs 2 to 3: winnable throughout",
    ]
    assert run("replay", "-", given=record.read_text()).stdout == done.stdout
    assert run("replay", llk.to_share(GAME)).stdout == done.stdout
    assert run("replay", "-", given=f"https://example.org/#{llk.to_share(GAME)}\n").stdout == done.stdout


def test_json(record: Path) -> None:
    about = json.loads(run("replay", str(record), "--json").stdout)
    assert (about["state"], about["score"], about["pairs"], about["shuffles"]) == ("won", GAME.score, 3, 1)
    assert [(line["before"], line["after"], line["lost_after"]) for line in about["lines"]] == [(0, 1, 1), (1, 3, None)]
    assert "commands" not in about
    commands = json.loads(run("replay", str(record), "--json", "--commands").stdout)["commands"]
    assert [(round(each["at"] * 1000), each["command"]) for each in commands] == [
        (entry.at, str(entry.command)) for entry in GAME.entries
    ]
    assert commands[-1]["events"][-1]["event"] == "won"


def test_the_list_of_commands(record: Path) -> None:
    lines = run("replay", str(record), "--commands").stdout.splitlines()
    assert lines[0].split() == ["0.250", "hint", "hint", "1,1-2,1,", "safe"]
    assert "    3.250  pick 1,2          refused 3,1-1,2: different kinds; 1,2 is selected, kind 1" in lines
    assert any("stuck with 4 tiles; shuffled, as no moves were left" in line for line in lines)


def test_an_undecided_line() -> None:
    board = llk.deal(8, 18, seed=7, rules=llk.Rules(gravity="down"))
    game = llk.Game(board)
    game.play(*board.moves()[0], at=1)
    done = run("replay", "-", "--nodes", "0", given=llk.to_record(game))
    assert done.returncode == 0
    assert "line 1, pairs 1 to 1: undecided (budget spent)" in done.stdout


def test_playback_to_a_file_does_not_wait(record: Path) -> None:
    done = run("replay", str(record), "--play")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "0.2 s  hint: hint 1,1-2,1, safe" in done.stdout
    assert done.stdout.count(f"/{len(GAME.entries)}  ") == len(GAME.entries) + 1
    assert f"won: {GAME.score} points, 0 tiles left" in done.stdout
    assert "[1]" in done.stdout


def test_step_by_step(record: Path) -> None:
    done = run("replay", str(record), "--step", given="\n\nq\n")
    assert done.stdout.count("Enter for the next move") == 3
    assert f"won: {GAME.score} points" in done.stdout


def test_in_a_terminal_each_board_replaces_the_one_before(record: Path) -> None:
    for words, colours in (([], True), (["--colour", "never"], False)):
        leader, follower = pty.openpty()
        command = [sys.executable, "-c", "from lianliankan.cli import main; main()", "replay", str(record)]
        environ = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm-256color"}
        command += ["--play", "--speed", "0", *words]
        with child(command, stdout=follower, stderr=follower, env=environ) as process:
            os.close(follower)
            shown = b""
            while chunk := read_some(leader):
                shown += chunk
            assert process.wait() == 0
        os.close(leader)
        assert shown.count(b"A\r") >= len(GAME.entries)
        assert (b"\x1b[38;" in shown) is colours


def read_some(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # the other end is closed
        return b""


def test_an_invalid_record(record: Path) -> None:
    text = record.read_text().replace("2.25,", "2.26,")
    record.write_text(text)
    done = run("replay", str(record))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"llk: {record}: entry 3: changed or out of place")


def test_a_truncated_record() -> None:
    text = llk.to_record(GAME)
    for length in (10, len(text) // 2, len(text) - 1):
        done = run("replay", "-", given=text[:length])
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert re.fullmatch(r"llk: standard input: line \d+, column \d+: invalid JSON\n", done.stderr)


@pytest.mark.parametrize(
    ("words", "given", "message"),
    [
        (["replay", "nowhere.json"], "", "llk: nowhere.json: No such file or directory"),
        (["replay", "-"], "1 2", "llk: standard input: this is not the record of a game"),
        (["replay", "-"], "", "llk: standard input: this is not the record of a game"),
        (["replay", "llkb1_FcZUoox-BCSY"], "", "llk: share text: this is the share text of a board, not of a game"),
        (["replay", "llkg1_AAAA"], "", "llk: share text: wrong checksum"),
        (["replay", "-", "--json", "--play"], "", "llk: --json cannot be combined with --play or --step"),
        (["replay", "-", "--speed", "-1"], "", "llk replay: "),
        (["replay", "-", "--speed", "nan"], "", "llk replay: "),
        (["replay", "-", "--faces", "cats"], "", "llk: unknown faces 'cats' (choose from "),
        (["share", "-"], "1 x", "llk: -: line 1, column 3: 'x' is not a cell"),
        (["share", "-"], '{"a": 1}', "llk: -: not a game record"),
        (["share", "--open", "llkb1_AAAA"], "", "llk: share text: wrong checksum"),
        (["share", "--open", "llkb7_AAAA"], "", "llk: share text: made by a newer version"),
        (["share", "--open", "-"], "hello", "llk: -: 'hello' is not a share text"),
    ],
)
def test_errors_are_one_line(words: list[str], given: str, message: str) -> None:
    done = run(*words, given=given)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(message)


def test_share_a_board_and_open_it() -> None:
    board = llk.Board.parse(TRAP, rules=llk.Rules(gravity="down"))
    done = run("share", "-", given=str(board))
    assert (done.returncode, done.stdout) == (0, llk.to_share(board) + "\n")
    opened = run("share", "--open", done.stdout.strip())
    assert (opened.returncode, opened.stdout) == (0, f"{board}\n")
    assert run("share", "--open", "-", given=done.stdout).stdout == opened.stdout
    assert json.loads(run("share", "-", "--json", given=str(board)).stdout) == {
        "of": "board",
        "text": llk.to_share(board),
    }


def test_share_a_game_and_open_it(record: Path) -> None:
    done = run("share", str(record))
    assert (done.returncode, done.stdout) == (0, llk.to_share(GAME) + "\n")
    opened = run("share", "--open", done.stdout.strip())
    assert opened.stdout == record.read_text() + "\n"
    assert json.loads(run("share", "--open", "--json", done.stdout.strip()).stdout)["of"] == "game"


def test_a_board_too_large_to_share() -> None:
    done = run("share", "-", given="\n".join(["1 " * 300] * 300))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "has no share text" in done.stderr


def test_every_event_has_a_description() -> None:
    move, cell = llk.Move.parse("1,1-1,2"), llk.Cell(0, 0)
    board = llk.Board.parse("A A B B")
    path = llk.Path([(0, 0), (0, 1)])
    described = {
        llk.Picked(cell, 1): "1,1 is selected, kind 1",
        llk.Dropped(cell): "1,1 is no longer selected",
        llk.Packed((llk.TileShift(cell, cell),)): "1 tile moved",
        llk.Refused("undo", "nothing to undo"): "refused: nothing to undo",
        llk.Hinted(move, path, None, 1): "hint 1,1-1,2, safety undecided",
        llk.Hinted(move, path, False, 1): "hint 1,1-1,2, but the game can no longer be won",
        llk.Stuck(4): "stuck with 4 tiles",
        llk.Shuffled(board, True, None): "shuffled",
        llk.Undone(board, None): "undid a shuffle",
        llk.Redone(board, move): "redid 1,1-1,2",
        llk.Restarted(board): "restarted",
        llk.Paused(): "paused",
        llk.Resumed(): "resumed",
        llk.Doomed(None, None): "can no longer be won",
        llk.Doomed(0, None): "can no longer be won, from the start",
        llk.Doomed(3, move): "can no longer be won, since pair 3",
        llk.Lost("time"): "lost: time",
        llk.Won(10, 0, 1.5, 1): "won: 10 points, 1 star",
    }
    for event, words in described.items():
        assert describe_events([event]) == words
    assert {type(event) for event in described} | {llk.Linked} == set(llk.Event.__subclasses__())
