"""`llk tui` as a process in a terminal: starting, being killed, resuming, and errors."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import lianliankan as llk
from lianliankan.cli import llk as command
from lianliankan.store import Store
from support.paths import ROOT
from support.patience import PATIENCE, wait_until
from support.terminal_window import LLK, Window


def test_ctrl_z_suspends_and_fg_comes_back(tmp_path: Path) -> None:
    with Window(in_shell=True, PS1="ready> ") as window:
        window.wait_for("ready> ")
        window.press(f"{LLK} tui --data {tmp_path} --seed 7 --size 4x6\r")
        window.wait_for("New board")
        window.press("a")
        wait_for_pairs(tmp_path, 1)
        shell = window.process.pid
        (game,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        window.press("\x1a")
        window.wait_for("Stopped")
        assert b"\x1b[?1049l" in window.seen  # the shell has its screen back
        assert Path(f"/proc/{game}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        window.press("fg\r")
        for text in ("\x1b[?1049h", "Lianliankan", "Quit", "Welcome back"):  # the whole screen is drawn again
            window.wait_for(text)
        window.press("a")
        wait_for_pairs(tmp_path, 2)
        window.press("q")
        window.wait_for("Game saved")
        window.press("exit\r")
        assert window.end() == 0
    with Store(tmp_path) as store:
        left = store.unfinished()
        assert left is not None
        entries = store.open(left.id).game.entries
        words = " ".join(entry.command.word for entry in entries)
        assert words == "auto pause resume auto pause"  # so no time ran meanwhile


def pairs_in(folder: Path) -> int:
    with Store(folder) as store:
        left = store.unfinished()
        return 0 if left is None else left.pairs


def wait_for_pairs(folder: Path, pairs: int) -> None:
    wait_until(lambda: pairs_in(folder) >= pairs)


@contextmanager
def killed(window: Window) -> Iterator[None]:
    with window:
        yield
        window.process.send_signal(signal.SIGKILL)
        window.process.wait()


@pytest.mark.kills
def test_a_killed_game_resumes(tmp_path: Path) -> None:
    with killed(first := Window("--data", str(tmp_path), "--seed", "7", "--size", "4x6")):
        first.wait_for("New board")
        first.press("a")
        wait_for_pairs(tmp_path, 1)
        first.press("a")
        wait_for_pairs(tmp_path, 2)
    with Window("--data", str(tmp_path)) as again:
        again.wait_for("Welcome back")
        assert pairs_in(tmp_path) == 2
        again.press("a")
        wait_for_pairs(tmp_path, 3)
        again.press("q")
        again.wait_for("Game saved")
        assert again.end() == 0
    with Store(tmp_path) as store:
        left = store.unfinished()
        assert left is not None
        assert left.state == "paused"
        assert store.open(left.id).game.pairs == 3


def test_the_language_comes_from_the_locale(tmp_path: Path) -> None:
    with Window("--data", str(tmp_path), LANG="zh_CN.UTF-8") as window:
        window.wait_for("新局开始")
        window.press("q")
        window.wait_for("游戏已保存")
        assert window.end() == 0


def test_no_colour_means_none(tmp_path: Path) -> None:
    with Window("--no-save", "--colour", "never", "--seed", "7") as window:
        window.wait_for("Quit")
        window.wait_for("Connect two matching tiles")
        assert colours(window.seen) == set()
        window.press("?")
        window.wait_for("Close")
        assert colours(window.seen) == set()
        window.press("\r")
        window.wait_for("Undo")
        for number in range(round(PATIENCE)):  # a key pressed while the dialog closes goes to the dialog
            window.press("q", is_again=number > 0)
            with suppress(AssertionError):
                window.wait_for("not saved", seconds=1)
                break
        assert window.end() == 0
        assert b"not saved" in window.seen
        assert colours(window.seen) == set()


def colours(written: bytes) -> set[int]:
    """Return the colour codes among the escape sequences, of 16, 256 or all colours."""
    codes = {int(code) for run in re.findall(rb"\x1b\[([0-9;]*)m", written) for code in run.split(b";") if code}
    return codes & {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_restores_the_terminal(tmp_path: Path, name: str) -> None:
    with Window("--data", str(tmp_path), "--seed", "7", "--size", "4x6") as window:
        window.wait_for("New board")
        window.process.send_signal(signal.Signals[name])
        assert window.end() == 0
        assert b"\x1b[?1049l" in window.seen
        assert b"\x1b[?1000l" in window.seen
        assert window.seen.rindex(b"\x1b[?1049l") > window.seen.rindex(b"\x1b[?1049h")
        assert b"Game saved" in window.seen
    with Store(tmp_path) as store:
        left = store.unfinished()
        assert left is not None
        assert left.state == "playing"  # nobody has touched it, so its clock has not started


def test_leaving_does_not_wait_for_a_deal() -> None:
    """Finding a board of this size and difficulty takes far too long."""
    with Window("--no-save", "--size", "12x24", "--difficulty", "fiendish") as window:
        window.wait_for("Dealing")
        window.press("\x03")
        assert window.end() == 0
        assert b"No such board" not in window.seen


def test_a_record_can_be_continued_and_a_board_without_tiles_is_rejected(tmp_path: Path) -> None:
    game = llk.plan("classic", seed=3, rows=4, cols=6).game()
    game.auto()
    (tmp_path / "record.json").write_text(llk.to_record(game), encoding="utf-8")
    (tmp_path / "empty.txt").write_text(". .\n# #\n", encoding="utf-8")
    with Window("--no-save", "--board", str(tmp_path / "record.json")) as window:
        window.wait_for("Welcome back")
        window.press("q")
        assert window.end() == 0
    with Window("--no-save", "--board", str(tmp_path / "empty.txt")) as window:
        window.wait_for("the board has no tiles")
        assert window.end() == 2


def test_the_demo_saves_nothing(tmp_path: Path) -> None:
    with Window("--demo", "--data", str(tmp_path), "--size", "4x6") as window:
        window.wait_for("press any key")
        window.press(" ")
        assert window.end() == 0
    assert not list(tmp_path.iterdir())


ERRORS = [
    ("--no-save --size 6x8 --kinds 999", "llk: tui: 24 pairs can have 1 to 24 kinds, not 999"),
    ("--no-save --size 7x7", "llk: tui: the board would have 49 tiles, an odd number"),
    ("--no-save --shape heart", "llk tui: --shape: unknown shape 'heart' (choose from full, diamond"),
    ("--no-save --size 2x8 --shape frame", "llk: tui: 2x8 is too small for the shape 'frame'"),
    ("--no-save --mode daily --size 8x8", "llk: tui: rows, cols cannot be chosen in mode 'daily'"),
    ("--level 3", "llk: tui: level 3 is not open yet; the next level is 1"),
    ("--no-save --size eight", "llk: tui: line 1, column 1: 'eight' is not a size"),
    ("--no-save --difficulty cruel", "llk: tui: unknown difficulty"),
    ("--no-save --faces runes", "llk tui: --faces: unknown faces 'runes'"),
    ("--no-save --board no-such-file", "llk: no-such-file: No such file or directory"),
    ("--no-save --board llkb1_xyz", "llk: llkb1_xyz: wrong checksum"),
    ("--game nope", "llk: tui: there is no game 'nope'"),
    ("--game nope --size 4x4", "llk: --game and --board name a game"),
    ("--game nope --demo", "llk: --game cannot be combined with --no-save or --demo"),
]


@pytest.mark.parametrize(("words", "said"), ERRORS)
def test_errors_at_the_start_are_one_line(tmp_path: Path, words: str, said: str) -> None:
    with Window("--data", str(tmp_path), *words.split()) as window:
        window.wait_for(said)
        assert window.end() == 2
        assert b"\x1b[?1049h" not in window.seen  # no screen was opened


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "tui needs a terminal"),
        (["--size", "8x18"], "tui needs a terminal"),
    ],
)
def test_without_a_terminal(words: list[str], said: str) -> None:
    done = CliRunner().invoke(command, ["tui", *words])
    assert done.exit_code != 0
    assert said in done.output
    piped = subprocess.run([LLK, "tui", *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert piped.returncode == 2
    assert len(piped.stderr.splitlines()) == 1


def test_the_picture_of_the_readme_is_what_the_project_draws(tmp_path: Path) -> None:
    """`make pictures` draws it."""
    done = CliRunner().invoke(command, ["tui", "--svg", str(tmp_path / "terminal.svg")])
    assert done.exit_code == 0
    kept = ROOT / "docs" / "pictures" / "terminal.svg"
    assert (tmp_path / "terminal.svg").read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


def test_the_first_frame_needs_no_dialog_and_no_numpy() -> None:
    """Whatever the first frame does not need is imported later."""
    asked = (
        "import sys, lianliankan.cli.commands.tui, lianliankan.terminal.app, lianliankan.terminal.startup;"
        "import lianliankan.store;"
        "print([name for name in sys.modules if name in ('numpy', 'PIL', 'starlette') or name.startswith("
        "('lianliankan.terminal.dialogs.new_game_dialog', 'lianliankan.terminal.dialogs.end_dialog',"
        " 'lianliankan.terminal.race', 'lianliankan.web', 'websockets'))])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
