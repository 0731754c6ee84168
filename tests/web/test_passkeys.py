"""Passkeys through the API, with an authenticator in software; how devices are named."""

from collections.abc import Iterator
from typing import Any

import pytest

from lianliankan.web.endpoints.account import parse_agent
from support.authenticator import Authenticator
from support.web_stage import Client, RunningServer, new_client, read_problem, run_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(tmp_path_factory.mktemp("passkeys"), accounts=True, rate_factor=100) as server:
        yield server


@pytest.fixture
def local(server: RunningServer) -> Iterator[Client]:
    """A client that calls the server by a name, as passkeys need one."""
    client = Client(server.address.replace("127.0.0.1", "localhost"))
    client.http.get("/api/me")
    yield client
    client.close()


def register(client: Client) -> Authenticator:
    authenticator = Authenticator(client.address)
    options = client.http.post("/api/player/passkeys/options").json()
    assert options["authenticatorSelection"]["residentKey"] == "required"
    answer = client.http.post("/api/player/passkeys", json={"credential": authenticator.register(options)})
    assert answer.status_code == 200, answer.text
    return authenticator


def sign_in(client: Client, authenticator: Authenticator, **wish: object) -> Any:  # noqa: ANN401
    options = client.http.post("/api/player/sign-in/options").json()
    return client.http.post("/api/player/sign-in", json={"credential": authenticator.sign_in(options)} | wish)


def test_a_passkey_brings_a_player_back(local: Client) -> None:
    id = local.start_game()
    authenticator = register(local)
    assert [key["browser"] for key in local.http.get("/api/player").json()["passkeys"]] == [""]
    local.http.cookies.clear()
    local.http.get("/api/me")
    other = local.start_game()
    assert sign_in(local, authenticator, bring=True).status_code == 200
    assert {game["id"] for game in local.http.get("/api/games").json()} == {id, other}
    assert len(local.http.get("/api/player").json()["devices"]) == 2
    assert sign_in(local, authenticator).status_code == 200  # who is in stays in
    assert len(local.http.get("/api/player").json()["devices"]) == 2
    key = local.http.get("/api/player").json()["passkeys"][0]["id"]
    assert local.http.delete(f"/api/player/passkeys/{key}").json()["passkeys"] == []
    assert read_problem(sign_in(local, authenticator)) == (404, "unknown passkey")


def test_a_passkey_that_is_in_use_cannot_be_registered_again(local: Client, server: RunningServer) -> None:
    authenticator = register(local)
    options = local.http.post("/api/player/passkeys/options").json()
    answer = local.http.post("/api/player/passkeys", json={"credential": authenticator.register(options)})
    assert read_problem(answer) == (400, "passkey")
    assert server.state.writer.problem == "", "nothing is wrong with the storage"


def test_forged_and_repeated_answers_of_passkeys_are_refused(local: Client) -> None:
    authenticator = register(local)
    options = local.http.post("/api/player/sign-in/options").json()
    credential = authenticator.sign_in(options)

    def send(credential: object) -> tuple[int, str]:
        return read_problem(local.http.post("/api/player/sign-in", json={"credential": credential}))

    assert local.http.post("/api/player/sign-in", json={"credential": credential}).status_code == 200
    assert send(credential) == (404, "expired")  # the question was answered
    for data in (None, 7, "", "e30", "bm90IEpTT04"):
        assert send({"response": {"clientDataJSON": data}}) == (400, "passkey")
    assert send({}) == (400, "passkey")

    def ask() -> dict[str, Any]:
        found: dict[str, Any] = local.http.post("/api/player/sign-in/options").json()
        return found

    authenticator.count -= 1  # a copy of the passkey that has not signed as often
    assert send(authenticator.sign_in(ask())) == (400, "passkey")
    authenticator.count += 5
    forged = authenticator.sign_in(ask())
    forged["response"]["signature"] = authenticator.sign_in(ask())["response"]["signature"]
    assert send(forged) == (400, "passkey")
    elsewhere = Authenticator("https://evil.example")
    elsewhere.id, elsewhere.user, elsewhere._key = authenticator.id, authenticator.user, authenticator._key
    elsewhere.count = 100
    assert send(elsewhere.sign_in(ask())) == (400, "passkey")
    assert send(authenticator.sign_in(ask() | {"challenge": "bm9uc2Vuc2U"})) == (404, "expired")
    assert send(Authenticator(local.address).sign_in(ask())) == (404, "unknown passkey")
    assert sign_in(local, authenticator).status_code == 200


def test_a_question_for_one_player_is_of_no_use_to_another(local: Client, server: RunningServer) -> None:
    options = local.http.post("/api/player/passkeys/options").json()
    with new_client(server) as thief:
        stolen = Client(local.address)
        stolen.http.get("/api/me")
        answer = stolen.http.post(
            "/api/player/passkeys", json={"credential": Authenticator(local.address).register(options)}
        )
        assert read_problem(answer) == (404, "expired")
        assert thief.http.get("/api/player").json()["passkeys"] == []
        stolen.close()


@pytest.mark.parametrize(
    ("text", "browser", "system"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) … Mobile/15E148 Safari/604.1",
            "Safari",
            "iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) … Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", "Edge", "Windows"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) … Chrome/131.0.0.0 Mobile Safari/537.36", "Chrome", "Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) … Version/17.6 Safari/605.1.15", "Safari", "macOS"),
    ],
)
def test_devices_are_named_plainly(text: str, browser: str, system: str) -> None:
    assert parse_agent(text) == (browser, system)
