"""Bad records: changed, cut off or invented ones are rejected, with the number of the first bad entry."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records.record import start_from_head
from support.played import games, visible_state
from support.recorded_game import GAME, TEXT, read_bad


def with_lines(change: Callable[[list[str]], object]) -> str:
    """Return the record with its command lines changed, still valid JSON."""
    start, end = TEXT.index("[\n") + 2, TEXT.index("\n],")
    lines = [line.rstrip(",") for line in TEXT[start:end].split("\n")]
    change(lines)
    return TEXT[:start] + ",\n".join(lines) + TEXT[end:]


def with_value(name: str, value: object) -> str:
    whole = json.loads(TEXT)
    whole[name] = value
    return json.dumps(whole)


@pytest.mark.parametrize("number", range(1, len(GAME.entries) + 1))
def test_an_entry_that_is_changed_removed_inserted_or_swapped(number: int) -> None:
    def first_bad_entry(change: Callable[[list[str]], object]) -> int:
        return read_bad(with_lines(change)).entry

    place = number - 1
    last = number == len(GAME.entries)

    def swap(lines: list[str]) -> None:
        lines[place], lines[number] = lines[number], lines[place]

    def later(lines: list[str]) -> None:
        at, *rest = json.loads(lines[place])
        lines[place] = json.dumps([round(at + 0.001, 3), *rest])

    def other_check(lines: list[str]) -> None:
        lines[place] = re.sub(
            r'"(.)([0-9a-f]{5})"\]', lambda m: f'"{"0" if m[1] != "0" else "1"}{m[2]}"]', lines[place]
        )

    assert first_bad_entry(later) == number
    assert first_bad_entry(other_check) == number
    assert first_bad_entry(lambda lines: lines.pop(place)) == (0 if last else number)
    assert first_bad_entry(lambda lines: lines.insert(place, lines[place])) == number + 1
    assert first_bad_entry(lambda lines: lines.insert(place, '[0, "hint", "000000"]')) == number
    if not last:
        assert first_bad_entry(swap) == number


def test_a_record_cut_between_entries_is_detected() -> None:
    problem = read_bad(with_lines(lambda lines: lines.__delitem__(slice(5, None))))
    assert problem.entry == 0
    assert "time ran out" in problem.problem or 'claims state "won", but replaying gives "playing"' in problem.problem


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('[1, "hint"]', "; expected [time, command, check]"),
        ('[1, "hint", "000000", 1]', "; expected [time, command, check]"),
        ('{"at": 1}', "; expected [time, command, check]"),
        ("7", "; expected [time, command, check]"),
        ('["1", "hint", "000000"]', 'invalid time "1"; expected a number of seconds'),
        ('[true, "hint", "000000"]', "invalid time true; expected a number of seconds"),
        ('[null, "hint", "000000"]', "invalid time null; expected a number of seconds"),
        ('[-1, "hint", "000000"]', "invalid time -1; expected a number of seconds"),
        ('[1e999, "hint", "000000"]', "invalid time Infinity; expected a number of seconds"),
        ('[1e11, "hint", "000000"]', "; expected a number of seconds"),
        ('[NaN, "hint", "000000"]', "invalid time NaN; expected a number of seconds"),
        ('[-Infinity, "hint", "000000"]', "invalid time -Infinity; expected a number of seconds"),
        (f'[{"9" * 4000}, "hint", "000000"]', "; expected a number of seconds"),
        ('[0.0001, "hint", "000000"]', "; expected at most three decimals"),
        ('[0.25, "hint", "000000"]', "0.25 s is before the last command, at 0.5 s"),
        ('[1, 7, "000000"]', "invalid command 7; expected a string"),
        ('[1, "jump", "000000"]', "unknown command 'jump'"),
        ('[1, "pick", "000000"]', "pick takes one cell, not 0"),
        ('[1, "pick 1,1-1,2", "000000"]', "pick takes one cell, not 2"),
        ('[1, "pick 9,9", "000000"]', "pick 9,9 is refused: off the board"),
        ('[1, "redo", "000000"]', "redo is refused: nothing to redo"),
        ('[1, "resume", "000000"]', "resume is refused: not paused"),
        ('[1, "tick", "000000"]', "tick changes nothing"),
        ('[1, "auto", "000000"]', "auto replays as auto "),
        ('[301, "hint", "000000"]', "hint comes after the time ran out"),
        ('[1, "hint", 7]', "its check should be"),
    ],
)
def test_invalid_entries(entry: str, problem: str) -> None:
    found = read_bad(with_lines(lambda lines: lines.insert(1, entry)))
    assert found.entry == 2
    assert problem in found.problem
    assert len(str(found)) < 250


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("[" * 100_000, "nested too deeply"),
        (f'[{"9" * 5000}, "hint", "000000"]', "Exceeds the limit (4300 digits) for integer string conversion"),
        ("[1, 'hint']", "line 6, column 5: invalid JSON"),
        ('[1, "hint\n", "000000"]', "line 6, column 10: invalid JSON"),
    ],
)
def test_entries_that_are_not_json(entry: str, problem: str) -> None:
    found = read_bad(with_lines(lambda lines: lines.insert(1, entry)))
    assert found.entry == 0
    assert found.problem.startswith(problem)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("lianliankan", "board", "not a game record"),
        ("version", 2, "made by a newer version of lianliankan: version 2; up to 1 can be read"),
        ("version", 0, "invalid version 0"),
        ("version", True, "invalid version true"),
        ("version", "1", 'invalid version "1"'),
        ("board", 7, "invalid board 7; expected a string"),
        ("board", "1 x", "'x' is not a cell"),
        ("board", "", "the text contains no board"),
        ("board", "AB/AB", "the deal 4x6 seed=7 does not match the board"),
        ("deal", "4x6 seed=8", "the deal 4x6 seed=8 does not match the board"),
        ("deal", "4x6 seed=7 gravity=down", "the deal 4x6 seed=7 gravity=down does not match the board"),
        ("deal", "4x6", "is not a deal; its number is missing"),
        ("deal", "4x6 seed=7 difficulty=mad", "unknown difficulty"),
        ("deal", 7, "invalid deal 7; expected a string"),
        ("deal", None, "the head was changed"),
        ("seed", -1, "a seed is an integer"),
        ("seed", 7.0, "a seed is an integer"),
        ("seed", 8, "the head was changed"),
        ("options", [], "; expected an object of names and values"),
        ("options", {"lives": 3}, "unknown option 'lives'"),
        ("options", {"hints": -1}, "invalid hints -1; expected a whole number from 0, or None"),
        ("options", {"hints": 3, "when_stuck": "x" * 10_000}, "unknown when_stuck"),
        ("options", {}, "the head was changed"),
        ("check", None, "the head was changed"),
        ("more", 1, "unknown field 'more'"),
    ],
)
def test_invalid_heads(name: str, value: object, problem: str) -> None:
    found = read_bad(with_value(name, value))
    assert found.entry == 0
    assert problem in found.problem
    assert len(found.problem) <= 200


@pytest.mark.parametrize("name", ["lianliankan", "version", "deal", "board", "seed", "options", "check"])
def test_incomplete_heads(name: str) -> None:
    whole = json.loads(TEXT)
    del whole[name]
    found = read_bad(json.dumps(whole))
    assert found.entry == 0
    assert name in found.problem


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"state": "lost"}, 'the result claims state "lost", but replaying gives "won"'),
        ({"score": GAME.score + 1}, f"claims score {GAME.score + 1}, but replaying gives {GAME.score}"),
        ({"stars": True}, "claims stars true"),
        ({"pairs": "12"}, 'claims pairs "12", but replaying gives 12'),
        ({"seconds": 1}, "claims seconds 1"),
        ({"at": None}, "invalid time null; expected a number of seconds"),
        ({"at": 0}, "is before the last entry"),
        ({"at": 99}, "but replaying gives"),
        ({"check": "000000"}, 'claims check "000000"'),
        ({"cheats": 0}, "unknown field 'cheats' in the result"),
    ],
)
def test_false_results(change: dict[str, Any], problem: str) -> None:
    found = read_bad(with_value("result", json.loads(TEXT)["result"] | change))
    assert (found.entry, problem in found.problem) == (0, True), found
    for value, message in (
        (7, "the result must be an object of names and values"),
        ({}, "invalid time"),
    ):
        assert message in read_bad(with_value("result", value)).problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1, column 1: invalid JSON"),
        ("[]", "expected an object of names and values, not []"),
        ("{}", "not a game record"),
        ("{" * 100_000, "nested too deeply"),
        ('{"board": ' + "[" * 100_000, "nested too deeply"),
        (
            re.sub(r'"commands": \[.*\],\n', '"commands": 7,', TEXT, flags=re.DOTALL),
            "invalid commands 7; expected a list",
        ),
        ("{7: 8}", "line 1, column 2: invalid JSON"),
        ('{"version"}', "line 1, column 11: invalid JSON"),
        (TEXT + "}", ": invalid JSON"),
        (TEXT.replace('"commands"', '"orders"'), "unknown field 'orders'"),
        (re.sub(r'"commands": \[.*\],\n', "", TEXT, flags=re.DOTALL), "missing field 'commands'"),
        (re.sub(r',\n"result": .*', "}", TEXT), "missing field 'result'"),
    ],
)
def test_texts_that_are_not_records(text: str, problem: str) -> None:
    found = read_bad(text)
    assert found.entry == 0
    assert problem in found.problem


def test_values_that_are_not_texts() -> None:
    with pytest.raises(TypeError, match="a record must be a string"):
        llk.from_record(b"{}")  # type: ignore[arg-type]
    with pytest.raises(llk.BadRecord, match="the head must be an object of names and values"):
        start_from_head([])


def test_a_text_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lianliankan.records.record_form.MAX_CHARACTERS", 100)
    assert "the text is longer than 100 characters" in read_bad(TEXT).problem


def test_a_record_cut_anywhere_says_where() -> None:
    for length in range(len(TEXT)):
        before, problem = TEXT[:length], read_bad(TEXT[:length])
        found = re.fullmatch(r"line (\d+), column (\d+): invalid JSON", problem.problem)
        assert problem.entry == 0
        assert found, (length, problem)
        assert int(found[1]) == before.count("\n") + 1
        assert int(found[2]) <= length - before.rfind("\n")


@settings(max_examples=200)
@given(games(), st.data())
def test_a_mutated_record_gives_the_same_game_or_is_rejected(game: llk.Game, data: st.DataObject) -> None:
    text = llk.to_record(game)
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    changed = text
    for _ in range(rng.choice([1, 1, 1, 3])):
        changed = mutate(changed, rng)
    try:
        again = llk.from_record(changed)
    except llk.BadRecord as problem:
        assert problem.entry <= len(game.entries) + 1
    else:
        assert visible_state(again) == visible_state(game)


def mutate(text: str, rng: random.Random) -> str:
    a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    match rng.randrange(7):
        case 0:
            return text[:a]
        case 1:
            return text[:a] + rng.choice('0123456789"[]{},:. \n-eE\\xé') + text[a:]
        case 2:
            return text[:a] + rng.choice('0123456789"[]{},:. \n-eE\\xé') + text[a + 1 :]
        case 3:
            return text[:a] + text[b:]
        case 4:
            return text[:b] + text[a:]
        case 5:
            lines = text.split("\n")
            rng.shuffle(lines)
            return "\n".join(lines)
        case _:
            lines = text.split("\n")
            del lines[rng.randrange(len(lines))]
            return "\n".join(lines)


@pytest.mark.parametrize("other", [{"start": {}}, {"deal": None, "board": "1 1", "seed": 0, "options": {}, "more": 1}])
def test_a_newer_version_is_said_first(other: dict[str, object]) -> None:
    text = json.dumps({"lianliankan": "game", "version": 2} | other)
    assert "made by a newer version of lianliankan: version 2" in str(read_bad(text))
