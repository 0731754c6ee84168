"""Ports of this machine for servers that are told where to listen, or that are started again at the same place."""

import atexit
import socket
import sys


def reserve_port() -> int:
    """Return a loopback port that the system assigns to no other socket until this process ends.

    The port is bound, but no socket listens on it. A server that sets SO_REUSEADDR, as all of ours do, can listen on it
    any number of times.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    if sys.platform == "linux":
        atexit.register(held.close)
        return int(held.getsockname()[1])
    with held:  # elsewhere two sockets cannot share it
        return int(held.getsockname()[1])
