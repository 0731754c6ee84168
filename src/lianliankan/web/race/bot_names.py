"""The names of bots, which are marked as bots wherever they are shown."""

from random import Random
from typing import Final

from lianliankan.race.room import Room

BOT_NAMES: Final = ("Bamboo", "Breeze", "Cedar", "Comet", "Ember", "Lotus", "Maple", "Moss", "Pebble", "Plum", "Willow")
"""More than a room has seats."""


def pick_bot_name(room: Room) -> str:
    """Return a name that nobody in the room has.

    >>> room = Room()
    >>> pick_bot_name(room) in BOT_NAMES
    True
    """
    taken = {seat.name for seat in room.seats.values()}
    return Random().choice([name for name in BOT_NAMES if name not in taken])
