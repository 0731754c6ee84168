"""Races on the page: three windows race each other to the end, in every format; what happens around a race."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from support.browser_stage import Player, check
from support.patience import wait_until
from support.race_pages import (
    enter,
    get_ready,
    is_over,
    look,
    open_room,
    play_on,
    press_button,
    seen_board,
    take_pair,
)
from support.web_stage import run_server

MakePlayer = Callable[..., Player]

CHINESE_PHONE = {
    "viewport": {"width": 390, "height": 844},
    "locale": "zh-CN",
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.fixture
def three(sit_down: MakePlayer, axe: Path) -> tuple[Player, Player, Player]:
    """The host at a desk, somebody with a phone in Chinese, and somebody who will leave and come back."""
    return sit_down(init=axe), sit_down(init=axe, **CHINESE_PHONE), sit_down()


def fill(players: tuple[Player, ...], **settings: object) -> str:
    """Open a room of the first player, and let all enter it."""
    code = open_room(players[0], **settings)
    for player in players:
        enter(player, code)
    players[0].page.wait_for_selector(".seat-row:not(.free) >> nth=2")
    return code


def leave_and_come_back(player: Player, watcher: Player, code: str) -> None:
    """Close a window and open it again; the board is as it was, and the others have noticed."""
    before = seen_board(player)
    player.page.goto("about:blank")
    watcher.page.wait_for_selector(".rival[data-state=away]")
    enter(player, code)
    player.page.wait_for_selector(".racing .board:not(.hidden) .cell.has-tile")
    assert seen_board(player) == before
    watcher.page.wait_for_selector(".rival[data-state=away]", state="detached")


def test_a_sprint_and_a_rematch(three: tuple[Player, Player, Player]) -> None:
    host, phone, leaver = three
    code = fill(three)
    check(host, "room")
    check(phone, "room-phone")
    get_ready(*three)
    assert seen_board(host).tile_count == seen_board(leaver).tile_count == 24
    assert phone.page.locator(".rival").count() == 2
    check(host, "race")
    check(phone, "race-phone")
    for player in three:
        assert take_pair(player)
    leave_and_come_back(leaver, host, code)
    play_on(*three)
    host.page.wait_for_selector(".podium-step.rank-1")
    assert [player.page.locator(".podium-step").count() for player in three] == [3, 3, 3]
    assert "名" in phone.page.inner_text(".podium h2") or "赢" in phone.page.inner_text(".podium h2")
    assert host.page.inner_text(".decision")
    host.page.wait_for_selector(".rating-change")  # three people: it was rated
    check(host, "podium")
    check(phone, "podium-phone")
    assert "/race/replay/" in str(host.page.get_attribute("#race-replay", "href"))
    get_ready(*three)  # the same button is the rematch
    assert seen_board(host).tile_count == 24
    assert host.page.inner_text("[data-stat=tiles] dd") == "24"


def test_a_race_with_items(three: tuple[Player, Player, Player]) -> None:
    """Every pair earns an item; attacks are seen by the victim, and by those who watch."""
    host, phone, leaver = three
    code = fill(three, format="items", combo=1, cols=8)
    get_ready(*three)
    phone.page.evaluate(
        """() => { window.seen = []; new MutationObserver((changes) => changes.forEach(({addedNodes}) =>
            addedNodes.forEach((node) => node.classList?.contains('attack-note') && window.seen.push(node.innerText))))
            .observe(document.querySelector('#main'), {childList: true, subtree: true}); }"""
    )
    host.page.click(".rival[data-seat='1']")
    assert host.page.get_attribute(".rival[data-seat='1']", "aria-pressed") == "true"
    for _ in range(20):
        assert take_pair(host)
        if host.page.locator(".tool.item.attack").count():
            break
        host.press("1")  # a help, for oneself
    assert host.page.locator(".tool.item.attack .slot-target .seat-1").count()
    name = host.page.get_attribute(".tool.item.attack", "aria-keyshortcuts")
    assert name in ("1", "2", "3")
    host.press(name)
    host.page.wait_for_selector("#message:has-text('Guest')")
    phone.page.wait_for_function("() => window.seen.length > 0")
    assert "Guest" in phone.page.evaluate("window.seen[0]")
    leave_and_come_back(leaver, host, code)
    play_on(*three)
    assert host.page.locator(".podium-step").count() == 3


def test_one_board_for_all(three: tuple[Player, Player, Player]) -> None:
    host, phone, leaver = three
    code = fill(three, format="shared")
    get_ready(*three)
    assert take_pair(phone)
    host.page.wait_for_selector("[data-seat='1'] .rival-left:has-text('1 pair')")
    assert seen_board(host).tile_count == 22
    leave_and_come_back(leaver, host, code)
    play_on(*three)
    pairs = [int(text.split()[0]) for text in host.page.locator(".podium-result").all_inner_texts()]
    assert sum(pairs) == 12
    assert sorted(pairs, reverse=True)[0] == int(host.page.inner_text(".rank-1 .podium-result").split()[0])


def test_together_against_the_clock(three: tuple[Player, Player, Player]) -> None:
    host, phone, leaver = three
    code = fill(three, format="together", items=True, combo=2)
    get_ready(*three)
    assert host.page.inner_text("[data-stat=time] dt") == "Time left"
    assert take_pair(host)
    leave_and_come_back(leaver, host, code)
    play_on(*three)
    assert host.page.inner_text(".podium h2") == "Cleared together!"
    assert phone.page.inner_text(".podium h2") == "合力消完！"


def test_against_a_ghost(sit_down: MakePlayer) -> None:
    player = sit_down()
    id = player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.win()
    code = str(player.ask("POST", "/api/races/ghost", {"id": id})["code"])
    enter(player, code)
    get_ready(player)
    assert player.page.locator(".rival .icon-ghost").count() == 1
    play_on(player)
    assert player.page.locator(".podium-step").count() == 2


@pytest.mark.full
def test_pages_on_two_servers_of_one_site(sit_down: MakePlayer, postgres_url: str) -> None:
    with run_server(postgres_url) as first, run_server(postgres_url) as second:
        players = [sit_down(at=SimpleNamespace(url=server.address)) for server in (first, second)]
        code = open_room(players[0])
        for player in players:
            enter(player, code)
        get_ready(*players)
        assert take_pair(players[1])
        players[0].page.wait_for_selector(".rival-left:has-text('22 left')")
        play_on(*players)
        results = [player.page.locator(".podium-result").all_inner_texts() for player in players]
        assert len(results[0]) == 2
        assert results[0] == results[1]
        for player in players:
            player.page.goto("about:blank")  # before their server stops


def test_by_keyboard_alone_against_a_bot(sit_down: MakePlayer) -> None:
    host = sit_down()
    code = open_room(host, rows=2, cols=4, format="items", idle=0)
    enter(host, code)
    page = host.page
    page.focus("#add-bot")
    host.press("Enter")
    page.wait_for_selector(".seat-row .bot")
    page.focus("#room-ready")
    host.press("Enter")
    page.wait_for_selector(".racing .board:not(.hidden) .cell.has-tile")
    while not is_over(host):
        before = look(host)
        moves = seen_board(host).moves() if page.locator(".stage .cell.has-tile").count() else ()
        for cell in moves[0] if moves else ():
            host.walk_to(cell)
            host.press("Enter")
        wait_until(lambda: look(host) != before)  # noqa: B023
    page.wait_for_selector(".podium")
    page.focus("#room-ready")
    host.press("Enter")
    page.wait_for_selector(".racing")


def test_a_countdown_is_left_by_keyboard(sit_down: MakePlayer) -> None:
    host = sit_down()
    enter(host, open_room(host, countdown=60))  # which no test waits for
    page = host.page
    page.focus("#add-bot")
    host.press("Enter")
    page.wait_for_selector(".seat-row .bot")
    page.focus("#room-ready")
    host.press("Enter")
    page.wait_for_selector(".racing")
    host.press("x")
    page.wait_for_selector(".room")


def test_who_cannot_play_is_told_why(sit_down: MakePlayer) -> None:
    host, guest, third = sit_down(), sit_down(), sit_down()
    code = open_room(host, seats=2)
    enter(host, code)
    enter(guest, code)
    enter(third, code)  # no seat is free
    third.page.wait_for_selector("#room-join:disabled")
    other = guest.page.context.new_page()
    other.goto(guest.page.url)
    other.wait_for_selector("#room-ready")
    guest.page.wait_for_selector("#overlay .card:has-text('another window')")
    guest.page.click("#overlay .button")
    guest.page.wait_for_selector("#room-ready")
    other.wait_for_selector("#overlay .card:has-text('another window')")
    press_button(host, "#kick-1")
    guest.page.wait_for_selector("#overlay .card:has-text('removed you')")
    third.page.wait_for_selector("#room-join:enabled")
    press_button(third, "#room-join")
    third.page.wait_for_selector("#room-ready")
    third.page.goto(f"{third.url}/race/ZZZZZZ")
    third.page.wait_for_selector("#overlay .card:has-text('no such room')")
