"""Rooms: who sits where, the ready check, the countdown, and what stays from race to race."""

import json
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.game.events import to_json
from lianliankan.race.events import CountdownBegun, HostChanged, RaceBegun, RoomDenied, SeatFreed, SeatTaken
from lianliankan.race.room import Room, RoomSnapshot
from lianliankan.race.settings import RaceSettings
from lianliankan.race.view import RaceView

SMALL = RaceSettings(rows=2, cols=2)
START = "start 5 2x2 seed=7"


def filled(*commands: str, settings: RaceSettings = SMALL) -> Room:
    room = Room(settings)
    for command in commands:
        assert not any(isinstance(event, RoomDenied) for event in room.do(command)), command
    return room


def names(room: Room, command: str, at: float | None = None) -> list[str]:
    return [event.name for event in room.do(command, at=at)]


def reason(room: Room, command: str, at: float | None = None) -> str:
    *_, denied = room.do(command, at=at)
    assert isinstance(denied, RoomDenied)
    return denied.reason


def racing() -> Room:
    """A room in which Ann and Ben race since 3 s."""
    room = filled("join Ann", "join Ben", "1 ready", "2 ready")
    room.do(START, at=3)
    return room


def pairs(seat: int) -> list[str]:
    """The two pairs of the small board."""
    board, found = llk.deal(2, 2, seed=7), []
    while board.tile_count:
        found.append(f"{seat} play {board.moves()[0]}")
        board = board.play(board.moves()[0])
    return found


def test_the_first_to_join_is_the_host() -> None:
    room = Room(SMALL)
    assert room.do("join Ann", at=1) == [SeatTaken(1000, 0, "Ann", 0), HostChanged(1000, 0)]
    assert room.do("join Ben", at=2) == [SeatTaken(2000, 1, "Ben", 0)]
    assert reason(room, "join Ann") == "name taken"
    assert reason(room, "2 bot 3 Bot") == "not the host"
    assert room.do("1 bot 3 Bot", at=3) == [SeatTaken(3000, 2, "Bot", 3)]


def test_when_everybody_is_ready_the_countdown_begins() -> None:
    room = filled("join Ann", "join Ben", "1 bot 1 Bot")
    assert names(room, "1 ready", at=1) == ["readychanged"]
    assert room.do("2 ready", at=2)[-1] == CountdownBegun(2000, 0, 5000)
    assert (room.phase, room.next_due) == ("countdown", 5.0)


@pytest.mark.parametrize(
    "command", ["2 unready", "2 leave", "1 kick 2", "2 away", "join Cai", '1 settings {"rows": 4}']
)
def test_what_stops_a_countdown(command: str) -> None:
    room = filled("join Ann", "join Ben", "1 ready", "2 ready")
    assert "countdownstopped" in names(room, command, at=2)
    assert room.phase == "waiting"
    assert reason(room, START, at=5) == "not yet"


def test_one_person_waits_for_a_second() -> None:
    room = filled("join Ann", "1 ready")
    assert room.phase == "waiting"
    assert names(room, "1 bot 2 Bot") == ["seattaken", "countdownbegun"]


def test_the_deal_is_secret_until_the_countdown_ends() -> None:
    room = filled("join Ann", "join Ben", "1 ready", "2 ready")
    assert "2x2" not in repr([msgspec.structs.asdict(room), *(str(entry) for entry in room.entries)])
    assert reason(room, START, at=2.999) == "not yet"
    (begun,) = room.do(START, at=3)
    assert isinstance(begun, RaceBegun)
    assert (begun.board, begun.deal, begun.seats) == (llk.deal(2, 2, seed=7), "2x2 seed=7", (0, 1))


def test_events_of_a_room_have_a_json_form() -> None:
    room = Room(SMALL)
    commands = ("join Ann", "join Ben", "1 ready", "2 ready")
    happened = [event for command in commands for event in room.do(command)] + room.do(START, at=3)
    written = [json.loads(to_json(event)) for event in happened]
    assert [each["event"] for each in written] == [event.name for event in happened]
    assert written[-1]["board"] == str(llk.deal(2, 2, seed=7))


