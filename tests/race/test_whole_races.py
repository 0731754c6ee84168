"""Whole races of bots and of surprises, followed by their events alone, and compared with games played one by one."""

import pytest

import lianliankan as llk
from lianliankan.game.events import Linked, Refused, to_json
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import Denied, PairTaken, RaceEvent
from lianliankan.race.items import Format, offered_items
from lianliankan.race.race import Race
from lianliankan.race.record import race_at_start, replay_race_entry
from lianliankan.race.settings import FORMATS, RACE_GRAVITIES, RaceSettings
from race_simulation.invariants import Watcher, check_end
from race_simulation.simulate import run, start


@pytest.mark.parametrize("gravity", RACE_GRAVITIES)
@pytest.mark.parametrize("format", FORMATS)
def test_every_promise_holds_in_whole_races(format: Format, gravity: llk.Gravity) -> None:
    for seed in range(2):
        settings = RaceSettings(format=format, gravity=gravity, rows=5, cols=6, items=bool(offered_items(format)))
        race = start(settings, [5, 4, 3, 5][: 2 + 2 * seed], seed)
        watcher = Watcher(race)
        check_end(run(race, seed, watcher, chaos=0.3), watcher)


def test_a_race_is_the_same_every_time() -> None:
    settings = RaceSettings(format="items", rows=4, cols=6)
    one, other = (run(start(settings, [3, 4, 5], 7), 7) for _ in range(2))
    assert (one.entries, one.standings) == (other.entries, other.standings)


def test_each_seat_of_a_sprint_plays_a_plain_game() -> None:
    """The same pairs in a game of its own: the same boards, refusals and combos."""
    race = start(RaceSettings(rows=5, cols=6, idle=0), [5, 4, 1], 3)
    games = {seat: llk.Game(race.first_board, llk.Options(when_stuck="ask")) for seat in race.seats}

    def watch(race: Race, command: RaceCommand, happened: list[RaceEvent]) -> None:
        if command.word != "play" or command.seat not in games:
            return
        events = games[command.seat].do(llk.Command("play", command.cells), at=race.now / 1000)
        for event in happened:
            if isinstance(event, PairTaken):
                assert list(event.events) == events
                assert isinstance(events[0], Linked)
                assert event.combo == events[0].combo
            elif isinstance(event, Denied):
                assert isinstance(events[0], Refused)
                assert event.reason == events[0].reason
        assert games[command.seat].board == race.seats[command.seat].board
        if games[command.seat].state == "stuck":
            del games[command.seat]  # a race lays it again in a way of its own

    assert run(race, 3, watch).standings[0].state == "finished"


def test_a_copy_goes_its_own_way() -> None:
    race = start(RaceSettings(format="items", rows=4, cols=6), [5, 4], 1)
    half = race_at_start(race)
    run(race, 1)
    for entry in race.entries[: race.version // 2]:
        replay_race_entry(half, entry)
    copied = half.copy()
    for entry in race.entries[race.version // 2 :]:
        replay_race_entry(copied, entry)
    assert copied.standings == race.standings
    assert half.version == race.version // 2
    assert half.standings != race.standings


def test_every_event_has_a_json_form() -> None:
    seen = set[str]()

    def watch(_: Race, __: RaceCommand, happened: list[RaceEvent]) -> None:
        for event in happened:
            assert to_json(event).startswith(f'{{"event":"{event.name}","at":{event.at},"seat":{event.seat}')
            seen.add(event.name)

    for seed in range(3):
        run(start(RaceSettings(format="items", rows=6, cols=8), [5, 4, 5], seed), seed, watch, chaos=0.5)
    assert seen >= {"pairtaken", "denied", "attacked", "boardlaid", "itemearned", "itemused", "raceover", "wentaway"}
