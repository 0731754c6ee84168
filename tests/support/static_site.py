"""The game as files, on a plain host, and a player of it."""

import fcntl
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.browser_stage import Player
from support.children import end_child, start_child
from support.paths import ROOT

__all__ = ["SitePlayer", "StaticHost", "build_site", "find_pyodide", "hosting", "share_site"]

PATH = "games/llk"  # of the site below the address of its host


def find_pyodide() -> Path | None:
    """Find what `make site` has set up: Python for browsers, and the kernel for it."""
    found = max((file.parent for file in (ROOT / "build").glob("pyodide-*/.ready")), default=None)
    kernel = ROOT / "src" / "lianliankan" / "web" / "static" / "kernel.wasm"
    return found if kernel.exists() and shutil.which("node") else None


def share_site(folder: Path) -> Path:
    """Write a site into a folder of all test processes, once, and return it."""
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        out = folder / "host" / PATH
        return out if out.exists() else build_site(folder / "host")


def build_site(folder: Path) -> Path:
    """Write a site with the command, or skip the test where that is not possible."""
    pyodide = find_pyodide()
    if pyodide is None:
        pytest.skip("there is no Python for browsers: make site")
    out = folder / PATH
    command = [str(Path(sys.executable).parent / "llk"), "site", str(out), "--pyodide", str(pyodide)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return out


class StaticHost:
    """`python -m http.server`, which has the site below a path."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self.folder = folder
        self.url = f"http://127.0.0.1:{self._port}/{PATH}/"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(self._port)]
        command += ["--directory", str(self.folder)]
        self._process = start_child(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while True:
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except OSError:
                assert time.monotonic() < end, "the host does not start"
                time.sleep(0.05)

    def stop(self) -> None:
        """Cut it off."""
        end_child(self._process)


@contextmanager
def hosting(folder: Path) -> Iterator[StaticHost]:
    """Host a folder with a site in it."""
    host = StaticHost(folder)
    try:
        yield host
    finally:
        host.stop()


class SitePlayer(Player):
    """A player of a site: what others ask the server, the page's own worker is asked here."""

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401  # whatever JSON has
        """Ask as the page does."""
        return json.loads(self.send(method, path, None if body is None else json.dumps(body).encode(), "json"))

    def send(self, method: str, path: str, body: bytes | None = None, type: str = "octet-stream") -> bytes:
        """Send bytes as the page does, and return those of the answer."""
        script = """async ([method, path, body, type]) => {
            const main = document.querySelector("script[type=module]").src;
            const {request} = await import(new URL("server/transport.js", main).href);
            const bytes = body && new Blob([Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0))]);
            const options = bytes ? {body: bytes, headers: {"Content-Type": `application/${type}`}} : {};
            const answer = await request(method, path, options);
            const address = await new Promise(async (resolve) => {
                const reader = new FileReader();
                reader.onload = () => resolve(reader.result);
                reader.readAsDataURL(await answer.blob());
            });
            return [answer.status, address.slice(address.indexOf(",") + 1)];
        }"""
        status, text = self.page.evaluate(script, [method, path, body and b64encode(body).decode(), type])
        found = b64decode(text)
        assert status < 400, f"{path}: {status} {found!r}"
        return found

    def begin(self, **wish: object) -> str:
        """Begin a game and open it."""
        id = str(self.ask("POST", "/api/games", wish)["id"])
        self.page.goto(f"{self.url}#/play/{id}")
        self.await_board()
        return id

    def await_ready(self) -> None:
        """Wait until the game can be played."""
        self.page.wait_for_selector("#loading", state="hidden")

    def await_kept(self) -> None:
        """Wait until the browser has all files of the site, and answers with them."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
