"""What holds for all tests: no deadlines or limits of time, children that answer Ctrl-C, and none left at the end."""

import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from lianliankan.store import postgres_database, postgres_session
from lianliankan.store.postgres_writes import CONNECTION_SETTINGS
from support.children import heed_interrupts, living_children
from support.cli_process import end_server
from support.engines import location
from support.paths import ROOT
from support.patience import PATIENCE
from support.postgres import postgres_cluster, postgres_url, reused_postgres_url, shared_postgres_url
from support.unhurried_commands import lift_limits
from support.unhurried_server import lift_server_limits
from support.unhurried_terminal import lift_terminal_limits

if sys.platform != "win32":
    import fcntl

__all__ = ["location", "postgres_cluster", "postgres_url", "reused_postgres_url", "shared_postgres_url"]

# How long something takes proves nothing, because machines are busy.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

heed_interrupts()

# Their asserts explain themselves like those of the tests.
pytest.register_assert_rewrite("support.event_checks", "support.game_model", "support.recorded_game")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the tests that take longest: none of them should be left when all others are done."""
    first = ["browser", "web"]
    items.sort(key=lambda item: first.index(item.path.parent.name) if item.path.parent.name in first else len(first))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let one worker compile the tests; the others wait, and then load what it has compiled."""
    if sys.platform == "win32" or "PYTEST_XDIST_WORKER" not in os.environ:
        return (yield)
    place = ROOT / "build" / "collection.lock"
    place.parent.mkdir(exist_ok=True)
    with place.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def _unhurried() -> Iterator[None]:
    """Let nothing end because the machine is busy; a test that is about a limit sets it."""
    with pytest.MonkeyPatch.context() as patch:
        lift_limits(patch.setattr)
        lift_server_limits(patch.setattr)
        lift_terminal_limits(patch.setattr)
        patch.setattr(postgres_database, "PATIENCE_SECONDS", PATIENCE)
        patch.setattr(postgres_session, "PATIENCE_SECONDS", PATIENCE)
        patch.setitem(CONNECTION_SETTINGS, "connect_timeout", int(PATIENCE))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_child_outlives_the_tests() -> Iterator[None]:
    yield
    end_server()
    left = living_children()
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == {}, "tests left these processes running"
