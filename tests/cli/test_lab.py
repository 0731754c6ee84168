"""The lab's commands (llk race, llk trace) and the terminal app that plays a search."""

import asyncio
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click import ClickException
from click.testing import CliRunner, Result

import lianliankan as llk
from lianliankan.board.course_file import CourseFile
from lianliankan.cli import llk as command
from lianliankan.lab.check import process_learner
from lianliankan.lab.finders import FINDERS, PUBLISHED
from lianliankan.lab.trace.playback import TracePlayer
from lianliankan.lab.trace.text_frames import TraceFrame
from lianliankan.lab.trace.trace_app import TraceApp
from support.paths import ROOT

EXAMPLE = str(ROOT / "examples" / "in.dat")
LAB = str(ROOT / "examples" / "lab.dat")


def run(*words: str, given: str | None = None, columns: int = 80) -> Result:
    done = CliRunner(env={"COLUMNS": str(columns)}).invoke(command, words, input=given, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done


def test_race_on_the_reports_file() -> None:
    done = run("race", EXAMPLE)
    assert done.return_value == 0
    lines = done.output.splitlines()
    for name in FINDERS:
        line = next(line.split() for line in lines if line.startswith(f"{name} "))
        assert line[1:4] == ["1,1-3,1-3,2", "1", "3"]
        assert line[-1] == "best"
    assert "published" not in done.output


def test_race_in_json() -> None:
    about = json.loads(run("race", EXAMPLE, "--json", "--published", "--rounds", "1").output)
    assert (about["a"], about["b"]) == ([0, 0], [2, 1])
    assert [each["finder"] for each in about["runs"]] == [*FINDERS, *PUBLISHED]
    assert all(each["nanoseconds"] > 0 and each["examined"] > 0 for each in about["runs"])
    assert {each["published"] for each in about["runs"]} == {False, True}
    assert all(each["path"]["corners"] == [[0, 0], [2, 0], [2, 1]] for each in about["runs"])


def test_race_fits_the_terminal() -> None:
    for columns in (40, 80, 200):
        boards, _, _ = run("race", LAB, "--rounds", "0", columns=columns).output.partition("finder ")
        assert max(map(len, boards.splitlines())) <= columns
    assert "\x1b" not in run("race", LAB, "--rounds", "0").output
    assert "\x1b" in run("race", LAB, "--rounds", "0", "--colour", "always").output


def test_race_says_what_is_wrong() -> None:
    board = "A.XA"
    done = run("race", "-", "1,1", "1,4", "--published", "--rounds", "0", given=board)
    assert done.return_value == 0
    assert "misses the link" in done.output
    done = run("race", str(ROOT / "examples" / "flaws" / "cases-sound.dat"), "--published", "--rounds", "0")
    assert done.return_value == 1
    assert "goes through the tile at 1,1" in done.output
    done = run("race", "-", "1,1", "1,3", "--rules", "max_turns=3", "--rounds", "0", given="A.A")
    assert "excluded: cases finds paths of at most 2 turns" in done.output


def test_a_race_without_participants(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("A.A")
    words = ("race", str(file), "1,1", "1,3", "--finder", "cases", "--rules", "max_turns=3")
    assert run(*words).output == "excluded: cases finds paths of at most 2 turns, but the rules allow 3 turns\n"
    assert json.loads(run(*words, "--json").output)["runs"][0]["right"] is None


def test_race_as_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "race.svg"
    assert run("race", LAB, "--svg", str(out), "--published").output == ""
    picture = out.read_text(encoding="utf-8")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert picture.count("as published</text>") == len(PUBLISHED)
    assert "<svg" in run("race", LAB, "--svg", "-", "--lang", "zh").output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("race", EXAMPLE, "--finder", "dijkstra"), "unknown finder 'dijkstra'"),
        (("race", EXAMPLE, "--json", "--svg", "-"), "cannot be combined"),
        (("trace", EXAMPLE, "--at", "5", "--svg", "-"), "--at cannot be combined with --svg"),
        (("trace", EXAMPLE, "--at", "0", "--json"), "--at cannot be combined with --svg or --json"),
        (("race", EXAMPLE, "1,1"), "name a second cell"),
        (("race", EXAMPLE, "1,1", "1,3"), "there is no tile on the cell 1,3"),
        (("trace", EXAMPLE, "--finder", "cases", "--rules", "max_turns=3"), "at most 2 turns"),
        (("trace", EXAMPLE, "--finder", ""), "unknown finder ''"),
        (("trace", "nowhere.txt"), "No such file"),
    ],
)
def test_errors_are_explained(words: tuple[str, ...], problem: str) -> None:
    with pytest.raises(Exception, match=problem):
        run(*words)


