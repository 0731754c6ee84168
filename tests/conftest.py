"""What holds for all tests: no deadlines, children that answer Ctrl-C, and none of them left at the end."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from support.children import heed_interrupts, living_children
from support.cli_process import end_server
from support.engines import location
from support.postgres import postgres_cluster, postgres_url, reused_postgres_url, shared_postgres_url

__all__ = ["location", "postgres_cluster", "postgres_url", "reused_postgres_url", "shared_postgres_url"]

# How long something takes proves nothing, because machines are busy.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

heed_interrupts()

# Their asserts explain themselves like those of the tests.
pytest.register_assert_rewrite("support.event_checks", "support.game_model", "support.recorded_game")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the browser tests: they take longest, and none of them should be left when all others are done."""
    items.sort(key=lambda item: item.path.parent.name != "browser")


@pytest.fixture(scope="session", autouse=True)
def _no_child_outlives_the_tests() -> Iterator[None]:
    yield
    end_server()
    left = living_children()
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == {}, "tests left these processes running"
