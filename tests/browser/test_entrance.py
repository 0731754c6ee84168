"""The page that leads the browser of `llk play` to its game."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lianliankan.store import Store
from lianliankan.web.play_address import entrance_page
from support.web_stage import run_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_real_browser_comes_in_by_the_page_and_only_once(
    browser: "Browser", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with run_server(tmp_path / "data", tokens=frozenset({"let-me-in"})) as server:
        with entrance_page(f"{server.address}/enter/let-me-in", tmp_path) as file:
            assert file is not None
            owner, other = browser.new_context().new_page(), browser.new_context().new_page()
            owner.goto(file.as_uri())
            owner.wait_for_url(f"{server.address}/**")
            owner.wait_for_function("fetch('/api/games').then((answer) => answer.ok)")
            assert [cookie["value"].split(".")[0] for cookie in owner.context.cookies()] == ["local"]
            other.goto(file.as_uri())
            other.wait_for_url(f"{server.address}/enter/**")
            assert "good once" in other.inner_text("body")
            assert other.context.cookies() == []
        id = owner.evaluate(
            "fetch('/api/games', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
            "body: JSON.stringify({mode: 'classic', rows: 4, cols: 4})}).then((answer) => answer.json())"
        )["id"]
        with Store(tmp_path / "data") as store:
            assert id in [game.id for game in store.games()]
    assert not file.exists()
