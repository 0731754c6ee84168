"""Ratings: who beats better players gains, draws count, and races with bots or of teams do not."""

import pytest

pytest.importorskip("openskill")

import lianliankan as llk
from lianliankan.race.race import Race
from lianliankan.race.ratings import Skill, is_rated, rate_race
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings
from support.races import race_on


def finished(*seats: int, board: str = "AA", **settings: object) -> Race:
    """A race in which some seats clear the board one after the other, and the others give up."""
    race = race_on(board, 3, **settings)
    for at, seat in enumerate(seats):
        race.do(f"{seat} play 1,1-1,2", at=at)
    for seat in (1, 2, 3):
        race.do(f"{seat} give-up", at=10)
    return race


def test_the_order_decides() -> None:
    after = rate_race(finished(2, 1, 3), {seat: Skill() for seat in range(3)})
    assert after[1].points > after[0].points > after[2].points
    assert all(skill.races == 1 for skill in after.values())


def test_equal_ranks_are_a_draw() -> None:
    race = race_on("AA", after_first=0)
    race.do("1 play 1,1-1,2", at=1)
    race.do("2 play 1,1-1,2", at=1)
    after = rate_race(race, {0: Skill(), 1: Skill()})
    assert after[0].mu == pytest.approx(after[1].mu)
    surprising = rate_race(race, {0: Skill(35.0, 3.0), 1: Skill(15.0, 3.0)})
    assert surprising[0].mu < 35
    assert surprising[1].mu > 15


def test_to_beat_a_better_player_gains_more() -> None:
    race = finished(1, 2, 3)
    usual = rate_race(race, {seat: Skill() for seat in range(3)})[0].mu
    strong = rate_race(race, {0: Skill(), 1: Skill(40.0, 2.0), 2: Skill()})[0].mu
    assert strong > usual > 25


def test_many_races_tell_players_apart() -> None:
    skills = {seat: Skill() for seat in range(3)}
    for number in range(30):
        skills |= rate_race(finished(*((3, 1, 2) if number % 5 else (1, 3, 2))), skills)
    assert skills[2].points > skills[0].points > skills[1].points
    assert all(skill.sigma < Skill().sigma for skill in skills.values())


def test_what_is_not_rated() -> None:
    board = llk.Board.parse("AA")
    bots = Race(RaceSettings(), {0: Racer("Ann"), 1: Racer("Bot", bot=1)}, board)
    bots.do("1 play 1,1-1,2", at=1)
    bots.do("2 give-up", at=2)
    team = race_on("AA", format="together")
    team.do("1 play 1,1-1,2", at=1)
    running = race_on("AA")
    for race in (bots, team, running):
        assert not is_rated(race)
        with pytest.raises(ValueError, match="only races between people"):
            rate_race(race, {0: Skill(), 1: Skill()})
    assert is_rated(finished(1, board="AABB", format="shared"))
