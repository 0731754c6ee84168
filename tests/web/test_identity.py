"""The cookies of players, and the key that signs them."""

import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection
from starlette.responses import Response

from lianliankan.errors import StoreError
from lianliankan.web.identity import KEY_NAME, PlayerCookies, load_cookie_key

cookies = PlayerCookies(bytes(range(32)))


def make_cookie(player: str, signer: PlayerCookies = cookies) -> str:
    return f"llk={signer.sign(player)}"


def read_player(header: str) -> str | None:
    scope = {"type": "http", "headers": [(b"cookie", header.encode("latin-1", "replace"))]}
    return cookies.read_player(HTTPConnection(scope))


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(load_cookie_key(folder))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found[0]) == 32
    assert [path.name for path in folder.iterdir()] == [KEY_NAME]
    if os.name == "posix":
        assert stat.S_IMODE((folder / KEY_NAME).stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert load_cookie_key(tmp_path / "other") != found[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other file permissions")
def test_bad_keys_and_keys_that_others_can_read_are_refused(tmp_path: Path) -> None:
    load_cookie_key(tmp_path)
    (tmp_path / KEY_NAME).chmod(0o644)
    with pytest.raises(StoreError, match="other users can read the key"):
        load_cookie_key(tmp_path)
    (tmp_path / KEY_NAME).chmod(0o600)
    (tmp_path / KEY_NAME).write_bytes(b"short")
    with pytest.raises(StoreError, match="not a valid key; expected 32 bytes"):
        load_cookie_key(tmp_path)
    with pytest.raises(StoreError):
        load_cookie_key(tmp_path / KEY_NAME / "folder")


def test_signed_cookies_are_accepted() -> None:
    player = cookies.new_player()
    assert read_player(make_cookie(player)) == player
    assert read_player(f"a=b; {make_cookie(player)}; c=d") == player
    assert read_player(make_cookie("")) == ""
    for other in ('prefs={"a":1}', "x=a b", "a[b]=1", "n=é", "path=/", 'q="open', "llk=nonsense", "y" * 9000):
        assert read_player(f"{other}; {make_cookie(player)}") == player
    header = set_cookie(cookies)
    assert all(word in header for word in ("Path=/", "HttpOnly", "SameSite=strict", "Max-Age="))
    assert "Secure" not in header
    assert "; Secure" in set_cookie(PlayerCookies(bytes(32), secure=True))
    assert len({cookies.new_player() for _ in range(100)}) == 100


def set_cookie(signer: PlayerCookies) -> str:
    response = Response()
    signer.set_cookie(response, "somebody")
    return response.headers["set-cookie"]


def test_cookies_of_earlier_versions_are_accepted() -> None:
    assert read_player("llk=local.Quj5BrZ50BDKclyuCxxiEDvu3TeFubq5Wrlnxu-Sxl4") == ""


@given(place=st.integers(0, 80), letter=st.sampled_from("abcXYZ019-_.=;, \x00é"))
def test_changed_cookies_are_rejected(place: int, letter: str) -> None:
    cookie = make_cookie("somebody")
    place %= len(cookie) - 4
    changed = cookie[: place + 4] + letter + cookie[place + 5 :]
    if changed != cookie:
        assert read_player(changed) is None


@given(st.text(max_size=120))
def test_random_cookies_are_rejected(text: str) -> None:
    assert read_player(text) is None
    assert read_player(f"llk={text}") is None


def test_forged_cookies_are_rejected() -> None:
    mine = make_cookie("me")
    other = make_cookie("me", PlayerCookies(bytes(32)))
    assert read_player(other) is None
    name, _, signature = mine.removeprefix("llk=").partition(".")
    for forged in (
        f"llk=you.{signature}",
        f"llk={name}.",
        f"llk={name}",
        f"llk=.{signature}",
        f"llk=local.{signature}",
    ):
        assert read_player(forged) is None
