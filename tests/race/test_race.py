"""The rules of a race, each in the smallest race that shows it."""

import pytest

import lianliankan as llk
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import CameBack, Denied, PairTaken, RaceOver, SeatFinished, WentAway, WentOut
from lianliankan.race.race import Race
from lianliankan.race.ratings import find_too_fast
from lianliankan.race.seat import Racer, SeatRank
from lianliankan.race.settings import FORMATS, RaceSettings
from lianliankan.race.view import RaceView
from support.races import names, race_on

TWO_PAIRS = "AB/AB"


def standings(race: Race) -> list[tuple[int, int, str]]:
    return [(each.seat, each.rank, each.reason or each.state) for each in race.standings]


# ---- Sprint ----------------------------------------------------------------------------------------------------------


def test_the_first_to_clear_the_board_wins() -> None:
    race = race_on(TWO_PAIRS)
    assert names(race.do("2 play 1,1-2,1", at=1)) == ["pairtaken"]
    assert race.seats[0].board.tile_count == 4  # each has a board of its own
    assert names(race.do("2 play 1,2-2,2", at=2)) == ["pairtaken", "seatfinished"]
    assert not race.is_over
    race.do("1 play 1,1-2,1", at=3)
    assert names(race.do("1 play 1,2-2,2", at=4)) == ["pairtaken", "seatfinished", "raceover"]
    assert standings(race) == [(1, 1, "finished"), (0, 2, "finished")]
    assert [each.finished_at for each in race.standings] == [2000, 4000]
    assert race.do("1 play 1,1-2,1", at=5) == [Denied(5000, 0, "1 play 1,1-2,1", "over", race.entries[0].command.cells)]


def test_the_same_millisecond_is_a_draw() -> None:
    race = race_on("AA", after_first=0)
    assert race.do("1 play 1,1-1,2", at=1)[-1] == SeatFinished(1000, 0, 1, ranks=(SeatRank(0, 1), SeatRank(1, 2)))
    *_, finished, over = race.do("2 play 1,1-1,2", at=1)
    assert finished == SeatFinished(1000, 1, 1)
    assert isinstance(over, RaceOver)
    assert over.ranks == (SeatRank(0, 1), SeatRank(1, 1))
    assert standings(race) == [(0, 1, "finished"), (1, 1, "finished")]


def test_once_the_first_is_done_the_others_have_a_minute() -> None:
    race = race_on(TWO_PAIRS, 3, idle=0, after_first=60)
    race.do("1 play 1,1-2,1", at=0.5)
    race.do("1 play 1,2-2,2", at=1)
    race.do("3 play 1,1-2,1", at=2)
    assert race.next_due == 61
    assert names(race.do("tick", at=100)) == ["raceover"]
    assert standings(race) == [(0, 1, "finished"), (2, 2, "racing"), (1, 3, "racing")]  # by tiles left


def test_the_time_limit_ends_the_race_for_everybody() -> None:
    race = race_on(TWO_PAIRS, limit=20)
    race.do("2 play 1,1-2,1", at=1)
    happened = race.do("tick", at=30)
    assert [event.at for event in happened] == [20_000] * 3
    assert names(happened) == ["wentout", "wentout", "raceover"]
    assert standings(race) == [(1, 1, "time"), (0, 2, "time")]


def test_a_command_that_comes_when_time_is_over_is_late() -> None:
    race = race_on("AA", limit=20, idle=0)
    assert names(race.do("1 play 1,1-1,2", at=20)) == ["wentout", "wentout", "raceover", "denied"]
    assert str(race.entries[-1].command) == "tick"


# ---- Idle, away, out -------------------------------------------------------------------------------------------------


def test_thirty_seconds_without_a_pair_and_you_are_out() -> None:
    race = race_on(TWO_PAIRS, 3)
    race.do("1 play 1,1-2,1", at=10)
    assert race.next_due == 30
    happened = race.do("tick", at=39.999)
    assert happened == [WentOut(30_000, 1, "idle"), WentOut(30_000, 2, "idle"), happened[-1]]
    assert isinstance(happened[-1], RaceOver)  # nobody is left to beat
    assert standings(race)[0] == (0, 1, "racing")


def test_a_refused_pair_does_not_count_as_one() -> None:
    race = race_on(TWO_PAIRS, 3)
    race.do("1 play 1,1-1,2", at=29)
    assert [event.seat for event in race.do("tick", at=30) if isinstance(event, WentOut)] == [0, 1, 2]


