"""The store: games that are stored, found again, listed, and written by several at once."""

import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.errors import GameMoved, NoSuchGame, StoreError
from lianliankan.game.modes import INITIAL_LIVES, LEVELS, MAX_LIVES
from lianliankan.store import Store, Summary, data_folder
from lianliankan.store.summary import campaign_progress
from support.stored_games import PAIRS, WIN, looks, new, rows, run, won
from support.strategies import boards


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


# ---- One game --------------------------------------------------------------------------------------------------------


def test_a_game_is_kept_command_by_command(store: Store) -> None:
    stored = store.begin(new())
    game = stored.game
    assert [event.name for event in stored.do("pick 1,2", at=1)] == ["picked"]
    assert [event.name for event in stored.do(llk.Command.parse("pick 1,3"), at=1.25)] == ["linked"]
    assert stored.game is game
    assert rows(store) == [(stored.id, 1, 1000, "pick 1,2"), (stored.id, 2, 1250, "pick 1,3")]
    again = store.open(stored.id)
    assert looks(again.game) == looks(game)
    again.do("play 2,2-2,3", at=2)
    again.do("play 1,1-1,4", at=3)
    assert store.open(stored.id).game.state == "won"


def test_what_is_refused_writes_nothing(store: Store) -> None:
    stored = store.begin(new())
    before = rows(store, "games")
    assert [event.name for event in stored.do("play 1,1-1,2", at=5)] == ["refused"]
    with pytest.raises(llk.ParseError):
        stored.do("dance")
    with pytest.raises(llk.BadTime):
        stored.do("hint", at=4)
    assert (rows(store), rows(store, "games")) == ([], before)
    assert stored.game.at == 5


def test_what_is_written_outlasts_a_power_cut(store: Store) -> None:
    """As far as SQLite is told: a write-ahead log that is flushed at every commit."""
    with store._database.reading() as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_time_that_passed_is_kept(store: Store) -> None:
    stored = store.begin(new(limit=60))
    assert stored.do("tick", at=40) == []
    assert rows(store) == []
    again = store.open(stored.id)
    assert (again.game.at, again.game.seconds_left()) == (40, 20)
    assert [event.name for event in again.do("tick", at=61)] == ["lost"]
    assert store.open(stored.id).game.loss == "time"


def test_a_game_that_was_played_in_is_kept_with_all_of_it(store: Store) -> None:
    game = new()
    for command in ("play 1,2-1,3", "undo", "redo"):
        game.do(command, at=2)
    game.do("play 1,1-1,2", at=99)  # refused, but time has passed
    stored = store.begin(game)
    (summary,) = store.games()
    assert (summary.pairs, summary.tiles, summary.seconds) == (1, 4, 99)
    assert store.open(stored.id).game.entries == game.entries
    stored.do("play 2,2-2,3", at=100)
    assert looks(store.open(stored.id).game) == looks(game)


def test_commands_that_went_past_the_store_are_caught_up_with(store: Store) -> None:
    stored = store.begin(new())
    stored.game.do("play 1,2-1,3", at=1)
    stored.do("play 2,2-2,3", at=2)
    assert looks(store.open(stored.id).game) == looks(stored.game)


@pytest.fixture(scope="module")
def common(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("store")) as store:
        yield store


words = st.sampled_from([word for word in llk.COMMANDS if word not in ("pick", "play")])
cells = st.builds("{},{}".format, st.integers(1, 4), st.integers(1, 4))
commands = st.one_of(words, st.builds("pick {}".format, cells), st.builds("play {}-{}".format, cells, cells))


@settings(max_examples=60)
@given(
    board=boards(max_side=4, max_kinds=3),
    timed=st.booleans(),
    undo=st.booleans(),
    when_stuck=st.sampled_from(["shuffle", "ask", "lose"]),
    said=st.lists(st.tuples(commands, st.integers(0, 5000)), max_size=12),
)
def test_any_game_is_found_again(
    common: Store, board: llk.Board, timed: bool, undo: bool, when_stuck: str, said: list[tuple[str, int]]
) -> None:
    limit = 12.5 if timed else None
    options = llk.Options(limit=limit, bonus=1.5, hints=2, undo=undo, when_stuck=when_stuck)  # type: ignore[arg-type]
    stored = common.begin(llk.Game(board, options, seed=3))
    plain = stored.game.copy()
    for command, later in said:
        move = board.moves()[0] if command == "hint" and board.moves() else None
        for text in (command, f"play {move}") if move else (command,):
            at = plain.at + later / 1000
            assert stored.do(text, at=at) == plain.do(text, at=at)
    assert looks(stored.game) == looks(plain)
    found = common.open(stored.id).game
    assert looks(found) == looks(plain)
    (summary,) = common.games(limit=1)
    assert (summary.id, summary.state, summary.score) == (stored.id, plain.state, plain.score)
    assert (summary.seconds, summary.tiles) == (found.seconds(), plain.board.tile_count)


