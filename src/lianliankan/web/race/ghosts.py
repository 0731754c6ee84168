"""The ghosts of a room: recorded games that somebody races against, kept with the room as share texts."""

from typing import Final

import msgspec

from lianliankan.board.board import Board
from lianliankan.errors import BadOptions
from lianliankan.game.game import Game
from lianliankan.race.seat import MAX_NAME, Racer
from lianliankan.race.settings import MAX_SEATS, RACE_GRAVITIES, RaceSettings
from lianliankan.records.share import from_share, to_share

MAX_GHOSTS: Final = MAX_SEATS - 1
"""How many ghosts a race may have."""


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
