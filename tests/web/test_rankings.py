"""The rankings over the API: what counts, what does not, whose names are shown, and who plays alone."""

from datetime import date, timedelta
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.game.start import today
from lianliankan.records.share import to_share
from lianliankan.store.stored_game import StoredGame
from support.web_stage import Client, RunningServer, read_problem, wait_until

DAY = today().isoformat()


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def ranking(client: Client, path: str = f"daily/{DAY}") -> dict[str, Any]:
    answer = client.http.get(f"/api/rankings/{path}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def win(stored: StoredGame, seconds: float = 60) -> None:
    moves = llk.solve(stored.game.board).moves
    for move in moves:
        stored.do(f"play {move}", at=stored.game.at + seconds / len(moves))
    assert stored.game.state == "won"


def lose(client: Client, id: str, *, pairs: int = 1) -> None:
    """Play some pairs over the socket, and give up."""
    window = client.open_window(id)
    board = window.board
    for _ in range(pairs):
        move = board.moves()[0]
        window.do(f"play {move}")
        board = board.play(move)
    window.do("give-up")
    window.close()


def share(client: Client, game: llk.Game) -> str:
    return client.start_game(share=to_share(game))


def test_the_ranking_of_a_day_fills_as_games_end(server: RunningServer, client: Client, other_client: Client) -> None:
    players = ranking(client)["players"]
    lose(client, client.start_game(mode="daily"))
    # The other one sees it, though nobody has asked for it in the name of the first.
    wait_until(lambda: ranking(other_client)["players"] == players + 1)
    assert ranking(other_client)["own"] is None
    win(server.open_store(other_client).open(other_client.start_game(mode="daily")), seconds=90)  # in the terminal
    found = ranking(other_client)
    assert (found["players"], found["own"]["won"], found["own"]["is_own"]) == (players + 2, True, True)
    assert found["percent"] == 100 * (players + 1 - (found["own"]["place"] - 1)) // (players + 1)
    lost = ranking(client)
    assert lost["own"]["place"] > found["own"]["place"], "won before lost"
    assert [standing["is_own"] for standing in lost["top"]].count(True) == 1
    player = server.open_store(client).player
    assert player not in str(lost), "the id is a secret"


def test_a_restart_before_the_first_pair_costs_nothing_and_one_after_it_the_first_attempt(client: Client) -> None:
    id = client.start_game(mode="daily")
    window = client.open_window(id)
    window.do("hint")
    window.do("restart")
    assert ranking(client)["own"] is None
    window.do(f"play {window.board.moves()[0]}")
    assert ranking(client)["own"] is None
    window.do("restart")
    wait_until(lambda: ranking(client)["game"] == id)
    window.close()
    assert not ranking(client)["own"]["won"]


def test_only_the_first_attempt_of_a_day_counts(server: RunningServer, client: Client) -> None:
    first = client.start_game(mode="daily")  # looked at, and not tried yet
    tried = client.start_game(mode="daily")
    lose(client, tried, pairs=3)
    before = ranking(client)
    assert before["game"] == tried
    store = server.open_store(client)
    client.http.delete(f"/api/games/{tried}")
    again = share(client, llk.daily(DAY).game())
    for id in (first, again):
        win(store.open(id))
        assert ranking(client)["own"] is None, "removed, started before, or shared: it was not the first pair"


def test_a_shared_daily_game_is_the_first_attempt_if_it_is_the_first(client: Client) -> None:
    shared = share(client, llk.daily(DAY).game())
    lose(client, shared)
    lose(client, client.start_game(mode="daily"), pairs=2)
    assert ranking(client)["game"] == shared, "whoever has seen the board has had the first attempt"


def test_the_board_of_tomorrow_cannot_be_played_by_a_link(client: Client) -> None:
    tomorrow = today() + timedelta(days=1)
    answer = client.http.post("/api/games", json={"share": to_share(llk.daily(tomorrow).game())})
    assert read_problem(answer)[0] == 400
    assert read_problem(client.http.get(f"/api/rankings/daily/{tomorrow}"))[0] == 400


def test_forged_games_do_not_count(server: RunningServer, client: Client) -> None:
    day, level = llk.daily(DAY), llk.level(1)
    forged = [
        llk.Game.of(llk.Deal(seed=day.deal.seed), day.options),  # calls itself daily, on another deal
        llk.Game(day.deal.board(), day.options, seed=5, deal=day.deal),  # with other shuffles
        llk.Game.of(llk.Deal(6, 10, kinds=15, seed=99), level.options),  # calls itself level 1
        llk.Game(llk.deal(6, 10, kinds=15, seed=99), level.options),
    ]
    store = server.open_store(client)
    for game in forged:
        win(store.open(share(client, game)))
    assert ranking(client)["own"] is None
    assert ranking(client, "levels/1")["own"] is None
    win(store.open(share(client, level.game())))
    assert ranking(client, "levels/1")["own"]["won"], "but the level itself does, however it was opened"


def test_of_a_deal_the_best_win_of_each_player_is_compared(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    board = {"mode": "classic", "rows": 4, "cols": 6, "seed": 411}
    path = "deals?mode=classic&deal=4x6+seed%3D411"
    for one, seconds in ((client, 40), (client, 20), (other_client, 30)):
        win(server.open_store(one).open(one.start_game(**board)), seconds=seconds)
    lose(client, client.start_game(**board))
    other_client.http.get("/api/me")  # what was not ranked when it ended is ranked at the next visit
    wait_until(lambda: ranking(client, path)["players"] == 2)
    found = ranking(client, path)
    assert [(each["place"], round(each["seconds"])) for each in found["top"]] == [(1, 20), (2, 30)]
    assert (found["percent"], ranking(other_client, path)["percent"]) == (100, 0)
    assert ranking(client, "deals?mode=timed&deal=4x6+seed%3D411")["players"] == 0


def test_a_challenge_tells_the_players_own_result(server: RunningServer, client: Client, other_client: Client) -> None:
    id = client.start_game(mode="timed", rows=4, cols=6, seed=413)
    text = client.http.get(f"/api/games/{id}/share").json()["challenge"]
    for one in (client, other_client):
        assert one.http.get("/api/board", params={"share": text}).json()["own"] is None
    lose(client, id)
    assert client.http.get("/api/board", params={"share": text}).json()["own"]["id"] == id
    again = client.start_game(mode="timed", rows=4, cols=6, seed=413)
    win(server.open_store(client).open(again))
    assert client.http.get("/api/board", params={"share": text}).json()["own"]["id"] == again, "won before lost"
    assert other_client.http.get("/api/board", params={"share": text}).json()["own"] is None


def test_names_are_shown_unless_their_player_does_not_want_it(server: RunningServer, client: Client) -> None:
    store, path = server.open_store(client), "deals?mode=classic&deal=4x6+seed%3D412"
    win(store.open(client.start_game(mode="classic", rows=4, cols=6, seed=412)))
    guest = ranking(client, path)["own"]
    assert (guest["name"], len(guest["tag"])) == (None, 4)
    store.players.sign_up(store.player)
    store.players.rename(store.player, "Ann")
    assert ranking(client, path)["own"]["name"] == "Ann"
    assert client.http.put("/api/settings", json={"ranked": False}).status_code == 200
    assert ranking(client, path)["own"] == guest


@pytest.mark.parametrize(
    "path",
    [
        "daily/yesterday",
        "daily/2025-01-01",
        "levels/0",
        "levels/43",
        f"levels/{'9' * 5000}",
        "deals?mode=daily&deal=8x18+seed%3D7",
    ],
)
def test_rankings_that_do_not_exist(client: Client, path: str) -> None:
    assert read_problem(client.http.get(f"/api/rankings/{path}"))[0] == 400


def test_the_owner_of_the_machine_plays_alone(server: RunningServer) -> None:
    owner = Client(server.address)
    owner.http.get("/enter/let-me-in")
    owner.http.get("/api/me")
    assert server.open_store(owner).player == ""
    assert read_problem(owner.http.get(f"/api/rankings/daily/{date.today()}"))[0] == 404
    owner.close()
