"""The tables that both engines create with the same statements, by the version of the store that added them.

The words for types are TEXT, INTEGER (64 bits) and BLOB; times are microseconds since 1970.
"""

from typing import Final

__all__ = ["COLUMNS_OF", "STATEMENTS"]

STATEMENTS: Final[dict[int, tuple[str, ...]]] = {
    8: (
        # Secrets of the site that all its servers share.
        "CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)",
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
}
"""The statements that upgrade a store to a version; those of a released version never change."""

COLUMNS_OF: Final[dict[str, tuple[str, ...]]] = {
    "secrets": ("name", "value"),
    "first_attempts": ("player", "day", "game", "made"),
    "results": ("board", "player", "game", "won", "score", "played", "stars", "ended", "standing"),
    "result_counts": ("board", "bucket", "results"),
}
"""The columns that each of these tables must have."""
