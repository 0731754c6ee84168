"""Games on disk, durable after every command."""

from lianliankan.store.paths import data_folder
from lianliankan.store.store import Attempt, Beginning, Kept, Store
from lianliankan.store.summary import Progress, Summary
from lianliankan.store.writes import Change

__all__ = ["Attempt", "Beginning", "Change", "Kept", "Progress", "Store", "Summary", "data_folder"]
