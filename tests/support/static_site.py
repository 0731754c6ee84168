"""The game as files, on a plain host, and a player of it."""

import fcntl
import functools
import json
import shutil
import subprocess
import sys
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from support.browser_stage import Player
from support.paths import ROOT
from support.patience import PATIENCE

PATH = "games/llk"  # of the site below the address of its host

_LINES = {
    "local/in_place.py": f"LOCAL_SECONDS = dict.fromkeys(LOCAL_SECONDS, {10 * PATIENCE})\n"
    f"InPlaceJobs.result_seconds = InPlaceJobs.search_seconds = {PATIENCE}\n",
    "endpoints/replay_view.py": f"_COURSE_SECONDS = max(_COURSE_SECONDS, {PATIENCE})\n"
    f"_WIN_BUDGET = Budget(nodes=_WIN_BUDGET.nodes, seconds={PATIENCE})\n",
    "lab/jobs.py": f"describe_game.__defaults__ = ({PATIENCE},)\n",
    "live/solver_client.py": f"_BUDGET = Budget(nodes=_BUDGET.nodes, seconds={PATIENCE})\n",
}
"""What is added to files of the site's Python, so that nothing in it ends because the machine is busy."""

_UNHURRIED_SITE = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests")!r})

from lianliankan.cli import main
from lianliankan.site import builder, runtime
from support.unhurried_page import join_unhurried_files

compile = runtime._compile

def lift_limits(pyodide, scratch):
    for path, lines in {_LINES!r}.items():
        file = scratch / "packages" / "lianliankan" / "web" / path
        file.write_text(file.read_text() + lines)
    compile(pyodide, scratch)

runtime._compile, builder.join_files = lift_limits, join_unhurried_files
main()
"""
"""The command that writes a site, whose page and jobs have all the time they need."""


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
    command = [sys.executable, "-c", _UNHURRIED_SITE, "site", str(out), "--pyodide", str(pyodide)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=4 * PATIENCE)
    assert done.returncode == 0, done.stderr
    return out


@dataclass(frozen=True)
class StaticHost:
    """A plain host of the files in a folder; `url` is where its site begins."""

    folder: Path
    url: str


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: pages leave while files are sent to them."""


@contextmanager
def hosting(folder: Path, path: str = f"{PATH}/") -> Iterator[StaticHost]:
    """Host a folder with a site below a path in it."""
    handler = functools.partial(_QuietHandler, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield StaticHost(folder, f"http://127.0.0.1:{server.server_port}/{path}")
        finally:
            server.shutdown()
            serving.join()


class SitePlayer(Player):
    """A player of a site: what others ask the server, the page's own worker is asked here."""

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401  # whatever JSON has
        """Ask as the page does."""
        return json.loads(self.send(method, path, None if body is None else json.dumps(body).encode(), "json"))

    def send(self, method: str, path: str, body: bytes | None = None, type: str = "octet-stream") -> bytes:
        """Send bytes as the page does, and return those of the answer."""
        script = """async ([method, path, body, type]) => {
            const main = document.querySelector("script[type=module]").src;
            const {request} = (await import(main)).$server$transport;
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
