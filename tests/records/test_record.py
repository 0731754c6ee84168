"""Records: a game goes through its text unchanged, and nothing that did not happen can be read out of one."""

import json
import random
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records.record import make_head, restarted, start_from_head
from support.played import games, view


def whole_game() -> llk.Game:
    """A short game with a bit of everything."""
    game = llk.Game.of(llk.Deal(rows=4, cols=6, seed=7), llk.Options(hints=3, limit=300.0, bonus=2.0))
    first = game.board.moves()[0]
    commands = [
        "hint",
        f"play {first}",
        "undo",
        "redo",
        f"pick {game.board.moves()[1].a}",
        "shuffle",
        "pause",
        "resume",
    ]
    for number, command in enumerate(commands):
        game.do(command, at=1.25 * number + 0.5)
    while not game.is_over:
        game.play(*game.board.moves()[0], at=game.at + 1.001)
    return game


GAME = whole_game()
TEXT = llk.to_record(GAME)


def bad(text: str) -> llk.BadRecord:
    with pytest.raises(llk.BadRecord) as caught:
        llk.from_record(text)
    return caught.value


def with_lines(change: Callable[[list[str]], object]) -> str:
    """The record with its lines of commands changed, and still JSON."""
    start, end = TEXT.index("[\n") + 2, TEXT.index("\n],")
    lines = [line.rstrip(",") for line in TEXT[start:end].split("\n")]
    change(lines)
    return TEXT[:start] + ",\n".join(lines) + TEXT[end:]


def with_value(name: str, value: object) -> str:
    whole = json.loads(TEXT)
    whole[name] = value
    return json.dumps(whole)


def is_prefix(good: object, game: llk.Game) -> bool:
    """Whether a game is what the other was after some of its commands."""
    assert isinstance(good, llk.Game)
    again = restarted(game)
    for entry in game.entries[: len(good.entries)]:
        again.do(entry.command, at=entry.at / 1000)
    return make_head(good) == make_head(game) and view(good) == view(again)


@given(games())
def test_a_game_goes_through_its_record(game: llk.Game) -> None:
    text = llk.to_record(game)
    again = llk.from_record(text)
    assert view(again) == view(game)
    assert llk.to_record(again) == text
    assert json.loads(text)["result"]["state"] == game.state


@settings(max_examples=60)
@given(games(), st.data())
def test_what_is_read_goes_on_like_the_game(game: llk.Game, data: st.DataObject) -> None:
    again = llk.from_record(llk.to_record(game))
    for _ in range(8):
        moves = game.board.moves()
        words = ["hint", "auto", "shuffle", "undo", "redo", "restart", "pause", "resume", "tick"]
        command = data.draw(st.sampled_from([f"play {move}" for move in moves] + words))
        at = game.at + data.draw(st.sampled_from([0, 0.5, 4]))
        assert game.do(command, at=at) == again.do(command, at=at)
    assert view(again) == view(game)


def test_every_mode() -> None:
    plans = [llk.plan(mode, seed=7) for mode in llk.MODES if mode not in ("daily", "campaign")]
    for plan in [*plans, llk.daily(date(2026, 11, 16)), llk.level(3, lives=2)]:
        game = plan.game()
        for _ in range(5):
            game.auto(at=game.at + 1)
        again = llk.from_record(llk.to_record(game))
        assert (view(again), again.options, again.deal) == (view(game), plan.options, plan.deal)


def test_the_text_is_for_people_too() -> None:
    lines = TEXT.split("\n")
    assert lines[0] == '{"lianliankan": "game", "version": 1, "deal": "4x6 seed=7",'
    assert lines[4] == '[0.5, "hint", ' + lines[4][-10:]
    assert sum(line.startswith("[") for line in lines) == len(GAME.entries)
    result = json.loads(TEXT)["result"]
    assert list(result) == [
        "state",
        "loss",
        "score",
        "seconds",
        "pairs",
        "tiles",
        "stars",
        "hints",
        "shuffles",
        "at",
        "check",
    ]
    assert [result[name] for name in ("state", "score", "seconds", "at")] == [
        "won",
        GAME.score,
        GAME.seconds(),
        GAME.at,
    ]