# ---- Finding games ---------------------------------------------------------------------------------------------------


def test_the_beginning_of_an_id_is_enough(store: Store) -> None:
    ids = [store.begin(new()).id for _ in range(33)]  # there are 32 letters: two begin alike
    assert len(set(ids)) == 33
    for id in ids:
        assert store.open(f" {id.upper()} ").id == id
        start = next(id[:size] for size in range(1, 7) if sum(other.startswith(id[:size]) for other in ids) == 1)
        assert store.open(start).id == id
    letter = next(id[0] for id in ids if sum(other[0] == id[0] for other in ids) > 1)
    with pytest.raises(NoSuchGame, match=f"more than one game begins with '{letter}': write more of it"):
        store.open(letter)


@pytest.mark.parametrize("id", ["", " ", "%", "______", "'", "zzzzzzz", "\x00"])
def test_no_such_game(store: Store, id: str) -> None:
    store.begin(new())
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
    assert (store.games(), store.unfinished(), store.best_sizes()) == ([], None, [])
    first, second = store.begin(new("classic")), store.begin(new("timed"))
    third = won(store, "classic")
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
    assert {row[0] for row in rows(store)} == {third}


def test_best_games(store: Store) -> None:
    slow, quick, even = won(store, seconds=60), won(store, seconds=40), won(store, seconds=60)
    better = won(store, seconds=3)  # a combo: more points
    other = won(store, "timed")
    store.begin(new()).do("give-up")
    assert [game.id for game in store.bests("own", "2x4")] == [better, quick, slow, even]
    assert [game.id for game in store.bests("own", "2x4", limit=2)] == [better, quick]
    assert [game.id for game in store.bests("timed", "2x4")] == [other]
    assert store.bests("own", "4x2") == []
    large = store.begin(llk.Game(llk.deal(10, 2, seed=1)))
    while large.game.state != "won":
        large.do("auto")
    assert store.best_sizes() == [("own", "2x4"), ("own", "10x2"), ("timed", "2x4")]


def test_the_game_of_a_day(store: Store) -> None:
    assert store.daily("2026-11-15") is None
    running = store.begin(new("daily", day="2026-11-15"))
    won(store, "daily", day="2026-11-14")
    store.begin(new("daily", day="2026-11-15")).do("give-up")
    found = store.daily("2026-11-15")
    assert found
    assert found.id == running.id
    slow = won(store, "daily", day="2026-11-15", seconds=60)
    assert store.daily("2026-11-15") == next(game for game in store.games() if game.id == slow)
    quick = won(store, "daily", day="2026-11-15", seconds=50)
    running.do("pause")
    found = store.daily("2026-11-15")
    assert found
    assert found.id == quick


def test_the_campaign(store: Store) -> None:
    def stands() -> tuple[int, int, dict[int, int]]:
        progress = store.campaign()
        return progress.level, progress.lives, dict(progress.stars)

    assert stands() == (1, INITIAL_LIVES, {})
    store.begin(new("campaign", level=1, lives=3)).do("give-up")
    assert stands() == (1, INITIAL_LIVES, {})
    won(store, "campaign", level=1, lives=0)
    assert stands() == (2, 1, {1: 3})
    lost = store.begin(new("campaign", level=2, lives=1))
    assert stands() == (2, 1, {1: 3})
    lost.do("give-up")
    assert stands() == (2, INITIAL_LIVES, {1: 3})
    won(store, "campaign", level=2, lives=3)
    assert stands() == (3, 4, {1: 3, 2: 3})
    won(store, "campaign", level=1, lives=0)  # an old level again
    assert stands() == (3, 4, {1: 3, 2: 3})
    won(store, "campaign", level=3, lives=MAX_LIVES)
    assert stands() == (4, MAX_LIVES, {1: 3, 2: 3, 3: 3})
    won(store, "campaign", level=3, lives=0)  # the last one again
    assert stands()[:2] == (4, MAX_LIVES)
    said = store.begin(llk.Game(llk.Board.parse(PAIRS), llk.Options(mode="campaign", level=41, shuffles=3)))
    for command in WIN:
        said.do(command)
    assert stands()[0] == 4
    assert store.games(limit=1)[0].mode == "own"


