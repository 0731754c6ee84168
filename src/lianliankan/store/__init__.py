"""Games on disk, durable after every command."""

from lianliankan.store.database import Location
from lianliankan.store.files import data_folder
from lianliankan.store.store import Store
from lianliankan.store.stored_game import NewRow, Pending, StoredGame
from lianliankan.store.summary import Progress, Summary
from lianliankan.store.writes import Change

__all__ = ["Change", "Location", "NewRow", "Pending", "Progress", "Store", "StoredGame", "Summary", "data_folder"]
