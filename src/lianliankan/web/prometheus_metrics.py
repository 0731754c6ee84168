"""Measurements for Prometheus: of one process, or of all workers of a machine together."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    Summary,
    multiprocess,
    start_http_server,
)

from lianliankan import __version__
from lianliankan.game.commands import COMMANDS
from lianliankan.race.commands import RACE_COMMANDS, ROOM_COMMANDS
from lianliankan.web.memory_files import memory_folder
from lianliankan.web.metrics import BatchKind, Gauges, ServerMetrics

_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client knows it by this name
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
_RACE_WORDS = (*RACE_COMMANDS, *ROOM_COMMANDS)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 512)


class PrometheusMetrics(ServerMetrics):
    """Keeps measurements in memory, or in a worker in files that all workers share."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._commands = Counter(
            "llk_commands", "Commands of players by their word and outcome.", ["command", "outcome"], registry=registry
        )
        self._command_seconds = Histogram(
            "llk_command_duration_seconds",
            "From arrival to answer.",
            registry=registry,
            buckets=_SECONDS,
        )
        self._race_commands = Counter(
            "llk_race_commands",
            "Commands in rooms by word and outcome.",
            ["command", "outcome"],
            registry=registry,
        )
        self._race_seconds = Histogram(
            "llk_race_command_duration_seconds",
            "From arrival until all players on this server were told.",
            registry=registry,
            buckets=_SECONDS,
        )
        self._batch_size = Histogram(
            "llk_batch_size", "How much is written in a transaction.", ["kind"], registry=registry, buckets=_SIZES
        )
        self._batch_seconds = Histogram(
            "llk_batch_duration_seconds", "How long a transaction takes.", ["kind"], registry=registry, buckets=_SECONDS
        )
        self._store_errors = Counter("llk_store_errors", "Writes that failed.", registry=registry)
        self._jobs = Counter(
            "llk_jobs", "Jobs of worker processes by lane and outcome.", ["lane", "outcome"], registry=registry
        )
        self._job_wait_seconds = Histogram(
            "llk_job_wait_seconds", "How long jobs wait for their turn.", ["lane"], registry=registry, buckets=_SECONDS
        )
        self._job_seconds = Histogram(
            "llk_job_duration_seconds",
            "How long jobs take.",
            ["lane"],
            registry=registry,
            buckets=_SECONDS,
        )
        self._requests = Counter(
            "llk_requests", "Requests over HTTP.", ["method", "route", "status"], registry=registry
        )
        self._request_seconds = Summary(
            "llk_request_duration_seconds", "How long requests take.", ["route"], registry=registry
        )
        self._make_gauges()

    def _make_gauges(self) -> None:
        def gauge(name: str, help: str, *labels: str) -> Gauge:
            return Gauge(f"llk_{name}", help, labels, registry=self._registry, multiprocess_mode="livesum")

        self._connections = gauge("connections", "Open connections of clients, all and those to games.", "kind")
        self._live_games = gauge("live_games", "Games that are open.")
        self._live_rooms = gauge("live_rooms", "Rooms that are open.")
        self._races = gauge("races", "Races that are running, on each worker that has a player of them.")
        self._writes_waiting = gauge("writes_waiting", "Changes of games that wait for their transaction.")
        self._jobs_waiting = gauge("jobs_waiting", "Jobs that wait for their turn.", "lane")
        self._jobs_running = gauge("jobs_running", "Jobs that worker processes do.", "lane")
        self._ready = gauge("ready_workers", "Processes that can serve.")
        gauge("workers", "Processes by version.", "version").labels(__version__).set(1)

    def serve(self, host: str, port: int) -> int:
        """Answer Prometheus at a port, from a thread, until the process ends, and return the port; raises OSError."""
        return _serve(self._registry, host, port)

    def count_command(self, text: str, outcome: str, seconds: float) -> None:
        """Count a command."""
        word = text.partition(" ")[0]
        self._commands.labels(word if word in COMMANDS else "other", outcome).inc()
        self._command_seconds.observe(seconds)

    def count_race_command(self, word: str, outcome: str, seconds: float) -> None:
        """Count a command of a racer."""
        self._race_commands.labels(word if word in _RACE_WORDS else "other", outcome).inc()
        self._race_seconds.observe(seconds)

    def count_batch(self, kind: BatchKind, size: int, seconds: float) -> None:
        """Count a batch."""
        self._batch_size.labels(kind).observe(size)
        self._batch_seconds.labels(kind).observe(seconds)

    def count_store_error(self) -> None:
        """Count a failed write."""
        self._store_errors.inc()

    def count_job(self, lane: str, outcome: str, waited: float, seconds: float) -> None:
        """Count a job."""
        self._jobs.labels(lane, outcome).inc()
        self._job_wait_seconds.labels(lane).observe(waited)
        self._job_seconds.labels(lane).observe(seconds)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(method if method in _METHODS else "other", route, status).inc()
        self._request_seconds.labels(route).observe(seconds)

    def show(self, gauges: Gauges) -> None:
        """Set the gauges."""
        self._connections.labels("all").set(gauges.connections)
        self._connections.labels("websocket").set(gauges.websockets)
        self._live_games.set(gauges.live_games)
        self._live_rooms.set(gauges.live_rooms)
        self._races.set(gauges.races)
        self._writes_waiting.set(gauges.writes_waiting)
        for lane, number in gauges.jobs_waiting.items():
            self._jobs_waiting.labels(lane).set(number)
        for lane, number in gauges.jobs_running.items():
            self._jobs_running.labels(lane).set(number)
        self._ready.set(gauges.is_ready)


@contextmanager
def share_metrics(host: str, port: int) -> Iterator[int]:
    """Answer Prometheus for all workers that are started in this block, and yield the port; raises OSError."""
    with tempfile.TemporaryDirectory(prefix="lianliankan-metrics-", dir=memory_folder()) as folder:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        os.environ[_FOLDER_VARIABLE] = folder
        try:
            yield _serve(registry, host, port)
        finally:
            del os.environ[_FOLDER_VARIABLE]


def forget_worker(process_id: int) -> None:
    """Drop what a worker that has ended had at the moment; what it had counted stays."""
    if folder := os.environ.get(_FOLDER_VARIABLE):
        multiprocess.mark_process_dead(process_id, folder)  # type: ignore[no-untyped-call]


def discard_metrics() -> None:
    """Remove the files of this worker, which could not start: one after another, they would fill the memory."""
    if folder := os.environ.get(_FOLDER_VARIABLE):
        for file in Path(folder).glob(f"*_{os.getpid()}.db"):
            file.unlink(missing_ok=True)


def _serve(registry: CollectorRegistry, host: str, port: int) -> int:
    server, _ = start_http_server(port, host, registry)
    return int(server.server_port)
