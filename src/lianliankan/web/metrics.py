"""What a server measures about itself; where nobody asks for it, nothing is."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

BatchKind = Literal["changes", "games", "rooms", "jobs"]
"""What is written together: changes of games, new games, what is done in rooms; and whatever else, one by one."""


class Gauges(NamedTuple):
    """How much there is of everything at the moment; `jobs_waiting` and `jobs_running` are by lane."""

    connections: int
    websockets: int
    live_games: int
    writes_waiting: int
    jobs_waiting: Mapping[str, int]
    jobs_running: Mapping[str, int]
    is_ready: bool
    live_rooms: int = 0
    races: int = 0


class ServerMetrics:
    """Takes measurements and forgets them; `PrometheusMetrics` keeps them. Times are in seconds."""

    def count_command(self, text: str, outcome: str, seconds: float) -> None:
        """Count a command of a client, which took so long from its arrival to its answer."""

    def count_race_command(self, word: str, outcome: str, seconds: float) -> None:
        """Count a command of a racer, which took so long from its arrival to the moment when everybody was told."""

    def count_batch(self, kind: BatchKind, size: int, seconds: float) -> None:
        """Count what was written together."""

    def count_store_error(self) -> None:
        """Count a write that failed, unless the game is just gone or has changed elsewhere."""

    def count_job(self, lane: str, outcome: str, waited: float, seconds: float) -> None:
        """Count a job of a worker process, which waited so long and took so long."""

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request over HTTP; the route is the pattern of its address."""

    def show(self, gauges: Gauges) -> None:
        """Take how much there is of everything."""


NO_METRICS: Final = ServerMetrics()
"""Measures nothing."""
