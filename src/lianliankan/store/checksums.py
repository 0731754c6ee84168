"""Checksums of what the store holds: of a game's head and commands, of its row, and of custom pictures."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b

import msgspec

from lianliankan.store.columns import CHANGING_NAMES, FIXED_NAMES
from lianliankan.store.database import SqlConnection


def digest(*values: object) -> str:
    """Return the checksum of values as the store returns them: numbers, texts, bytes and None.

    >>> digest("play 1,1-2,1", 1500)
    'ca40483e5cb83fa4'
    """
    return blake2b(msgspec.json.encode(values), digest_size=8).hexdigest()


def extend_chain(chain: str, rows: Iterable[tuple[object, ...]]) -> str:
    """Return the checksum of a game's head and commands after more command rows: number, time and text.

    The chain of a new game is the digest of its head. Every command changes it, and costs the same.
    """
    for row in rows:
        chain = digest(chain, *row)
    return chain


def fixed_values(row: Mapping[str, object]) -> tuple[object, ...]:
    """Return the checked columns of a game that never change; live games remember only these."""
    return tuple(row[name] for name in FIXED_NAMES)


def row_checksum(fixed: tuple[object, ...], row: Mapping[str, object]) -> str:
    """Return the checksum of a game's row; the head and the commands take part in it by their chain."""
    return digest(*fixed, *(row[name] for name in CHANGING_NAMES))


def is_sound(row: Mapping[str, object]) -> bool:
    """Whether a game's row, all of it or its columns in `CHECKED_NAMES`, is as it was written."""
    return row["checksum"] == row_checksum(fixed_values(row), row)


def set_checksum(connection: SqlConnection, id: str) -> str:
    """Return the checksum of a set of pictures as the store has it: its owner, its name, its pictures in order.

    Each picture has one of its own: the digest of its id, label and data.
    """
    row = connection.execute("SELECT id, player, name FROM picture_sets WHERE id = ?", (id,)).fetchone()
    pictures = connection.execute("SELECT id FROM pictures WHERE picture_set = ? ORDER BY place", (id,)).fetchall()
    return digest(row, pictures)


def seal_set(connection: SqlConnection, id: str) -> None:
    """Write the checksum of a set of pictures."""
    checksum = set_checksum(connection, id)
    connection.execute("UPDATE picture_sets SET checksum = ? WHERE id = ?", (checksum, id))
