"""Large stores: what they are filled with is sound, and every query of the site runs in them."""

import pytest

pytest.importorskip("psycopg")

from lianliankan.store import Store
from scale.fill import fill
from scale.patterns import make_patterns
from scale.queries import OPERATIONS, Stage, time_operation


def test_a_filled_store_is_sound_and_answers_every_query(postgres_url: str) -> None:
    filled = fill(postgres_url, make_patterns(12), games=60, players=12, tell=lambda _: None)
    assert sum(map(len, filled.games_of.values())) == 60
    with Store(postgres_url) as store:
        for player, games in filled.games_of.items():
            mine = store.of_player(player)
            assert {summary.id for summary in mine.games()} == set(games)
            assert mine.open(games[0]).version <= filled.commands
        stage = Stage(store, filled, seed=1)
        for name in OPERATIONS:
            found = time_operation(stage, name, 2)
            assert (found.name, found.queries > 0, found.late >= found.middle) == (name, True, True)
