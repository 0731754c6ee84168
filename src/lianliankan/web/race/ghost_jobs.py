"""The job of the worker processes that finds recorded games to race against."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from lianliankan.errors import BadOptions, StoreError
from lianliankan.game.game import Game
from lianliankan.race.settings import RaceSettings
from lianliankan.store import Store
from lianliankan.store.best_lists import BestList
from lianliankan.texts import Language
from lianliankan.web.board_limits import read_share
from lianliankan.web.race.answers import GhostRaceRequest, default_name, shown_name
from lianliankan.web.race.ghosts import ghost_settings, write_ghosts
from lianliankan.web.routes_games import PAGE_SETTINGS
from lianliankan.web.work.jobs import JobContext, LaneName

_SHARED_NAME: Final = "Ghost"  # of a share text, which does not say whose it is
_LEADERS: Final = 3
_MAX_ENTRIES: Final = 1000  # of a game that a room replays whenever it is opened


class GhostRoom(NamedTuple):
    """What a room with ghosts begins with."""

    settings: RaceSettings
    ghosts: str


@dataclass(frozen=True, slots=True)
class GhostJob:
    """The ghosts that a player wants to race against; those without a name have one in a `language`."""

    player: str
    request: GhostRaceRequest
    language: Language
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> GhostRoom:
        """Find the games; raises BadOptions, NoSuchGame and BadShare."""
        asked = self.request
        if sum(given is not None for given in (asked.id, asked.share, asked.day)) != 1:
            raise BadOptions("give the id of a game, a share text or a day")
        if asked.id is not None:
            store = context.store(self.player)
            games = [(shown_name(store, self.language), context.open(self.player, asked.id).game)]
        elif asked.share is not None:
            found = read_share(asked.share)
            if not isinstance(found, Game):
                raise BadOptions("only a game that was won can be raced against")
            games = [(_SHARED_NAME, found)]
        else:
            games = _find_leaders(context, context.store(self.player), asked.day or "", self.language)
        if any(len(game.entries) > _MAX_ENTRIES for _, game in games):
            raise BadOptions(f"the game has more than {_MAX_ENTRIES} commands")
        return GhostRoom(ghost_settings(games[0][1].first_board) if games else RaceSettings(), write_ghosts(games))


def _find_leaders(context: JobContext, store: Store, day: str, language: Language) -> list[tuple[str, Game]]:
    """Return the best games of a day, without the player's own, with the names that rankings show."""
    results = [result for result in store.rankings.read(BestList("daily", day=day)).top if result.won]
    results = [result for result in results if result.player != store.player]
    names = store.players.names({result.player for result in results})
    hidden = store.rankings.settings_of(names, PAGE_SETTINGS) if names else {}
    games: list[tuple[str, Game]] = []
    for result in results:
        try:
            game = context.open(result.player, result.game).game
        except StoreError:  # removed since
            continue
        is_named = result.player in names and hidden.get(result.player, {}).get("ranked") is not False
        if game.state == "won" and len(game.entries) <= _MAX_ENTRIES:
            games.append((names[result.player] if is_named else default_name(result.player, language), game))
        if len(games) == _LEADERS:
            break
    return games