def test_spaces_and_order_do_not_matter() -> None:
    whole = json.loads(TEXT)
    for text in (json.dumps(whole), json.dumps(whole, indent=4), json.dumps(whole, sort_keys=True), f"\n {TEXT}\r\n"):
        assert view(llk.from_record(text)) == view(GAME)


def test_a_clock_that_went_on_after_the_last_entry() -> None:
    game = llk.Game(llk.Board.parse("AB/AB"), llk.Options(limit=10))
    game.play((0, 0), (1, 0), at=1)
    assert game.undo(at=2) != game.undo(at=3.5)
    again = llk.from_record(llk.to_record(game))
    assert (again.at, again.seconds(), again.seconds_left()) == (3.5, 3.5, 6.5)
    claimed = llk.to_record(game).replace("3.5", "11")
    assert bad(claimed).problem == "the time was up before the result's time, 11 s"
    assert "lies before that of the last entry" in bad(llk.to_record(game).replace("3.5", "1.5")).problem


@pytest.mark.parametrize("number", range(1, len(GAME.entries) + 1))
def test_an_entry_that_is_changed_removed_inserted_or_swapped(number: int) -> None:
    def entry_of(change: Callable[[list[str]], object]) -> int:
        problem = bad(with_lines(change))
        assert is_prefix(problem.good, GAME)
        assert isinstance(problem.good, llk.Game)
        assert len(problem.good.entries) == (problem.entry or len(problem.good.entries) + 1) - 1
        return problem.entry

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

    assert entry_of(later) == number
    assert entry_of(other_check) == number
    assert entry_of(lambda lines: lines.pop(place)) == (0 if last else number)
    assert entry_of(lambda lines: lines.insert(place, lines[place])) == number + 1
    assert entry_of(lambda lines: lines.insert(place, '[0, "hint", "000000"]')) == number
    if not last:
        assert entry_of(swap) == number


