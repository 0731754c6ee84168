"""Races in a store: small ones that are over, and a room with people in it."""

from collections.abc import Mapping, Sequence

import msgspec

import lianliankan as llk
from lianliankan.race.items import Format
from lianliankan.race.race import Race
from lianliankan.race.room import Room
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings
from lianliankan.store import Store
from lianliankan.store.room_log import FinishedRace, NewEntry, RoomAddition, RoomBase, RoomCard
from lianliankan.store.rooms import NewRoom

ENDED = 1_800_000_000_000_000


def finished_race(
    id: str,
    players: Sequence[str],
    *,
    format: Format = "sprint",
    ended: int = ENDED,
    bots: int = 0,
    gap: float = 2.0,
    names: Mapping[str, str] | None = None,
) -> FinishedRace:
    """Return a race on 4×4 cells that is over: the first player has cleared the board, the others give up in order."""
    settings = RaceSettings(format=format, rows=4, cols=4)
    deal = settings.deal(3)
    racers = {seat: Racer((names or {}).get(player, f"name {player}"[:20])) for seat, player in enumerate(players)}
    racers |= {len(players) + number: Racer(f"Bot {number}", 2) for number in range(bots)}
    race = Race(settings, racers, deal.board(), seed=1, deal=deal)
    at = 1.0
    for seat in range(len(racers) - 1, 0, -1):
        race.do(f"{seat + 1} play {race.seats[seat].board.moves()[0]}", at=at)
    line = llk.solve(race.seats[0].board).moves
    assert line is not None
    for move in line:
        at += gap
        race.do(f"1 play {move}", at=at)
    for seat in range(len(racers) - 1, 0, -1):
        if not race.is_over:
            race.do(f"{seat + 1} give-up", at=at + 1)
    assert race.is_over
    return FinishedRace(id, "BCDFGH", race, dict(enumerate(players)), ended)


def finish(store: Store, id: str, players: Sequence[str], **about: object) -> FinishedRace:
    """Store such a race."""
    finished = finished_race(id, players, **about)  # type: ignore[arg-type]
    assert store.rooms.finish_race(finished)
    return finished


def make_room(store: Store, players: Mapping[str, str], *, kicked: Sequence[str] = ()) -> str:
    """Open a room in which players, given by id and name, have taken seats; return its code."""
    room = Room(RaceSettings())
    base = RoomBase(room.snapshot())
    card = RoomCard("waiting", "sprint", {}, 6, tuple(players.values()), tuple(players), kicked=tuple(kicked))
    code = store.rooms.create(NewRoom(msgspec.json.encode(base), card, is_public=True))
    entries = [NewEntry(number, f"join {name}", player) for number, (player, name) in enumerate(players.items())]
    assert store.rooms.append_entries([RoomAddition(code, "w1", 0, entries)]) == [0]
    store.rooms.set_card(code, len(entries), card)
    return code


def fill_races(store: Store, player: str, other: str) -> str:
    """Put something into every table of races, and return the code of the room."""
    finish(store, "race-1", [player, other], gap=0.1)
    store.of_player(player).racers.rename("Racing Ann")
    return make_room(store.of_player(player), {player: "Racing Ann", other: "Ben"})
