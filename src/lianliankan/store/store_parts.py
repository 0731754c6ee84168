"""The parts of a store beside its games, as a player sees them."""

from lianliankan.store.database import Database
from lianliankan.store.imports import Imports
from lianliankan.store.picture_sets import PictureStore
from lianliankan.store.players import Players
from lianliankan.store.race_results import RaceResults
from lianliankan.store.racers import Racers
from lianliankan.store.rankings import Rankings
from lianliankan.store.rooms import Rooms
from lianliankan.store.skills import Skills


class StoreParts:
    """What is in a store beside games."""

    _database: Database
    _player: str

    @property
    def rankings(self) -> Rankings:
        """The rankings of all players, as the player sees them."""
        return Rankings(self._database, self._player)

    @property
    def imports(self) -> Imports:
        """The player's games from other stores."""
        return Imports(self._database, self._player)

    @property
    def pictures(self) -> PictureStore:
        """The player's custom pictures."""
        return PictureStore(self._database, self._player)

    @property
    def players(self) -> Players:
        """The accounts of all players."""
        return Players(self._database)

    @property
    def rooms(self) -> Rooms:
        """The rooms in which races are run."""
        return Rooms(self._database, self._player)

    @property
    def races(self) -> RaceResults:
        """The races that are over."""
        return RaceResults(self._database, self._player)

    @property
    def skills(self) -> Skills:
        """The ratings of players in races."""
        return Skills(self._database, self._player)

    @property
    def racers(self) -> Racers:
        """The players who race."""
        return Racers(self._database, self._player)
