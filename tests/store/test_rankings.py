"""Rankings: which results count, in which order, and that places are right however many there are."""

import random
from datetime import date

import pytest

import lianliankan as llk
from lianliankan.game.modes import Plan
from lianliankan.store import Store
from lianliankan.store.best_lists import BestList
from lianliankan.store.rankings import (
    Candidate,
    RankedResult,
    VerifiedResult,
    ranked_board,
    verify_result,
)
from lianliankan.store.stored_game import StoredGame
from support.stored_games import win_game

DAY = "2026-11-15"
TODAY = BestList("daily", day=DAY)
SMALL = llk.plan("classic", rows=2, cols=4, seed=1)
DEAL = BestList("classic", deal="2x4 seed=1")


def begin(store: Store, plan: Plan) -> StoredGame:
    return store.begin(plan.game())


def win(stored: StoredGame, *, seconds: float = 60) -> str:
    moves = llk.solve(stored.game.board).moves
    for move in moves:
        stored.do(f"play {move}", at=stored.game.at + seconds / len(moves))
    assert stored.game.state == "won"
    return stored.id


def lose(stored: StoredGame, *, pairs: int = 1) -> str:
    for _ in range(pairs):
        stored.do(f"play {stored.game.board.moves()[0]}", at=stored.game.at + 9)
    stored.do("give-up", at=stored.game.at + 9)
    return stored.id


def rank(store: Store, id: str) -> bool:
    """Verify a game as a worker does, and save its result."""
    result = verify_result(store.open(id).game)
    return result is not None and store.rankings.save(id, result)


def ranked(store: Store, best_list: BestList) -> list[tuple[int, str]]:
    return [(result.place, result.player) for result in store.rankings.read(best_list).top]


def test_of_a_day_the_first_attempts_of_all_players_count(store: Store) -> None:
    slow, fast, loser = (store.of_player(name) for name in ("slow", "fast", "loser"))
    ids = {slow: win(begin(slow, llk.daily(DAY)), seconds=600), fast: win(begin(fast, llk.daily(DAY)), seconds=90)}
    ids[loser] = lose(begin(loser, llk.daily(DAY)))
    for player, id in ids.items():
        assert player.rankings.pending(TODAY) == player.rankings.all_pending() == [Candidate(id, TODAY)]
        assert rank(player, id)
        assert rank(player, id), "saving it again changes nothing"
        assert player.rankings.pending(TODAY) == player.rankings.all_pending() == []
    assert ranked(store, TODAY) == [(1, "fast"), (2, "slow"), (3, "loser")]
    assert not rank(loser, win(begin(loser, llk.daily(DAY)), seconds=1)), "the second attempt is practice"
    found = loser.rankings.read(TODAY)
    assert (found.players, found.worse, found.own and found.own.won) == (3, 0, False)
    assert slow.rankings.read(TODAY).worse == 1


def test_a_first_attempt_ends_with_a_restart(store: Store) -> None:
    stored = begin(store.of_player("ann"), llk.daily(DAY))
    stored.do("restart", at=1)  # before the first pair, nothing is lost
    stored.do(f"play {stored.game.board.moves()[0]}", at=9)
    score = stored.game.score
    stored.do("undo", at=10)
    assert verify_result(stored.game) is None, "it goes on"
    stored.do("restart", at=11)
    ann = store.of_player("ann")
    assert ann.rankings.pending(TODAY) == [Candidate(stored.id, TODAY)], "though the game goes on"
    win(stored)
    assert rank(ann, stored.id)
    own = ann.rankings.read(TODAY).own
    assert own
    assert (own.won, own.score < score + 1, own.stars) == (False, True, 0)


def test_a_removed_first_attempt_stays_the_first(store: Store) -> None:
    ann = store.of_player("ann")
    lost = lose(begin(ann, llk.daily(DAY)))
    assert rank(ann, lost)
    ann.remove(lost)
    assert ann.rankings.read(TODAY).players == 0
    assert not rank(ann, win(begin(ann, llk.daily(DAY))))


def test_a_board_played_before_its_day_does_not_count(store: Store) -> None:
    tomorrow = date.fromordinal(date.today().toordinal() + 2).isoformat()
    assert not rank(store, lose(begin(store, llk.daily(tomorrow))))
    assert store.rankings.read(BestList("daily", day=tomorrow)).players == 0


def test_what_is_not_played_on_the_board_that_it_names_does_not_count(store: Store) -> None:
    plan, level = llk.daily(DAY), llk.level(1)
    other = llk.deal(8, 18, seed=1)
    forged = [
        llk.Game(other, plan.options, seed=plan.deal.seed, deal=plan.deal),  # another board
        llk.Game(plan.deal.board(), plan.options, seed=7, deal=plan.deal),  # other shuffles
        llk.Game.of(llk.Deal(seed=1), plan.options),  # another deal
        llk.Game(llk.deal(6, 10, seed=9, kinds=15), level.options, seed=1, deal=level.deal),
        llk.Game.of(llk.Deal(6, 10, kinds=15, seed=9), level.options),
        llk.Game.of(SMALL.deal, llk.Options(mode="classic", hints=99)),
    ]
    for game in forged:
        stored = store.begin(game)
        assert not rank(store, win(stored))
    assert not rank(store, lose(begin(store, level))), "of a level, wins count"
    assert rank(store, win(begin(store, level)))


