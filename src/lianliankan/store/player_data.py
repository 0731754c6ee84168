"""All that a store has about one player: listed, moved to another player, or deleted."""

from typing import Final, NamedTuple

from lianliankan.errors import NoRoom
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.player_names import make_name_key
from lianliankan.store.race_results import forget_races, move_races
from lianliankan.store.rankings import forget_results, move_results
from lianliankan.store.room_players import leave_rooms
from lianliankan.store.sql import select_in

_OF_GAMES: Final = ("commands", "analyses", "imports")
"""The tables of which a row belongs to a game, by the column `game`."""

_OF_PLAYERS: Final = ("settings", "first_attempts", "devices", "passkeys", "tokens")
"""The other tables of which a row belongs to a player, by the column `player`."""


class PlayerRow(NamedTuple):
    """A player in a list: the number of games and devices, and the last change or visit (microseconds since 1970)."""

    id: str
    name: str | None
    games: int
    devices: int
    seen: int


def has_players(database: Database) -> bool:
    """Whether anybody but the player '' has a game or pictures."""
    with database.reading() as connection:
        (found,) = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM games WHERE player > '') "
            "OR EXISTS (SELECT 1 FROM picture_sets WHERE player > '')"
        ).fetchone()
    return bool(found)


def list_players(database: Database, after: str, limit: int) -> list[PlayerRow]:
    """List players by their ids: those who have games, who have raced, and who have an account."""
    with database.reading() as connection:
        found = connection.execute(
            "SELECT id FROM (SELECT DISTINCT player AS id FROM games WHERE player > ? ORDER BY player LIMIT ?) AS one "
            "UNION SELECT id FROM (SELECT id FROM players WHERE id > ? ORDER BY id LIMIT ?) AS two "
            "UNION SELECT id FROM (SELECT player AS id FROM racers WHERE player > ? ORDER BY player LIMIT ?) AS three "
            "ORDER BY id LIMIT ?",
            (after, limit, after, limit, after, limit, limit),
        ).fetchall()
        return _describe(connection, [str(id) for (id,) in found])


def search_players(database: Database, name: str, limit: int) -> list[PlayerRow]:
    """List players whose names contain a text, or nearly so, by their names."""
    part = make_name_key(name).replace("!", "!!").replace("%", "!%").replace("_", "!_")
    with database.reading() as connection:
        found = connection.execute(
            "SELECT id FROM players WHERE name_key LIKE ? ESCAPE '!' ORDER BY name_key LIMIT ?", (f"%{part}%", limit)
        ).fetchall()
        return _describe(connection, [str(id) for (id,) in found])


def find_player(database: Database, text: str) -> PlayerRow | None:
    """Find a player by the whole id, or else by the whole name."""
    with database.reading() as connection:
        for table, column in (
            ("players", "id"),
            *((name, "player") for name in ("games", "picture_sets", "settings", "racers")),
        ):
            if text and connection.execute(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", (text,)).fetchone():
                return _describe(connection, [text])[0]
        named = connection.execute("SELECT id FROM players WHERE name_key = ?", (make_name_key(text),)).fetchone()
        return None if named is None else _describe(connection, [str(named[0])])[0]


def _describe(connection: SqlConnection, ids: list[str]) -> list[PlayerRow]:
    accounts, games, devices = (
        {id: values for id, *values in select_in(connection, query, ids)}
        for query in (
            "SELECT id, name, created FROM players WHERE id IN (...)",
            "SELECT player, count(*), max(changed) FROM games WHERE player IN (...) GROUP BY player",
            "SELECT player, count(*), max(seen) FROM devices WHERE player IN (...) GROUP BY player",
        )
    )
    rows = []
    for id in ids:
        (name, created), (played, changed) = accounts.get(id, (None, 0)), games.get(id, (0, 0))
        signed_in, seen = devices.get(id, (0, 0))
        rows.append(PlayerRow(id, name, played, signed_in, max(created, changed, seen)))
    return rows


def delete_player(connection: SqlConnection, player: str) -> int:
    """Delete everything of a player, and return the number of games."""
    # Games and sets first: from then on nobody adds commands or pictures.
    games, sets = (
        connection.execute(f"DELETE FROM {table} WHERE player = ? RETURNING id", (player,)).fetchall()
        for table in ("games", "picture_sets")
    )
    for table in _OF_GAMES:
        connection.executemany(f"DELETE FROM {table} WHERE game = ?", games)
    connection.executemany("DELETE FROM pictures WHERE picture_set = ?", sets)
    forget_results(connection, player)
    for table in _OF_PLAYERS:
        connection.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
    forget_races(connection, player)
    leave_rooms(connection, player)
    connection.execute("DELETE FROM players WHERE id = ?", (player,))
    return len(games)


def move_player(connection: SqlConnection, source: str, target: str, max_games: int) -> None:
    """Give the games and pictures of one player to another, who keeps their own settings."""
    (total,) = connection.execute("SELECT count(*) FROM games WHERE player IN (?, ?)", (source, target)).fetchone()
    if total > max_games:
        raise NoRoom(f"players are limited to {max_games} games; remove some first")
    connection.execute("UPDATE games SET player = ? WHERE player = ?", (target, source))
    _move_pictures(connection, source, target)
    connection.execute(  # the earlier attempt of a day is the first one
        "INSERT INTO first_attempts (player, day, game, made) SELECT CAST(? AS TEXT), day, game, made "
        "FROM first_attempts WHERE player = ? ON CONFLICT (player, day) DO UPDATE SET game = excluded.game, "
        "made = excluded.made WHERE excluded.made < first_attempts.made",
        (target, source),
    )
    connection.execute(
        "INSERT INTO imports (player, origin, game) SELECT CAST(? AS TEXT), origin, game FROM imports WHERE player = ? "
        "ON CONFLICT (player, origin) DO NOTHING",
        (target, source),
    )
    connection.execute(  # a game that both have imported stays an imported one
        "INSERT INTO imports (player, origin, game) SELECT DISTINCT CAST(? AS TEXT), game, game FROM imports "
        "WHERE player = ? AND NOT EXISTS "
        "(SELECT 1 FROM imports AS own WHERE own.player = ? AND own.game = imports.game) "
        "ON CONFLICT (player, origin) DO NOTHING",
        (target, source, target),
    )
    connection.execute("DELETE FROM imports WHERE player = ?", (source,))
    move_results(connection, source, target)
    move_races(connection, source, target)
    connection.execute(
        "INSERT INTO settings (player, name, value) SELECT CAST(? AS TEXT), name, value FROM settings "
        "WHERE player = ? ON CONFLICT (player, name) DO NOTHING",
        (target, source),
    )


def _move_pictures(connection: SqlConnection, source: str, target: str) -> None:
    def read(player: str) -> list[tuple[str, str | None]]:
        return connection.execute("SELECT id, name FROM picture_sets WHERE player = ?", (player,)).fetchall()

    known = read(target)
    taken = {name.casefold() for _, name in known if name is not None}
    draft = next((id for id, name in known if name is None), None)
    for id, name in read(source):
        if name is None and draft is not None:
            (last,) = connection.execute(
                "SELECT coalesce(max(place), 0) FROM pictures WHERE picture_set = ?", (draft,)
            ).fetchone()
            connection.execute(
                "UPDATE pictures SET picture_set = ?, place = place + ? WHERE picture_set = ?", (draft, last, id)
            )
            continue
        new = name if name is None else _free_name(name, taken)
        connection.execute("UPDATE picture_sets SET player = ?, name = ? WHERE id = ?", (target, new, id))


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name} {number}"
    taken.add(free.casefold())
    return free
