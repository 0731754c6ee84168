"""Links that anyone can open: boards and replays; and invalid links."""

import json
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browser_stage import Player, check, solution

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

MakePlayer = Callable[..., Player]


def copy(page: "Page", button: str) -> None:
    """Press a button that copies, and wait until it has said so, which it does for a moment only."""
    script = """(button) => {
        window.said = [];
        new MutationObserver(() => said.push(button.innerText)).observe(button, {childList: true});
    }"""
    page.locator(button).evaluate(script)
    page.click(button)
    page.wait_for_function("() => said.includes('Copied')")


def test_a_won_game_is_shared_and_watched_and_played_by_another_player(sit_down: MakePlayer) -> None:
    player = sit_down(permissions=["clipboard-read", "clipboard-write"])
    player.begin(mode="timed", rows=4, cols=6, seed=7)
    player.win()
    game = player.game()
    player.page.click("[data-action='do share']")
    board_link = player.page.input_value("#share-board")
    game_link = player.page.input_value("#share-game")
    copy(player.page, "[data-copy=board]")
    assert player.page.evaluate("() => navigator.clipboard.readText()") == board_link
    player.shoot("share")

    friend = sit_down()
    friend.page.goto(board_link)
    friend.page.click("[data-action='challenge play']")
    friend.await_board()
    friend.page.wait_for_selector(".cell:focus")
    friend.page.wait_for_url("**/play/**")
    assert friend.game().board == game.first_board

    watcher = sit_down()
    page = watcher.page
    page.goto(game_link)
    page.wait_for_selector("#timeline")
    page.wait_for_selector("#message:has-text('Won with 12 pairs')")  # it plays by itself, to the end
    assert page.locator(".cell.has-tile").count() == 0
    page.keyboard.press("Home")
    page.wait_for_selector("#message:has-text('Pair 0 of 12')")
    watcher.await_picture(game.first_board.to_rows())
    page.click("[data-replay=forth]")
    page.wait_for_selector("[data-stat=tiles] dd:text-is('22')")
    page.fill("#timeline", "6")
    watcher.shoot("replay")
    page.click("[data-replay=back]")
    page.click("[data-replay=own]")
    page.wait_for_url("**/play/**")
    watcher.await_stat("tiles", 24)
    assert watcher.game().board == game.first_board
    assert watcher.game().options.mode == "timed"


