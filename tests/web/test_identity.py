"""The cookies of players, and the key that signs them."""

import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection
from starlette.responses import Response

from lianliankan.errors import DamagedStore, StoreError
from lianliankan.store import Store
from lianliankan.store.maintenance import KEY_NAME
from lianliankan.web.http.identity import PlayerCookies, PlayerSession, load_cookie_key
from support.stored_games import new_game

cookies = PlayerCookies(bytes(range(32)))


def make_cookie(player: str, signer: PlayerCookies = cookies) -> str:
    return f"llk={signer.sign(player)}"


def read_player(header: str) -> str | None:
    scope = {"type": "http", "headers": [(b"cookie", header.encode("latin-1", "replace"))]}
    session = cookies.read(HTTPConnection(scope))
    return None if session is None else session.player


def test_the_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    stores = [Store(tmp_path) for _ in range(8)]
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda store=store: found.append(load_cookie_key(store))) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()
    assert len(set(found)) == 1
    assert len(found[0]) == 32
    assert sorted(path.name for path in tmp_path.iterdir()) == [KEY_NAME, "lianliankan.db"]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / KEY_NAME).stat().st_mode) == 0o600
    with Store(tmp_path / "other") as other:
        assert load_cookie_key(other) != found[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other file permissions")
def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        old = load_cookie_key(store)
        (tmp_path / KEY_NAME).chmod(0o644)
        with pytest.raises(StoreError, match="other users can read the key; chmod 600 it, or replace it with --new"):
            load_cookie_key(store)
        assert load_cookie_key(store, renew=True) != old


def flipped(key: bytes) -> bytes:
    return key[:7] + bytes([key[7] ^ 1]) + key[8:]


@pytest.mark.parametrize("damage", [None, lambda _: b"", lambda key: key[:31], lambda key: key + b"0", flipped])
def test_a_lost_or_damaged_key_is_said_and_not_replaced(
    tmp_path: Path, damage: Callable[[bytes], bytes] | None
) -> None:
    path = tmp_path / KEY_NAME
    with Store(tmp_path) as store:
        key = load_cookie_key(store)
        store.of_player("ann").begin(new_game())
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage(key))
        before = sorted(tmp_path.iterdir())
        for _ in range(2):
            problem = "the key is lost" if damage is None else "this is not the key of this store"
            with pytest.raises(StoreError, match=f"{path}: {problem}; without it .* or start once with --new-key"):
                load_cookie_key(store)
        assert sorted(tmp_path.iterdir()) == before
        new = load_cookie_key(store, renew=True)
        assert new != key
        assert load_cookie_key(store) == new
        path.write_bytes(key)  # a key from a backup that is older than the new one
        with pytest.raises(DamagedStore):
            load_cookie_key(store)


def test_a_key_without_players_is_replaced_and_that_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store(tmp_path) as store:
        store.begin(new_game())  # the owner's, who needs no cookie to get back to it
        key = load_cookie_key(store)
        (tmp_path / KEY_NAME).unlink()
        assert load_cookie_key(store) != key
    assert [record.message for record in caplog.records] == ["the key of the cookies was lost; a new one was made"]


def test_a_store_of_an_earlier_version_keeps_its_key(tmp_path: Path) -> None:
    """Earlier versions did not write down which key belongs to a store."""
    (tmp_path / KEY_NAME).write_bytes(bytes(range(32)))
    (tmp_path / KEY_NAME).chmod(0o600)
    with Store(tmp_path) as store:
        store.of_player("ann").begin(new_game())
        assert load_cookie_key(store) == bytes(range(32))


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
    assert "; Secure" in set_cookie(cookies, is_https=True)
    assert len({cookies.new_player() for _ in range(100)}) == 100


def set_cookie(signer: PlayerCookies, *, is_https: bool = False) -> str:
    response = Response()
    signer.set_cookie(response, "somebody", is_https=is_https)
    return response.headers["set-cookie"]


def test_a_cookie_may_name_a_device() -> None:
    phone = cookies.sign("ann", "phone")
    assert cookies.read_value(phone) == PlayerSession("ann", "phone")
    assert cookies.read_value(cookies.sign("ann", "ann")) == cookies.read_value(cookies.sign("ann"))
    assert len({phone, cookies.sign("ann"), cookies.sign("ann", "tablet"), cookies.sign("phone", "ann")}) == 4
    signature = phone.rpartition(".")[2]
    for forged in (f"ann.{signature}", f"ann.tablet.{signature}", f"bob.phone.{signature}", f"local.phone.{signature}"):
        assert cookies.read_value(forged) is None


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