def test_trace_as_text() -> None:
    done = run("trace", "-", "1,1", "1,2", "--text", given="AA")
    assert done.output == "continue from 1,1\nlook at 1,2: the goal\nlink 1,1-1,2\n"
    done = run("trace", "-", "1,1", "1,2", given="AA")  # not in a terminal: the text and the last picture
    assert done.output.startswith("continue from 1,1\n")
    assert done.output.endswith("1    [1]>1<\n2\nstep 3 of 3  link 1,1-1,2  examined 1\n")


def test_trace_of_no_link() -> None:
    done = run("trace", "-", "1,1", "2,2", "--at", "99", given="AB/BA")
    assert done.return_value == 1
    assert "examined" in done.output
    done = run("trace", "-", "1,1", "1,2", "--text", given="AB/BA")
    assert (done.return_value, done.output) == (1, "reject 1,1-1,2: the tiles are of different kinds\n")


def test_trace_in_json() -> None:
    about = json.loads(run("trace", EXAMPLE, "--json", "--finder", "bfs").output)
    assert about["finder"] == "bfs"
    assert about["path"]["turns"] == 1
    assert about["trace"][0] == {"step": "visit", "line": [[0, 0]], "layer": 0}
    assert about["examined"] == sum(step["step"] == "look" for step in about["trace"])


def test_trace_as_an_animated_picture(tmp_path: Path) -> None:
    out = tmp_path / "bfs.svg"
    assert run("trace", LAB, "--finder", "bfs", "--svg", str(out)).output == ""
    assert "@keyframes" in out.read_text(encoding="utf-8")
    assert run("trace", LAB, "--finder", "bfs", "--svg", "-").output == out.read_text(encoding="utf-8")


# ---- the terminal app ------------------------------------------------------------------------------------------------


def trace_app(text: str = Path(LAB).read_text(encoding="utf-8"), *, is_playing: bool = False) -> TraceApp:
    report = CourseFile.parse(text)
    player = TracePlayer(llk.find("layers", *report))
    screen = TraceFrame.of(report.board, (report.a, report.b), player.last_layer)
    return TraceApp(player, screen, "layers", colour=True, is_playing=is_playing)


def test_the_keys_of_the_app() -> None:
    async def watch() -> None:
        app = trace_app()
        async with app.run_test(size=(80, 24)) as pilot:
            places = []
            for key in ("right", "right", "left", "down", "up", "end", "right", "home", "left"):
                await pilot.press(key)
                places.append(app.player.number)
            assert places[:3] == [1, 2, 1]
            assert places[3] > 2
            assert places[4:] == [1, len(app.player), len(app.player), 0, 0]
            await pilot.press("q")
        assert app.return_code == 0

    asyncio.run(watch())


@pytest.mark.parametrize("size", [(40, 12), (24, 10)])
def test_a_small_screen_follows_the_search(size: tuple[int, int]) -> None:
    async def watch() -> None:
        app = trace_app()
        async with app.run_test(size=size) as pilot:
            stage = app.query_one("#stage")
            for key in ("right", *["down"] * 12, "end", "home"):
                await pilot.press(key)
                await pilot.pause()
                row, column = app.place
                assert stage.scroll_y <= row < stage.scroll_y + stage.container_size.height
                assert stage.scroll_x <= column < stage.scroll_x + stage.container_size.width
            await pilot.press("q")

    asyncio.run(watch())


def test_the_app_plays_automatically() -> None:
    async def watch() -> None:
        app = trace_app("1 3\n1 0 1\n1 1\n1 3\n", is_playing=True)  # a short search
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(4):
                await pilot.press("plus")
            for _ in range(200):
                await pilot.pause(0.02)
                if not app.is_playing:
                    break
            assert app.player.number == len(app.player)
            for _ in range(6):
                await pilot.press("minus")
            await pilot.press("space")  # once more from the beginning
            assert app.is_playing
            assert app.player.number < len(app.player)
            await pilot.press("space")
            stopped = app.player.number
            await pilot.pause(0.1)
            assert app.player.number == stopped
            await pilot.press("ctrl+c")

    asyncio.run(watch())


