"""Replaying: a game once more from its start, command by command."""

from collections.abc import Iterator

from lianliankan.errors import BadRecord
from lianliankan.game.commands import Entry
from lianliankan.game.events import Event, Refused
from lianliankan.game.game import Game
from lianliankan.game.modes import ask_first


def restarted(game: Game, *, asks: bool | None = None) -> Game:
    """Return the same game before its first command; `asks` is as in `ask_first`, by default as it was.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0))
    >>> restarted(game).board == game.first_board, restarted(game).entries
    (True, ())
    """
    options = game.options if asks is None else ask_first(game.options, game.deal, asks=asks)
    return Game(game.first_board, options, seed=game.seed, deal=game.deal)


def at_version(game: Game, version: int) -> Game:
    """Return the same game as it was after its first `version` commands."""
    again = restarted(game)
    for entry in game.entries[:version]:
        replay_entry(again, entry)
    return again


def replayed(game: Game, *, quietly: bool = False) -> Iterator[tuple[Entry, list[Event], Game]]:
    """Replay a game; yield every entry with its events and the game after it, which then plays on.

    `quietly` is faster: the solver is not asked for what does not change the game, as in `Game.replay`.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5)
    >>> [(entry.at, happened[0].name, after.pairs) for entry, happened, after in replayed(game)]
    [(1500, 'linked', 1)]
    """
    again = restarted(game)
    for entry in game.entries:
        yield entry, replay_entry(again, entry, quietly=quietly), again


def replay_entry(game: Game, entry: Entry, *, quietly: bool = True) -> list[Event]:
    """Replay an entry in a game and return its events; raises BadRecord unless it is accepted exactly as it is.

    >>> replay_entry(llk.Game(llk.Board.parse("AB/AB")), llk.Entry(0, llk.Command("undo")))
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadRecord: undo is refused: nothing to undo
    """
    happened = game.replay(entry, quietly=quietly)
    if not happened:
        raise BadRecord(f"{entry.command} changes nothing")
    if len(happened) == 1 and isinstance(happened[0], Refused):
        raise BadRecord(f"{entry.command} is refused: {happened[0].reason}")
    done = game.last_entry
    assert done is not None, "it was accepted"
    if done != entry:
        late = done.command.word == "tick"
        raise BadRecord(f"{entry.command} {'comes after the time ran out' if late else f'replays as {done.command}'}")
    return happened
