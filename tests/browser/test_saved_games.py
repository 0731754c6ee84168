"""What is saved: games across reloads, lost connections and killed servers; settings; two tabs."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from support.browser_stage import Player, Server, solution

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

MakePlayer = Callable[..., Player]


def test_a_reload_goes_on_where_it_was(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    first, second = solution(player.game().board)[:2]
    player.take(first)
    score = player.stat("score")
    page.reload()
    player.await_board()
    player.await_stat("tiles", 22)
    assert player.stat("score") == score
    player.take(second)
    id = player.id
    page.goto(player.url)  # the front door leads to the unfinished game, too
    player.await_board()
    assert player.id == id
    player.await_stat("tiles", 20)


def test_a_game_paused_by_hand_stays_paused(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.press("p")
    player.page.wait_for_selector(".overlay .card")
    player.page.reload()
    player.page.wait_for_selector(".overlay .card")
    player.page.click(".overlay .primary")
    player.page.wait_for_selector(".overlay .card", state="detached")


HEARS_LATE = """
window.said = [];  // by this page
window.unheard = null;  // answers to commands that it has not heard of yet, or it hears everything at once
window.WebSocket = class extends WebSocket {
    set onmessage(act) {
        super.onmessage = (message) => {
            if (window.unheard && JSON.parse(message.data).type === "done") window.unheard.push(() => act(message));
            else act(message);
        };
    }
    send(message) {
        window.said.push(JSON.parse(message).type);
        super.send(message);
    }
};
"""


def test_a_second_tab_leaves_a_paused_game_paused(sit_down: MakePlayer) -> None:
    """Also one that hears of a game going on when the next pause has begun."""
    player = sit_down()
    player.begin(mode="classic", rows=4, cols=6, seed=7)

    def count() -> int:
        return sum(entry.command.word in ("pause", "resume") for entry in player.game().entries)

    player.press("p", "p", "p")
    player.page.wait_for_selector(".overlay .card")
    other = player.page.context.new_page()
    other.add_init_script(HEARS_LATE)
    other.clock.install()
    other.goto(player.page.url)
    other.wait_for_selector(".overlay .card")
    for commands, state, total in (2, "paused", 5), (3, "playing", 8):
        other.evaluate("() => { unheard = []; }")
        player.press(*commands * "p")
        other.wait_for_function("(count) => unheard.length === count", arg=commands)
        for _ in range(commands):
            other.evaluate("() => unheard.shift()()")
            other.clock.run_for(5_000)
        assert (player.game().state, count()) == (state, total)
        assert state == "playing" or "do" not in other.evaluate("said")
    player.page.wait_for_selector(".overlay .card", state="detached")
    other.wait_for_selector(".overlay .card", state="detached")


def cut(player: Player, server: Server) -> None:
    """Kill the server, and wait until the page says so."""
    server.kill()
    player.page.wait_for_selector("#banner:has-text('Connection lost')")


def mend(player: Player, server: Server) -> None:
    """Start the server again, and wait until the page is content."""
    server.start()
    player.reconnect()


@pytest.mark.kills
def test_a_killed_server_takes_nothing(sit_down: MakePlayer, lone_server: Server) -> None:
    player = sit_down(at=lone_server)
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    moves = solution(player.game().board)
    player.take(moves[0])
    cut(player, lone_server)
    player.shoot("lost-connection")
    for cell in moves[1]:  # what is done meanwhile is not lost
        player.page.click(player.cell(cell))
    mend(player, lone_server)
    player.await_stat("tiles", 20)
    game = player.game()
    assert game.board.tile_count == 20
    played = [str(entry.command) for entry in game.entries if entry.command.word == "play"]
    assert played == [f"play {move}" for move in moves[:2]]
    player.win()
    assert player.game().state == "won"


@pytest.mark.kills
@pytest.mark.full
def test_a_clock_that_stands_under_a_dialog_stands_when_the_line_is_back(
    sit_down: MakePlayer, lone_server: Server
) -> None:
    player = sit_down(at=lone_server)
    sent: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    player.page.clock.install()
    player.begin(mode="timed", rows=4, cols=6, seed=7)
    player.page.click(".cell.has-tile >> nth=0")
    player.press("?")
    player.page.wait_for_selector(".board.hidden")
    cut(player, lone_server)
    mend(player, lone_server)
    player.pass_time(5)
    assert not [frame for frame in sent if "resume" in frame]
    assert player.game().state == "paused"
    player.press("Escape")
    player.page.wait_for_selector(".board:not(.hidden)")


def test_what_cannot_be_kept_is_said_once_and_sent_once(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    sent: list[str] = []

    def fill_disk(line: "WebSocketRoute") -> None:
        server = line.connect_to_server()

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] != "do":
                return server.send(message)
            sent.append(said["command"])
            error = {"type": "error", "code": "store", "message": "it could not be kept", "n": said["n"]}
            line.send(json.dumps(error))
            return server.send(json.dumps({"type": "hello", "v": 3}))  # which the server answers with the state

        line.on_message(hear)

    page.route_web_socket("**/ws/*", fill_disk)
    page.clock.install()
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.press("h")
    player.await_message("Couldn’t save")
    player.press("p")
    player.pass_time(5)  # enough to send one of them twice
    player.await_message("Couldn’t save")
    player.press("s")
    player.await_message("Couldn’t save")
    assert sent == ["hint", "pause", "shuffle"]


def test_a_command_that_waits_for_its_answer_is_said_to_wait(sit_down: MakePlayer) -> None:
    player = sit_down(is_frozen=True)
    page = player.page

    def swallow(line: "WebSocketRoute") -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: None if json.loads(message)["type"] == "do" else server.send(message))

    page.route_web_socket("**/ws/*", swallow)
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.press("h")
    assert page.is_hidden("#banner")
    player.pass_time(3)
    page.wait_for_selector("#banner:has-text('No response yet')")


def test_two_tabs_show_the_same_game(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    other = Player(player.page.context.new_page(), player.url)
    other.page.goto(player.page.url)
    other.await_board()
    moves = solution(player.game().board)
    player.take(moves[0])
    other.await_stat("tiles", 22)
    other.take(moves[1])
    player.await_stat("tiles", 20)


def test_settings_last_and_show_at_once(sit_down: MakePlayer) -> None:
    player = sit_down(reduced_motion="no-preference")
    page = player.page
    player.arrive()
    page.click("#menu-settings")
    page.click("label:has(#set-theme-dark)")
    page.wait_for_selector("html.dark")
    page.click("#set-motion")
    page.wait_for_selector("html.reduced-motion")
    page.click("#set-light")
    assert not page.is_visible("#winnability")
    page.click("[data-action='gallery title']")
    with player.saving(faces="hanzi"):
        page.click("label:has(#faces-hanzi)")
        page.wait_for_selector(".board[data-faces=hanzi]")
    player.press("Escape", "Escape")
    page.reload()
    player.await_board()
    assert page.locator("html.dark.reduced-motion").count() == 1
    page.wait_for_selector(".board[data-faces=hanzi]")
    player.shoot("characters")
    page.click("#menu-settings")
    page.click("#set-motion")
    page.wait_for_selector("html:not(.reduced-motion)")
    assert player.ask("GET", "/api/me")["settings"]["theme"] == "dark"


def test_both_languages_without_a_reload(sit_down: MakePlayer) -> None:
    player = sit_down(locale="zh-CN")
    page = player.page
    player.arrive()
    assert page.get_attribute("html", "lang") == "zh-Hans"
    assert "经典" in page.inner_text("#mode")
    assert "提示" in page.inner_text("#tools")
    assert "第 1 行" in (page.get_attribute(player.cell((0, 0)), "aria-label") or "")
    player.shoot("zh")
    page.click("#menu-settings")
    page.click("label:has(#set-language-en)")
    page.wait_for_selector("html[lang=en]")
    assert "Classic" in page.inner_text("#mode")
    page.click("label:has(#set-language-zh)")
    page.wait_for_selector("dialog h2:has-text('设置')")
    assert page.evaluate("() => document.activeElement.id") == "set-language-zh"
    for name, opened in (("n", "新局"), ("b", "高分榜"), ("?", "帮助")):
        player.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        player.press(name)
        page.wait_for_selector(f"dialog h2:has-text('{opened}')")
        words = page.inner_text("dialog .dialog-body").replace("English", "")
        left_over = [word for word in ("Classic", "Hint", "Undo", "Mode", "Keyboard", "High") if word in words]
        assert left_over == []
        player.shoot(f"zh-dialog-{ord(name)}")