def test_the_deal_must_be_one_of_the_settings() -> None:
    room = filled("join Ann", "join Ben", "1 ready", "2 ready")
    assert reason(room, "start 5 2x4 seed=7", at=3) == "wrong deal"
    assert reason(room, "start 5 2x2 seed=7 gravity=down", at=3) == "wrong deal"
    with pytest.raises(ValueError, match="does not match the board"):
        room.do(START, at=3, board=llk.deal(2, 4, seed=7))
    assert room.phase == "countdown"


def test_a_race_and_a_rematch_with_the_seats_kept() -> None:
    room = racing()
    first, second = pairs(1)
    assert names(room, first, at=4) == ["pairtaken"]
    assert reason(room, "1 ready", at=4) == "a race is running"
    assert names(room, second, at=5) == ["pairtaken", "seatfinished"]
    assert names(room, "2 give-up", at=6) == ["wentout", "raceover"]
    assert (room.phase, room.race and room.race.standings[0].seat) == ("waiting", 0)
    assert [seat.is_ready for seat in room.seats.values()] == [False, False]
    room.do("1 ready", at=7)
    assert names(room, "2 ready", at=8) == ["readychanged", "countdownbegun"]
    assert names(room, "start 6 2x2 seed=8", at=11) == ["racebegun"]
    assert room.race
    assert {number: seat.racer.name for number, seat in room.race.seats.items()} == {0: "Ann", 1: "Ben"}
    assert room.next_due == 41  # the idle rule, counted from the start of the second race


def test_time_alone_ends_a_race() -> None:
    room = racing()
    assert room.next_due == 33
    assert names(room, "tick", at=40) == ["wentout", "wentout", "raceover"]
    assert room.phase == "waiting"


def test_a_player_who_joins_during_a_race_is_in_the_next_one() -> None:
    room = racing()
    assert names(room, "join Cai", at=4) == ["seattaken"]
    assert names(room, "3 play 1,1-1,2", at=5) == ["denied"]
    assert names(room, "3 leave", at=6) == ["seatfreed"]


def test_a_seat_is_kept_for_a_minute_and_then_free() -> None:
    room = racing()
    assert names(room, "2 away", at=10) == ["readychanged", "wentaway"]
    assert names(room, "2 back", at=30) == ["readychanged", "cameback"]
    room.do(pairs(1)[0], at=31)
    assert names(room, "2 away", at=32) == ["readychanged", "wentaway"]
    assert names(room, "1 give-up", at=33) == ["wentout", "raceover"]
    assert room.next_due == 92
    assert room.do("tick", at=100) == [SeatFreed(92_000, 1, "left")]


def test_an_empty_seat_does_not_stop_the_room() -> None:
    room = filled("join Ann", "join Ben", "join Cai", "1 ready", "2 ready", "3 ready")
    room.do(START, at=3)
    assert names(room, "2 leave", at=4) == ["wentout", "seatfreed"]
    room.do(pairs(1)[0], at=5)
    assert names(room, "3 leave", at=6) == ["wentout", "raceover", "seatfreed"]
    room.do("join Dan", at=7)
    assert [(number, seat.name) for number, seat in sorted(room.seats.items())] == [(0, "Ann"), (1, "Dan")]


def test_only_the_host_kicks() -> None:
    room = filled("join Ann", "join Ben")
    assert reason(room, "2 kick 1", at=4) == "not the host"
    assert reason(room, "1 kick 1", at=4) == "no such seat"
    assert names(room, "1 kick 2", at=4) == ["seatfreed"]


def test_no_host_wins_by_kicking() -> None:
    room = filled("join Ann", "join Ben", "join Cai", "1 bot 3 Bot", "1 ready", "2 ready", "3 ready")
    room.do(START, at=3)
    assert reason(room, "1 kick 2", at=4) == "a race is running"
    assert names(room, "1 kick 4", at=4) == ["wentout", "seatfreed"]  # a bot: the race is not rated
    room.do("2 give-up", at=5)
    assert names(room, "1 kick 2", at=5) == ["seatfreed"]  # who is out races no more
    assert room.phase == "racing"


