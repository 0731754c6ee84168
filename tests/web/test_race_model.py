"""What the page makes of the events of a room: after each command, the same as the server knows."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lianliankan as llk
from lianliankan.game.events import to_json
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import RaceEvent
from lianliankan.race.items import Format, offered_items
from lianliankan.race.race import Race
from lianliankan.race.room import Room
from lianliankan.race.settings import FORMATS, RaceSettings
from lianliankan.race.view import RaceView
from lianliankan.web.race.protocol import RaceSettingsView, RoomState, RoomView
from race_simulation.simulate import run, start
from support.paths import ROOT
from support.patience import PATIENCE

SCRIPT = ROOT / "tests" / "browser" / "modules" / "race_stream.mjs"


def as_json(value: msgspec.Struct) -> Any:  # noqa: ANN401  # whatever JSON has
    return json.loads(to_json(value))


def follow(folder: Path, first: RoomState, steps: list[dict[str, Any]]) -> int:
    """Let the page's model follow what happened, and return how often a seat was compared."""
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    file = folder / "race.json"
    file.write_text(json.dumps({"first": as_json(first), "steps": steps}), encoding="utf-8")
    ran = subprocess.run(
        ["node", str(SCRIPT), str(file)], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stderr
    return int(ran.stdout)


FORMATS_AND_GRAVITIES = tuple(zip(FORMATS, ("still", "down", "rotating", "still", "outward"), strict=True))


@pytest.mark.parametrize(("format", "gravity"), FORMATS_AND_GRAVITIES)
def test_whole_races_with_surprises(format: Format, gravity: llk.Gravity, tmp_path: Path) -> None:
    settings = RaceSettings(format=format, gravity=gravity, rows=5, cols=6, items=bool(offered_items(format)), combo=2)
    race = start(settings, [5, 4, 3, 5], 3)
    view = msgspec.structs.replace(
        RoomView.of(Room(), "TESTS", is_public=False, race_id=None),
        phase="racing",
        settings=RaceSettingsView.of(settings),
    )
    first = RoomState(1, 0, 0, view, RaceView.of(race), now=0)
    steps: list[dict[str, Any]] = []

    def watch(race: Race, _: RaceCommand, happened: list[RaceEvent]) -> None:
        phase = "waiting" if race.is_over else "racing"
        room = as_json(view) | {"phase": phase}
        steps.append(
            {"events": [as_json(event) for event in happened], "room": room, "race": as_json(RaceView.of(race))}
        )

    run(race, 3, watch, chaos=0.3)
    assert follow(tmp_path, first, steps) == len(steps) * 4


def test_a_room_from_race_to_race(tmp_path: Path) -> None:
    settings = RaceSettings(rows=2, cols=2, seats=4)
    room = Room(settings)
    room.do("join Ann", at=0)

    def view() -> RoomView:
        return RoomView.of(room, "TESTS", is_public=True, race_id=None)

    first, steps = RoomState(1, 1, 0, view(), None, now=0), []
    commands = ["join Ben", "1 bot 3 Bot Lin", "2 ready", "1 ready", "2 unready", "2 ready", "start 5 2x2 seed=7"]
    commands += ["1 play 1,1-1,2", "1 play 1,1-2,1", "1 play 1,2-2,2", "2 away", "2 back", "2 give-up", "3 give-up"]
    commands += ["1 ready", "1 kick 3", "2 ready", "1 leave", "2 leave"]
    for number, command in enumerate(commands):
        happened = room.do(command, at=5 * number + 5)
        shown = room.race and as_json(RaceView.of(room.race))
        steps.append({"events": [as_json(event) for event in happened], "room": as_json(view()), "race": shown})
    assert [step["room"]["phase"] for step in steps if step["room"]["phase"] == "closed"]
    assert follow(tmp_path, first, steps) > 10