def test_a_challenge_shows_a_card_first_and_who_was_better_at_the_end(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(permissions=["clipboard-read", "clipboard-write"], init=axe)
    page = player.page
    player.begin(mode="campaign", level=1)
    player.take(solution(player.game().board)[0])
    player.press("x")
    page.click("#dialog-yes")
    page.click("[data-action='do share']")
    page.wait_for_selector(".share-warning:has-text('this computer only')")
    link = page.input_value("#share-challenge")
    path, _, query = link.partition("?")
    assert "/c/campaign-1/llkg1_" in path
    assert re.fullmatch(r"score=\d+(&time=\d+)?&left=58", query)
    copy(page, "[data-action='share copy']")
    lines = page.evaluate("() => navigator.clipboard.readText()").split("\n")
    assert lines[0] == "Lianliankan · Campaign · Level 1"
    assert lines[1].startswith("58 tiles left · ")
    assert lines[2:] == ["🟩" + 9 * "⬜", link]
    with page.expect_download() as saved:
        page.click("[data-action='share save']")
    png = saved.value.path().read_bytes()
    assert (png[:8], struct.unpack(">II", png[16:24])) == (b"\x89PNG\r\n\x1a\n", (1200, 630))
    assert len(png) > 50_000, "it has a picture"
    check(player, "share")

    friend = sit_down(init=axe)
    page = friend.page
    page.goto(link)
    page.wait_for_selector(".challenge-beat:has-text('Do better than 58 tiles left · ')")
    assert friend.ask("GET", "/api/games") == [], "nothing is started before the click"
    check(friend, "challenge")
    page.click("[data-action='challenge play']")
    friend.await_board()
    assert friend.game().options.level == 1
    page.reload()
    friend.await_board()
    friend.win()
    page.wait_for_selector(".comparison:has-text('You beat the challenge!')")
    assert page.inner_text(".comparison thead").split() == ["You", "Challenge"]
    assert page.inner_text(".comparison tbody tr:first-child").split() == ["Tiles", "0", "58"]
    check(friend, "beaten")


def test_a_phone_shares_by_its_own_sheet_and_a_card_can_be_left(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    page.add_init_script("""
        navigator.canShare = ({files}) => files.length === 1;
        navigator.share = async ({files, text}) => void (window.sent = [files[0].name, files[0].size, text]);
    """)
    player.begin(mode="classic", rows=4, cols=4, seed=2)
    player.win()
    page.click("[data-action='do share']")
    page.wait_for_selector("[data-action='share send']")
    page.click("[data-action='share send']")
    name, size, text = page.wait_for_function("() => window.sent").json_value()
    assert (name, text) == ("lianliankan.png", page.input_value("#share-text"))
    assert size > 20_000
    link = page.input_value("#share-challenge")

    friend = sit_down()
    friend.page.goto(link)
    friend.page.click("[data-action='challenge leave']")
    friend.await_board()
    assert friend.stat("tiles") == "144", "the usual game begins"
    for query in ("?score=x", "?score=1&stars=7"):
        friend.page.goto(link.partition("?")[0] + query)
        friend.page.wait_for_selector("dialog h2:text-is('A board for you')")
    assert len(friend.ask("GET", "/api/games")) == 1


def test_own_games_are_listed_replayed_and_forgotten(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=4, seed=2)
    player.win()
    won = player.id
    page.click("[data-action='do next']")
    page.wait_for_selector("dialog", state="detached")
    page.click("#menu-bests")
    page.wait_for_selector(".list.best-list li")
    assert page.locator(".list.games li").count() == 2
    player.shoot("bests")
    page.click(".list.games li:nth-child(2) [aria-label^='Replay']")
    page.wait_for_url(f"**/replay/{won}")
    page.click("[data-replay=leave]")
    page.wait_for_url("**/play/**")
    player.press("b")
    page.click(".list.games li:nth-child(2) [aria-label^='Delete']")
    page.click("#dialog-yes")
    page.wait_for_selector(".list.games li:nth-child(2)", state="detached")


def test_back_and_forward_go_through_games(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    first = player.id
    player.press("n")
    page.click("#mode-relaxed")
    page.wait_for_selector("#mode:has-text('Relaxed')")
    page.go_back()
    page.wait_for_selector("#mode:has-text('Classic')")
    assert player.id == first


def test_links_that_lead_nowhere_say_so_and_a_game_begins(sit_down: MakePlayer) -> None:
    links = dict.fromkeys(("/b/nonsense", "/g/nonsense", "/c/timed-7/nonsense?score=1", "/b/%zz"), "not valid")
    links["/play/abcdefgh"] = "Game not found"
    player = sit_down()
    for path, said in links.items():
        player.page.goto(player.url + path)
        player.await_notice(said)
        player.await_board()
        assert player.stat("tiles") == "144"


def test_players_cannot_open_the_games_of_others(sit_down: MakePlayer) -> None:
    player, other = sit_down(), sit_down()
    player.arrive()
    other.arrive()
    own = other.id
    other.page.goto(player.page.url)
    other.await_notice("Game not found")
    other.await_board()
    assert other.id == own, "the game goes on that was begun before"
    assert len(other.ask("GET", "/api/games")) == 1


@pytest.mark.parametrize(
    ("code", "number", "said"),
    [
        ("gone", 4404, "Game not found"),
        ("busy", 4429, "Too many"),
        ("version", 4426, "updated"),
    ],
)
def test_a_server_that_refuses_every_game_is_not_asked_for_ever(
    sit_down: MakePlayer, code: str, number: int, said: str
) -> None:
    player = sit_down()
    page = player.page
    asked: list[str] = []
    refusing = {code}

    def refuse(line: "WebSocketRoute") -> None:
        if not refusing:
            line.connect_to_server()
            return
        asked.append(line.url)
        line.send(json.dumps({"type": "error", "code": code, "message": ""}))
        line.close(code=number)

    page.route_web_socket("**/ws/*", refuse)
    page.clock.install()
    page.goto(player.url)
    page.wait_for_selector(f"#overlay .card:has-text('{said}')")
    player.pass_time(60)  # it would ask again after at most 8 seconds
    assert len(asked) == 1
    player.shoot(f"refused-{code}")
    refusing.clear()
    page.click("#overlay .button")
    player.await_board()
    assert page.is_hidden("#overlay")
