"""The help of every command, one name for every option, and completion in a real shell."""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from lianliankan.cli import llk
from support.cli_process import run


def commands(group: click.Group = llk, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield words, group
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name), command


COMMANDS = dict(commands())


def options() -> Iterator[tuple[tuple[str, ...], click.Option]]:
    for words, command in COMMANDS.items():
        for param in command.params:
            if isinstance(param, click.Option) and not param.hidden:
                yield words, param


def help_of(*words: str) -> str:
    done = run(*words, "--help", env={"COLUMNS": "80"})
    assert done.returncode == 0
    return done.stdout


def test_every_command_is_in_a_section_with_its_whole_summary() -> None:
    text = help_of()
    names = re.findall(r"^  ([a-z]+)  ", text, re.MULTILINE)
    assert names[:2] == ["play", "tui"]
    assert sorted(names) == sorted(llk.commands)
    assert len(re.findall(r"^[A-Z][a-z ]+:$", text, re.MULTILINE)) > 5
    flat = " ".join(text.split())
    for command in llk.commands.values():
        summary, *_ = (command.help or "").split("\n\n")
        assert " ".join(summary.split()) in flat


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words) or "llk")
def test_help_fits_80_columns_and_is_whole(words: tuple[str, ...]) -> None:
    text = help_of(*words)
    assert max(map(len, text.splitlines())) <= 80
    assert "..." not in text.replace("[ARGS]...", "").replace("FILE...", "").replace("FILES...", "").replace("]...", "")
    assert not re.search(r"<=?x|x>=?|RANGE|TEXT|INTEGER|FLOAT|-$", text, re.MULTILINE)


def test_one_name_for_one_option() -> None:
    """An option has the same form wherever it occurs."""
    forms: dict[str, set[str]] = defaultdict(set)
    for words, param in options():
        if words and param.name != "help":
            shown = param.get_help_record(click.Context(COMMANDS[words]))
            assert shown is not None
            forms[param.opts[0]].add(shown[0])
    several = {name: found for name, found in forms.items() if len(found) > 1}
    assert set(several) == set(), several


def test_the_version() -> None:
    assert run("-V").stdout == run("--version").stdout != ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["deal", "--seed", "-1"], "llk deal: --seed: expected a whole number, from 0 to 18446744073709551615, not -1"),
        (["deal", "--kinds", "many"], "llk deal: --kinds: expected a whole number, 1 or more, not 'many'"),
        (["solve", "-", "--seconds", "-1"], "llk solve: --seconds: expected a number, 0 or more, not -1"),
        (["solve", "-", "--delay", "61"], "llk solve: --delay: expected a number, 0 or more, at most 60, not 61"),
        (
            ["bench", "solve", "--share", "0"],
            "llk bench solve: --share: expected a number, above 0, at most 100, not 0",
        ),
        (["perft", "-", "x"], "llk perft: DEPTH: expected a whole number, from 0 to 1000000, not 'x'"),
        (["play", "--mode", "fast"], "llk play: --mode: unknown mode 'fast' (choose from classic, relaxed, "),
        (["tui", "--shape", "heart"], "llk tui: --shape: unknown shape 'heart' (choose from full, diamond, "),
        (
            ["show", "-", "--gravity", "sideways"],
            "llk show: --gravity: unknown gravity 'sideways' (choose from still, ",
        ),
        (["completion", "tcsh"], "llk completion: bash|zsh|fish: unknown shell 'tcsh' (choose from bash, zsh, fish)"),
    ],
)
def test_messages_about_values(words: list[str], message: str) -> None:
    done = run(*words, given="AB/AB")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


def test_gravity_changes_only_the_gravity() -> None:
    shown = run("show", "-", "--gravity", "down", given="rules: max_turns=3\nAB/AB").stdout
    assert shown.endswith("4 tiles, 2 moves, max_turns=3 gravity=down\n")
    shown = run("show", "-", "--gravity", "down", "--rules", "max_turns=1", given="AB/AB").stdout
    assert shown.endswith("max_turns=1 gravity=down\n")
    assert run("deal", "4x6", "--gravity", "up").stdout == run("deal", "4x6", "--rules", "gravity=up").stdout


@pytest.fixture
def bash(tmp_path: Path) -> Path:
    """A file for bash that loads the completion of an `llk` on the path."""
    program = tmp_path / "llk"
    program.write_text(f"#!{sys.executable}\nfrom lianliankan.cli import main\nmain()\n")
    program.chmod(0o755)
    script = tmp_path / "complete.sh"
    script.write_text(f'PATH="{tmp_path}:$PATH"\neval "$(llk completion bash)"\n')
    return script


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["llk", "so"], ["solve"]),
        (["llk", "deal", "--shape", "p"], ["pyramid", "pillars"]),
        (["llk", "tui", "--mode", "re"], ["relaxed"]),
        (["llk", "solve", "ma"], ["mask.txt"]),
        (["llk", "deal", "--mas"], ["--mask"]),
    ],
)
def test_bash_completes(bash: Path, words: list[str], offered: list[str]) -> None:
    (bash.parent / "mask.txt").write_text("AA")
    line = (
        f"source {bash}; cd {bash.parent}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
        'compopt() { echo "$@" >&2; }; _llk_completion llk; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    if words[-1] == "ma":  # bash completes file names itself
        assert "-o default" in done.stderr
    else:
        assert done.stdout.split() == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    assert "_LLK_COMPLETE" in run("completion", shell).stdout
