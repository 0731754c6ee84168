"""Take screenshots of the web game for the README: run by `make pictures`."""

import sys

from playwright.sync_api import Browser

from game_browser import open_browser
from support.browser_stage import Player, solution
from support.paths import ROOT

PICTURES = ROOT / "docs" / "pictures"
_SEED = 2026
_PAIRS = 26  # that have gone when the picture is taken
_MAX_BYTES = 250_000
_DESK = {"width": 1280, "height": 760}
_PHONE = {"width": 390, "height": 780}


def photograph(browser: Browser, url: str, name: str, faces: str, **look: object) -> None:
    """Play a while, and take a picture with a hint shown; then, on a desk in English, one of the gallery."""
    context = browser.new_context(reduced_motion="reduce", **look)  # type: ignore[arg-type]  # a view, a language …
    player = Player(context.new_page(), url)
    page = player.page
    page.add_init_script(f"localStorage.setItem('lianliankan', '{{\"faces\": \"{faces}\"}}')")
    player.begin(mode="classic", seed=_SEED)
    page.wait_for_selector(f".board[data-faces={faces}]")
    turned = player.is_turned
    for move in solution(player.game().board)[:_PAIRS]:
        player.take(move, turned=turned)
    page.click("[data-tool=hint]")
    page.wait_for_selector(".cell.hinted")
    keep(player, name)
    if name == "web":
        page.click("[data-tool=tiles]")
        page.wait_for_selector("#faces-emoji")
        page.mouse.move(1, 1)
        keep(player, "web-gallery")
    context.close()


def keep(player: Player, name: str) -> None:
    """Take a picture when everything has come to rest, and see that it is not too large for a README."""
    player.page.wait_for_timeout(800)
    path = PICTURES / f"{name}.jpg"
    player.page.screenshot(path=path, type="jpeg", quality=84)
    size = path.stat().st_size
    if size > _MAX_BYTES:
        sys.exit(f"{path.name} has {size} bytes, more than {_MAX_BYTES}")


def main() -> None:
    """Take all pictures."""
    with open_browser() as (browser, url):
        photograph(browser, url, "web", "animals", viewport=_DESK, locale="en-US", color_scheme="light")
        photograph(browser, url, "web-zh", "opera", viewport=_DESK, locale="zh-CN", color_scheme="dark")
        look = {"viewport": _PHONE, "locale": "en-US", "color_scheme": "dark", "device_scale_factor": 2}
        photograph(browser, url, "web-phone", "garden", **look)


if __name__ == "__main__":
    main()
