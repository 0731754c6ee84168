"""A reserved port: a server can listen there again and again, and nobody else gets it."""

import socket
import sys

import pytest

from lianliankan.web.server import bind_socket
from reserved_port import reserve_port


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a port is only looked for")
def test_a_reserved_port_is_only_for_those_who_know_it() -> None:
    port = reserve_port()
    for _ in range(3):
        with bind_socket("127.0.0.1", port), pytest.raises(OSError, match="in use"):
            bind_socket("127.0.0.1", port)
    with socket.socket() as client:
        assert client.connect_ex(("127.0.0.1", port)) != 0
    assert len({reserve_port() for _ in range(100)} | {port}) == 101
