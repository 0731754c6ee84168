"""Statistics, streaks and achievements, from games that were played by the engine."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

import lianliankan as llk
from lianliankan.errors import NoSuchGame
from lianliankan.game.analysis import UNKNOWN, GameAnalysis, analyse
from lianliankan.store import Store, Summary
from lianliankan.store.statistics import ACHIEVEMENTS, FinishedGame, daily_record, find_achievements
from lianliankan.store.writes import FirstPair
from lianliankan.texts import LANGUAGES, Texts
from support.history import insert_at, play_out, write_history
from support.stored_games import read_table

TODAY = date(2026, 11, 15)
PLAIN = GameAnalysis(0, 0, 0, 0, 4, "", 0, 0)


def test_a_history(store: Store) -> None:
    write_history(store, TODAY, days=6)
    games = store.games(over=True, limit=1000)
    found = store.statistics(TODAY)
    assert (found.games, found.pending) == (len(games), 0)
    assert found.won == sum(game.state == "won" for game in games)
    assert sum(mode.games for mode in found.modes) == found.games
    assert sum(len(mode.points) for mode in found.modes) == found.won
    for mode in found.modes:
        scores = [game.score for game in games if (game.mode, game.size, game.state) == (mode.mode, mode.size, "won")]
        assert mode.best_score == max(scores, default=None)
    analyses = [analyse(store.open(game.id).game) for game in games]
    assert found.hints == sum(each.hints for each in analyses)
    assert found.best_combo == max(each.best_combo for each in analyses)
    mistakes = found.mistakes
    assert mistakes.partner + mistakes.early == sum(each.mistake in ("partner", "early") for each in analyses)
    assert mistakes.opening + mistakes.middle + mistakes.end == mistakes.partner + mistakes.early + mistakes.unclear
    assert {state.name for state in found.achievements} == {each.name for each in ACHIEVEMENTS}


def test_an_empty_store_and_other_players(store: Store) -> None:
    found = store.statistics(TODAY)
    assert (found.games, found.streak, found.modes, found.best_combo_game) == (0, 0, [], None)
    insert_at(store.of_player("ann"), play_out(llk.plan("classic", rows=2, cols=4, seed=1), 1), datetime.now(UTC))
    assert (store.statistics(TODAY).games, store.of_player("ann").statistics(TODAY).games) == (0, 1)


def test_analyses_are_kept_and_removed_with_their_game(store: Store) -> None:
    game = play_out(llk.plan("classic", rows=4, cols=6, seed=1), 1)
    id = store.begin(game).id
    assert store.finished()[0].analysis is None
    for _ in range(2):  # the second one takes the place of the first
        store.save_analysis(id, analyse(game))
    assert store.finished()[0].analysis == analyse(game)
    with pytest.raises(NoSuchGame):
        store.of_player("ann").save_analysis(id, analyse(game))
    store.remove(id)
    assert read_table(store, "analyses") == []


def test_a_damaged_game_of_which_nothing_is_known_reaches_nothing(store: Store) -> None:
    game = play_out(llk.plan("classic", rows=6, cols=10, seed=1), 1, skill=1.0)
    assert game.state == "won"
    id = store.begin(game).id
    store.save_analysis(id, UNKNOWN)
    found = store.statistics(TODAY)
    reached = {each.name for each in found.achievements if each.progress}
    assert (found.hintless, reached & {"no hints", "no undo", "flawless row", "gravities"}) == (0, set())


def summary(store: Store, **changes: object) -> Summary:
    if not store.games():
        insert_at(store, play_out(llk.plan("classic", seed=1, rows=6, cols=10), 1, skill=1.0), datetime.now(UTC))
    return replace(store.games()[0], state="won", **changes)  # type: ignore[arg-type]


def daily(store: Store, day: str, *, state: str = "won", late: int = 0, id: str = "") -> Summary:
    begun = datetime.fromisoformat(f"{day}T12:00:00+00:00") + timedelta(days=late)
    return (
        summary(store, id=id or day, mode="daily", day=day, begun=begun, changed=begun, pairs=72)
        if state == "won"
        else (
            replace(
                summary(store, id=id or day, mode="daily", day=day, begun=begun, changed=begun, pairs=3), state=state
            )
        )
    )


def test_streaks_of_days(store: Store) -> None:
    def streak(*games: Summary, restarted: str = "") -> tuple[int, int]:
        analyses = {restarted: msgspec.structs.replace(PLAIN, restarts=1)} if restarted else {}
        firsts = {game.day: FirstPair("", game.day, game.id, 0) for game in reversed(games) if game.day}
        found = daily_record(games, analyses, firsts, TODAY)
        return found.streak, found.longest

    week = [daily(store, f"2026-11-{day:02}") for day in range(9, 15)]
    assert streak() == (0, 0)
    assert streak(*week) == (6, 6), "today is not over yet"
    assert streak(*week, daily(store, "2026-11-15")) == (7, 7)
    assert streak(*week, daily(store, "2026-11-15", state="lost")) == (0, 6)
    assert streak(*week, daily(store, "2026-11-15", state="playing")) == (6, 6)
    assert streak(*week[:-1]) == (0, 5), "yesterday was missed"
    assert streak(*week[:-1], daily(store, "2026-11-14", late=1)) == (0, 5), "and played later"
    assert streak(*week, restarted="2026-11-12") == (2, 3), "a restart ends the first attempt"
    lost_first = [daily(store, "2026-11-14", state="lost", id="lost"), daily(store, "2026-11-14", late=0, id="won")]
    assert streak(*week[:-1], *lost_first) == (0, 5), "the second attempt is practice"


def test_achievements(store: Store) -> None:
    def reached(*games: FinishedGame) -> set[str]:
        return {state.name for state in find_achievements(games) if state.reached}

    classic = summary(store, pairs=30, stars=2)
    helped = GameAnalysis(1, 1, 1, 0, 4, "", 0, 0)
    assert reached(FinishedGame(classic, None)) == set(), "what is not known does not count"
    assert reached(FinishedGame(classic, helped)) == set()
    assert reached(FinishedGame(replace(classic, pairs=4), PLAIN)) == set(), "the board is too small"
    assert reached(FinishedGame(classic, PLAIN)) == {"no hints", "no undo"}
    assert reached(FinishedGame(replace(classic, state="lost"), GameAnalysis(0, 0, 0, 0, 25, "early", 9, 1))) == {
        "combo",
        "long combo",
        "only move",
    }
    assert "flawless row" in reached(*[FinishedGame(classic, PLAIN)] * 3)
    assert "flawless row" not in reached(*[FinishedGame(classic, PLAIN), FinishedGame(classic, helped)] * 3)
    level = replace(classic, mode="campaign", level=1, stars=3)
    assert {"three stars"} <= reached(*[FinishedGame(level, helped)] * 14)
    laps = [FinishedGame(replace(level, level=number), helped) for number in range(1, 15)]
    assert {"three stars", "star lap"} <= reached(*laps)
    expert = replace(classic, mode="expert", deal="8x18 seed=1 difficulty=fiendish")
    assert reached(FinishedGame(expert, helped)) == {"fiendish", "no light"}
    assert reached(FinishedGame(replace(classic, mode="timed", stars=3), helped)) == {"time to spare"}
    falls = [FinishedGame(replace(classic, gravity=gravity), PLAIN) for gravity in llk.GRAVITIES]
    assert "gravities" in reached(*falls)
    assert [state.progress for state in find_achievements(falls[:5]) if state.name == "gravities"] == [5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_achievement_has_its_texts(language: str) -> None:
    texts = Texts("zh" if language == "zh" else "en")
    for achievement in ACHIEVEMENTS:
        assert texts(f"achievement {achievement.name}")
        assert texts(f"achievement {achievement.name} about", goal=achievement.goal)