def test_a_room_without_its_host_gets_another() -> None:
    room = filled("join Ann", "1 bot 1 Bot", "join Ben", "join Cai", "3 away")
    assert names(room, "1 leave", at=1) == ["seatfreed", "hostchanged"]
    assert room.host == 3  # Ben is away
    assert names(room, "4 leave", at=2) == ["seatfreed", "hostchanged"]
    assert room.host == 2
    assert names(room, "tick", at=60) == ["seatfreed", "roomclosed"]
    assert reason(room, "join Dan", at=61) == "closed"


def test_settings() -> None:
    room = filled("join Ann", "join Ben", "2 ready")
    assert reason(room, '2 settings {"format": "items"}') == "not the host"
    assert names(room, '1 settings {"format": "shared", "seats": 2}') == ["settingschanged"]
    assert not room.seats[1].is_ready
    assert reason(room, "join Cai") == "full"
    for wrong in ('{"format": "ghost"}', '{"seats": 1}', "{", '{"idle": -1}'):
        with pytest.raises(llk.Error):
            room.do(f"1 settings {wrong}")
    room = filled("join Ann", "join Ben", "join Cai")
    assert reason(room, '1 settings {"seats": 2}') == "too many players"


def test_a_command_that_raises_changes_nothing() -> None:
    """Not even what was due before it: only what is in the log has happened."""
    room = filled("join Ann", "join Ben", "2 away")
    before = describe(room), room.entries
    for wrong in ('1 settings {"seats": 1}', "1 settings {", "join \n", "1 bot 9 Bot", "start 1 0x0 seed=1"):
        with pytest.raises(llk.Error):
            room.do(wrong, at=99)
        assert (describe(room), room.entries) == before


def test_a_room_replays_from_its_commands() -> None:
    room = racing()
    texts = ["2 away", "tick", "2 back", "1 play 1,1-9,9", *pairs(2), "join Cai", "3 ready", "tick", "1 leave"]
    for at, text in enumerate(texts, 4):
        room.do(text, at=at)
    room.do("tick", at=200)
    again = Room.resumed(RoomSnapshot(SMALL), room.entries)
    assert (again.entries, again.phase, again.host) == (room.entries, room.phase, room.host)
    assert again.seats == room.seats
    assert again.race
    assert room.race
    assert (again.race.entries, again.race.standings) == (room.race.entries, room.race.standings)


def test_a_copy_is_independent() -> None:
    room = racing()
    copied = room.copy()
    for text in pairs(1):
        room.do(text, at=5)
    room.do("2 leave", at=6)
    assert (copied.phase, len(copied.seats), copied.race and copied.race.seats[0].pairs) == ("racing", 2, 0)
    assert (copied.entries, room.phase) == (room.entries[: len(copied.entries)], "waiting")


def test_a_question_to_the_solver_goes_through_the_room() -> None:
    room = racing()
    question = room.question("1 hint", at=9)
    assert question is not None
    assert names(room, f"1 hint: {question.answer()}", at=9) == ["hintshown"]
    assert filled("join Ann").question("1 hint") is None


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_in_a_room_it_stays_sound(seed: int) -> None:
    """Random commands: the host is a person on a seat, races are those of the settings, and the log is the room."""
    rng = random.Random(seed)
    format = rng.choice(["sprint", "items", "shared", "together"])
    settings = RaceSettings.from_dict({"format": format, "rows": 2, "cols": 4})
    room, now = Room(settings), 0.0
    for _ in range(120):
        now += rng.choice([0, 0.1, 0.5, 1, 3, 20])
        seat, other = rng.randint(1, 6), rng.randint(1, 6)
        command = rng.choice(
            [
                f"join P{rng.randint(1, 9)}",
                *[f"{seat} ready"] * 6,
                f"{seat} unready",
                f"{seat} leave",
                f"{seat} away",
                *[f"{seat} back"] * 2,
                f"{seat} kick {other}",
                f"{seat} bot {rng.randint(1, 5)} B{rng.randint(1, 3)}",
                f'{seat} settings {{"rows": 2, "cols": {rng.choice([2, 4])}, "idle": {rng.choice([5, 30])}}}',
                *[f"start 1 2x{rng.choice([2, 4])} seed={rng.randint(1, 9)}"] * 3,
                "tick",
                f"{seat} give-up",
                *[f"{seat} play 1,{rng.randint(1, 4)}-2,{rng.randint(1, 4)}"] * 6,
            ]
        )
        before, copied = len(room.entries), room.copy()
        happened = room.do(command, at=now)
        assert len(room.entries) <= before + 1
        assert [event.name for event in copied.do(command, at=now)] == [event.name for event in happened]
        people = [number for number, who in room.seats.items() if not who.bot]
        assert room.host in people if people else room.phase in ("closed", "waiting")
        assert max(room.seats, default=0) < room.settings.seats
        assert room.phase != "racing" or (room.race is not None and not room.race.is_over)
        assert room.next_due is None or room.next_due >= now or room.phase == "countdown"
        for stuck in room.race.stuck_seats if room.phase == "racing" and room.race else ():
            question = room.question(f"{stuck + 1} relay", at=now)
            assert question is not None
            room.do(f"{stuck + 1} relay: {question.answer()}", at=now)
    again = Room.resumed(RoomSnapshot(settings), room.entries)
    again.do("tick", at=now)
    assert (again.seats, again.phase, again.host) == (room.seats, room.phase, room.host)
    assert (again.race and again.race.entries) == (room.race and room.race.entries)


