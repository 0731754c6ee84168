"""Games that come from another store: from a site to a server, or back.

A game is the same as one that is here if it has the same head and came from the id that it has there. Then only what
was played there since is added; a game that was also played on here stays as it is.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from lianliankan.errors import QuotaExceeded
from lianliankan.game.game import Game
from lianliankan.game.replay import replayed
from lianliankan.store.columns import column_values
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.game_rows import (
    CommandRow,
    digest,
    extend_chain,
    format_head,
    insert_commands,
    insert_game,
    read_row,
    read_rows,
)
from lianliankan.store.sql import insert_many
from lianliankan.store.writes import FirstPair, now_stamp, number_entries, write_first_pairs

ImportOutcome = Literal["new", "continued", "known", "apart"]
"""The outcome for a game: it was new, was continued, was here already, or was played on in both places."""

NOT_IMPORTED: Final = "NOT EXISTS (SELECT 1 FROM imports WHERE imports.game = games.id)"
"""The condition for games that were played here from their beginning to their end."""

_MAX_ORIGINS = 8


class MovedGame(NamedTuple):
    """A game from another store, replayed and verified.

    - `origins`: the ids that it has elsewhere, the last one first.
    - `columns`, `rows`: its columns in the table of games, and its command rows.
    - `first_pair`: the milliseconds until its first pair; None if it has none.
    """

    origins: tuple[str, ...]
    columns: dict[str, Any]
    rows: list[CommandRow]
    first_pair: int | None


def prepare_moved_game(game: Game, origins: Sequence[str], begun: int | None, changed: int | None) -> MovedGame:
    """Return what is stored of a game that was just read from its record.

    The times are microseconds since 1970; those that cannot be true are replaced.
    """
    now, head = now_stamp(), format_head(game)
    last = changed if changed is not None and 0 < changed <= now else now
    first = begun if begun is not None and 0 < begun <= last else last
    rows = list(number_entries(game.entries, 0))
    own = {"head": head, "begun": first, "changed": last, "chain": extend_chain(digest(head), rows)}
    first_pair = next((entry.at for entry, _, after in replayed(game, quietly=True) if after.pairs), None)
    return MovedGame(tuple(origins)[:_MAX_ORIGINS], own | column_values(game), rows, first_pair)


class Imports:
    """The games of a player that come from other stores."""

    def __init__(self, database: Database, player: str) -> None:
        self._database = database
        self._player = player

    def add(self, moved: MovedGame, *, max_games: int | None = None) -> tuple[ImportOutcome, str]:
        """Store a game from another store, or its commands since the last import; return its id too.

        Nothing that is here is changed, and importing a game again changes nothing. Raises QuotaExceeded if there are
        `max_games` already.
        """
        with self._database.writing(self._player) as connection:
            here = _find_here(connection, self._player, moved)
            if here is None:
                outcome: ImportOutcome = "new"
                id = _insert(connection, self._player, moved, max_games)
            else:
                outcome = _continue(connection, here, moved)
                id = str(here["id"])
            if outcome in ("new", "continued"):
                _note_origins(connection, self._player, moved.origins, id)
                _note_first_pair(connection, self._player, moved, id)
        return outcome, id

    def origins(self) -> dict[str, list[str]]:
        """Return, for every game, the ids that it has elsewhere."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT game, origin FROM imports WHERE player = ? ORDER BY game, origin", (self._player,)
            ).fetchall()
        origins: dict[str, list[str]] = {}
        for game, origin in found:
            if game != origin:
                origins.setdefault(game, []).append(origin)
        return origins


def _find_here(connection: SqlConnection, player: str, moved: MovedGame) -> dict[str, Any] | None:
    """Return the row of the same game, if it is here."""
    for origin in moved.origins:
        found = connection.execute(
            "SELECT game FROM imports WHERE player = ? AND origin = ?", (player, origin)
        ).fetchone()
        for id in (*(found or ()), origin):
            row = read_row(connection, id)
            if row is not None and row["player"] == player and row["head"] == moved.columns["head"]:
                return row
    return None


def _insert(connection: SqlConnection, player: str, moved: MovedGame, max_games: int | None) -> str:
    (count,) = connection.execute("SELECT count(*) FROM games WHERE player = ?", (player,)).fetchone()
    if max_games is not None and count >= max_games:
        raise QuotaExceeded(f"players are limited to {max_games} games; remove some first")
    id = str(insert_game(connection, {"player": player} | moved.columns)["id"])
    insert_commands(connection, id, moved.rows)
    return id


def _continue(connection: SqlConnection, here: dict[str, Any], moved: MovedGame) -> ImportOutcome:
    """Add the commands that were played elsewhere after those of the game here."""
    id, length = str(here["id"]), int(here["length"])
    if here["chain"] == moved.columns["chain"]:
        return "known"
    chain = extend_chain(digest(here["head"]), moved.rows[:length])
    if length >= len(moved.rows) or here["chain"] != chain:
        # Fewer commands than here are an earlier state of the same game.
        return "known" if read_rows(connection, id)[: len(moved.rows)] == moved.rows else "apart"
    changing = {name: value for name, value in moved.columns.items() if name not in ("head", "begun")}
    setters = ", ".join(f"{name} = :{name}" for name in changing)
    written = connection.execute(
        f"UPDATE games SET {setters} WHERE id = :id AND length = :before", changing | {"id": id, "before": length}
    )
    if not written.rowcount:
        return "apart"  # it has just been played on
    insert_commands(connection, id, moved.rows[length:])
    connection.execute("DELETE FROM analyses WHERE game = ?", (id,))
    return "continued"


def _note_origins(connection: SqlConnection, player: str, origins: Sequence[str], id: str) -> None:
    """Write the origin of a game; ids of games that were removed here refer to the new one from now on."""
    rows = [(player, origin, id) for origin in origins or (id,)]
    on_conflict = "(player, origin) DO UPDATE SET game = excluded.game"
    insert_many(connection, "imports", "player, origin, game", rows, on_conflict=on_conflict)


def _note_first_pair(connection: SqlConnection, player: str, moved: MovedGame, id: str) -> None:
    day = moved.columns["day"]
    if day is not None and moved.first_pair is not None:
        made = min(moved.columns["begun"] + moved.first_pair * 1000, moved.columns["changed"])
        write_first_pairs(connection, [FirstPair(player, day, id, made)])