def test_events_tell_ranks_and_deadlines() -> None:
    race = race_on(TWO_PAIRS, 3, idle=30, after_first=60)
    taken = race.do("2 play 1,1-2,1", at=1)[0]
    assert isinstance(taken, PairTaken)
    assert (taken.idle_at, taken.ranks) == (31_000, (SeatRank(1, 1), SeatRank(0, 2), SeatRank(2, 2)))
    assert [event.ranks for event in race.do("3 away", at=2)] == [None]  # nothing has changed
    *_, finished = race.do("2 play 1,2-2,2", at=3)
    assert isinstance(finished, SeatFinished)
    assert (finished.closes_at, finished.ranks, race.closes_at) == (63_000, None, 63_000)


def test_the_idle_rule_is_a_setting() -> None:
    assert race_on(TWO_PAIRS, idle=5).next_due == 5
    assert race_on(TWO_PAIRS, idle=0).next_due == 480


def test_a_player_may_be_away_for_a_minute_in_all() -> None:
    race = race_on(TWO_PAIRS, 3, idle=0)
    assert race.do("2 away", at=10) == [WentAway(10_000, 1, 70_000)]
    assert race.do("2 play 1,1-2,1", at=11)[0].name == "denied"
    assert race.do("2 back", at=50) == [CameBack(50_000, 1)]
    assert names(race.do("2 play 1,1-2,1", at=51)) == ["pairtaken"]
    assert race.do("2 away", at=60) == [WentAway(60_000, 1, 80_000)]  # 20 of the 60 seconds are left
    out, *_ = race.do("tick", at=80)
    assert (out.at, out.seat, out.name) == (80_000, 1, "wentout")
    assert race.seats[1].reason == "left"
    assert [event.name for event in race.do("2 back", at=81)] == ["denied"]


def test_a_player_who_is_away_is_not_idle() -> None:
    race = race_on(TWO_PAIRS)
    race.do("1 play 1,1-2,1", at=20)
    race.do("2 away", at=25)
    assert race.do("2 back", at=45) == [CameBack(45_000, 1, idle_at=50_000)]
    assert race.next_due == 50  # 25 of 30 seconds were used before; the other seat's 30 seconds end, too
    assert RaceView.of(race).seats[1].idle_at == 50_000


@pytest.mark.parametrize(("word", "reason"), [("give-up", "gave up"), ("leave", "left"), ("kick", "kicked")])
def test_ways_out(word: str, reason: str) -> None:
    race = race_on(TWO_PAIRS, 3)
    race.do("3 play 1,1-2,1", at=1)
    ranks = (SeatRank(0, 1), SeatRank(1, 1), SeatRank(2, 3))
    assert race.do(f"3 {word}", at=2) == [WentOut(2000, 2, reason, ranks=ranks)]  # type: ignore[arg-type]
    assert names(race.do(f"1 {word}", at=3)) == ["wentout", "raceover"]
    assert standings(race) == [(1, 1, "racing"), (2, 2, reason), (0, 3, reason)]  # out comes after in, then tiles


# ---- Hints and stuck boards ------------------------------------------------------------------------------------------


def test_hints_are_proved_and_counted() -> None:
    race = race_on("AA/AB/BA", hints=1)
    command = race.prove("1 hint")
    (shown,) = race.do(command, at=1)
    assert shown.is_private
    assert shown.is_safe  # type: ignore[attr-defined]
    assert shown.move != llk.Move.parse("1,1-1,2")  # type: ignore[attr-defined]  # which would lose
    assert race.question("1 hint") is None
    assert race.do("1 hint", at=2)[0].reason == "no hints left"  # type: ignore[attr-defined]


def test_a_hint_on_a_lost_board_is_a_pair_all_the_same() -> None:
    race = race_on("AA/AB/BA/CC")
    race.do("1 play 1,1-1,2", at=1)
    (shown,) = race.do(race.prove("1 hint"), at=2)
    assert not shown.is_safe  # type: ignore[attr-defined]


def test_a_stuck_board_waits_to_be_laid_again() -> None:
    race = race_on("AA/AB/BA", 3)
    race.do("3 play 1,1-2,1", at=1)
    (taken,) = race.do("1 play 1,1-1,2", at=2)
    assert isinstance(taken, PairTaken)
    assert names(list(taken.events)) == ["linked", "stuck"]  # type: ignore[arg-type]
    assert race.stuck_seats == (0,)
    assert race.do("1 play 2,1-3,2", at=3)[0].reason == "stuck"  # type: ignore[attr-defined]
    assert race.do("3 relay", at=3)[0].reason == "not stuck"  # type: ignore[attr-defined]
    (laid,) = race.do(race.prove("1 relay"), at=29)
    assert llk.solve(laid.board).winnable  # type: ignore[attr-defined]
    assert not any(seat.table.is_stuck for seat in race.seats.values())
    assert RaceView.of(race).seats[0].idle_at == 59_000  # nobody could take a pair meanwhile


