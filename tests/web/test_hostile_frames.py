"""Hostile frames through real sockets: no input stops the server or harms other players."""

import json
import random
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

import lianliankan as llk
from support.patience import PATIENCE
from support.web_stage import Client, RunningServer, Window, new_client

hostile = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["hello", "do", "ping", "winnable", "state"])},
        optional={
            "v": st.integers() | st.none(),
            "n": st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
            "version": st.integers(-3, 2**64) | st.none(),
            "command": st.text(max_size=80)
            | st.builds("{} {},{}-{},{}".format, st.sampled_from(llk.COMMANDS), *[st.integers(-(10**6), 10**6)] * 4),
        },
    ).map(json.dumps),
    st.just("[" * 2000),
    st.just('{"type":"do","n":1,"version":0,"command":"give-up"}'),
)


# On the generous server, since the usual rate limits would end most connections before their hostile frames are read.
@pytest.fixture(scope="module")
def attacker(generous_server: RunningServer) -> Iterator[Client]:
    with new_client(generous_server) as client:
        yield client


@pytest.fixture(scope="module")
def attacked_id(attacker: Client) -> str:
    return attacker.start_game()


@pytest.fixture(scope="module")
def bystander(generous_server: RunningServer) -> Iterator[Window]:
    with new_client(generous_server) as client:
        window = client.open_window(client.start_game())
        yield window
        window.close()


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(hostile, min_size=1, max_size=8))
@example(frames=['{"type": "hello", "v": 0}', ""])
def test_no_frame_harms_other_players(
    attacker: Client, attacked_id: str, bystander: Window, frames: list[str | bytes]
) -> None:
    with attacker.connect(attacked_id) as connection:
        try:
            connection.send('{"type":"hello","v":3}')
            for frame in frames:
                connection.send(frame)
                answer = json.loads(connection.recv(timeout=PATIENCE))
                assert answer["type"] in ("state", "done", "pong", "error", "winnable")
                assert bystander.state["id"] not in json.dumps(answer)
        except ConnectionClosed as end:
            has_hello = any(isinstance(frame, str) and '"hello"' in frame for frame in frames)
            allowed = {1000, 1002, 1003, 1007, 1008, 1009} | ({4426} if has_hello else set())
            assert end.rcvd is None or end.rcvd.code in allowed
    bystander.send(type="ping", n=1)
    assert bystander.receive() == {"type": "pong", "n": 1}


def test_bytes_that_are_not_a_websocket(generous_server: RunningServer, attacker: Client) -> None:
    place = urlsplit(generous_server.address)
    rng = random.Random(5)
    for number in range(30):
        with socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=PATIENCE) as raw:
            start = b"" if number % 2 else f"GET /ws/abc HTTP/1.1\r\nHost: {place.netloc}\r\n".encode()
            raw.sendall(start + rng.randbytes(rng.randint(1, 3000)) + b"\r\n\r\n")
    assert attacker.http.get("/healthz").json()["ok"] is True
