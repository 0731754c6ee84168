"""Whoever guesses the codes of rooms is slowed down, whichever way they are tried."""

from starlette.requests import HTTPConnection

from lianliankan.web.rate_limits import TokenBucket, client_network
from lianliankan.web.server_state import ServerState


def room_guesses(server: ServerState, connection: HTTPConnection) -> TokenBucket:
    """Return how many codes an address may still get wrong: one is taken for each, and without any, none is tried."""
    return server.attempt_limiter.bucket(f"room {client_network(connection)}")