def test_the_end_of_the_campaign_and_levels_that_are_none(store: Store) -> None:
    won(store, "campaign", level=LEVELS, lives=3)
    (last,) = store.games()
    assert campaign_progress([replace(last, level=LEVELS - 1), last]).level == LEVELS
    nothing = campaign_progress([replace(last, level=level) for level in (0, LEVELS + 1, None)])
    assert (nothing.level, nothing.lives, dict(nothing.stars)) == (1, INITIAL_LIVES, {})
    stars = campaign_progress([replace(last, level=1, stars=number) for number in (1, 3, 2)]).stars
    assert dict(stars) == {1: 3}
    assert campaign_progress([replace(last, level=1, shuffles_left=None)]).lives == MAX_LIVES


# ---- Settings --------------------------------------------------------------------------------------------------------


def test_settings(store: Store, tmp_path: Path) -> None:
    for value in ("mahjong", 3, 1.5, True, None, ["a", 1], {"a": [None]}, "连连看"):
        store.set_setting("faces", value)
        assert store.setting("faces", None) == value
    assert store.setting("sound", default=7) == 7
    with Store(tmp_path) as other:
        other.set_setting("sound", 9)
    assert store.setting("sound", default=7) == 9
    assert store.setting("sound", default=0.5) == 9.0
    assert store.setting("sound", default="loud") == "loud"  # what an older version may have stored there
    assert store.setting("sound", default=True) is True
    with pytest.raises(TypeError):
        store.set_setting("sound", object())
    with pytest.raises(ValueError):
        store.set_setting("sound", float("nan"))
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE settings SET value = '{' WHERE name = 'sound'")
    assert store.setting("sound", default=7) == 7


# ---- Several players -------------------------------------------------------------------------------------------------


def test_players_have_their_own_games_and_settings(store: Store) -> None:
    ann, bob = store.of_player("ann"), store.of_player("bob")
    assert (store.player, ann.player, ann.path) == ("", "ann", store.path)
    ids = {who: won(whose, "classic", seconds=60) for who, whose in (("", store), ("ann", ann), ("bob", bob))}
    running = ann.begin(new("campaign", level=1))
    won(bob, "daily", day="2026-11-15")
    won(bob, "campaign", level=1, lives=0)
    for who, whose in (("", store), ("ann", ann), ("bob", bob)):
        assert ids[who] in {game.id for game in whose.games(mode="classic")}
        assert [game.id for game in whose.bests("classic", "2x4")] == [ids[who]]
        for other in set(ids.values()) - {ids[who]}:
            for ask in (whose.open, whose.remove):
                with pytest.raises(NoSuchGame):
                    ask(other)
    assert [whose.campaign().level for whose in (store, ann, bob)] == [1, 1, 2]
    assert [whose.daily("2026-11-15") is None for whose in (store, ann, bob)] == [True, True, False]
    unfinished = ann.unfinished()
    assert unfinished
    assert (unfinished.id, store.unfinished(), bob.unfinished()) == (running.id, None, None)
    assert ("campaign", "6x10") in bob.best_sizes()
    assert ("campaign", "2x4") not in ann.best_sizes()
    for whose, value in ((store, "numbers"), (ann, "hanzi")):
        whose.set_setting("faces", value)
    assert [whose.setting("faces", "none") for whose in (store, ann, bob)] == ["numbers", "hanzi", "none"]


# ---- Changes of many games together ----------------------------------------------------------------------------------


def test_changes_are_written_together(store: Store) -> None:
    stored_games = [
        store.of_player(f"player {number}").begin(new("classic", limit=0.1 * number + 9)) for number in range(40)
    ]
    for command, at in (("pick 1,2", 0.1), ("pick 1,3", 0.299), ("hint", 1.007), ("shuffle", 2.0)):
        attempts = [(stored, stored.attempt(command, at=at)) for stored in stored_games]
        before = [looks(stored.game) for stored in stored_games]
        assert store.write_changes([attempt.change for _, attempt in attempts if attempt.change]) == [None] * 40
        assert [looks(stored.game) for stored in stored_games] == before  # nothing counts until it is adopted
        for stored, attempt in attempts:
            assert stored.commit(attempt) == attempt.happened
            assert stored.written == len(stored.game.entries)
    for number, stored in enumerate(stored_games):
        found = store.of_player(f"player {number}").open(stored.id).game  # which compares the columns, too
        assert looks(found) == looks(stored.game)
        stored.do("undo", at=3)
    assert len(rows(store)) == 200


