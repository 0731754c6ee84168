"""Ports of this machine for servers that are told where to listen, or that are started again at the same place."""

import socket
import sys

_HELD: list[socket.socket] = []  # for as long as this process lives


def reserve_port() -> int:
    """Return a port of loopback that the system gives to nobody who asks for any port, until this process ends.

    It is bound, but nobody listens there. A server that may share addresses can do so, as all of ours may: again and
    again.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    if sys.platform == "linux":
        _HELD.append(held)
        return int(held.getsockname()[1])
    with held:  # elsewhere two sockets cannot share it
        return int(held.getsockname()[1])
