"""The tables that both engines create with the same statements, by the version of the store that added them.

The words for types are TEXT, INTEGER (64 bits) and BLOB; times are microseconds since 1970.
"""

from typing import Final

__all__ = ["COLUMNS_OF", "OLDEST_PROGRAMS", "STATEMENTS"]

STATEMENTS: Final[dict[int, tuple[str, ...]]] = {
    8: (
        # Secrets of the site that all its servers share.
        "CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)",
    ),
}
"""The statements that upgrade a store to a version; those of a released version never change."""

OLDEST_PROGRAMS: Final = {8: 8}
"""For a version of the store, the oldest program that can still use it: one that needs this version.

A version that only adds tables, or columns with defaults, names the same program as the version before.
"""

COLUMNS_OF: Final[dict[str, tuple[str, ...]]] = {
    "secrets": ("name", "value"),
}
"""The columns that each of these tables must have."""
