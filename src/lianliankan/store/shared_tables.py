"""The tables that both engines create with the same statements, by the version of the store that added them.

The words for types are TEXT, INTEGER (64 bits) and BLOB; times are microseconds since 1970.
"""

from typing import Final

__all__ = ["COLUMNS_OF", "STATEMENTS"]

STATEMENTS: Final[dict[int, tuple[str, ...]]] = {
    8: (
        # Secrets of the site that all its servers share.
        "CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)",
        # Players with an account. Anonymous ones have no row: their id is in their cookie and with their games.
        "CREATE TABLE players (id TEXT NOT NULL PRIMARY KEY, name TEXT, name_key TEXT UNIQUE, "
        "created INTEGER NOT NULL)",
        # The browsers that are signed in. The id of the one that an account was made in is the player's own id.
        "CREATE TABLE devices (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, browser TEXT NOT NULL, "
        "system TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL)",
        "CREATE INDEX devices_of_player ON devices (player)",
        "CREATE TABLE passkeys (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, public_key BLOB NOT NULL, "
        "sign_count INTEGER NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL, created INTEGER NOT NULL, "
        "used INTEGER NOT NULL)",
        "CREATE INDEX passkeys_of_player ON passkeys (player)",
        # What holds for a while, under the hash of a secret: links for other devices, questions to passkeys, cookies
        # that are no longer valid.
        "CREATE TABLE tokens (hash TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, player TEXT NOT NULL, "
        "expires INTEGER NOT NULL)",
        "CREATE INDEX tokens_of_player ON tokens (player)",
        "CREATE INDEX tokens_by_expiry ON tokens (kind, expires)",
    ),
}
"""The statements that upgrade a store to a version; those of a released version never change."""

COLUMNS_OF: Final[dict[str, tuple[str, ...]]] = {
    "secrets": ("name", "value"),
    "players": ("id", "name", "name_key", "created"),
    "devices": ("id", "player", "browser", "system", "created", "seen"),
    "passkeys": ("id", "player", "public_key", "sign_count", "browser", "system", "created", "used"),
    "tokens": ("hash", "kind", "player", "expires"),
}
"""The columns that each of these tables must have."""
