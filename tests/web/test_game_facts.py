"""What the page is told about the game."""

import gzip
import http.client
from urllib.parse import urlsplit

import msgspec
import pytest

import lianliankan as llk
from lianliankan.game.scoring import award_stars
from lianliankan.web.endpoints.game_facts import GameCatalog, game_facts
from support.patience import PATIENCE
from support.web_stage import Client, RunningServer


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def test_the_facts_are_those_of_the_library() -> None:
    facts = game_facts()
    assert facts.gravities == llk.GRAVITIES
    assert {mode.name: mode.options for mode in facts.modes} == llk.MODES
    assert [mode.name for mode in facts.modes if not mode.chooses_board] == ["daily", "campaign"]
    assert {each.name: (each.min, each.max) for each in facts.difficulties} == llk.DIFFICULTIES
    for each in facts.levels:
        deal, options = llk.level(each.level)
        assert (each.rows, each.cols, each.kinds) == (deal.rows, deal.cols, deal.kinds)
        assert (each.gravity, each.limit) == (deal.rules.gravity, options.limit)
        limit, left = options.limit, each.star_seconds
        assert limit is not None
        assert left is not None
        for seconds, stars in ((left, 2), (left - 1, 1)):
            times = {"left": 1000 * seconds, "limit": round(1000 * limit)}
            assert award_stars(shuffles=1, aids=0, **times) == stars
        if each.difficulty is not None:
            assert each.difficulty == deal.difficulty
    assert len(facts.levels) == llk.LEVELS


def test_every_size_and_number_of_turns_offered_can_be_played(client: Client) -> None:
    facts = game_facts()
    for rows, cols in facts.sizes:
        client.start_game(mode="timed", rows=rows, cols=cols, seed=3)
    for turns in facts.turns:
        client.start_game(mode="classic", rows=4, cols=6, kinds=6, seed=3, max_turns=turns)


def test_the_page_is_told_once(server: RunningServer, client: Client) -> None:
    answer = client.http.get("/api/game")
    assert answer.headers["content-type"] == "application/json"
    assert msgspec.json.decode(answer.content, type=GameCatalog) == game_facts(
        together=False, races=server.state.has_races
    ), "as in llk play"
    again = client.http.get("/api/game", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_it_travels_compressed(server: RunningServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=PATIENCE)
    connection.request("GET", "/api/game", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert msgspec.json.decode(gzip.decompress(body), type=GameCatalog).limits == game_facts().limits
    assert len(body) < len(gzip.decompress(body)) / 3
    connection.close()
