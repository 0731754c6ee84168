"""Photograph the web game for the README: run by `make pictures`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from browser_stage import FLAGS, ROOT, Player, find_chromium, serving, solution

PICTURES = ROOT / "docs" / "pictures"
_SEED = 2026
_PAIRS = 26  # that have gone when the picture is taken


def photograph(browser: Browser, url: str, name: str, **look: object) -> None:
    """Play a while, and take a picture with a tile picked and its kin pointed out by a path."""
    context = browser.new_context(reduced_motion="reduce", **look)  # type: ignore[arg-type]  # a view, a language …
    player = Player(context.new_page(), url)
    player.begin(mode="classic", seed=_SEED)
    turned = player.is_turned
    for move in solution(player.game().board)[:_PAIRS]:
        player.take(move, turned=turned)
    player.page.click("[data-tool=hint]")
    player.page.wait_for_selector(".cell.hinted")
    player.page.wait_for_timeout(400)
    player.page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=86)
    context.close()


def main() -> None:
    """Take all pictures."""
    path = find_chromium()
    if path is None:
        sys.exit("there is no chromium: apt install chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data") as server,
        sync_playwright() as started,
    ):
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        desk = {"width": 1280, "height": 760}
        photograph(browser, server.url, "web", viewport=desk, locale="en-US", color_scheme="light")
        photograph(browser, server.url, "web-zh", viewport=desk, locale="zh-CN", color_scheme="dark")
        phone = {"width": 390, "height": 780}
        photograph(
            browser, server.url, "web-phone", viewport=phone, locale="en-US", color_scheme="dark", device_scale_factor=2
        )
        browser.close()


if __name__ == "__main__":
    main()
