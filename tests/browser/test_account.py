"""The account in the browser: a second device by the link, coming back with a passkey, names, export, deletion."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import segno

from lianliankan.records.record import from_record
from support.browser_stage import PHONE, Player, check, solution

from .conftest import MakePlayer


def open_account(player: Player) -> None:
    player.page.click("#menu-account")
    player.page.wait_for_selector("#account-title")


def at_localhost(player: Player) -> Player:
    """Passkeys need a name, not a plain address."""
    player.url = player.url.replace("127.0.0.1", "localhost")
    return player


def test_a_game_goes_on_on_a_second_device_after_scanning_the_code(sit_down: MakePlayer) -> None:
    desk = sit_down()
    phone = sit_down(viewport=PHONE, has_touch=True, is_mobile=True)
    id = desk.begin(mode="classic", seed=7, rows=4, cols=6)
    moves = solution(desk.game().board)
    desk.take(moves[0])
    open_account(desk)
    desk.page.click("[data-action='account link']")
    link = scan(desk)
    assert link == desk.page.input_value("#link-address")
    phone.begin(mode="classic", seed=8, rows=4, cols=6)  # a later game of its own, which it brings along
    phone.take(solution(phone.game().board)[0], turned=phone.is_turned)
    phone.page.goto("about:blank")
    phone.page.goto(link)
    phone.page.wait_for_selector("#join-title, [data-action='join yes']")
    assert "with 1 game." in phone.page.inner_text("dialog")
    phone.page.wait_for_url(lambda url: "#" not in url)
    phone.page.click("[data-action='join yes']")
    phone.page.wait_for_url(f"**/play/{id}")
    phone.await_board()
    assert phone.stat("tiles") == "22"
    phone.take(moves[1], turned=phone.is_turned)
    desk.page.keyboard.press("Escape")
    desk.page.wait_for_selector(".account-devices li:nth-child(2)")
    desk.page.click("[data-action='stats back']")
    desk.await_stat("tiles", 20)
    desk.take(moves[2])  # and both hear of each other
    phone.await_stat("tiles", 18)
    again = sit_down()
    again.page.goto(link)
    again.await_notice("no longer valid")


def scan(player: Player) -> str:
    """Read the link, and compare the code on the screen with it, square by square."""
    link = player.page.input_value("#link-address")
    matrix = segno.make(link, error="m", micro=False).matrix
    script = """async (squares) => {
        const image = document.querySelector("img.qr");
        await image.decode();
        const canvas = new OffscreenCanvas(10 * squares, 10 * squares);
        const pen = canvas.getContext("2d");
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        const isDark = (row, col) => pen.getImageData(10 * col + 5, 10 * row + 5, 1, 1).data[0] < 128;
        const places = [...Array(squares).keys()];
        return places.map((row) => places.map((col) => isDark(row, col)));
    }"""
    margin = 4
    seen = player.page.evaluate(script, len(matrix) + 2 * margin)
    assert [row[margin:-margin] for row in seen[margin:-margin]] == [[bool(square) for square in row] for row in matrix]
    return link


@pytest.fixture
def authenticator() -> dict[str, Any]:
    about = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    return about | {"isUserVerified": True, "automaticPresenceSimulation": True}


def test_a_passkey_brings_all_games_back_after_the_cookies_are_gone(
    sit_down: MakePlayer, authenticator: dict[str, Any], axe: Path
) -> None:
    player = at_localhost(sit_down(init=axe))
    devtools = player.page.context.new_cdp_session(player.page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    id = player.begin(mode="classic", seed=7, rows=4, cols=6)
    player.take(solution(player.game().board)[0])
    open_account(player)
    check(player, "account-guest")
    player.page.fill("#account-name-field", "Ann 小安")
    player.page.click("#account-name-save")
    player.page.wait_for_selector(".account-devices li.this")
    player.await_notice("Saved.")
    player.page.click("[data-action='account passkey add']")
    player.page.wait_for_selector(".account-passkeys li")
    known = devtools.send("WebAuthn.getCredentials", made)["credentials"]
    assert [key["isResidentCredential"] for key in known] == [True]
    check(player, "account")

    player.page.context.clear_cookies()
    player.arrive()
    assert player.id != id
    open_account(player)
    assert "guest" in player.page.inner_text(".account-hint")
    player.page.click("[data-action='account sign in']")
    player.page.wait_for_url(f"**/play/{id}")
    player.await_stat("tiles", 22)
    open_account(player)
    assert player.page.input_value("#account-name-field") == "Ann 小安"
    assert player.page.locator(".account-devices li").count() == 2
    player.page.click("[data-action='account sign out others']")
    player.page.wait_for_selector(".account-devices li:nth-child(2)", state="detached")


def test_data_is_exported_and_deleted(sit_down: MakePlayer, tmp_path: Path) -> None:
    player = sit_down(locale="zh-CN")
    id = player.begin(mode="classic", seed=7, rows=4, cols=6)
    player.take(solution(player.game().board)[0])
    open_account(player)
    assert "HTTPS" in player.page.inner_text(".account-passkeys")  # a plain address has no passkeys
    with player.page.expect_download() as download:
        player.page.click("#data-export")
    download.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert from_record(archive.read(f"games/{id}.json").decode()).pairs == 1
        assert "player" in json.loads(archive.read("account.json"))
    player.page.click("[data-action='account delete']")
    player.page.fill("#asked-name", "不")
    player.page.click("#asked-yes")
    player.page.wait_for_selector("dialog .error")
    player.page.fill("#asked-name", "删除")
    player.page.click("#asked-yes")
    player.await_board()
    assert player.id != id
    assert [game["id"] for game in player.ask("GET", "/api/games")] == [player.id]


def test_a_game_is_downloaded_in_one_place_and_finished_in_another(
    sit_down: MakePlayer, axe: Path, tmp_path: Path
) -> None:
    there, here = sit_down(), sit_down(locale="zh-CN", init=axe)
    id = there.begin(mode="classic", seed=7, rows=4, cols=6)
    there.take(solution(there.game().board)[0])
    there.page.goto(f"{there.url}/stats")
    with there.page.expect_download() as download:
        there.page.click("#data-export")
    download.value.save_as(tmp_path / "all.zip")
    here.arrive()
    here.page.goto(f"{here.url}/stats")
    here.page.set_input_files("#import-file", tmp_path / "all.zip")
    here.page.wait_for_selector("text=新导入 1 局")
    check(here, "imported")
    here.page.click("[data-action='data imported done']")
    here.await_stat("tiles", 22)
    assert here.id != id
    here.win()
    assert here.game().state == "won"
    here.page.goto(f"{here.url}/stats")
    (tmp_path / "other.zip").write_bytes(b"PK\3\4 no zip")
    here.page.set_input_files("#import-file", tmp_path / "other.zip")
    here.page.wait_for_selector("text=这不是对局数据的下载文件")


def test_a_device_that_is_signed_out_hears_of_it(sit_down: MakePlayer) -> None:
    desk, phone = sit_down(), sit_down()
    id = desk.begin(mode="classic", seed=7, rows=4, cols=6)
    token = desk.ask("POST", "/api/player/links")["address"].partition("#")[2]
    phone.arrive()
    phone.ask("POST", "/api/player/join", {"token": token, "bring": False})
    phone.page.goto(f"{phone.url}/play/{id}")
    phone.await_board()
    open_account(desk)
    desk.page.click(".account-devices li:not(.this) button")
    phone.await_notice("signed out")
    phone.await_board()
    assert phone.id != id


def test_the_account_page_of_a_device_that_is_signed_out_closes(sit_down: MakePlayer) -> None:
    desk, phone = sit_down(), sit_down()
    desk.begin(mode="classic", seed=7, rows=4, cols=6)
    token = desk.ask("POST", "/api/player/links")["address"].partition("#")[2]
    phone.arrive()
    phone.ask("POST", "/api/player/join", {"token": token, "bring": False})
    phone.arrive()
    open_account(phone)
    desk.ask("DELETE", "/api/player/devices")
    phone.page.click("#account-name-save")
    phone.await_notice("signed out")
    phone.await_board()


def test_the_account_page_keeps_what_is_typed_and_the_focus(sit_down: MakePlayer) -> None:
    player, phone = sit_down(), sit_down()
    page = player.page
    player.begin(mode="classic", seed=7, rows=4, cols=6)
    open_account(player)
    page.fill("#account-name-field", "not yet saved")
    page.click("[data-action='account link']")
    page.wait_for_selector("img.qr")
    token = page.input_value("#link-address").partition("#")[2]
    phone.ask("GET", "/api/me")
    phone.ask("POST", "/api/player/join", {"token": token, "bring": False})
    player.press("Escape")
    page.wait_for_selector(".account-devices li:nth-child(2)")
    page.wait_for_selector("[data-action='account link']:focus")
    assert page.input_value("#account-name-field") == "not yet saved"
    page.focus(".account-devices li:not(.this) button")
    player.ask("DELETE", "/api/player/devices")  # another window is quicker
    player.press("Enter")
    page.wait_for_selector(".account-devices li:nth-child(2)", state="detached")
    assert page.locator(".account .error").count() == 0
    page.wait_for_selector(".account:focus")