def test_a_record_cut_cleanly_is_noticed() -> None:
    problem = bad(with_lines(lambda lines: lines.__delitem__(slice(5, None))))
    assert problem.entry == 0
    assert (
        "time was up" in problem.problem or 'claims the state "won", but replaying gives "playing"' in problem.problem
    )
    assert isinstance(problem.good, llk.Game)
    assert len(problem.good.entries) == 5


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('[1, "hint"]', "an entry is a time, a command and a check"),
        ('[1, "hint", "000000", 1]', "an entry is a time, a command and a check"),
        ('{"at": 1}', "an entry is a time, a command and a check"),
        ("7", "an entry is a time, a command and a check"),
        ('["1", "hint", "000000"]', 'a time is a number of seconds, not "1"'),
        ('[true, "hint", "000000"]', "a time is a number of seconds, not true"),
        ('[null, "hint", "000000"]', "a time is a number of seconds, not null"),
        ('[-1, "hint", "000000"]', "a time is a number of seconds, not -1"),
        ('[1e999, "hint", "000000"]', "a time is a number of seconds, not Infinity"),
        ('[1e11, "hint", "000000"]', "a time is a number of seconds"),
        ('[NaN, "hint", "000000"]', "NaN is no number"),
        ('[-Infinity, "hint", "000000"]', "-Infinity is no number"),
        (f'[{"9" * 5000}, "hint", "000000"]', "the number '99999999999999999999999…' is too large"),
        ('[0.0001, "hint", "000000"]', "a time has at most three decimals"),
        ('[0.25, "hint", "000000"]', "0.25 s lies before the last command, at 0.5 s"),
        ('[1, 7, "000000"]', "a command is a text, not 7"),
        ('[1, "jump", "000000"]', "'jump' is no command"),
        ('[1, "pick", "000000"]', "pick takes a cell, not 0"),
        ('[1, "pick 1,1-1,2", "000000"]', "pick takes a cell, not 2"),
        ('[1, "pick 9,9", "000000"]', "pick 9,9: it is refused: off the board"),
        ('[1, "redo", "000000"]', "redo: it is refused: nothing to redo"),
        ('[1, "resume", "000000"]', "resume: it is refused: not paused"),
        ('[1, "tick", "000000"]', "tick: it changes nothing"),
        ('[1, "auto", "000000"]', "auto: what happens is auto "),
        ('[301, "hint", "000000"]', "hint: the time was up before it"),
        ('[1, "hint", 7]', "its check is"),
        ("[" * 100_000, "it is nested too deeply"),
        ('{"a": 1, "a": 2}', "'a' is there twice"),
        ("[1, 'hint']", "this is no JSON"),
        ('[1, "hint\n", "000000"]', "this is no JSON"),
    ],
)
def test_an_entry_that_is_none(entry: str, problem: str) -> None:
    found = bad(with_lines(lambda lines: lines.insert(1, entry)))
    assert found.entry == 2
    assert problem in found.problem
    assert len(str(found)) < 250
    assert is_prefix(found.good, GAME)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("lianliankan", "board", "this is no record of a game"),
        ("version", 2, "it was made by a newer version of lianliankan, in form 2; up to 1 are known"),
        ("version", 0, "0 is no version"),
        ("version", True, "true is no version"),
        ("version", "1", '"1" is no version'),
        ("board", 7, "a board is a text, not 7"),
        ("board", "1 x", "'x' is not a cell"),
        ("board", "", "the text contains no board"),
        ("board", "AB/AB", "the deal 4x6 seed=7 is another board"),
        ("deal", "4x6 seed=8", "the deal 4x6 seed=8 is another board"),
        ("deal", "4x6 seed=7 gravity=down", "the deal 4x6 seed=7 gravity=down is another board"),
        ("deal", "4x6", "is not a deal; its number is missing"),
        ("deal", "4x6 seed=7 difficulty=mad", "unknown difficulty"),
        ("deal", 7, "a deal is a text, not 7"),
        ("deal", None, "the head was changed"),
        ("seed", -1, "a seed is an integer"),
        ("seed", 7.0, "a seed is an integer"),
        ("seed", 8, "the head was changed"),
        ("options", [], "options are names and values"),
        ("options", {"lives": 3}, "there is no option 'lives'"),
        ("options", {"hints": -1}, "hints are a number from 0 or None"),
        ("options", {"hints": 3, "when_stuck": "x" * 10_000}, "when_stuck is one of"),
        ("options", {}, "the head was changed"),
        ("check", None, "the head was changed"),
        ("more", 1, "there is no field 'more'"),
    ],
)
def test_a_head_that_is_none(name: str, value: object, problem: str) -> None:
    found = bad(with_value(name, value))
    assert (found.entry, found.good) == (0, None)
    assert problem in found.problem
    assert len(found.problem) <= 200


@pytest.mark.parametrize("name", ["lianliankan", "version", "deal", "board", "seed", "options", "check"])
def test_a_head_that_lacks_something(name: str) -> None:
    whole = json.loads(TEXT)
    del whole[name]
    found = bad(json.dumps(whole))
    assert (found.entry, found.good) == (0, None)
    assert name in found.problem


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"state": "lost"}, 'the result claims the state "lost", but replaying gives "won"'),
        ({"score": GAME.score + 1}, f"claims the score {GAME.score + 1}, but replaying gives {GAME.score}"),
        ({"stars": True}, "claims the stars true"),
        ({"pairs": "12"}, 'claims the pairs "12", but replaying gives 12'),
        ({"seconds": 1}, "claims the seconds 1"),
        ({"at": None}, "a time is a number of seconds, not null"),
        ({"at": 0}, "lies before that of the last entry"),
        ({"at": 99}, "but replaying gives"),
        ({"check": "000000"}, 'claims the check "000000"'),
        ({"cheats": 0}, "there is no field 'cheats' in a result"),
    ],
)
def test_a_result_that_did_not_happen(change: dict[str, Any], problem: str) -> None:
    found = bad(with_value("result", json.loads(TEXT)["result"] | change))
    assert (found.entry, problem in found.problem) == (0, True), found
    assert is_prefix(found.good, GAME)
    for value, said in ((None, "the result is missing"), (7, "the result is not names and values"), ({}, "a time")):
        assert said in bad(with_value("result", value)).problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the text breaks off"),
        ("[]", "an object was expected"),
        ("{}", "this is no record of a game"),
        ("{" * 100_000, "this is no JSON"),
        ('{"board": ' + "[" * 100_000, "nested too deeply"),
        ('{"version": 1, "version": 1}', "'version' is there twice"),
        ('{"commands": [], "commands": []}', "'commands' is there twice"),
        ('{"commands": 7}', "a list was expected"),
        ("{7: 8}", "a name was expected, not '7'"),
        ('{"version"}', "':' was expected"),
        (TEXT + "}", "there is more after its end"),
        (TEXT.replace('"commands"', '"orders"'), "there is no field 'orders'"),
        (re.sub(r'"commands": \[.*\],\n', "", TEXT, flags=re.DOTALL), "the commands are missing"),
    ],
)
def test_texts_that_are_no_record(text: str, problem: str) -> None:
    found = bad(text)
    assert found.entry == 0
    assert problem in found.problem