def test_one_change_that_cannot_be_written_keeps_none_back(store: Store) -> None:
    stored_games = [store.begin(new()) for _ in range(5)]
    store.remove(stored_games[1].id)
    store.open(stored_games[3].id).do("pick 2,2")
    attempts = [stored.attempt("pick 1,1", at=1) for stored in stored_games]
    answers = store.write_changes([attempt.change for attempt in attempts if attempt.change])
    assert [type(answer) for answer in answers] == [type(None), NoSuchGame, type(None), GameMoved, type(None)]
    assert [
        len(store.open(stored.id).game.entries)
        for stored in (stored_games[0], stored_games[2], stored_games[3], stored_games[4])
    ] == [1, 1, 1, 1]
    assert store.open(stored_games[3].id).game.picked == (1, 1)
    assert store.write_changes([]) == []


def test_changes_are_written_wholly_or_not_at_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    stored_games = [store.begin(new()) for _ in range(3)]
    changes = [change for stored in stored_games if (change := stored.attempt("pick 1,1", at=1).change)]
    before = rows(store, "games")
    with monkeypatch.context() as patched:
        patched.setattr("lianliankan.store.writes._INSERT", "INSERT INTO nowhere SELECT 1 FROM json_each(?)")
        assert [type(answer) for answer in store.write_changes(changes)] == [StoreError] * 3
    assert (rows(store), rows(store, "games")) == ([], before)
    assert store.write_changes(changes) == [None] * 3


# ---- Several at once -------------------------------------------------------------------------------------------------


def test_a_game_open_twice_moves_once(store: Store, tmp_path: Path) -> None:
    stored = store.begin(new())
    with run("moves", tmp_path, stored.id, 1) as player:
        assert player.communicate()[0] == "1 0\n"
    for _ in range(2):
        before = looks(stored.game)
        with pytest.raises(GameMoved, match=f"game {stored.id} went on elsewhere: open it again"):
            stored.do("play 1,2-1,3")
        assert looks(stored.game) == before
    assert len(rows(store)) == 1
    again = store.open(stored.id)
    again.do("play 1,2-1,3")
    assert [str(command) for _, command in store.open(stored.id).game.entries] == ["pick 1,1", "play 1,2-1,3"]


def test_a_game_that_was_removed_meanwhile(store: Store, tmp_path: Path) -> None:
    stored = store.begin(new())
    with Store(tmp_path) as other:
        other.remove(stored.id)
    with pytest.raises(NoSuchGame):
        stored.do("play 1,2-1,3")
    assert (rows(store), stored.game.entries) == ([], ())


def test_two_programs_in_one_game(store: Store, tmp_path: Path) -> None:
    stored = store.begin(new())
    with ExitStack() as running:
        for player in [running.enter_context(run("moves", tmp_path, stored.id, 120)) for _ in range(2)]:
            assert player.communicate()[0].split()[0] == "120"
            assert player.wait() == 0
    assert len(store.open(stored.id).game.entries) == 240


def test_programs_that_make_a_store_at_once(tmp_path: Path) -> None:
    with ExitStack() as running:
        for player in [running.enter_context(run("open", tmp_path / "new")) for _ in range(3)]:
            assert player.communicate()[0] == "ready\n0\n"
            assert player.wait() == 0


def test_threads_share_a_store_and_a_game(store: Store) -> None:
    common, problems = store.begin(new()), []

    def play() -> None:
        try:
            own = store.begin(new())
            for _ in range(25):
                own.do("pick 1,1")
                common.do("pick 1,1")
            assert len(store.open(own.id).game.entries) == 25
        except Exception as problem:  # a thread's own would only be printed
            problems.append(problem)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(store.open(common.id).game.entries) == 100
    assert len(store.games()) == 5


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        stored = store.begin(new())
    store.close()
    for ask in (store.games, lambda: store.open(stored.id), lambda: stored.do("pick 1,1"), lambda: store.begin(new())):
        with pytest.raises(StoreError, match="the store is closed"):
            ask()
    assert stored.game.entries == ()


# ---- Where it is -----------------------------------------------------------------------------------------------------


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = Path.home()
    assert data_folder(platform="linux", environ={}) == home / ".local/share/lianliankan"
    assert data_folder(platform="linux", environ={"XDG_DATA_HOME": "relative"}) == home / ".local/share/lianliankan"
    assert data_folder(platform="darwin", environ={}) == home / "Library/Application Support/lianliankan"
    assert data_folder(platform="win32", environ={"LOCALAPPDATA": str(tmp_path)}) == tmp_path / "lianliankan"
    assert data_folder(platform="win32", environ={}) == home / "AppData/Local/lianliankan"
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with Store() as store:
        assert store.path == data_folder() / "lianliankan.db"
        assert store.path.is_relative_to(tmp_path)
        assert sys.platform == "win32" or store.path.parent.stat().st_mode & 0o777 == 0o700


def test_nobody_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StoreError, match="where your home folder is"):
        data_folder(platform="linux", environ={})
