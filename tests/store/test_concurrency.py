"""Programs and threads that share a store."""

import threading
from contextlib import ExitStack

import pytest

from lianliankan.errors import GameMoved, NoSuchGame
from lianliankan.store import Location, Store
from support.engines import only_sqlite
from support.stored_games import new_game, read_table, run_player, stored_state


def test_only_one_copy_of_a_game_can_continue(store: Store, location: Location) -> None:
    stored = store.begin(new_game())
    with run_player("moves", location, stored.id, 1) as player:
        assert player.communicate()[0] == "1 0\n"
    for _ in range(2):
        before = stored_state(stored.game)
        with pytest.raises(GameMoved, match=f"game {stored.id} was changed elsewhere; open it again"):
            stored.do("play 1,2-1,3")
        assert stored_state(stored.game) == before
    assert len(read_table(store)) == 1
    again = store.open(stored.id)
    again.do("play 1,2-1,3")
    assert [str(command) for _, command in store.open(stored.id).game.entries] == ["pick 1,1", "play 1,2-1,3"]


def test_a_game_that_was_deleted_meanwhile(store: Store, location: Location) -> None:
    stored = store.begin(new_game())
    with Store(location) as other:
        other.remove(stored.id)
    with pytest.raises(NoSuchGame):
        stored.do("play 1,2-1,3")
    assert (read_table(store), stored.game.entries) == ([], ())


def test_two_programs_in_one_game(store: Store, location: Location) -> None:
    stored = store.begin(new_game())
    with ExitStack() as running:
        for player in [running.enter_context(run_player("moves", location, stored.id, 120)) for _ in range(2)]:
            assert player.communicate()[0].split()[0] == "120"
            assert player.wait() == 0
    assert len(store.open(stored.id).game.entries) == 240


def test_programs_that_create_a_store_at_the_same_time(location: Location) -> None:
    with ExitStack() as running:
        for player in [running.enter_context(run_player("open", location)) for _ in range(3)]:
            assert player.communicate()[0] == "ready\n0\n"
            assert player.wait() == 0


def test_threads_share_a_store_and_a_game(store: Store) -> None:
    common, problems = store.begin(new_game()), []

    def play() -> None:
        try:
            own = store.begin(new_game())
            for _ in range(25):
                own.do("pick 1,1")
                common.do("pick 1,1")
            assert len(store.open(own.id).game.entries) == 25
        except Exception as problem:  # an exception in a thread would only be printed
            problems.append(problem)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(store.open(common.id).game.entries) == 100
    assert len(store.games()) == 5


@only_sqlite
def test_a_program_that_has_the_store_open_twice_keeps_its_locks(store: Store, location: Location) -> None:
    """Otherwise another program that closes the store removes the log, and with it all that is written later."""
    with Store(location) as writing:
        writing.begin(new_game())
        for count in (1, 2):
            with run_player("open", location) as player:
                assert player.communicate()[0] == f"ready\n{count}\n"
            assert store.path.with_name("lianliankan.db-wal").exists()
            writing.begin(new_game())
