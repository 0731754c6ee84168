"""The worker that these tests share ends with them."""

from collections.abc import Iterator

import pytest

from support.picture_files import WORKER


@pytest.fixture(scope="session", autouse=True)
def _close_worker() -> Iterator[None]:
    yield
    WORKER.close()