def test_what_is_no_text() -> None:
    with pytest.raises(TypeError, match="a record is a text"):
        llk.from_record(b"{}")  # type: ignore[arg-type]
    with pytest.raises(llk.BadRecord, match="a game's head is names and values"):
        start_from_head([])


def test_a_text_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lianliankan.records.partial_json.MAX_CHARACTERS", 100)
    assert "the text is longer than 100 characters" in bad(TEXT).problem


def test_a_record_cut_anywhere_keeps_every_whole_entry() -> None:
    commands = TEXT.index('"commands": [') + len('"commands": [')
    end = TEXT.index("\n],")
    head = TEXT.index(',\n"commands"')
    for length in range(len(TEXT)):
        problem = bad(TEXT[:length])
        if length < head:
            assert (problem.entry, problem.good) == (0, None)
            continue
        assert is_prefix(problem.good, GAME)
        assert isinstance(problem.good, llk.Game)
        whole = TEXT[commands:length].count("]", 0, max(end - commands, 0))
        assert len(problem.good.entries) == whole
        assert problem.entry == (whole + 1 if commands <= length < end + 2 else 0), (length, problem)


@settings(max_examples=200)
@given(games(), st.data())
def test_a_changed_record_gives_the_same_game_or_is_bad(game: llk.Game, data: st.DataObject) -> None:
    text = llk.to_record(game)
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    changed = text
    for _ in range(rng.choice([1, 1, 1, 3])):
        changed = mutated(changed, rng)
    try:
        again = llk.from_record(changed)
    except llk.BadRecord as problem:
        assert problem.good is None or is_prefix(problem.good, game)
        assert problem.good is not None or problem.entry == 0
    else:
        assert view(again) == view(game)


def mutated(text: str, rng: random.Random) -> str:
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


def test_the_store_may_trust_its_own_heads() -> None:
    head = make_head(GAME) | {"deal": "4x6 seed=8"}
    with pytest.raises(llk.BadRecord, match="the deal 4x6 seed=8 is another board"):
        start_from_head(head)
    assert start_from_head(head, deal_again=False).board == GAME.first_board


def test_a_deal_whose_text_is_not_exact_is_left_out() -> None:
    deal = llk.Deal(rows=4, cols=6, seed=7, difficulty=(0.0, 33.33333333))
    assert llk.Deal.parse(str(deal)) == deal or make_head(llk.Game.of(deal))["deal"] is None
    assert llk.from_record(llk.to_record(llk.Game.of(deal))).board == deal.board()


def test_the_format_of_version_1_stays() -> None:
    """A record written by the first version, which every later one must read."""
    text = (
        '{"lianliankan": "game", "version": 1, "deal": null, "board": "1 2\\n1 2", "seed": 0, "options": {}, '
        '"check": "e7e878", "commands": [[1.5, "play 1,1-2,1", "e0e22d"]], "result": {"state": "playing", "loss": "", '
        '"score": 10, "seconds": 1.5, "pairs": 1, "tiles": 2, "stars": 0, "hints": 0, "shuffles": 0, "at": 1.5, '
        '"check": "ed3732"}}'
    )
    assert llk.from_record(text).score == 10
