"""Where requests come from, as proxies tell it, and the ids that they have in the log."""

import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator

import httpx2
import pytest

from lianliankan.web.base import logs
from support.patience import PATIENCE
from support.web_stage import Client, RunningServer, open_http, read_problem, run_server, wait_until


def forwarded(for_: str, **headers: str) -> dict[str, str]:
    return {"X-Forwarded-For": for_} | {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that trusts this machine and a network of proxies, and takes one new player per address."""
    with run_server(
        tmp_path_factory.mktemp("proxied"), proxies=("127.0.0.1", "10.0.0.0/8"), new_players_per_address=1
    ) as running:
        yield running


def new_player(running: RunningServer, source: str = "127.0.0.1", **headers: str) -> httpx2.Response:
    transport = httpx2.HTTPTransport(local_address=source)
    with httpx2.Client(base_url=running.address, transport=transport, headers=headers, timeout=PATIENCE) as http:
        return http.get("/api/me")


def test_limits_see_the_client_and_not_the_proxy(proxied: RunningServer) -> None:
    assert new_player(proxied, **forwarded("192.0.2.1")).status_code == 200
    assert read_problem(new_player(proxied, **forwarded("198.51.100.9, 192.0.2.1"))) == (429, "slow")
    assert new_player(proxied, **forwarded("192.0.2.2")).status_code == 200


def test_what_others_say_about_their_address_is_ignored(proxied: RunningServer) -> None:
    claims = forwarded("192.0.2.3", X_Forwarded_Proto="https")
    first, second = (new_player(proxied, "127.0.0.9", **claims) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 429)
    assert "Secure" not in first.headers["set-cookie"]


def test_cookies_are_secure_if_the_proxy_says_https(proxied: RunningServer) -> None:
    https = new_player(proxied, **forwarded("192.0.2.4", X_Forwarded_Proto="https"))
    assert "; Secure" in https.headers["set-cookie"]
    http = new_player(proxied, **forwarded("192.0.2.5", X_Forwarded_Proto="http"))
    assert "Secure" not in http.headers["set-cookie"]


@pytest.mark.parametrize(
    ("hops", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("198.51.100.1, 192.0.2.7", "192.0.2.7"),  # the first was made up by the client
        ("192.0.2.7, 10.3.2.1", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:db8::1]:4711, 10.0.0.1:80", "2001:db8::1"),
        ("10.3.2.1, 10.1.1.1", "10.3.2.1"),  # it asks itself
    ],
)
def test_the_client_is_the_last_one_that_is_no_proxy(
    proxied: RunningServer, caplog: pytest.LogCaptureFixture, hops: str, client: str
) -> None:
    caplog.set_level(logging.INFO, "lianliankan.web")
    with open_http(proxied.address, **forwarded(hops)) as http:
        http.get("/healthz")
    wait_until(lambda: any(record.message == "request" for record in caplog.records))
    assert [vars(record)["client"] for record in caplog.records if record.message == "request"] == [client]


def test_answers_and_log_lines_have_the_id_of_their_request(
    proxied: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "lianliankan.web")
    caplog.handler.setFormatter(logs._JsonFormatter())
    with open_http(proxied.address, Origin=proxied.address, **forwarded("192.0.2.6")) as http:
        given = http.get("/api/me", headers={"X-Request-ID": "abc-1.2_3"})
        made = [http.get("/api/me", headers={"X-Request-ID": wrong}) for wrong in ("", "a b", "x" * 65, 'a"b')]
        id = http.post("/api/games", json={"mode": "classic", "rows": 4, "cols": 6}).json()["id"]
        cookie = f"llk={http.cookies['llk']}"
    ids = [answer.headers["x-request-id"] for answer in (given, *made)]
    assert ids[0] == "abc-1.2_3"
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in ids[1:])
    assert len(set(ids)) == 5
    client = Client(proxied.address)
    window = client.open_window(id, headers=forwarded("192.0.2.6", X_Request_ID="socket-7") | {"Cookie": cookie})
    response = window.socket.response
    assert response is not None
    assert response.headers["X-Request-ID"] == "socket-7"
    window.close()
    client.close()
    wait_until(lambda: any(record.message == "connection" for record in caplog.records))
    lines = [json.loads(line) for line in caplog.text.splitlines() if line.startswith("{")]
    wanted = [*ids, "socket-7"]
    found = [line for line in lines if line.get("request") in wanted]
    assert {line["request"] for line in found} == set(wanted)
    assert {line["client"] for line in found} == {"192.0.2.6"}


def test_what_packages_have_to_say_is_json_too() -> None:
    program = (
        "import logging; from lianliankan.web.base.logs import configure_logging; configure_logging(logging.INFO);"
        "logging.getLogger('asyncio').warning('Unknown %s', 7); logging.getLogger('asyncio').info('not this');"
        "logging.getLogger('lianliankan.web').info('request')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [json.loads(line)["event"] for line in done.stderr.splitlines()] == ["Unknown 7", "request"]
