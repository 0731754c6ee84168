"""Games that another program continues while they are open: what its clients are told, and what becomes of theirs."""

import pytest

import lianliankan as llk
from lianliankan.store import StoredGame
from support.web_stage import Client, RunningServer, event_names


@pytest.fixture
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def test_a_game_continued_by_another_program(server: RunningServer, client: Client) -> None:
    id = client.start_game()
    window = client.open_window(id)
    window.do("pause")
    server.open_store(client).open(id).do("resume", at=99)
    news = window.do("resume")
    assert (news["type"], news["n"], event_names(news)) == ("done", None, ["resumed"])
    answer = window.receive()
    assert (answer["type"], answer["n"], answer["version"]) == ("state", window.number, 2)
    assert answer["view"]["state"] == "playing"
    assert event_names(window.do("pause")) == ["paused"]
    window.close()


def test_a_pair_is_played_although_another_program_has_played_another(server: RunningServer, client: Client) -> None:
    id = client.start_game()
    window, elsewhere = client.open_window(id), server.open_store(client).open(id)
    first, *others = window.board.moves()
    second = next(move for move in others if not set(move) & set(first))
    elsewhere.do(llk.Command("play", first))
    news = window.do(f"play {second}")
    assert (news["n"], event_names(news)[0], news["version"]) == (None, "linked", 1)
    answer = window.receive()
    assert (answer["n"], event_names(answer)[0], answer["version"]) == (window.number, "linked", 2)
    elsewhere = server.open_store(client).open(id)
    third = elsewhere.game.board.moves()[0]
    elsewhere.do(llk.Command("play", third))
    window.do(f"play {third}")
    assert window.receive()["type"] == "state"  # the pair is gone, and not played twice
    assert server.open_store(client).open(id).version == 3
    window.close()


def test_news_that_cannot_be_followed_are_logged_and_the_game_is_read_again(
    server: RunningServer, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("a mistake")

    monkeypatch.setattr(StoredGame, "attempt_news", fail)
    id = client.start_game()
    window = client.open_window(id)
    window.do("pause")
    server.open_store(client).open(id).do("resume", at=99)
    assert window.do("resume")["version"] == 2
    assert "news not followed" in caplog.messages
    window.close()


# Where servers hear of each other, it is shown bit by bit.
@pytest.mark.parametrize("shared_engine", ["sqlite"], indirect=True)
def test_much_that_another_program_has_done_is_sent_as_a_whole(server: RunningServer, client: Client) -> None:
    id = client.start_game()
    window, elsewhere = client.open_window(id), server.open_store(client).open(id)
    for number in range(10):
        elsewhere.do("resume" if number % 2 else "pause", at=10 + number)
    assert window.do("pause")["type"] == "state"
    answer = window.receive()
    assert (answer["type"], answer["n"], answer["version"]) == ("state", window.number, 10)
    window.close()
