"""Players in open rooms who are forgotten, or sign in: rooms name them, and go on without their names."""

import secrets

import msgspec

from lianliankan.store.database import SqlConnection
from lianliankan.store.room_log import RoomBase


def leave_rooms(connection: SqlConnection, player: str) -> None:
    """Take the name and the id of a player out of all open rooms.

    The seat stays taken, by nobody, until it is free because its player does not come back. Servers that have the room
    open show the name until they close it.
    """
    rooms = connection.execute(
        "SELECT room FROM room_players WHERE player = ? UNION SELECT room FROM room_entries WHERE note = ?",
        (player, player),
    ).fetchall()
    for (code,) in rooms:
        nobody = secrets.token_hex(4)  # names in a room must differ
        connection.execute(
            "UPDATE room_entries SET command = ?, note = ? WHERE room = ? AND note = ? AND command LIKE 'join %'",
            (f"join {nobody}", nobody, code, player),
        )
        found = connection.execute("SELECT base FROM rooms WHERE code = ?", (code,)).fetchone()
        if found is not None and player in found[0]:
            connection.execute("UPDATE rooms SET base = ? WHERE code = ?", (_without(found[0], player, nobody), code))
        connection.execute("UPDATE rooms SET host = '' WHERE code = ?", (code,))
    connection.execute("DELETE FROM room_players WHERE player = ?", (player,))
    connection.execute("UPDATE rooms SET opener = '' WHERE opener = ?", (player,))


def _without(text: str, player: str, nobody: str) -> str:
    base = msgspec.json.decode(text, type=RoomBase)
    seats = dict(base.room.seats)
    for number, owner in base.players.items():
        if owner == player and number in seats:
            seats[number] = msgspec.structs.replace(seats[number], name=nobody)
    again = msgspec.structs.replace(
        base,
        room=msgspec.structs.replace(base.room, seats=seats),
        players={number: nobody if owner == player else owner for number, owner in base.players.items()},
        kicked=tuple(each for each in base.kicked if each != player),
    )
    return msgspec.json.encode(again).decode()
