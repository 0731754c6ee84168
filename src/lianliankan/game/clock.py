"""The clock of a game: it gets the time with every command, and stops for pauses and at the end."""

import msgspec

from lianliankan.errors import BadTime

MAX_SECONDS = 10**10
"""The latest time of a game."""


class Clock(msgspec.Struct):
    """How long a game has been played; all times are milliseconds since the game was created.

    - `now`: the time of the last command.

    >>> clock = Clock(now=10_000)
    >>> clock.pause()
    >>> clock.now = clock.read(70)
    >>> clock.resume()
    >>> clock.played(75_000)
    15000
    """

    now: int = 0
    _started_at: int = 0
    _paused_total: int = 0
    _paused_at: int | None = None
    _ended_at: int | None = None

    def read(self, at: float | None) -> int:
        """Return a time given in seconds, by default that of the last command; raises BadTime if it is earlier."""
        if at is None:
            return self.now
        given: object = at
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= MAX_SECONDS:
            raise _invalid_time(at)
        return self.check(round(at * 1000))

    def check(self, time: int) -> int:
        """Return a time; raises BadTime if it is out of range or before the last command."""
        if not 0 <= time <= MAX_SECONDS * 1000:
            raise _invalid_time(time / 1000)
        if time < self.now:
            raise BadTime(f"{time / 1000:g} s is before the last command, at {self.now / 1000:g} s")
        return time

    def played(self, time: int | None = None) -> int:
        """Return how long has been played by a time, pauses excluded; by default, by the last command."""
        if time is None:
            time = self.now
        for stopped in (self._paused_at, self._ended_at):
            if stopped is not None and stopped < time:
                time = stopped
        return time - self._started_at - self._paused_total

    def restart(self) -> None:
        """Start again from zero."""
        self._started_at, self._paused_total, self._paused_at, self._ended_at = self.now, 0, None, None

    def pause(self) -> None:
        """Stop for a pause."""
        self._paused_at = self.now

    def resume(self) -> None:
        """Continue after a pause, if there is one."""
        if self._paused_at is not None:
            self._paused_total += self.now - self._paused_at
            self._paused_at = None

    def stop(self, limit: int | None = None) -> None:
        """Stop for good, with at most `limit` played."""
        self.resume()
        self._ended_at = self.now
        if limit is not None:
            self._ended_at -= max(self.played() - limit, 0)


def _invalid_time(at: float) -> BadTime:
    return BadTime(f"invalid time {at!r}; expected a number of seconds from 0 to {MAX_SECONDS}")
