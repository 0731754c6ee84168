"""The store: every game of a player, durable after every command, in one file."""

from lianliankan.store.changes import Change
from lianliankan.store.keeping import Attempt, Beginning, Kept, Store
from lianliankan.store.places import data_folder
from lianliankan.store.summary import Progress, Summary

__all__ = ["Attempt", "Beginning", "Change", "Kept", "Progress", "Store", "Summary", "data_folder"]
