"""What a browser loads before the first board, and what it need not load again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from support.browser_stage import Player

if TYPE_CHECKING:
    from playwright.sync_api import Route

MakePlayer = Callable[..., Player]

MAX_RESPONSES, MAX_BYTES = 20, 100_000  # with headers


def test_the_first_load_is_light_and_the_second_asks_for_no_file(sit_down: MakePlayer) -> None:
    """Of a player who comes back to a game, first without anything in the cache."""
    player = sit_down()
    player.arrive()
    protocol = player.page.context.new_cdp_session(player.page)
    urls: dict[str, str] = {}
    loaded: dict[str, float] = {}

    def note(event: dict[str, Any]) -> None:
        if not event["response"].get("fromDiskCache"):
            urls[event["requestId"]] = event["response"]["url"].removeprefix(player.url)

    def count(event: dict[str, Any]) -> None:
        if event["requestId"] in urls:
            loaded[urls[event["requestId"]]] = event["encodedDataLength"]

    def come_back() -> None:
        player.page.goto("about:blank")
        urls.clear()
        loaded.clear()
        player.page.goto(player.url)
        player.await_board()
        player.page.wait_for_load_state("networkidle")

    protocol.on("Network.responseReceived", note)
    protocol.on("Network.loadingFinished", count)
    protocol.send("Network.enable")
    protocol.send("Network.clearBrowserCache")
    come_back()
    assert len(urls) <= MAX_RESPONSES, loaded
    assert 30_000 < sum(loaded.values()) <= MAX_BYTES, loaded
    assert [path for path in urls.values() if path.startswith("/texts/")] == ["/texts/en.json"]
    assert [path for path in urls.values() if path.startswith("/faces/")] == ["/faces/animals.svg"]
    assert not [path for path in urls.values() if path.startswith("/api/") and path != "/api/settings"]
    come_back()
    assert [path for path in loaded if path.startswith("/static/") and loaded[path]] == []
    assert sum(size for path, size in loaded.items() if not path.startswith("/faces/")) < 15_000, loaded


def test_a_game_is_shown_before_its_connection_and_taken_up_by_it(sit_down: MakePlayer) -> None:
    """The server writes the game into the page; what is played meanwhile is sent when the connection is there."""
    player = sit_down()
    player.arrive()
    page = player.page
    page.add_init_script(
        """{
            const Plain = WebSocket;
            window.WebSocket = function (...given) {
                const wait = {send: (text) => wait.real.send(text), close: () => wait.real?.close()};
                window.connect = () => {
                    wait.real = new Plain(...given);
                    for (const name of ["onopen", "onmessage", "onclose"])
                        wait.real[name] = (event) => wait[name]?.(event);
                };
                return wait;
            };
        }"""
    )
    page.goto(player.url)
    player.await_board()
    before = player.game().board.tile_count
    move = player.game().board.moves()[0]
    for cell in move:
        page.click(player.cell(cell))
    page.evaluate("connect()")
    player.await_stat("tiles", before - 2)
    assert player.game().board.tile_count == before - 2


def test_a_page_without_its_texts_says_so_and_tries_again(sit_down: MakePlayer) -> None:
    player = sit_down()
    failing = True

    def fail(route: "Route") -> None:
        if failing:
            route.abort()
        else:
            route.continue_()

    player.page.route("**/texts/*.json", fail)
    player.page.goto(player.url)
    player.page.wait_for_selector("#banner:has-text('正在重试')")
    failing = False
    player.await_board()
    assert not player.page.is_visible("#banner")


def test_an_address_can_wish_for_a_mode_a_language_and_faces(sit_down: MakePlayer) -> None:
    """As that of `llk play --mode timed --lang zh --faces opera`."""
    player = sit_down()
    player.arrive()
    first = player.id
    player.page.goto(f"{player.url}/?mode=timed&lang=zh&faces=opera")
    player.await_board()
    assert player.id != first
    player.page.wait_for_url(lambda url: "?" not in url)
    assert player.game().options.mode == "timed"
    assert player.page.title().endswith(" · 连连看")
    assert player.page.evaluate("JSON.parse(localStorage.lianliankan).faces") == "opera"
    player.page.reload()
    player.await_board()
    assert player.page.title().endswith(" · 连连看")


def test_wishes_keep_the_other_settings_of_a_new_browser(sit_down: MakePlayer) -> None:
    player = sit_down()
    with player.saving(theme="auto"):  # a new browser stores what it has
        player.arrive()
    player.ask("PUT", "/api/settings", {"theme": "dark"})
    player.page.evaluate("localStorage.clear()")
    player.page.goto(f"{player.url}/?faces=seals")
    player.await_board()
    found = player.page.evaluate("JSON.parse(localStorage.lianliankan)")
    assert (found["theme"], found["faces"]) == ("dark", "seals")
