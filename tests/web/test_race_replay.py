"""Replays of races for the page: the events add up to the boards of all seats, in every format."""

import pytest

from lianliankan.game.events import Linked, Packed
from lianliankan.race.events import BoardLaid, PairTaken, RaceOver
from lianliankan.race.items import Format
from lianliankan.race.race import Race
from lianliankan.web.race.answers import RaceReplay, build_race_replay
from support.races import attacks

EMPTY = 0


def boards_after(replay: RaceReplay) -> dict[int, list[list[int]]]:
    """Do what the page does: start with the first board, play every pair, take every new board."""
    boards = {seat.seat: seat.board.to_rows() for seat in replay.first.seats}
    for event in replay.events:
        owners = list(boards) if replay.settings.has_one_board else [event.seat]
        for owner in owners:
            boards[owner] = _after(event, boards[owner])
    return boards


def _after(event: object, rows: list[list[int]]) -> list[list[int]]:
    if isinstance(event, BoardLaid):
        return event.board.to_rows()
    after = [line[:] for line in rows]
    for part in event.events if isinstance(event, PairTaken) else ():
        if isinstance(part, Linked):
            for row, col in part.move:
                after[row][col] = EMPTY
        elif isinstance(part, Packed):
            before = [line[:] for line in after]
            for shift in part.shifts:
                after[shift.start.row][shift.start.col] = EMPTY
            for shift in part.shifts:
                after[shift.end.row][shift.end.col] = before[shift.start.row][shift.start.col]
    return after


@pytest.mark.parametrize("format", ["items", "shared"])
def test_events_add_up(format: Format) -> None:
    """Random play with an item for every pair, its attacks done, under a gravity that moves tiles."""
    races = list[Race]()
    for race, attack in attacks(format, "down", races=4, rows=6, cols=8):
        race.do_at(race.prove(attack), race.now)
        if race not in races:
            races.append(race)
    laid = 0
    for race in races:
        replay = build_race_replay(race)
        laid += sum(isinstance(event, BoardLaid) for event in replay.events)
        assert isinstance(replay.events[-1], RaceOver)
        assert replay.length == race.now
        assert [event.at for event in replay.events] == sorted(event.at for event in replay.events)
        assert boards_after(replay) == {number: seat.board.to_rows() for number, seat in race.seats.items()}
        assert replay.standings == race.standings
    assert laid > 0
