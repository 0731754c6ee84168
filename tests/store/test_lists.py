"""Finding and listing stored games: ids, summaries, best lists, the campaign, and several players."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

import lianliankan as llk
from lianliankan.errors import NoSuchGame
from lianliankan.game.modes import INITIAL_LIVES, LEVELS, MAX_LIVES
from lianliankan.store import Store, Summary
from lianliankan.store.best_lists import BestList
from lianliankan.store.summary import campaign_progress
from support.stored_games import SMALL_BOARD, WINNING_COMMANDS, new_game, read_table, win_game


def test_a_unique_beginning_of_an_id_is_enough(store: Store) -> None:
    ids = [store.begin(new_game()).id for _ in range(33)]  # there are 32 letters, so two begin alike
    assert len(set(ids)) == 33
    for id in ids:
        assert store.open(f" {id.upper()} ").id == id
        start = next(id[:size] for size in range(1, 7) if sum(other.startswith(id[:size]) for other in ids) == 1)
        assert store.open(start).id == id
    letter = next(id[0] for id in ids if sum(other[0] == id[0] for other in ids) > 1)
    with pytest.raises(NoSuchGame, match=f"several game ids begin with '{letter}'; type more of it"):
        store.open(letter)


@pytest.mark.parametrize("id", ["", " ", "%", "______", "'", "zzzzzzz", "\x00"])
def test_no_such_game(store: Store, id: str) -> None:
    store.begin(new_game())
    with pytest.raises(NoSuchGame, match="there is no game"):
        store.open(id)
    with pytest.raises(NoSuchGame):
        store.remove(id)
    assert len(store.games()) == 1


def test_summaries(store: Store) -> None:
    before = datetime.now(UTC)
    deal = llk.Deal(rows=2, cols=4, seed=5, rules=llk.Rules(gravity="down"))
    stored = store.begin(llk.Game.of(deal, llk.Options(mode="classic", hints=6, shuffles=3)))
    (summary,) = store.games()
    assert summary == Summary(
        id=stored.id,
        mode="classic",
        size="2x4",
        state="playing",
        score=0,
        seconds=0.0,
        stars=0,
        pairs=0,
        tiles=8,
        level=None,
        day=None,
        gravity="down",
        deal="2x4 seed=5 gravity=down",
        begun=summary.begun,
        changed=summary.begun,
        shuffles_left=3,
    )
    assert not summary.is_over
    stored.do("shuffle", at=2)
    stored.do("give-up", at=2.5)
    (after,) = store.games()
    assert before <= summary.begun == after.begun < after.changed <= datetime.now(UTC)
    assert (after.state, after.seconds, after.shuffles_left, after.is_over) == ("lost", 2.5, 2, True)


def test_lists_of_games(store: Store) -> None:
    assert (store.games(), store.unfinished(), store.best_lists()) == ([], None, [])
    first, second = store.begin(new_game("classic")), store.begin(new_game("timed"))
    third = win_game(store, "classic")
    assert [game.id for game in store.games()] == [third, second.id, first.id]
    first.do("pick 1,1")
    assert [game.id for game in store.games()] == [first.id, third, second.id]
    assert [game.id for game in store.games(mode="classic")] == [first.id, third]
    assert [game.id for game in store.games(over=True)] == [third]
    assert [game.id for game in store.games(over=False)] == [first.id, second.id]
    assert [game.id for game in store.games(over=False, mode="timed")] == [second.id]
    assert [game.id for game in store.games(limit=1)] == [first.id]
    assert store.games(limit=0) == []
    for stored, last in ((second, second), (first, first)):
        stored.do("pause")
        found = store.unfinished()
        assert found
        assert (found.id, found.state) == (last.id, "paused")
    store.remove(first.id)
    store.remove(second.id[:5])
    assert store.unfinished() is None
    assert {row[0] for row in read_table(store)} == {third}


def test_best_games(store: Store) -> None:
    slow, quick, even = win_game(store, seconds=60), win_game(store, seconds=40), win_game(store, seconds=60)
    better = win_game(store, seconds=3)  # a combo: more points
    other = win_game(store, "timed")
    store.begin(new_game()).do("give-up")
    large = store.begin(llk.Game(llk.deal(10, 2, seed=1)))
    while large.game.state != "won":
        large.do("auto")
    lists = {(found.mode, found.size): found for found in store.best_lists()}
    assert set(lists) == {("own", "2x4"), ("own", "10x2"), ("timed", "2x4")}
    own = lists["own", "2x4"]
    assert [game.id for game in store.best_games(own)] == [better, quick, slow, even]
    assert [game.id for game in store.best_games(own, limit=2)] == [better, quick]
    assert [game.id for game in store.best_games(lists["timed", "2x4"])] == [other]
    assert store.best_games(BestList("own", board="another")) == []


def test_the_daily_game(store: Store) -> None:
    assert store.daily("2026-11-15") is None
    running = store.begin(new_game("daily", day="2026-11-15"))
    win_game(store, "daily", day="2026-11-14")
    store.begin(new_game("daily", day="2026-11-15")).do("give-up")
    found = store.daily("2026-11-15")
    assert found
    assert found.id == running.id
    slow = win_game(store, "daily", day="2026-11-15", seconds=60)
    assert store.daily("2026-11-15") == next(game for game in store.games() if game.id == slow)
    quick = win_game(store, "daily", day="2026-11-15", seconds=50)
    running.do("pause")
    found = store.daily("2026-11-15")
    assert found
    assert found.id == quick


def test_the_campaign(store: Store) -> None:
    def campaign() -> tuple[int, int, dict[int, int]]:
        progress = store.campaign()
        return progress.level, progress.lives, dict(progress.stars)

    assert campaign() == (1, INITIAL_LIVES, {})
    store.begin(new_game("campaign", level=1, lives=3)).do("give-up")
    assert campaign() == (1, INITIAL_LIVES, {})
    win_game(store, "campaign", level=1, lives=0)
    assert campaign() == (2, 1, {1: 3})
    lost = store.begin(new_game("campaign", level=2, lives=1))
    assert campaign() == (2, 1, {1: 3})
    lost.do("give-up")
    assert campaign() == (2, INITIAL_LIVES, {1: 3})
    win_game(store, "campaign", level=2, lives=3)
    assert campaign() == (3, 4, {1: 3, 2: 3})
    win_game(store, "campaign", level=1, lives=0)  # an old level again
    assert campaign() == (3, 4, {1: 3, 2: 3})
    win_game(store, "campaign", level=3, lives=MAX_LIVES)
    assert campaign() == (4, MAX_LIVES, {1: 3, 2: 3, 3: 3})
    win_game(store, "campaign", level=3, lives=0)  # the last one again
    assert campaign()[:2] == (4, MAX_LIVES)
    claimed = store.begin(llk.Game(llk.Board.parse(SMALL_BOARD), llk.Options(mode="campaign", level=41, shuffles=3)))
    for command in WINNING_COMMANDS:
        claimed.do(command)
    assert campaign()[0] == 4
    assert store.games(limit=1)[0].mode == "own"


def test_the_end_of_the_campaign_and_unknown_levels(store: Store) -> None:
    win_game(store, "campaign", level=LEVELS, lives=3)
    (last,) = store.games()
    assert campaign_progress([replace(last, level=LEVELS - 1), last]).level == LEVELS
    nothing = campaign_progress([replace(last, level=level) for level in (0, LEVELS + 1, None)])
    assert (nothing.level, nothing.lives, dict(nothing.stars)) == (1, INITIAL_LIVES, {})
    stars = campaign_progress([replace(last, level=1, stars=number) for number in (1, 3, 2)]).stars
    assert dict(stars) == {1: 3}
    assert campaign_progress([replace(last, level=1, shuffles_left=None)]).lives == MAX_LIVES


def test_players_have_their_own_games_and_settings(store: Store) -> None:
    ann, bob = store.of_player("ann"), store.of_player("bob")
    assert (store.player, ann.player, ann.location) == ("", "ann", store.location)
    ids = {who: win_game(whose, "classic", seconds=60) for who, whose in (("", store), ("ann", ann), ("bob", bob))}
    running = ann.begin(new_game("campaign", level=1))
    win_game(bob, "daily", day="2026-11-15")
    win_game(bob, "campaign", level=1, lives=0)
    for who, whose in (("", store), ("ann", ann), ("bob", bob)):
        assert ids[who] in {game.id for game in whose.games(mode="classic")}
        (best_list,) = (found for found in whose.best_lists() if found.mode == "classic")
        assert [game.id for game in whose.best_games(best_list)] == [ids[who]]
        for other in set(ids.values()) - {ids[who]}:
            for ask in (whose.open, whose.remove):
                with pytest.raises(NoSuchGame):
                    ask(other)
    assert [whose.campaign().level for whose in (store, ann, bob)] == [1, 1, 2]
    assert [whose.daily("2026-11-15") is None for whose in (store, ann, bob)] == [True, True, False]
    unfinished = ann.unfinished()
    assert unfinished
    assert (unfinished.id, store.unfinished(), bob.unfinished()) == (running.id, None, None)
    assert ("campaign", "6x10") in {(found.mode, found.size) for found in bob.best_lists()}
    assert "campaign" not in {found.mode for found in ann.best_lists()}
    for whose, value in ((store, "numbers"), (ann, "hanzi")):
        whose.set_setting("faces", value)
    assert [whose.setting("faces", "none") for whose in (store, ann, bob)] == ["numbers", "hanzi", "none"]


def test_best_games_of_an_unknown_mode(store: Store) -> None:
    with pytest.raises(llk.StoreError, match=r"unknown mode 'nomode' \(choose from classic, "):
        store.best_games(BestList("nomode", kind="4x6"))
    assert store.best_games(BestList("classic", kind="4x6")) == []