_COMMANDS = (
    *(
        "join Ann",
        "join Ben",
        "join Cat",
        "1 bot 2 Bot",
        "2 kick 1",
        "1 kick 2",
        "1 kick 3",
        "tick",
        "start 5 2x2 seed=7",
    ),
    *(f"{seat} {word}" for seat in (1, 2, 3) for word in ("ready", "unready", "leave", "away", "back", "give-up")),
    *('1 settings {"rows":2,"cols":2,"countdown":1}', "1 play 1,1-1,2", "1 play 2,1-2,2", "2 play 1,1-2,1"),
)
_STEP = st.tuples(st.sampled_from(_COMMANDS), st.sampled_from((0, 1, 1500, 70_000))).map(lambda step: [step])
_RACE = st.just([("join Ann", 0), ("join Ben", 0), ("1 ready", 5), ("2 ready", 0), (START, 1500), ("2 give-up", 9)])
_STEPS = st.lists(_STEP | _RACE, max_size=30).map(lambda parts: [step for part in parts for step in part])


def describe(room: Room) -> tuple[object, ...]:
    """All that can be seen of a room but its last race, which a snapshot does not have."""
    about = room.settings, dict(room.seats), room.host, room.phase, room.countdown_until, room.version, room.now
    if room.race is not None and room.phase == "racing":
        return *about, room.next_due, room.base.races, RaceView.of(room.race)
    return *about, room.next_due, room.snapshot().races


def stored(snapshot: RoomSnapshot) -> RoomSnapshot:
    """Return a snapshot as it comes back from the store."""
    return msgspec.json.decode(msgspec.json.encode(snapshot), type=RoomSnapshot)


@given(_STEPS, st.integers(0, 60))
def test_a_resumed_room_goes_on_as_the_one_it_was(steps: list[tuple[str, int]], when: int) -> None:
    room, other = Room(RaceSettings(rows=2, cols=2, countdown=1)), None
    at, first, has_raced = 0, 0, False
    for number, (command, wait) in enumerate(steps):
        if number >= when and other is None and room.phase != "racing":
            other = Room.resumed(stored(room.snapshot()))
            first = room.version
        at += wait
        happened = room.do(command, at=at / 1000)
        if other is not None:
            assert other.do(command, at=at / 1000) == happened
            assert describe(other) == describe(room)
            assert other.entries == room.entries[first:]
            has_raced |= any(isinstance(event, RaceBegun) for event in happened)
            if has_raced:
                assert other.base == room.base
        base = stored(room.base)
        again = Room.resumed(base, room.entries[base.version :])
        if again.now == room.now:  # the last command may have been refused, which is no entry
            assert describe(again) == describe(room)
        if room.race is not None:
            assert again.race is not None
            assert (again.race.entries, again.race_began) == (room.race.entries, room.race_began)
