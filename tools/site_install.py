"""Take the picture of docs/site.md: a browser offers to install a site, and the installed game in a window of its own.

    PYTHONPATH=tests .venv/bin/python tools/site_install.py build/site docs/pictures/site-install.jpg

A browser without a screen has no such dialog, so this needs Xvfb, whose screen is a file. It also prints what the
browser has against installing the site: nothing.
"""

import argparse
import functools
import os
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from support.browser_stage import find_chromium

DESK, PHONE = (1280, 800), (400, 800)
DISPLAY = ":78"
FLAGS = ["--no-sandbox", "--test-type", "--window-position=0,0", "--hide-crash-restore-bubble"]
NOTE_EVENT = """addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.installing = event;
})"""


class QuietHost(SimpleHTTPRequestHandler):
    """A plain host."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosting(site: Path) -> Iterator[str]:
    """Host a site, and give its address."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHost, directory=str(site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://localhost:{host.server_port}/"
    host.shutdown()


@contextmanager
def screen(size: tuple[int, int]) -> Iterator[Path]:
    """Start a screen, and give the file that it is."""
    with TemporaryDirectory() as folder:
        command = ["Xvfb", DISPLAY, "-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", folder, "-nolisten", "tcp"]
        with subprocess.Popen(command) as process:
            file = Path(folder, "Xvfb_screen0")
            while not file.exists():
                time.sleep(0.1)
            time.sleep(1)
            yield file
            process.terminate()


def read_screen(file: Path) -> Image.Image:
    """Return what is on a screen, from its file in the format XWD."""
    data = file.read_bytes()
    header = struct.unpack(">25I", data[:100])
    start, width, height, row, colours = header[0], header[4], header[5], header[12], header[19]
    pixels = data[start + 12 * colours :]
    return Image.frombuffer("RGB", (width, height), pixels[: row * height], "raw", "BGRX", row, 1)


def wait_for_board(page: Page) -> None:
    """Go past the lesson, and wait until the game can be played and its files are kept."""
    page.set_default_timeout(120_000)
    page.click(".lesson button:has-text('Skip')")
    page.wait_for_selector("#loading", state="hidden")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null && !location.hash.includes('first')")


def offer(address: str, size: tuple[int, int]) -> Image.Image:
    """Return a browser that offers to install the game."""
    with screen(size) as file, TemporaryDirectory() as profile, sync_playwright() as started:
        context = started.chromium.launch_persistent_context(
            profile,
            executable_path=find_chromium(with_windows=True),
            headless=False,
            no_viewport=True,
            args=[*FLAGS, f"--window-size={size[0]},{size[1]}"],
            ignore_default_args=["--enable-automation"],
        )
        context.add_init_script(NOTE_EVENT)
        page = context.pages[0]
        page.goto(address)
        wait_for_board(page)
        print(context.new_cdp_session(page).send("Page.getInstallabilityErrors"))
        page.wait_for_function("() => window.installing")
        page.evaluate("() => void addEventListener('click', () => window.installing.prompt(), {once: true})")
        page.mouse.click(20, 600)  # beside the board: a browser offers it only after a click
        time.sleep(3)
        found = read_screen(file)
        context.close()
    return found


def app_window(address: str, size: tuple[int, int]) -> Image.Image:
    """Return the game in a window of its own, as when it is installed."""
    with screen(size) as file, TemporaryDirectory() as profile, sync_playwright() as started:
        context = started.chromium.launch_persistent_context(
            profile,
            executable_path=find_chromium(with_windows=True),
            headless=False,
            no_viewport=True,
            has_touch=True,
            args=[*FLAGS, f"--window-size={size[0]},{size[1]}", f"--app={address}"],
            ignore_default_args=["--enable-automation"],
        )
        page = context.pages[0]
        page.wait_for_url("**/*")
        wait_for_board(page)
        print(page.evaluate("() => matchMedia('(display-mode: standalone)').matches"))
        time.sleep(2)
        found = read_screen(file)
        context.close()
    return found


def main() -> None:
    """Take both pictures, and put them side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("out", type=Path)
    chosen = parser.parse_args()
    os.environ["DISPLAY"] = DISPLAY
    with hosting(chosen.site) as address:
        parts = [offer(address, DESK), app_window(address, PHONE)]
    gap = 24
    whole = Image.new("RGB", (sum(part.width for part in parts) + gap, max(part.height for part in parts)), "white")
    whole.paste(parts[0], (0, 0))
    whole.paste(parts[1], (parts[0].width + gap, 0))
    whole.resize((round(whole.width * 0.6), round(whole.height * 0.6)), Image.Resampling.LANCZOS).save(
        chosen.out, quality=80
    )


if __name__ == "__main__":
    main()
