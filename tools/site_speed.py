"""Measure how long a site takes until it can be played: the first time, and when the browser has its files.

    PYTHONPATH=tests .venv/bin/python tools/site_speed.py build/site --megabits 10 --slow 4

The host sends no faster than that, all files together. `--slow` slows the page's processor down. Processor time is that
of the page and its worker, which says more than the time by the clock on a busy machine.
"""

import argparse
import functools
import os
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any

from playwright.sync_api import sync_playwright

from support.browser_stage import FLAGS, find_chromium

READY = """async () => {
    const main = document.querySelector("script[type=module]").src;
    const {runtime} = await import(new URL("server/transport.js", main).href);
    await runtime.ready;
}"""
LATENCY = 0.02  # seconds
PIECE = 16_384


class SlowHost(SimpleHTTPRequestHandler):
    """A host that sends all clients together a number of bytes a second."""

    protocol_version = "HTTP/1.1"
    rate = 0.0
    sent = 0
    _free_at = 0.0
    _lock = threading.Lock()

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]
        """Send a file."""
        time.sleep(LATENCY)
        while piece := source.read(PIECE):
            with self._lock:
                now = time.monotonic()
                seconds = len(piece) / self.rate if self.rate else 0.0
                SlowHost._free_at = max(self._free_at, now) + seconds
                SlowHost.sent += len(piece)
                wait = self._free_at - now
            time.sleep(wait)
            outputfile.write(piece)


def processor_seconds() -> float:
    """Return the processor time of the pages of browsers that this program has started."""
    total = 0
    for place in Path("/proc").iterdir():
        if not place.name.isdigit():
            continue
        try:
            if b"--type=renderer" in (place / "cmdline").read_bytes() and _is_ours(place.name):
                user, system = _fields(place.name)[11:13]
                total += int(user) + int(system)
        except OSError:
            continue  # it has ended
    return total / os.sysconf("SC_CLK_TCK")


def _is_ours(pid: str) -> bool:
    while pid != "0":
        if int(pid) == os.getpid():
            return True
        pid = _fields(pid)[1]
    return False


def _fields(pid: str) -> list[str]:
    return Path("/proc", pid, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()


def measure(site: Path, slow: float) -> None:
    """Open the site in a new browser, and again, and print what it took."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(SlowHost, directory=str(site.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/{site.name}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(with_windows=True), args=FLAGS)
        page: Any = browser.new_page()
        if slow > 1:
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
        for visit in ("first", "second", "third"):
            before, start, SlowHost.sent = processor_seconds(), time.monotonic(), 0
            page.goto(url)
            page.evaluate(READY)
            seconds, used = time.monotonic() - start, processor_seconds() - before
            print(f"{visit} visit: {seconds:.1f} s, {used:.1f} s of processor time, {SlowHost.sent / 1e6:.2f} MB")
            page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=120_000)
            page.wait_for_timeout(1_000)  # what follows the start is no part of the next visit
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--megabits", type=float, default=0.0)
    parser.add_argument("--slow", type=float, default=1.0)
    given = parser.parse_args()
    SlowHost.rate = given.megabits * 125_000
    measure(given.site.resolve(), given.slow)
