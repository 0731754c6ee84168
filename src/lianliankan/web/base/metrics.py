"""Measurements of a server for Prometheus: of one process, or of all workers of a machine together."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from lianliankan import __version__
from lianliankan.game.commands import COMMANDS
from lianliankan.override import override
from lianliankan.race.commands import RACE_COMMANDS, ROOM_COMMANDS

BatchKind = Literal["changes", "games", "rooms", "others"]
"""The kinds of batches: changes of games, new games and entries of rooms; and all other writes, one by one."""

_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client knows it by this name
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 512)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
_RACE_WORDS = (*RACE_COMMANDS, *ROOM_COMMANDS)


class _Instrument:
    """A counter, gauge, histogram or summary that measures nothing; those of Prometheus have the same methods."""

    def labels(self, *_: str) -> "_Instrument":
        """Return the one with these values of its labels."""
        return self

    def inc(self) -> None:
        """Count one more."""

    def observe(self, amount: float) -> None:
        """Take a measurement."""

    def set(self, value: float) -> None:
        """Take how much there is."""


class ServerMetrics:
    """The instruments of a server; without a registry of Prometheus, they measure nothing. Times are in seconds."""

    def __init__(self, registry: Any = None) -> None:  # noqa: ANN401
        def make(kind: str, name: str, help: str, *labels: str, **options: object) -> _Instrument:
            if registry is None:
                return _Instrument()
            import prometheus_client

            kinds: Mapping[str, Callable[..., _Instrument]] = vars(prometheus_client)
            return kinds[kind](f"llk_{name}", help, labels, registry=registry, **options)

        def seconds(name: str, help: str, *labels: str) -> _Instrument:
            return make("Histogram", name, help, *labels, buckets=_SECONDS)

        def gauge(name: str, help: str, *labels: str) -> _Instrument:
            return make("Gauge", name, help, *labels, multiprocess_mode="livesum")

        self._commands = make("Counter", "commands", "Commands of players by word and outcome.", "command", "outcome")
        self._command_seconds = seconds("command_duration_seconds", "From arrival to answer.")
        self._race_commands = make("Counter", "race_commands", "Commands in rooms.", "command", "outcome")
        self._race_seconds = seconds("race_command_duration_seconds", "From arrival until all players here were told.")
        self._batch_size = make("Histogram", "batch_size", "Written in a transaction.", "kind", buckets=_SIZES)
        self._batch_seconds = seconds("batch_duration_seconds", "How long a transaction takes.", "kind")
        self._store_errors = make("Counter", "store_errors", "Writes that failed.")
        self._jobs = make("Counter", "jobs", "Jobs of worker processes by lane and outcome.", "lane", "outcome")
        self._job_wait_seconds = seconds("job_wait_seconds", "How long jobs wait for their turn.", "lane")
        self._job_seconds = seconds("job_duration_seconds", "How long jobs take.", "lane")
        self._requests = make("Counter", "requests", "Requests over HTTP.", "method", "route", "status")
        self._request_seconds = make("Summary", "request_duration_seconds", "How long requests take.", "route")
        self._gauges = {
            "websockets": gauge("websockets", "Open connections to games and rooms."),
            "live_games": gauge("live_games", "Games that are open."),
            "live_rooms": gauge("live_rooms", "Rooms that are open."),
            "races": gauge("races", "Races that are running, on each worker that has a player of them."),
            "writes_waiting": gauge("writes_waiting", "Writes that wait for their transaction."),
            "ready_workers": gauge("ready_workers", "Processes that can serve."),
        }
        self._lane_gauges = {
            "jobs_waiting": gauge("jobs_waiting", "Jobs that wait for their turn.", "lane"),
            "jobs_running": gauge("jobs_running", "Jobs that worker processes do.", "lane"),
        }
        gauge("workers", "Processes by version.", "version").labels(__version__).set(1)

    def count_command(self, text: str, outcome: str, seconds: float) -> None:
        """Count a command of a client, which took so long from its arrival to its answer."""
        word = text.partition(" ")[0]
        self._commands.labels(word if word in COMMANDS else "other", outcome).inc()
        self._command_seconds.observe(seconds)

    def count_race_command(self, word: str, outcome: str, seconds: float) -> None:
        """Count a command of a racer, which took so long from its arrival to the moment when all were told."""
        self._race_commands.labels(word if word in _RACE_WORDS else "other", outcome).inc()
        self._race_seconds.observe(seconds)

    def count_batch(self, kind: BatchKind, size: int, seconds: float) -> None:
        """Count a batch of writes."""
        self._batch_size.labels(kind).observe(size)
        self._batch_seconds.labels(kind).observe(seconds)

    def count_store_error(self) -> None:
        """Count a write that failed, unless the game is just gone or has changed elsewhere."""
        self._store_errors.inc()

    def count_job(self, lane: str, outcome: str, waited: float, seconds: float) -> None:
        """Count a job of a worker process, which waited so long and took so long."""
        self._jobs.labels(lane, outcome).inc()
        self._job_wait_seconds.labels(lane).observe(waited)
        self._job_seconds.labels(lane).observe(seconds)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request over HTTP; the route is the pattern of its address."""
        self._requests.labels(method if method in _METHODS else "other", route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def show(self, **values: "float | Mapping[str, float]") -> None:
        """Take how much there is of everything at the moment: numbers, and numbers by lane."""
        for name, value in values.items():
            if isinstance(value, Mapping):
                for lane, number in value.items():
                    self._lane_gauges[name].labels(lane).set(number)
            else:
                self._gauges[name].set(value)


NO_METRICS: Final = ServerMetrics()
"""Measures nothing."""


def prometheus_metrics() -> ServerMetrics:
    """Make instruments whose values are in memory, or in a worker in files that all workers share."""
    return ServerMetrics(_process_registry())


def _process_registry() -> Any:  # noqa: ANN401
    from prometheus_client import CollectorRegistry, ProcessCollector

    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    return registry


@contextmanager
def served_metrics(host: str, port: int) -> Iterator[tuple[ServerMetrics, int]]:
    """Answer Prometheus in the block, and yield the instruments and the port; raises OSError."""
    registry = _process_registry()
    metrics = ServerMetrics(registry)
    with _answering(registry, host, port) as found:
        yield metrics, found


@contextmanager
def worker_metrics(host: str, port: int) -> Iterator[int]:
    """Answer Prometheus for all workers that are started in the block, and yield the port; raises OSError."""
    from prometheus_client import CollectorRegistry, multiprocess

    class Workers(multiprocess.MultiProcessCollector):
        """Adds up the counts of all workers, and how much there is at the moment of those that live."""

        @override
        def collect(self) -> Iterable[Any]:
            for file in Path(folder).glob("gauge_live*.db"):
                process_id = int(file.stem.rpartition("_")[2])
                if not _is_alive(process_id):
                    multiprocess.mark_process_dead(process_id, folder)  # type: ignore[no-untyped-call]
            return super().collect()  # type: ignore[no-any-return, no-untyped-call]

    # In memory: a process is killed if it writes to a file that is mapped into its memory and the disk is full.
    in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None
    registry = CollectorRegistry()
    with (
        tempfile.TemporaryDirectory(prefix="lianliankan-metrics-", dir=in_memory) as folder,
        _answering(registry, host, port) as found,
    ):
        Workers(registry, folder)  # type: ignore[no-untyped-call]
        os.environ[_FOLDER_VARIABLE] = folder
        try:
            yield found
        finally:
            del os.environ[_FOLDER_VARIABLE]


@contextmanager
def _answering(registry: Any, host: str, port: int) -> Iterator[int]:  # noqa: ANN401
    from prometheus_client import start_http_server

    server, _ = start_http_server(port, host, registry)
    try:
        yield int(server.server_port)
    finally:
        server.shutdown()
        server.server_close()


def _is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True
