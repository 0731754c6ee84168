"""Best lists compare only what can be compared: a level, a day, a board, or boards of one kind."""

from datetime import UTC, date, datetime

import pytest

import lianliankan as llk
from lianliankan.errors import StoreError
from lianliankan.game.modes import Plan
from lianliankan.store import Store
from lianliankan.store.best_lists import BestGames, BestList, deal_kind, find_best_games, find_result
from support.history import insert_at
from support.stored_games import win_game

TODAY = date(2026, 11, 15)


def win(store: Store, planned: Plan, *, seconds: float = 60) -> str:
    game = planned.game()
    moves = llk.solve(game.board).moves
    for number, move in enumerate(moves, 1):
        game.play(*move, at=number * seconds / len(moves))
    return store.begin(game).id


def small(seed: int, **options: object) -> Plan:
    return llk.plan("classic", rows=2, cols=4, seed=seed, **options)  # type: ignore[arg-type]


def test_levels_and_days_are_not_mixed(store: Store) -> None:
    levels = [win_game(store, "campaign", level=level) for level in (1, 2)]
    days = [win_game(store, "daily", day=day) for day in ("2026-11-14", "2026-11-15")]
    lists = store.best_lists()
    assert [(each.mode, each.level or each.day) for each in lists] == [
        ("daily", "2026-11-15"),
        ("daily", "2026-11-14"),
        ("campaign", 1),
        ("campaign", 2),
    ]
    assert [[game.id for game in store.best_games(each)] for each in lists] == [
        [days[1]],
        [days[0]],
        [levels[0]],
        [levels[1]],
    ]


def test_boards_of_one_kind_are_one_list_and_a_repeated_board_has_another(store: Store) -> None:
    first, other, again = win(store, small(1)), win(store, small(2)), win(store, small(1), seconds=30)
    falling = win(store, small(1, rules=llk.Rules(gravity="down")))
    few = win(store, small(1, kinds=2))
    timed = win(store, llk.plan("timed", rows=2, cols=4, seed=1))
    lists = {(each.mode, each.kind, each.deal): each for each in store.best_lists()}
    games = {key: {game.id for game in store.best_games(each)} for key, each in lists.items()}
    assert games == {
        ("classic", "2x4", None): {first, other, again},
        ("classic", None, "2x4 seed=1"): {first, again},
        ("classic", "2x4 gravity=down", None): {falling},
        ("classic", "2x4 kinds=2", None): {few},
        ("timed", "2x4", None): {timed},
    }
    assert {key: each.won for key, each in lists.items()} == {key: len(ids) for key, ids in games.items()}
    assert deal_kind("2x4 kinds=2 seed=1 difficulty=0-25 gravity=down") == "2x4 kinds=2 difficulty=0-25 gravity=down"


def test_boards_that_were_not_dealt_are_compared_with_themselves(store: Store) -> None:
    one, two = win_game(store, seconds=3), win_game(store, seconds=60)
    other = llk.Game(llk.Board.parse("AABB"))
    for move in llk.solve(other.board).moves:
        other.play(*move)
    alone = store.begin(other).id
    assert {frozenset(game.id for game in store.best_games(each)) for each in store.best_lists()} == {
        frozenset({one, two}),
        frozenset({alone}),
    }
    assert [each.key for each in store.lists_of(one)] == [each.key for each in store.lists_of(two)]


def test_an_unknown_list(store: Store) -> None:
    with pytest.raises(StoreError, match="unknown mode 'nomode'"):
        store.best_games(BestList("nomode", kind="8x18"))
    for wanted in (
        BestList("classic"),
        BestList("classic", kind=""),
        BestList("classic", kind="% '"),
        BestList("own", board="x"),
    ):
        assert store.best_games(wanted) == []


def test_a_first_game_is_not_a_new_best(store: Store) -> None:
    first = win(store, small(1))
    result = find_result(store, first, TODAY)
    assert (result.place, result.best_list.kind, [game.id for game in result.bests.games]) == (None, "2x4", [first])
    faster = win(store, small(2), seconds=3)
    assert (find_result(store, faster, TODAY).place, find_result(store, first, TODAY).place) == (1, 2)
    again = win(store, small(1), seconds=120)
    result = find_result(store, again, TODAY)
    assert (result.place, result.best_list.deal) == (2, "2x4 seed=1"), "on the same board"
    with pytest.raises(llk.NoSuchGame):
        find_result(store, "nothere", TODAY)


def test_the_first_attempt_of_a_day_counts_and_the_others_are_practice(store: Store) -> None:
    looked_at = store.begin(llk.daily(TODAY).game())  # without a pair, it is no attempt
    assert store.first_attempt("2026-11-15") == store.summary(looked_at.id)
    game = llk.daily(TODAY).game()
    game.play(*game.board.moves()[0], at=1)
    game.give_up(at=2)
    lost = insert_at(store, game, datetime(2026, 11, 15, 9, tzinfo=UTC))
    won = win_game(store, "daily", day="2026-11-15")
    assert store.first_attempt("2026-11-15") == store.summary(lost)
    (day,) = store.days(TODAY).days
    assert (day.game, day.state, day.practice, day.is_late) == (lost, "lost", 1, False)
    for id, counts in ((lost, True), (won, False)):
        result = find_result(store, id, TODAY)
        assert result.day
        assert result.day.counts == counts
    assert find_best_games(store, BestList("daily", day="2026-11-15")) == BestGames([store.summary(won)], [won])


def test_the_game_with_the_first_pair_is_the_first_attempt_whichever_was_started_first(store: Store) -> None:
    started_first, tried_first = store.begin(llk.daily(TODAY).game()), store.begin(llk.daily(TODAY).game())
    move = str(tried_first.game.board.moves()[0])
    for stored in (tried_first, started_first):
        stored.do(f"play {move}", at=1)
    assert [day.game for day in store.days(TODAY).days] == [tried_first.id]
    tried_first.do("undo", at=2)
    tried_first.do(f"play {move}", at=3)
    assert store.first_attempt("2026-11-15") == store.summary(tried_first.id)
    store.remove(tried_first.id)
    assert store.days(TODAY).days == [], "removing a game does not make the next one a first attempt"
