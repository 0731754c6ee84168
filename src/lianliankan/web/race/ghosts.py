"""The ghosts of a room: recorded games to race against, kept with the room as share texts."""

from typing import Final, NamedTuple

import msgspec

from lianliankan.board.board import Board
from lianliankan.errors import BadOptions, StoreError
from lianliankan.game.game import Game
from lianliankan.race.seat import MAX_NAME, Racer
from lianliankan.race.settings import MAX_SEATS, RACE_GRAVITIES, RaceSettings
from lianliankan.records.share import from_share, to_share
from lianliankan.store import Store
from lianliankan.store.best_lists import BestList
from lianliankan.texts import Language
from lianliankan.web.base.page_data import find_hidden
from lianliankan.web.base.size_limits import read_share
from lianliankan.web.race.answers import GhostRaceRequest, default_name, shown_name
from lianliankan.web.work.job_context import JobContext

MAX_GHOSTS: Final = MAX_SEATS - 1
"""How many ghosts a race may have."""

_SHARED_NAME: Final = "Ghost"  # of a share text, which names no player
_LEADERS: Final = 3
_MAX_ENTRIES: Final = 1000  # of a game that a room replays whenever it is opened


class _Ghost(msgspec.Struct, frozen=True):
    """The name of a ghost, and its game as a share text."""

    name: str
    game: str


def write_ghosts(games: list[tuple[str, Game]]) -> str:
    """Return the text of games that were won on the same board, with the names that their ghosts have.

    Raises BadOptions if they cannot race.
    """
    if not 1 <= len(games) <= MAX_GHOSTS:
        raise BadOptions("there is no game to race against")
    if any(game.state != "won" for _, game in games):
        raise BadOptions("only a game that was won can be raced against")
    if len({game.first_board for _, game in games}) > 1:
        raise BadOptions("the games must have begun with the same board")
    ghosts = [_Ghost(name[:MAX_NAME], to_share(game)) for name, game in games]
    return msgspec.json.encode(ghosts).decode()


def read_ghosts(text: str) -> tuple[Racer, ...]:
    """Read the result of `write_ghosts`; an empty text is for a room without ghosts."""
    found = msgspec.json.decode(text, type=list[_Ghost]) if text else []
    racers = []
    for ghost in found:
        game = from_share(ghost.game)
        assert isinstance(game, Game), "it is the text of a game"
        racers.append(Racer(ghost.name, ghost=game))
    return tuple(racers)


def ghost_settings(board: Board) -> RaceSettings:
    """Return the settings of a race against ghosts who played a board; its size may be one that other races lack."""
    gravity = board.rules.gravity if board.rules.gravity in RACE_GRAVITIES else "still"
    try:
        return RaceSettings(format="ghost", rows=board.rows, cols=board.cols, gravity=gravity, seats=1)
    except BadOptions:
        return RaceSettings(format="ghost", seats=1)


# ---- What a worker process does --------------------------------------------------------------------------------------


class GhostRoom(NamedTuple):
    """The settings and ghosts that a ghost race begins with."""

    settings: RaceSettings
    ghosts: str


def find_ghosts(context: JobContext, player: str, asked: GhostRaceRequest, language: Language) -> GhostRoom:
    """Find the games that a player wants to race against; those without a name get one in a language.

    Raises BadOptions, NoSuchGame and BadShare.
    """
    if sum(given is not None for given in (asked.id, asked.share, asked.day)) != 1:
        raise BadOptions("give the id of a game, a share text or a day")
    if asked.id is not None:
        store = context.store(player)
        games = [(shown_name(store, language), context.open(player, asked.id).game)]
    elif asked.share is not None:
        found = read_share(asked.share)
        if not isinstance(found, Game):
            raise BadOptions("only a game that was won can be raced against")
        games = [(_SHARED_NAME, found)]
    else:
        games = _find_leaders(context, context.store(player), asked.day or "", language)
    if any(len(game.entries) > _MAX_ENTRIES for _, game in games):
        raise BadOptions(f"the game has more than {_MAX_ENTRIES} commands")
    return GhostRoom(ghost_settings(games[0][1].first_board) if games else RaceSettings(), write_ghosts(games))


def _find_leaders(context: JobContext, store: Store, day: str, language: Language) -> list[tuple[str, Game]]:
    """Return the best games of a day, without the player's own, with the names that rankings show."""
    results = [result for result in store.rankings.read(BestList("daily", day=day)).top if result.won]
    results = [result for result in results if result.player != store.player]
    names = store.players.names({result.player for result in results})
    hidden = find_hidden(store, names)
    games: list[tuple[str, Game]] = []
    for result in results:
        try:
            game = context.open(result.player, result.game).game
        except StoreError:  # removed since
            continue
        is_named = result.player in names and result.player not in hidden
        if game.state == "won" and len(game.entries) <= _MAX_ENTRIES:
            games.append((names[result.player] if is_named else default_name(result.player, language), game))
        if len(games) == _LEADERS:
            break
    return games
