"""Analyses of finished games: found once, and kept; a damaged or missing one is found again."""

from contextlib import suppress

import msgspec

from lianliankan.errors import DamagedStore, NoSuchGame
from lianliankan.game.analysis import GameAnalysis
from lianliankan.store.checksums import digest
from lianliankan.store.database import Database
from lianliankan.text import shorten

_decoder = msgspec.json.Decoder(GameAnalysis)


def read_analyses(database: Database, player: str) -> dict[str, GameAnalysis]:
    """Return the analyses of a player's games, by the ids of the games."""
    rows = []
    with suppress(DamagedStore), database.reading() as connection:
        rows = connection.execute(
            "SELECT analyses.game, analyses.data, analyses.checksum FROM analyses "
            "JOIN games ON games.id = analyses.game WHERE games.player = ?",
            (player,),
        ).fetchall()
    found = {}
    for id, data, checksum in rows:
        if checksum == digest(id, data):
            with suppress(msgspec.MsgspecError):
                found[id] = _decoder.decode(data)
    return found


def write_analysis(database: Database, player: str, id: str, analysis: GameAnalysis) -> None:
    """Keep the analysis of a player's game; raises NoSuchGame if it has been removed."""
    data = msgspec.json.encode(analysis).decode()
    with database.writing() as connection:
        if not connection.execute("SELECT 1 FROM games WHERE id = ? AND player = ?", (id, player)).fetchone():
            raise NoSuchGame(f"there is no game {shorten(id)}")
        connection.execute(
            "INSERT INTO analyses (game, data, checksum) VALUES (?, ?, ?) "
            "ON CONFLICT (game) DO UPDATE SET data = excluded.data, checksum = excluded.checksum",
            (id, data, digest(id, data)),
        )