def test_a_board_that_cannot_be_laid_again_ends_the_race_of_its_seat() -> None:
    race = race_on("AA/AB/BA", 3)
    race.do("1 play 1,1-1,2", at=2)
    assert race.do("1 relay: nothing", at=3) == [WentOut(3000, 0, "stuck")]


# ---- One board -------------------------------------------------------------------------------------------------------


def test_on_a_shared_board_most_pairs_win() -> None:
    race = race_on("ABC/ABC", 3, format="shared")
    race.do("2 play 1,1-2,1", at=1)
    assert race.do("1 play 1,1-2,1", at=1.001)[0].reason == "empty cell"  # type: ignore[attr-defined]
    race.do("1 play 1,2-2,2", at=2)
    happened = race.do("2 play 1,3-2,3", at=3)
    assert names(happened) == ["pairtaken", "seatfinished", "seatfinished", "seatfinished", "raceover"]
    assert standings(race) == [(1, 1, "finished"), (0, 2, "finished"), (2, 3, "finished")]
    assert [each.pairs for each in race.standings] == [2, 1, 0]


def test_equal_pairs_are_a_draw_and_players_who_are_out_come_last() -> None:
    race = race_on("ABC/ABC", 3, format="shared")
    for at, (seat, col) in enumerate(((1, 1), (2, 2), (3, 3))):
        if seat == 3:
            race.do("1 give-up", at=at)
        race.do(f"{seat} play 1,{col}-2,{col}", at=at)
    assert standings(race) == [(1, 1, "finished"), (2, 1, "finished"), (0, 3, "gave up")]


def test_a_team_wins_or_loses_together() -> None:
    race = race_on("ABC/ABC", format="together", limit=10)
    race.do("1 play 1,1-2,1", at=1)
    race.do("2 play 1,2-2,2", at=2)
    won = race.copy()
    won.do("1 play 1,3-2,3", at=3)
    assert standings(won) == [(0, 1, "finished"), (1, 1, "finished")]
    race.do("tick", at=10)
    assert standings(race) == [(0, 1, "time"), (1, 1, "time")]


def test_a_team_goes_on_with_one() -> None:
    race = race_on(TWO_PAIRS, format="together")
    assert names(race.do("2 leave", at=1)) == ["wentout"]
    race.do("1 play 1,1-2,1", at=100)  # there is no idle rule
    assert names(race.do("1 play 1,2-2,2", at=101))[-1] == "raceover"


# ---- Ghosts ----------------------------------------------------------------------------------------------------------


def ghost(*times: float) -> llk.Game:
    game = llk.Game(llk.Board.parse(TWO_PAIRS))
    for at, command in zip(
        times, ("play 1,1-2,1", "undo", "pause", "resume", "play 1,1-2,1", "play 1,2-2,2"), strict=True
    ):
        game.do(command, at=at)
    return game


def test_a_ghost_repeats_its_game() -> None:
    settings = RaceSettings(format="ghost")
    racers = {0: Racer("Ann"), 1: Racer("Ann's best", ghost=ghost(1, 2, 3, 103, 104, 105))}
    race = Race(settings, racers, llk.Board.parse(TWO_PAIRS))
    assert race.next_due == 1
    assert names(race.do("1 play 1,1-2,1", at=2.5)) == ["pairtaken", "boardlaid", "pairtaken"]
    happened = race.do("tick", at=5)
    assert names(happened) == ["pairtaken", "pairtaken", "seatfinished"]
    assert [event.at for event in happened] == [4000, 5000, 5000]  # the pause is left out
    assert race.do("2 play 1,1-2,1", at=6)[0].reason == "not racing"  # type: ignore[attr-defined]
    race.do("1 play 1,2-2,2", at=7)
    assert standings(race) == [(1, 1, "finished"), (0, 2, "finished")]


