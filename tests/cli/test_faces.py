"""The command that lists the faces."""

import json

from click.testing import CliRunner, Result

from lianliankan.cli import llk
from lianliankan.faces.drawn import TILE_SET_NAMES, load_tile_set


def run(*words: str) -> Result:
    return CliRunner().invoke(llk, words, standalone_mode=False)


def test_the_list_names_every_set() -> None:
    lines = run("faces").stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(TILE_SET_NAMES)
    assert lines[-1] == "text faces: numbers, letters, hanzi, emoji, ascii, capitals"
    written = json.loads(run("faces", "--json").stdout)
    assert [one["name"] for one in written["drawn"]] == list(TILE_SET_NAMES)
    assert written["drawn"][0]["faces"][0] == load_tile_set(TILE_SET_NAMES[0]).drawings[0].name
