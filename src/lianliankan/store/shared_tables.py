"""The tables that both engines create with the same statements, by the version of the store that added them.

The words for types are TEXT, INTEGER (64 bits) and BLOB; times are microseconds since 1970.
"""

from typing import Final

__all__ = ["COLUMNS_OF", "OLDEST_PROGRAMS", "STATEMENTS"]

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
        # Which game of a day is a player's first attempt: the one in which the first pair was made, and when that was.
        "CREATE TABLE first_attempts (player TEXT NOT NULL, day TEXT NOT NULL, game TEXT NOT NULL, "
        "made INTEGER NOT NULL, PRIMARY KEY (player, day))",
        # Verified results, one of each player on a board: see rankings.py. The standing sorts them, the best first.
        "CREATE TABLE results (board TEXT NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, won INTEGER NOT NULL, "
        "score INTEGER NOT NULL, played INTEGER NOT NULL, stars INTEGER NOT NULL, ended INTEGER NOT NULL, "
        "standing INTEGER NOT NULL, PRIMARY KEY (board, player))",
        "CREATE INDEX results_best_first ON results (board, standing, ended, player)",
        "CREATE INDEX results_of_player ON results (player)",
        # How many results of a board have standings in a range, so that no place has to be counted one by one.
        "CREATE TABLE result_counts (board TEXT NOT NULL, bucket INTEGER NOT NULL, results INTEGER NOT NULL, "
        "PRIMARY KEY (board, bucket))",
    ),
    9: (
        # Games that were imported from elsewhere, with the id that they have there; they are not in the rankings.
        "CREATE TABLE imports (player TEXT NOT NULL, origin TEXT NOT NULL, game TEXT NOT NULL, "
        "PRIMARY KEY (player, origin))",
        "CREATE INDEX imports_of_game ON imports (game)",
    ),
}
"""The statements that upgrade a store to a version; those of a released version never change."""

OLDEST_PROGRAMS: Final = {8: 8, 9: 8}
"""For a version of the store, the oldest program that can still use it: one that needs this version.

A version that only adds tables, or columns with defaults, names the same program as the version before.
"""

COLUMNS_OF: Final[dict[str, tuple[str, ...]]] = {
    "secrets": ("name", "value"),
    "players": ("id", "name", "name_key", "created"),
    "devices": ("id", "player", "browser", "system", "created", "seen"),
    "passkeys": ("id", "player", "public_key", "sign_count", "browser", "system", "created", "used"),
    "tokens": ("hash", "kind", "player", "expires"),
    "first_attempts": ("player", "day", "game", "made"),
    "results": ("board", "player", "game", "won", "score", "played", "stars", "ended", "standing"),
    "result_counts": ("board", "bucket", "results"),
    "imports": ("player", "origin", "game"),
}
"""The columns that each of these tables must have."""
