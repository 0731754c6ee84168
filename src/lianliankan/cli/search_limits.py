"""How long a search may take, reading its board included, and its progress on the screen."""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

import click

from lianliankan.cli.main import TimeUp
from lianliankan.deadline import time_limit
from lianliankan.errors import OutOfTime
from lianliankan.solver.verdict import DEFAULT_BUDGET, Budget

DEFAULT_SECONDS = 10.0
"""How long one answer may take if no option says otherwise; for usual boards the other limits come long before."""

MIN_READING = 1.0
"""Seconds to read and check a record, whatever the limit: enough for usual ones."""

_SLACK = 0.05  # of the time limit: the kernel's own deadline should come first
_FIRST_SHOWN, _SHOWN_EVERY = 1.0, 0.5  # seconds


class SearchLimits:
    """The limits that the options of a command set; the time counts from here."""

    def __init__(
        self, nodes: int | None, seconds: float | None, *, default_nodes: int | None = DEFAULT_BUDGET.nodes
    ) -> None:
        """Take what the options say: seconds instead of the default nodes, nodes beside the default seconds."""
        self._nodes = default_nodes if nodes is None and seconds is None else nodes
        self._seconds = seconds
        self._start = monotonic()

    def restart(self) -> None:
        """Count the time from now on."""
        self._start = monotonic()

    @property
    def budget(self) -> Budget:
        """What is left for a search; the default seconds are for each search."""
        seconds = DEFAULT_SECONDS if self._seconds is None else max(self._seconds - self._elapsed, 0)
        return Budget(nodes=self._nodes, seconds=seconds)

    @property
    def _elapsed(self) -> float:
        return monotonic() - self._start

    @contextmanager
    def watched(
        self,
        doing: str,
        *,
        failure: str = "undecided",
        at_least: float = 0.0,
        is_shown: bool = True,
    ) -> Iterator[None]:
        """Show in a terminal how long it has taken so far, and raise TimeUp for what takes longer than the limit.

        The search itself ends in time; reading a huge board and preparing the search may not. `at_least` is the time
        that it may always take, and `failure` what is said if that is not enough.
        """
        seconds = math.inf if self._seconds is None else self._seconds
        left = max(seconds * (1 + _SLACK) + _SLACK - self._elapsed, at_least)
        try:
            with time_limit(left if math.isfinite(seconds) else None), self._progress(doing, is_shown=is_shown):
                yield
        except OutOfTime:
            seconds = seconds if math.isfinite(seconds) else DEFAULT_SECONDS
            raise TimeUp(f"{failure}: {seconds:g} s are not enough") from None

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Raise TimeUp for a record that takes too long to replay, if an option sets a limit."""
        with self.watched("replaying", failure="not replayed", at_least=MIN_READING):
            yield

    @contextmanager
    def _progress(self, doing: str, *, is_shown: bool) -> Iterator[None]:
        if not is_shown or not sys.stderr.isatty():
            yield
            return
        done = Event()
        shown = Thread(target=self._show, args=(doing, done), daemon=True)
        shown.start()
        try:
            yield
        finally:
            done.set()
            shown.join()

    def _show(self, doing: str, done: Event) -> None:
        """Write a line that is replaced again and again, and erase it at the end."""
        if done.wait(_FIRST_SHOWN):
            return
        limits = [] if self._seconds is None else [f"{self._seconds:g} s"]
        limits += [] if self._nodes is None else [f"{self._nodes:,} nodes"]
        limit = f"limit: {' or '.join(limits)}; " if limits else ""
        while True:
            text = f"{doing} … {self._elapsed:.0f} s ({limit}Ctrl-C stops it)"
            click.echo(f"\r{text}\x1b[K", nl=False, err=True)
            if done.wait(_SHOWN_EVERY):
                break
        click.echo("\r\x1b[K", nl=False, err=True)
