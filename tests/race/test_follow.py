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
    """A view without tiles that are no longer hidden."""
    seats = tuple(
        msgspec.structs.replace(seat, hidden=seat.hidden if seat.hidden_until > view.now else ()) for seat in view.seats
    )
    return msgspec.structs.replace(view, seats=seats)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("format", FORMATS)
def test_following_the_events_of_whole_races(format: Format, seed: int) -> None:
    has_items, gravity = bool(offered_items(format)), RACE_GRAVITIES[seed]
    settings = RaceSettings(format=format, rows=5, cols=6, items=has_items, combo=2, gravity=gravity)
    race = start(settings, [5, 4, 3, 5], seed)
    view = RaceView.of(race)

    def watch(race: Race, _: RaceCommand, happened: list[RaceEvent]) -> None:
        nonlocal view
        view = msgspec.structs.replace(follow(view, happened, format), now=race.now)
        assert comparable(view) == comparable(RaceView.of(race))

    run(race, seed, watch, chaos=0.3)
    assert view.is_over
