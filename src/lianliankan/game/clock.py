"""The clock of a game: it gets the time with every command, and stops for pauses and at the end."""

from lianliankan.errors import BadTime

__all__ = ["Clock"]

_MAX_SECONDS = 10**10


class Clock:
    """How long a game has been played; all times are milliseconds since the game was created.

    - `now`: the time of the last command.
    - `is_paused`: whether it is stopped for a pause.

    >>> clock = Clock()
    >>> clock.now = clock.to_milliseconds(10)
    >>> clock.pause()
    >>> clock.now = clock.to_milliseconds(70)
    >>> clock.resume()
    >>> clock.played(clock.to_milliseconds(75))
    15000
    """

    __slots__ = ("_ended_at", "_paused_at", "_paused_total", "_started_at", "now")

    def __init__(self) -> None:
        self.now = 0
        self.restart()

    @property
    def is_paused(self) -> bool:
        """Whether it is stopped for a pause."""
        return self._paused_at is not None

    def to_milliseconds(self, at: float | None) -> int:
        """Convert a time in seconds, by default that of the last command; raises BadTime if it is earlier than that."""
        if at is None:
            return self.now
        given: object = at
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= _MAX_SECONDS:
            raise BadTime(f"invalid time {at!r}; expected a number of seconds, 0 or more")
        time = round(at * 1000)
        if time < self.now:
            raise BadTime(f"{at:g} s is before the last command, at {self.now / 1000:g} s")
        return time

    def played(self, time: int) -> int:
        """Return how long has been played by a time, pauses excluded."""
        for stopped in (self._paused_at, self._ended_at):
            if stopped is not None and stopped < time:
                time = stopped
        return time - self._started_at - self._paused_total

    def restart(self) -> None:
        """Start again from zero."""
        self._started_at = self.now
        self._paused_total = 0
        self._paused_at: int | None = None
        self._ended_at: int | None = None

    def pause(self) -> None:
        """Stop for a pause."""
        self._paused_at = self.now

    def resume(self) -> None:
        """Continue after a pause, if there is one."""
        if self._paused_at is not None:
            self._paused_total += self.now - self._paused_at
            self._paused_at = None

    def stop(self, *, limit: int | None = None) -> None:
        """Stop for good, with at most `limit` played."""
        self.resume()
        self._ended_at = self.now
        if limit is not None:
            self._ended_at -= max(self.played(self.now) - limit, 0)

    def copy(self) -> "Clock":
        """Return an independent copy."""
        other = object.__new__(Clock)
        other.now, other._started_at, other._paused_total = self.now, self._started_at, self._paused_total
        other._paused_at, other._ended_at = self._paused_at, self._ended_at
        return other
