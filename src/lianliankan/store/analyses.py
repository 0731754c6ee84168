"""Analyses of finished games: found once, and kept."""

from contextlib import suppress

import msgspec

from lianliankan.errors import NoSuchGame
from lianliankan.game.analysis import GameAnalysis
from lianliankan.store.database import Database
from lianliankan.store.sql import insert
from lianliankan.text import shorten

_decoder = msgspec.json.Decoder(GameAnalysis)


def read_analyses(database: Database, player: str) -> dict[str, GameAnalysis]:
    """Return the analyses of a player's games, by the ids of the games; one of another form counts as missing."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT analyses.game, analyses.data FROM analyses JOIN games ON games.id = analyses.game "
            "WHERE games.player = ?",
            (player,),
        ).fetchall()
    found = {}
    for id, data in rows:
        with suppress(msgspec.MsgspecError):
            found[id] = _decoder.decode(data)
    return found


def write_analysis(database: Database, player: str, id: str, analysis: GameAnalysis) -> None:
    """Keep the analysis of a player's game; raises NoSuchGame if it has been removed."""
    with database.writing() as connection:
        if not connection.execute("SELECT 1 FROM games WHERE id = ? AND player = ?", (id, player)).fetchone():
            raise NoSuchGame(f"there is no game {shorten(id)}")
        row = {"game": id, "data": msgspec.json.encode(analysis).decode()}
        insert(connection, "analyses", row, on_conflict="(game) DO UPDATE SET data = excluded.data")
