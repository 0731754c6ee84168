"""An empty store of each engine, for every test of the store."""

from collections.abc import Iterator

import pytest

from lianliankan.store import Location, Store


@pytest.fixture
def store(location: Location) -> Iterator[Store]:
    with Store(location) as store:
        yield store
