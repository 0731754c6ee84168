"""Records of races: they read back, and nothing in them is trusted."""

import json
from functools import cache

import pytest

import lianliankan as llk
from lianliankan.race.race import Race
from lianliankan.race.record import from_race_record, to_race_record
from lianliankan.race.settings import RaceSettings
from race_simulation.simulate import run, start
from support.races import race_on


@cache
def played(format: str = "items") -> Race:
    settings = RaceSettings.from_dict({"format": format, "rows": 4, "cols": 6, "combo": 1})
    return run(start(settings, [5, 4, 5], 2), 2)


def test_an_unfinished_race_reads_back() -> None:
    race = race_on("ABC/ABC")
    race.do("1 play 1,1-2,1", at=1)
    race.do("tick", at=1.25)
    again = from_race_record(to_race_record(race))
    assert (again.entries, again.now, again.standings) == (race.entries, 1250, race.standings)
    again.do("2 play 1,1-2,1", at=2)


def test_names_and_ghosts_read_back() -> None:
    race = played("ghost")
    again = from_race_record(to_race_record(race))
    assert [seat.racer.name for seat in again.seats.values()] == ["Bot 5", "Ghost 4", "Ghost 5"]
    assert again.standings == race.standings


def test_a_changed_line_is_found() -> None:
    lines = to_race_record(played()).splitlines()
    first = lines.index('"commands": [') + 1
    for number, line in enumerate(lines[first:], 1):
        if line.startswith("]"):
            break
        at, command, check = json.loads(line.rstrip(","))
        changed = json.dumps([at + 0.001, command, check]) + ("," if line.endswith(",") else "")
        text = "\n".join([*lines[: first + number - 1], changed, *lines[first + number :]])
        with pytest.raises(llk.BadRecord) as problem:
            from_race_record(text)
        assert problem.value.entry in (number, number + 1)


def test_a_forged_attack_is_found() -> None:
    """A record with an attack whose proof does not hold is refused, whatever its check says."""
    text = to_race_record(played())
    command = next(str(entry.command) for entry in played().entries if "use shuffle" in str(entry.command))
    head, line = command.split(" line=")
    with pytest.raises(llk.BadRecord, match="not proved"):
        from_race_record(text.replace(command, f"{head} line={line.rpartition(';')[0]}"))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"version": 1', '"version": 2', "made by a newer version"),
        ('"version": 1', '"version": 0', "a whole number from 1"),
        ('"lianliankan": "race"', '"lianliankan": "game"', "not a race record"),
        ('"seed": 2', '"seed": 3', "the head was changed"),
        ('"seed": 2', '"colour": 2', "missing field 'seed'"),
        ("4x6 seed=2", "4x6 seed=3", "does not match the board"),
        ('"rank": 1', '"rank": 9', "the result claims standings"),
        ('"over": true', '"over": false', "the result claims over"),
        ('"name": "Bot 5"', '"nick": "Bot 5"', "invalid racers"),
        ('"racers": {"1"', '"racers": {"x"', "is not a seat"),
        ('"combo": 1', '"combo": 0', "invalid combo 0"),
    ],
)
def test_bad_records(old: str, new: str, problem: str) -> None:
    text = to_race_record(played())
    assert old in text
    with pytest.raises(llk.BadRecord, match=problem):
        from_race_record(text.replace(old, new, 1))


def test_a_record_that_is_cut_off() -> None:
    text = to_race_record(played())
    for end in range(0, len(text), len(text) // 60):
        with pytest.raises(llk.BadRecord):
            from_race_record(text[:end])
