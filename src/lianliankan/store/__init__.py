"""The store: every game of a player, durable after every command, in one file."""

from lianliankan.store.paths import data_folder
from lianliankan.store.store import Attempt, Beginning, Kept, Store
from lianliankan.store.summary import Progress, Summary
from lianliankan.store.writes import Change

__all__ = ["Attempt", "Beginning", "Change", "Kept", "Progress", "Store", "Summary", "data_folder"]