def test_of_levels_and_deals_the_best_win_of_each_player_counts(store: Store) -> None:
    ann, ben = store.of_player("ann"), store.of_player("ben")
    slow, fast = win(begin(ann, SMALL), seconds=100), win(begin(ann, SMALL), seconds=50)
    assert ann.rankings.pending(DEAL) == [Candidate(fast, DEAL), Candidate(slow, DEAL)]
    assert rank(ann, slow)
    assert ann.rankings.pending(DEAL) == [Candidate(fast, DEAL)]
    assert rank(ann, fast)
    assert rank(ann, slow), "it is kept, but not as the best"
    assert rank(ben, win(begin(ben, SMALL), seconds=70))
    assert ranked(store, DEAL) == [(1, "ann"), (2, "ben")]
    ann.remove(fast)
    assert ann.rankings.all_pending() == [Candidate(slow, DEAL)], "the next best takes its place"
    assert rank(ann, slow)
    assert ranked(store, DEAL) == [(1, "ben"), (2, "ann")]
    timed = win_game(store, "timed")
    assert rank(store, timed)
    assert len(ranked(store, DEAL)) == 2, "another mode is another ranking"
    store.players.forget("ben")
    assert ranked(store, DEAL) == [(1, "ann")]


def test_a_game_that_is_gone_has_no_result(store: Store) -> None:
    with pytest.raises(llk.NoSuchGame):
        store.rankings.save("gone", VerifiedResult("level 1", True, 1, 1, 1))


def test_places_are_right_however_many_there_are(store: Store) -> None:
    """Compare with counting one by one, with ties and with results in the same bucket and in others."""
    rng = random.Random(3)
    ids = {f"p{number:03}": store.of_player(f"p{number:03}").begin(SMALL.game()).id for number in range(150)}
    results = {
        player: VerifiedResult(ranked_board(DEAL) or "", won, rng.randrange(60) * 5, rng.randrange(3) * 1000, 0)
        for player in ids
        for won in (rng.random() < 0.7,)
    }
    for player, result in results.items():
        assert store.of_player(player).rankings.save(ids[player], result)

    def worth(result: VerifiedResult) -> tuple[int, int, int]:
        return -result.won, -result.score, result.played

    for player in rng.sample(sorted(results), 40):
        found, own = store.of_player(player).rankings.read(DEAL), worth(results[player])
        assert found.players == 150
        assert found.own
        assert found.own.place == 1 + sum(worth(other) < own for other in results.values())
        assert found.worse == sum(worth(other) > own for other in results.values())
        shown = [*found.top, *found.near]
        assert [worth(results[each.player]) for each in shown] == sorted(worth(results[each.player]) for each in shown)
        assert player in [each.player for each in shown]
        assert len({each.player for each in shown}) == len(shown)
        for each in shown:
            assert each.place == 1 + sum(worth(other) < worth(results[each.player]) for other in results.values())
    assert all(isinstance(each, RankedResult) for each in store.rankings.read(DEAL).top)
    assert store.rankings.read(DEAL).own is None


def test_the_results_of_a_guest_go_to_the_account_and_with_it(store: Store) -> None:
    guest, ann, ben = (store.of_player(name) for name in ("guest", "ann", "ben"))
    for player in (guest, ann, ben):
        assert rank(player, win(begin(player, SMALL), seconds=30 if player is guest else 60))
        assert rank(player, lose(begin(player, llk.daily(DAY)), pairs=3 if player is guest else 5))
    first = guest.rankings.read(TODAY).own
    store.players.sign_up("ann")
    store.players.add_device("ann", guest="guest", max_games=100)
    assert ranked(store, DEAL) == [(1, "ann"), (2, "ben")], "the better one is kept"
    found = ann.rankings.read(TODAY)
    assert first
    assert found.own
    assert (found.own.game, found.own.place, found.players) == (first.game, 2, 2), "the earlier one is kept"
    store.players.forget("ann")
    assert ranked(store, DEAL) == [(1, "ben")]
    assert ben.rankings.read(TODAY).players == 1


def test_merging_players_does_not_make_a_later_attempt_count(store: Store) -> None:
    for number, unfinished in enumerate(("ann", "guest")):
        day = f"2026-11-1{number}"
        ann, guest = store.of_player("ann"), store.of_player("guest")
        peeked = begin(store.of_player(unfinished), llk.daily(day))
        peeked.do(f"play {peeked.game.board.moves()[0]}", at=1)
        practised = guest if unfinished == "ann" else ann
        assert rank(practised, win(begin(practised, llk.daily(day))))
        store.players.sign_up("ann")
        store.players.add_device("ann", guest="guest", max_games=100)
        ranking, board = ann.rankings, BestList("daily", day=day)
        assert (ranking.read(board).own, ranking.read(board).players) == (None, 0)
        assert rank(ann, lose(ann.open(peeked.id)))
        assert ranking.read(board).players == 1
