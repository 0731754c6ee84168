"""The commands of races and rooms as text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.race.commands import Effect, RaceCommand, RoomCommand
from lianliankan.race.items import ATTACKS, HELPS

cells = st.builds(llk.Cell, st.integers(0, 23), st.integers(0, 23))
moves = st.lists(cells, min_size=2, max_size=2, unique=True).map(lambda ends: llk.Move(*sorted(ends)))
effects = st.builds(
    Effect,
    st.sampled_from(["shuffle", "put-back", "hide", "turn", "block", "pair", "nothing"]),
    st.lists(moves, max_size=5).map(tuple),
    st.lists(st.integers(1, 99), max_size=5).map(tuple),
    st.none() | moves,
)
seats = st.integers(0, 5)
commands = st.one_of(
    st.builds(RaceCommand, seats, st.just("play"), st.tuples(cells, cells)),
    st.builds(RaceCommand, seats, st.sampled_from(["away", "back", "give-up", "leave", "kick"])),
    st.builds(RaceCommand, seats, st.sampled_from(["hint", "relay"]), effect=st.none() | effects),
    st.builds(RaceCommand, seats, st.just("use"), item=st.sampled_from(ATTACKS), target=seats, effect=effects),
    st.builds(RaceCommand, seats, st.just("use"), item=st.sampled_from(HELPS), effect=st.none() | effects),
    st.just(RaceCommand(0, "tick")),
)


@given(commands)
def test_a_command_reads_back(command: RaceCommand) -> None:
    assert RaceCommand.parse(str(command)) == command


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "1",
        "0 play 1,1-1,2",
        "7 play 1,1-1,2",
        "1 play",
        "1 play 1,1",
        "1 play 1,1-1,2-1,3",
        "1 play 1,1-1,2 now",
        "1 jump",
        "1 use",
        "1 use sword",
        "1 use hide",
        "1 use bomb 2",
        "1 use hide 0",
        "1 away: nothing",
        "1 hint:",
        "1 hint: pair pair",
        "1 hint: magic",
        "1 hint: pair line=1,1",
        "1 hint: pair kinds=x",
        "1 hint: pair line=1,1-1,2 line=1,1-1,2",
        "tick tock",
        "1 hint 1,1",
    ],
)
def test_bad_commands(text: str) -> None:
    with pytest.raises(llk.ParseError):
        RaceCommand.parse(text)


@given(st.text(max_size=30))
def test_any_text_is_a_command_or_a_parse_error(text: str) -> None:
    with contextlib.suppress(llk.ParseError):
        assert str(RaceCommand.parse(text))
    with contextlib.suppress(llk.ParseError, llk.BadOptions):
        assert str(RoomCommand.parse(text))


@pytest.mark.parametrize(
    "text",
    ["join Ann Lee", "1 bot 3 Bot 3", "2 leave", "1 kick 3", '1 settings {"format": "items"}', "start 7 8x14 seed=1"],
)
def test_a_room_command_reads_back(text: str) -> None:
    assert RoomCommand.is_one(text)
    assert str(RoomCommand.parse(text)) == text


@pytest.mark.parametrize("text", ["join", "1 ready now", "leave", "1 join Ann", "1 kick", "9 ready", "1 dance"])
def test_bad_room_commands(text: str) -> None:
    with pytest.raises(llk.ParseError):
        RoomCommand.parse(text)