def test_a_copy_of_a_ghost_race_is_independent() -> None:
    racers = {0: Racer("Ann"), 1: Racer("Ghost", ghost=ghost(1, 2, 3, 3, 4, 5))}
    race = Race(RaceSettings(format="ghost"), racers, llk.Board.parse(TWO_PAIRS))
    copied = race.copy()
    race.do("tick", at=9)
    assert (copied.seats[1].pairs, race.seats[1].pairs) == (0, 2)
    assert names(copied.do("tick", at=9)) == ["pairtaken", "boardlaid", "pairtaken", "pairtaken", "seatfinished"]


# ---- Starting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "racers", "board", "problem"),
    [
        ({}, {0: Racer("Ann")}, TWO_PAIRS, "1 players are too few for 'sprint'"),
        ({"format": "ghost"}, {0: Racer("Ann")}, TWO_PAIRS, "a ghost race has ghosts"),
        ({}, {0: Racer("Ann"), 6: Racer("Ben")}, TWO_PAIRS, "seats are numbered from 0 to 5"),
        ({}, {0: Racer("Ann"), 1: Racer("Ben")}, "AB/BA", "begins with a board that has a move"),
        (
            {"format": "ghost"},
            {0: Racer("Ann"), 1: Racer("Ghost", ghost=ghost(1, 2, 3, 3, 4, 5))},
            "AA",
            "must have begun with the same board",
        ),
    ],
)
def test_a_race_that_makes_no_sense(
    settings: dict[str, object], racers: dict[int, Racer], board: str, problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        Race(RaceSettings.from_dict(settings), racers, llk.Board.parse(board))


def test_only_a_won_game_is_a_ghost() -> None:
    with pytest.raises(ValueError, match="a game that was won"):
        Racer("Ghost", ghost=llk.Game(llk.Board.parse("AA")))


@pytest.mark.parametrize(
    "given",
    [
        {"format": "chess"},
        {"gravity": "inward"},
        {"idle": -1},
        {"idle": True},
        {"seats": 7},
        {"rows": None, "cols": 25},
        {"rows": 3, "cols": 3},
        {"format": "sprint", "items": True},
        {"stock": 0},
        {"colour": "red"},
        [],
    ],
)
def test_bad_settings(given: object) -> None:
    with pytest.raises(llk.Error):
        RaceSettings.from_dict(given)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_settings_that_read_back(name: str) -> None:
    settings = RaceSettings.from_dict({"format": name, "stock": 2})
    assert RaceSettings.from_dict(settings.to_dict()) == settings
    assert settings.deal(7).board().tile_count % 2 == 0


def test_a_refused_command_changes_nothing() -> None:
    race = race_on(TWO_PAIRS, format="items")
    before = RaceView.of(race)
    for text in ("1 play 1,1-1,2", "1 play 9,9-1,1", "2 use hide 1", "5 play 1,1-2,1", "1 back", "1 relay: nothing"):
        (denied,) = race.do(text, at=0)
        assert isinstance(denied, Denied)
        assert denied.is_private
    assert (RaceView.of(race), race.entries) == (before, ())


def test_times_must_not_go_back() -> None:
    race = race_on(TWO_PAIRS)
    race.do("1 play 1,1-2,1", at=2)
    with pytest.raises(ValueError, match="before the last command"):
        race.do("2 play 1,1-2,1", at=1)
    assert race.seats[1].pairs == 0
    assert race.do_at(RaceCommand(0, "tick"), 2000) == []


# ---- Reviews ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "is_too_fast"), [(0.2, True), (0.3, False), (0.5, False)])
def test_streaks_faster_than_people_are_found(gap: float, is_too_fast: bool) -> None:
    race = race_on("AABBCCDDEEFFGGHH")
    for number in range(8):
        race.do(f"2 play 1,{2 * number + 1}-1,{2 * number + 2}", at=number * gap)
    assert [found.seat for found in find_too_fast(race)] == [1] * is_too_fast


def test_bots_are_not_reviewed() -> None:
    board = llk.Board.parse("AABBCCDDEEFFGGHH")
    race = Race(RaceSettings(), {0: Racer("Ann"), 1: Racer("Bot", bot=5)}, board)
    for number in range(8):
        race.do(f"2 play 1,{2 * number + 1}-1,{2 * number + 2}", at=number / 10)
    assert find_too_fast(race) == ()


@pytest.mark.parametrize(
    "text", ["relay", "kick", "away", "tick", "1 play 1,1-1,2", "hint: pair line=1,1-1,2", "", "play"]
)
def test_what_a_player_may_not_send(text: str) -> None:
    with pytest.raises(llk.ParseError):
        RaceCommand.from_player(0, text)
