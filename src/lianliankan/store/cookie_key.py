"""Where the key of the players' cookies is: in a file beside an SQLite store, or among the secrets in a database."""

import json
from pathlib import Path
from typing import Final

from lianliankan.store.database import Database, SqlConnection, is_url
from lianliankan.store.files import creating
from lianliankan.store.game_rows import digest
from lianliankan.store.sql import insert

KEY_NAME: Final = "cookie.key"
"""The name of the key file in the folder of a store."""

KEY_ENTRY: Final = "cookie key"
"""The name of the secret; a store with a key file has a setting of this name, a checksum of the key."""


def read_key(database: Database, connection: SqlConnection) -> bytes | None:
    """Return the key, if there is one: that of the file, or else the secret."""
    if not is_url(database.location):
        path = Path(database.location, KEY_NAME)
        if path.exists():
            return path.read_bytes()
    found = connection.execute("SELECT value FROM secrets WHERE name = ?", (KEY_ENTRY,)).fetchone()
    return None if found is None else bytes(found[0])


def share_secret(database: Database, name: str, new: bytes, *, replace: bool) -> bytes:
    """Return a secret that all servers of the site share; the first call stores a `new` one."""
    then = "UPDATE SET value = excluded.value" if replace else "NOTHING"
    with database.writing() as connection:
        insert(connection, "secrets", {"name": name, "value": new}, on_conflict=f"(name) DO {then}")
        (found,) = connection.execute("SELECT value FROM secrets WHERE name = ?", (name,)).fetchone()
    return bytes(found)


def write_key(connection: SqlConnection, key: bytes) -> None:
    """Keep the key as a secret in the store itself."""
    on_conflict = "(name) DO UPDATE SET value = excluded.value"
    insert(connection, "secrets", {"name": KEY_ENTRY, "value": key}, on_conflict=on_conflict)


def write_key_file(folder: Path, connection: SqlConnection, key: bytes) -> None:
    """Keep the key in a file of a folder, and its checksum in the store there."""
    path = folder / KEY_NAME
    path.unlink(missing_ok=True)
    with creating(path) as empty:
        empty.write_bytes(key)
    row = {"player": "", "name": KEY_ENTRY, "value": json.dumps(digest(key))}
    insert(connection, "settings", row, on_conflict="(player, name) DO UPDATE SET value = excluded.value")
