"""Data for the page: JSON, errors, and the names under which its settings are stored."""

from collections.abc import Collection

import msgspec

from lianliankan.game.events import encode_value
from lianliankan.store import Store

PAGE_SETTINGS = "web"
"""The name under which the store keeps the settings of a player's page."""

_ENCODER = msgspec.json.Encoder(enc_hook=encode_value)


class ErrorAnswer(msgspec.Struct, frozen=True):
    """A request that failed: a message for people, and a short code for the page.

    For a board that cannot be dealt, `reason` is the code of the BadDeal and `values` are its numbers.
    """

    error: str
    code: str
    reason: str = ""
    values: dict[str, int] = {}


def encode(value: object) -> bytes:
    """Return a message, or any other value, as JSON."""
    return _ENCODER.encode(value)


def encode_text(value: object) -> str:
    """Return a message as the text of a frame."""
    return _ENCODER.encode(value).decode()


def find_hidden(store: Store, players: Collection[str]) -> set[str]:
    """Return which of some players have set the page so that lists do not show their names."""
    settings = store.rankings.settings_of(players, PAGE_SETTINGS) if players else {}
    return {player for player, chosen in settings.items() if chosen.get("ranked") is False}