# ---- A learner's own function ----------------------------------------------------------------------------------------

STRAIGHT = """\
def linkable(grid, a, b):
    (row, first), (other, last) = sorted((a, b))
    return row == other and all(grid[row][col] == 0 for col in range(first + 1, last))
"""


@pytest.fixture
def straight(tmp_path: Path) -> str:
    """A function that knows straight rows only."""
    file = tmp_path / "straight.py"
    file.write_text(STRAIGHT)
    return str(file)


def test_a_learners_function_races_with_the_finders(straight: str) -> None:
    words = ("race", "-", "1,1", "1,4", "--rounds", "0", "--finder", "cross", "--finder", straight)
    lines = run(*words, given="A.BA").output.splitlines()
    assert lines[-1].split(maxsplit=5) == ["straight.py:linkable", "–", "–", "–", "2", "misses the link"]
    lines = run(*words, given="A..A").output.splitlines()
    assert lines[-1].split(maxsplit=5) == ["straight.py:linkable", "–", "–", "–", "2", "correct: a link"]
    about = json.loads(run(*words, "--json", given="A.BA").output)
    assert [(each["finder"], each["right"]) for each in about["runs"]] == [
        ("cross", True),
        ("straight.py:linkable", False),
    ]


def test_a_learners_function_is_traced_by_what_it_reads(straight: str, tmp_path: Path) -> None:
    done = run("trace", "-", "1,1", "1,4", "--finder", straight, "--text", given="A.BA")
    assert done.output == "look at 1,2: open\nlook at 1,3: blocked\n"
    assert done.return_value == 1
    assert run("trace", "-", "1,1", "1,4", "--finder", f"{straight}:linkable", given="A..A").return_value == 0
    path = tmp_path / "path.py"
    path.write_text("def way(grid, a, b):\n    grid[0][1]\n    return [a, (-1, 0), (-1, 2), b]\n")
    steps = json.loads(run("trace", "-", "1,1", "1,3", "--finder", f"{path}:way", "--json", given="A.A").output)
    assert [step["step"] for step in steps["trace"]] == ["look", "link"]
    assert steps["path"]["turns"] == 2
    picture = run("trace", "-", "1,1", "1,3", "--finder", f"{path}:way", "--svg", "-", given="A.A").output
    assert "path.py:way" in picture


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def linkable(grid, a, b): return grid[99]", "raised IndexError: list index out of range"),
        ("def linkable(grid, a, b): return 'yes'", "returned 'yes', which is not an answer"),
        ("def linkable(grid, a, b):\n    while True: pass", "did not return"),
        ("import os\ndef linkable(grid, a, b): os._exit(3)", "terminated Python with exit code 3"),
        ("def linkable(grid, a, b): return [a, (5, 5), b]", "which is not a path"),
    ],
)
def test_a_learners_function_without_an_answer_is_excluded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    if "while" in code:  # no answer has to come within this short limit
        monkeypatch.setattr(process_learner, "CALL_SECONDS", 0.3)
    file = tmp_path / "mine.py"
    file.write_text(code)
    done = run("race", "-", "1,1", "1,3", "--rounds", "0", "--finder", str(file), given="A.A")
    assert done.output.startswith("excluded: mine.py:linkable ")
    assert said in done.output


def test_a_learners_file_that_cannot_be_used(tmp_path: Path) -> None:
    for name in ("race", "trace"):
        with pytest.raises(ClickException, match="No such file"):
            run(name, "-", "1,1", "1,3", "--finder", str(tmp_path / "nowhere.py"), given="A.A")


def test_race_and_trace_speak_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    for words, environment in ((("--lang", "zh"), "C"), ((), "zh_CN.UTF-8")):
        monkeypatch.setenv("LC_ALL", environment)
        output = run("race", "-", "1,1", "1,4", "--published", "--rounds", "0", *words, given="A.XA").output
        assert "检查格数" in output
        assert "漏掉了连线" in output
        output = run("trace", "-", "1,1", "1,4", "--finder", "layers", *words, given="A.XA").output
        assert "看 1,2：空格" in output
        assert "检查了" in output.splitlines()[-1]
