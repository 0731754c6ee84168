"""A race followed by its events alone is the race itself, in every format."""

import msgspec
import pytest

from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import RaceEvent
from lianliankan.race.items import Format, offered_items
from lianliankan.race.race import Race
from lianliankan.race.settings import FORMATS, RACE_GRAVITIES, RaceSettings
from lianliankan.race.view import RaceView, follow
from race_simulation.simulate import run, start


def comparable(view: RaceView) -> RaceView:
    """A view without the time of its last event, without tiles that are no longer hidden, and other times."""
    seats = tuple(
        msgspec.structs.replace(
            seat, hidden=seat.hidden if seat.hidden_until > view.now else (), idle_at=None, limit_at=None
        )
        for seat in view.seats
    )
    return msgspec.structs.replace(view, seats=seats)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("format", FORMATS)
def test_following_the_events_of_whole_races(format: Format, seed: int) -> None:
    has_items, gravity = bool(offered_items(format)), RACE_GRAVITIES[seed]
    settings = RaceSettings(format=format, rows=5, cols=6, items=has_items, combo=2, gravity=gravity)
    race = start(settings, [5, 4, 3, 5], seed)
    view, idle, came_back = RaceView.of(race), settings.seconds("idle"), set[int]()

    def watch(race: Race, _: RaceCommand, happened: list[RaceEvent]) -> None:
        nonlocal view
        view = msgspec.structs.replace(follow(view, happened, format=format, idle=idle), now=race.now)
        truth = RaceView.of(race)
        assert comparable(view) == comparable(truth)
        came_back.update(event.seat for event in happened if event.name == "cameback")
        came_back.difference_update(event.seat for event in happened if event.name == "pairtaken")
        for mine, theirs in zip(view.seats, truth.seats, strict=True):
            assert mine.limit_at == theirs.limit_at
            assert mine.seat in came_back or mine.idle_at == theirs.idle_at

    run(race, seed, watch, chaos=0.3)
    assert view.is_over
