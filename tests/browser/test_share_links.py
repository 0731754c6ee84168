"""Links that anyone can open: boards and replays; and invalid links."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from support.browser_stage import Player, solution

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

MakePlayer = Callable[..., Player]


def win(player: Player) -> None:
    """Play the open game to its end."""
    for move in solution(player.game().board):
        player.take(move)
    player.page.wait_for_selector("dialog.end-dialog")


def test_a_won_game_is_shared_watched_and_played_by_somebody_else(sit_down: MakePlayer) -> None:
    player = sit_down(permissions=["clipboard-read", "clipboard-write"])
    player.begin(mode="timed", rows=4, cols=6, seed=7)
    win(player)
    game = player.game()
    player.page.click("[data-action='do share']")
    board_link = player.page.input_value("#share-board")
    game_link = player.page.input_value("#share-game")
    player.page.click("[data-copy=board]")
    player.page.wait_for_selector("[data-copy=board]:has-text('Copied')")
    assert player.page.evaluate("() => navigator.clipboard.readText()") == board_link
    player.shoot("share")

    friend = sit_down()
    friend.page.goto(board_link)
    friend.await_board()
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
    assert watcher.shows(game.first_board.to_rows())
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


def test_own_games_are_listed_replayed_and_forgotten(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=4, seed=2)
    win(player)
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
    links = dict.fromkeys(("/b/nonsense", "/g/nonsense", "/b/%zz"), "not valid") | {"/play/abcdefgh": "Game not found"}
    for path, said in links.items():
        player = sit_down()
        player.page.goto(player.url + path)
        player.page.wait_for_selector(f"#banner:has-text('{said}')")
        player.await_board()
        assert player.stat("tiles") == "144"


def test_nobody_opens_the_game_of_another(sit_down: MakePlayer) -> None:
    player, other = sit_down(), sit_down()
    player.arrive()
    other.arrive()
    own = other.id
    other.page.goto(player.page.url)
    other.page.wait_for_selector("#banner:has-text('Game not found')")
    other.await_board()
    assert other.id == own, "the game goes on that was begun before"
    assert len(other.ask("GET", "/api/games")) == 1


@pytest.mark.parametrize(
    ("code", "number", "said"),
    [("gone", 4404, "Game not found"), ("busy", 4429, "Too many"), ("version", 4426, "updated")],
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
    page.goto(player.url)
    page.wait_for_selector(f"#overlay .card:has-text('{said}')")
    page.wait_for_timeout(600)  # it would ask again after 300 ms
    assert len(asked) == 1
    player.shoot(f"refused-{code}")
    refusing.clear()
    page.click("#overlay .button")
    player.await_board()
    assert page.is_hidden("#overlay")
