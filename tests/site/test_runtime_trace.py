"""What the runtime of a site is made of: everything that its page can ask for was used when it was built."""

import asyncio
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import lianliankan.web
from lianliankan.site.runtime_trace import use_everything
from lianliankan.web.metrics import ServerMetrics

NOT_IN_A_SITE = {"routes_account", "routes_rankings"}


def test_every_endpoint_of_a_site_is_used_and_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: dict[tuple[str, str], set[int]] = {}

    def note(_: ServerMetrics, method: str, route: str, status: int, seconds: float) -> None:
        used.setdefault((method, route), set()).add(status)

    monkeypatch.setattr(ServerMetrics, "count_request", note)
    asyncio.run(use_everything(str(tmp_path / "games")))
    wanted = {
        (method, route.path)
        for module in iter_modules(lianliankan.web.__path__)
        if module.name.startswith("routes_") and module.name not in NOT_IN_A_SITE
        for route in import_module(f"lianliankan.web.{module.name}").routes
        for method in route.methods - {"HEAD"}
    }
    assert wanted - {request for request, statuses in used.items() if statuses & {200, 201}} == set()
    assert {request for request, statuses in used.items() if 500 in statuses} == set()
