"""Bots: they do the same with the same seed, see what is near first, make mistakes, and differ in strength."""

import pytest

import lianliankan as llk
from lianliankan.race.bots import STRENGTHS, Bot
from lianliankan.race.events import Denied, RaceEvent
from lianliankan.race.race import Race
from lianliankan.race.settings import RaceSettings
from race_simulation.simulate import run, start
from support.races import race_on


def actions(race: Race, level: int, seeds: int = 200) -> list[tuple[int, tuple[llk.Cell, ...]]]:
    planned = [Bot(0, level, seed).next_action(race, now=0) for seed in range(seeds)]
    return [(plan[0], plan[1].cells) for plan in planned if plan is not None]


def test_the_same_seed_does_the_same() -> None:
    race = race_on(llk.deal(6, 8, seed=1))
    assert actions(race, 3, 20) == actions(race, 3, 20)
    assert len({at for at, _ in actions(race, 3, 20)}) > 10


def test_near_and_straight_pairs_are_found_first() -> None:
    race = race_on("AA....../......../B......B/C......./......../.......C")
    found = [cells for _, cells in actions(race, 4, 300)]
    counts = [sum(race.first_board[cells[0]] == kind for cells in found) for kind in (1, 2, 3)]
    assert counts[0] > 2 * counts[1] > 0
    assert counts[1] > counts[2] > 0


def test_bots_make_mistakes_the_weaker_the_more() -> None:
    def mistakes(level: int) -> float:
        refused = tried = 0
        for seed in range(4):

            def watch(_: Race, __: object, happened: list[RaceEvent]) -> None:
                nonlocal refused, tried
                refused += any(isinstance(event, Denied) for event in happened)
                tried += 1

            run(start(RaceSettings(rows=6, cols=8, idle=0), [level, level], seed), seed, watch)
        return refused / tried

    assert mistakes(1) > mistakes(5) > 0


def test_hidden_and_turned_tiles_slow_bots_down() -> None:
    race = race_on(llk.deal(6, 8, seed=1))
    usual = [at for at, _ in actions(race, 2)]
    race.seats[0].turned_until = 5000
    assert all(slow > at for at, (slow, _) in zip(usual, actions(race, 2), strict=True))
    race.seats[0].turned_until, race.seats[0].hidden_until = 0, 5000
    race.seats[0].hidden = tuple(cell for cell, _ in race.first_board.tiles())
    assert all(slow > at for at, (slow, _) in zip(usual, actions(race, 2), strict=True))


def test_bots_heed_the_idle_rule() -> None:
    """However often its plan is dropped, a bot acts before its seat is out."""
    race = race_on("A......B/......../......../......../......../B......A", idle=10)
    for now in (3900, 8000):
        planned = [Bot(0, 1, seed).next_action(race, now=now) for seed in range(50)]
        assert all(plan is not None and plan[0] <= now + 1000 for plan in planned)


@pytest.mark.parametrize("level", range(2, 6))
def test_each_strength_beats_the_next_lower_one(level: int) -> None:
    """On a small board, where luck counts for more; docs/races.md has the usual one."""
    wins = 0
    for seed in range(40):
        race = run(start(RaceSettings(rows=6, cols=8, idle=0, limit=0, after_first=1), [level, level - 1], seed), seed)
        wins += race.standings[0].seat == 0
    assert wins >= 30


def test_strengths_and_seats() -> None:
    assert len(STRENGTHS) == 5
    with pytest.raises(ValueError, match="from 1 to 5"):
        Bot(0, 6, 1)
    race = race_on("AA")
    race.do("1 give-up", at=1)
    assert Bot(0, 1, 1).next_action(race, now=1000) is None


def test_no_bot_is_ever_idle_for_thirty_seconds() -> None:
    """Not even if the last pair is far away."""
    race = race_on(llk.Board([[1, *[0] * 23], [0] * 24, [*[0] * 23, 1]]))
    assert max(at for at, _ in actions(race, 1, 500)) < 30_000
