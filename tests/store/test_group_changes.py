"""Changes of many games written in one transaction."""

from lianliankan.errors import DamagedStore, GameMoved, NoSuchGame
from lianliankan.store import Store
from support.stored_games import new_game, read_table, stored_state


def test_changes_are_written_in_one_transaction(store: Store) -> None:
    stored_games = [
        store.of_player(f"player {number}").begin(new_game("classic", limit=0.1 * number + 9)) for number in range(40)
    ]
    for command, at in (("pick 1,2", 0.1), ("pick 1,3", 0.299), ("hint", 1.007), ("shuffle", 2.0)):
        attempts = [(stored, stored.attempt(command, at=at)) for stored in stored_games]
        before = [stored_state(stored.game) for stored in stored_games]
        assert store.write_changes([attempt.change for _, attempt in attempts if attempt.change]) == [None] * 40
        assert [stored_state(stored.game) for stored in stored_games] == before  # nothing counts until it is committed
        for stored, attempt in attempts:
            assert stored.commit(attempt) == attempt.happened
            assert stored.version == len(stored.game.entries)
    for number, stored in enumerate(stored_games):
        found = store.of_player(f"player {number}").open(stored.id).game  # compares the columns, too
        assert stored_state(found) == stored_state(stored.game)
        stored.do("undo", at=3)
    assert len(read_table(store)) == 200


def test_a_failed_change_does_not_hold_back_the_others(store: Store) -> None:
    stored_games = [store.begin(new_game()) for _ in range(5)]
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


def rename(store: Store, table: str, name: str) -> None:
    with store._database.writing() as connection:
        connection.execute(f"ALTER TABLE {table} RENAME TO {name}")


def test_changes_are_written_completely_or_not_at_all(store: Store) -> None:
    stored_games = [store.begin(new_game()) for _ in range(3)]
    changes = [change for stored in stored_games if (change := stored.attempt("pick 1,1", at=1).change)]
    before = read_table(store, "games")
    rename(store, "commands", "missing")
    assert [type(answer) for answer in store.write_changes(changes)] == [DamagedStore] * 3
    rename(store, "missing", "commands")
    assert (read_table(store), read_table(store, "games")) == ([], before)
    assert store.write_changes(changes) == [None] * 3
