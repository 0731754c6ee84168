"""Ghosts: recorded games that run again beside a player, at their own pace."""

from typing import NamedTuple, Self

from lianliankan.game.game import Game
from lianliankan.game.log import Entry
from lianliankan.game.replay import replay_entry, restarted


class GhostRun(NamedTuple):
    """The commands of a recorded game since it was last restarted, each with the time played by then.

    - `game`: the game, which the commands are replayed in; `entries`: what is left; `times`: when, in milliseconds.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> for at, command in enumerate(("play 1,1-2,1", "pause", "resume", "restart", "play 1,1-2,1", "pause", "resume")):
    ...     happened = game.do(command, at=at)
    >>> GhostRun.of(game).times
    (1000, 2000, 2000)
    """

    game: Game
    entries: tuple[Entry, ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the run of a recorded game."""
        restarts = [number for number, entry in enumerate(game.entries) if entry.command.word == "restart"]
        start = restarts[-1] + 1 if restarts else 0
        offset = game.entries[start - 1].at if start else 0
        entries = tuple(Entry(entry.at - offset, entry.command) for entry in game.entries[start:])
        again, times = restarted(game), []
        for entry in entries:
            replay_entry(again, entry)
            times.append(again.clock.played())
        return cls(restarted(game), entries, tuple(times))
