"""A store in an empty folder, for every test of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lianliankan.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store
