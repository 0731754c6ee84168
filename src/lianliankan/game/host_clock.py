"""The clock that the server and the terminal keep for a game: it waits for the first pick, and goes on from there."""

from collections.abc import Callable
from time import monotonic

from lianliankan.game.game import Game


class HostClock:
    """The current time of a game, from a clock that only moves forward.

    A game that nobody has touched yet, or not since its restart, stands still until `begin`. Nothing of this is stored:
    a record has only the times of the commands.

    >>> game, times = llk.Game(llk.Board.parse("AB/AB")), iter([100.0, 107.5])
    >>> clock = HostClock(game, lambda: next(times))
    >>> clock.at, clock.waits
    (0.0, True)
    >>> clock.begin()
    True
    >>> clock.at, clock.waits
    (7.5, False)
    """

    def __init__(self, game: Game, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self.open(game)

    def open(self, game: Game) -> None:
        """Continue from the last command of a game."""
        self._game, self._version = game, game.version
        self._zero = None if game.is_untouched else self._now() - game.at

    def follow(self, game: Game) -> None:
        """Take over the game after a command; one that was restarted waits again."""
        if game.version != self._version and game.is_untouched:
            self._zero = None
        self._game, self._version = game, game.version

    @property
    def waits(self) -> bool:
        """Whether the game waits for the first pick."""
        return self._zero is None

    def begin(self) -> bool:
        """Start the clock with the first pick or command; return whether it was waiting."""
        if self._zero is not None:
            return False
        self._zero = self._now() - self._game.at
        return True

    def advance(self, at: float) -> None:
        """Run on from `at`, where the clock of another host stands, unless this one is later."""
        if self._zero is None or self._now() - self._zero < at:
            self._zero = self._now() - at

    @property
    def at(self) -> float:
        """The current time of the game in seconds, never before its last command."""
        return self._game.at if self._zero is None else max(self._now() - self._zero, self._game.at)
