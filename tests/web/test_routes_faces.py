"""Own pictures through the web: what becomes of an upload, who sees it, and what no upload can do."""

import errno
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest

from lianliankan.store import Store
from lianliankan.store.picture_sets import Quota
from lianliankan.web import uploads
from lianliankan.web.identity import PlayerCookies
from support.picture_files import GPS, HTML, MARKER, SVG, exif, opened, picture, png, zipped
from support.web_stage import Guest, Stage, staged, visiting


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("site"), new_players_per_address=10_000, rate_factor=100) as stage:
        yield stage


@pytest.fixture
def guest(stage: Stage) -> Iterator[Guest]:
    yield from visiting(stage)


@pytest.fixture
def other(stage: Stage) -> Iterator[Guest]:
    yield from visiting(stage)


def send(guest: Guest, data: bytes, name: str = "panda.png") -> dict[str, Any]:
    answer = guest.http.post("/api/faces/draft", params={"name": name}, content=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def get_draft(guest: Guest, **query: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.http.get("/api/faces/draft", params=query).json()
    return found


def saved(guest: Guest, name: str = "zoo", count: int = 3) -> dict[str, Any]:
    """Save a set of pictures, and give what the list says about it."""
    for seed in range(count):
        send(guest, picture(seed=seed), f"animal {seed}.png")
    answer = guest.http.post("/api/faces/own", json={"name": name})
    assert answer.status_code == 201, answer.text
    return next(own for own in get_sets(guest) if own["id"] == answer.json()["id"])


def get_sets(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.http.get("/api/faces/own").json()["sets"]
    return found


def problem(answer: httpx2.Response) -> tuple[int, str]:
    found = answer.json()
    assert set(found) == {"error", "code"}
    return answer.status_code, found["code"]


# ---- The way of a picture --------------------------------------------------------------------------------------------


def test_files_become_a_draft_and_the_draft_a_set(guest: Guest) -> None:
    assert get_draft(guest) == {"id": None, "pictures": [], "alike": []}
    first = send(guest, picture("JPEG", seed=1, exif=exif(6)), "Big Panda.jpeg")
    assert first["refused"] == []
    (panda,) = first["kept"]
    assert panda["label"] == "Big Panda"
    (tiger,) = send(guest, picture(seed=2), "tiger.png")["kept"]
    (same,) = send(guest, picture("WEBP", seed=2), "tiger again.webp")["kept"]
    draft = get_draft(guest)
    assert draft["pictures"] == [panda, tiger, same]
    (pair,) = draft["alike"]
    assert (pair["first"], pair["second"], pair["view"]) == (tiger["id"], same["id"], "colour")
    assert pair["distance"] < 6
    assert get_sets(guest) == []
    answer = guest.http.post("/api/faces/own", json={"name": " 我的  zoo ", "pictures": [tiger["id"], panda["id"]]})
    assert answer.status_code == 201
    (own,) = get_sets(guest)
    assert (own["id"], own["name"], own["pictures"]) == (answer.json()["id"], "我的 zoo", [tiger, panda])
    assert get_draft(guest)["id"] is None
    assert guest.http.get(same["address"]).status_code == 404  # left out, and gone


def test_the_picture_is_served_as_an_image_and_nothing_else(guest: Guest) -> None:
    (kept,) = send(guest, picture("GIF", comment=MARKER) + HTML)["kept"]
    answer = guest.http.get(kept["address"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["content-disposition"] == 'inline; filename="picture.jpg"'
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert opened(answer.content).size == (192, 192)
    assert MARKER not in answer.content
    (kept,) = send(guest, picture("JPEG", exif=exif()))["kept"]
    assert GPS not in guest.http.get(kept["address"]).content


def test_bad_files_are_refused_one_by_one_and_the_good_ones_kept(guest: Guest) -> None:
    for data, code in [
        (b"", "empty"),
        (SVG, "type"),
        (HTML, "type"),
        (b"MZ" + bytes(100), "type"),
        (png(60_000, 60_000), "pixels"),
        (picture()[:500], "broken"),
    ]:
        found = send(guest, data, "../../etc/x.png")
        assert found["kept"] == []
        ((refusal),) = found["refused"]
        assert (refusal["label"], refusal["code"]) == ("x", code)
        assert refusal["words"]
    found = send(guest, zipped([("a.png", picture(seed=1)), ("../../b.png", SVG), ("c/c.gif", picture("GIF", seed=2))]))
    assert [kept["label"] for kept in found["kept"]] == ["a", "c"]
    assert [(refusal["label"], refusal["code"]) for refusal in found["refused"]] == [("b", "type")]
    assert [kept["label"] for kept in get_draft(guest)["pictures"]] == ["a", "c"]


def test_what_is_too_large_is_refused_while_it_comes(guest: Guest, stage: Stage) -> None:
    """A body without an end: the answer comes long before."""
    host, port = stage.address.removeprefix("http://").split(":")
    for start, most in ((b"\x89PNG\r\n\x1a\n", 20), (b"PK\3\4", 64), (b"<html>", 1)):
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            head = (
                f"POST /api/faces/draft?name=x HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {stage.address}\r\n"
                f"Cookie: {guest.cookie}\r\nContent-Length: 4000000000\r\n\r\n"
            )
            connection.sendall(head.encode() + start.ljust(100, b"\0"))
            sent, answered = 0, b""
            connection.settimeout(0)
            piece = bytes(65_536)
            while b"refused" not in answered:
                try:
                    answered += connection.recv(65_536)
                except BlockingIOError:
                    connection.settimeout(10)
                    connection.sendall(piece)
                    connection.settimeout(0)
                    sent += len(piece)
                    assert sent < (most + 30) * 1_000_000, "nobody said stop"
            assert (b'"large"' if most > 1 else b'"type"') in answered
    assert get_draft(guest)["pictures"] == []


def test_a_full_disk_is_said(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("tempfile.SpooledTemporaryFile.write", full)
        assert problem(guest.http.post("/api/faces/draft", content=picture())) == (503, "store")
    assert len(send(guest, picture())["kept"]) == 1


def test_a_zip_comes_back_the_same(guest: Guest, other: Guest) -> None:
    own = saved(guest)
    answer = guest.http.get(f"/api/faces/own/{own['id']}/zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="pictures.zip"'
    found = send(other, answer.content, "pictures.zip")
    assert [kept["label"] for kept in found["kept"]] == [kept["label"] for kept in own["pictures"]]
    for mine, theirs in zip(own["pictures"], found["kept"], strict=True):
        assert mine["id"] != theirs["id"]
        assert guest.http.get(mine["address"]).content == other.http.get(theirs["address"]).content


def test_sets_are_listed_renamed_thinned_grown_and_removed(guest: Guest) -> None:
    zoo, farm = saved(guest, "zoo", 4), saved(guest, "farm", 2)
    assert [own["name"] for own in get_sets(guest)] == ["farm", "zoo"]
    address = f"/api/faces/own/{zoo['id']}"
    assert guest.http.put(address, json={"name": "Zoo 2"}).json()["name"] == "Zoo 2"
    assert problem(guest.http.put(address, json={"name": "FARM"})) == (400, "name")
    for name in ("", " \t", "x" * 61, "a\x00b", "a\u202eb"):
        assert problem(guest.http.put(address, json={"name": name})) == (400, "name")
    ids = [kept["id"] for kept in zoo["pictures"]]
    changed = guest.http.put(address, json={"pictures": [ids[2], ids[0]]}).json()
    assert [kept["id"] for kept in changed["pictures"]] == [ids[2], ids[0]]
    assert problem(guest.http.put(address, json={"pictures": [ids[0]]})) == (400, "few")
    assert problem(guest.http.put(address, json={"pictures": [ids[1], ids[0]]})) == (404, "gone")
    assert problem(guest.http.put(address, json={"pictures": [farm["pictures"][0]["id"], ids[0]]})) == (404, "gone")
    (tiger,) = send(guest, picture(seed=9), "tiger.png")["kept"]
    (same,) = send(guest, picture(seed=2), "known.png")["kept"]
    (pair,) = get_draft(guest, into=zoo["id"])["alike"]
    assert (pair["first"], pair["second"]) == (ids[2], same["id"])
    answer = guest.http.post("/api/faces/own", json={"into": zoo["id"], "pictures": [tiger["id"]]})
    assert answer.status_code == 201
    known = {own["name"]: own for own in get_sets(guest)}
    assert [kept["id"] for kept in known["Zoo 2"]["pictures"]] == [ids[2], ids[0], tiger["id"]]
    assert guest.http.delete(address).json() == {"removed": zoo["id"]}
    assert [own["name"] for own in get_sets(guest)] == ["farm"]
    assert guest.http.get(zoo["pictures"][0]["address"]).status_code == 404


def test_drafts_are_left_out_of_and_thrown_away(guest: Guest) -> None:
    (panda,) = send(guest, picture(seed=1))["kept"]
    (tiger,) = send(guest, picture(seed=2))["kept"]
    assert guest.http.delete(f"/api/faces/draft/{panda['id']}").json() == {"removed": panda["id"]}
    assert problem(guest.http.delete(f"/api/faces/draft/{panda['id']}")) == (404, "gone")
    assert get_draft(guest)["pictures"] == [tiger]
    assert problem(guest.http.post("/api/faces/own", json={"name": "one"})) == (400, "few")
    assert guest.http.delete("/api/faces/draft").status_code == 200
    assert problem(guest.http.delete("/api/faces/draft")) == (404, "gone")
    assert problem(guest.http.post("/api/faces/own", json={"name": "none"})) == (404, "gone")


def test_a_sprite_shows_the_pictures_and_drawings_after_them(guest: Guest) -> None:
    own = saved(guest, count=2)
    answer = guest.http.get(f"/api/faces/own/{own['id']}/sprite.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    symbols = {
        symbol.get("id"): symbol for symbol in ElementTree.fromstring(answer.text) if symbol.tag.endswith("symbol")
    }
    assert len(symbols) == 240
    for kind, kept in enumerate(own["pictures"], 1):
        assert symbols[f"k{kind}"].get("data-name") == kept["label"]
        (image,) = [part for part in symbols[f"k{kind}"] if part.tag.endswith("image")]
        assert image.get("href") == kept["address"]
    assert not [part for part in symbols["k3"].iter() if part.tag.endswith("image")]
    (draft,) = send(guest, zipped([("<b>&.png", picture()), ("c.png", picture(seed=5))]))["kept"][:1]
    text = guest.http.get(f"/api/faces/own/{get_draft(guest)['id']}/sprite.svg").text  # for a board to look at first
    assert draft["address"] in text
    assert "<b>" not in text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "bad"),
        (b"[]", "bad"),
        (b"{}", "bad"),
        (b'{"name": 7}', "bad"),
        (b'{"name": "a", "into": "b"}', "bad"),
        (b'{"name": "a", "more": 1}', "bad"),
        (b'{"name": "a", "pictures": "x"}', "bad"),
        (b'{"into": "nowhere"}', "gone"),
        (b'{"name": "a", "pictures": ["../x"]}', "gone"),
        (b'{"name": "a", "pictures": []}', "few"),
    ],
)
def test_savings_that_are_none(guest: Guest, body: bytes, code: str) -> None:
    for seed in range(2):
        send(guest, picture(seed=seed))
    answer = guest.http.post("/api/faces/own", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == ({"gone": 404}.get(code, 400), code)
    assert len(get_draft(guest)["pictures"]) == 2


def test_many_are_left_out_at_once_while_others_come(guest: Guest) -> None:
    old = send(guest, zipped([(f"{seed}.png", picture(seed=seed)) for seed in range(12)]))["kept"]
    with ThreadPoolExecutor(12) as hands:
        coming = hands.submit(send, guest, zipped([(f"{seed}.png", picture(seed=seed)) for seed in range(12, 24)]))
        answers = list(hands.map(lambda kept: guest.http.delete(f"/api/faces/draft/{kept['id']}"), old[:10]))
    assert [answer.status_code for answer in answers] == [200] * 10
    assert get_draft(guest)["pictures"] == [*old[10:], *coming.result()["kept"]]


# ---- Whose pictures --------------------------------------------------------------------------------------------------


def test_nobody_else_sees_or_touches_them(stage: Stage, guest: Guest, other: Guest) -> None:
    own = saved(guest)
    (draft,) = send(guest, picture(seed=8))["kept"]
    address, shown = f"/api/faces/own/{own['id']}", own["pictures"][0]["address"]
    forged = PlayerCookies(bytes(32)).set_cookie("somebody").split(";")[0]
    cut = guest.cookie[:-4]
    saved(other, count=2)
    (theirs,) = send(other, picture(seed=7))["kept"]
    for cookie in (other.cookie, forged, cut, "", "llk=x"):
        with httpx2.Client(base_url=stage.address, headers={"Origin": stage.address, "Cookie": cookie}) as http:
            for path in (shown, draft["address"], f"{address}/zip", f"{address}/sprite.svg"):
                assert problem(http.get(path)) == (404, "gone"), (cookie, path)
            assert problem(http.delete(address)) == (404, "gone")
            assert problem(http.put(address, json={"name": "mine"})) == (404, "gone")
            assert problem(http.delete(f"/api/faces/draft/{draft['id']}")) == (404, "gone")
            assert problem(http.post("/api/faces/own", json={"into": own["id"]})) == (404, "gone")
            assert problem(http.post("/api/faces/own", json={"name": "x", "pictures": [draft["id"]]})) == (404, "gone")
            listed = http.get("/api/faces/own").text
            assert own["id"] not in listed
            assert draft["id"] not in listed
    for id in ("x", "0" * 32, own["id"].upper(), own["id"] + "0", "..%2f..%2fcookie", "%00"):
        assert guest.http.get(f"/api/faces/pictures/{id}.jpg").status_code == 404
        assert guest.http.get(f"/api/faces/own/{id}/zip").status_code == 404
    assert get_sets(guest) == [own]
    assert get_draft(guest)["pictures"] == [draft]
    assert get_draft(other)["pictures"] == [theirs]


def test_no_other_site_sends_for_the_player(stage: Stage, guest: Guest) -> None:
    with httpx2.Client(base_url=stage.address, headers={"Cookie": guest.cookie}) as http:
        for headers in (
            {},
            {"Origin": "http://evil.example"},
            {"Origin": stage.address, "Sec-Fetch-Site": "cross-site"},
        ):
            assert problem(http.post("/api/faces/draft", content=picture(), headers=headers)) == (403, "origin")
            assert problem(http.post("/api/faces/own", json={"name": "x"}, headers=headers)) == (403, "origin")
    answer = guest.http.get("/api/faces/own", headers={"Sec-Fetch-Site": "cross-site"})
    assert problem(answer) == (403, "origin")


def test_somebody_new_becomes_a_player_by_sending(stage: Stage) -> None:
    with httpx2.Client(base_url=stage.address, headers={"Origin": stage.address}) as http:
        assert http.get("/api/faces/own").json()["sets"] == []
        assert not http.cookies
        assert len(http.post("/api/faces/draft", content=picture()).json()["kept"]) == 1
        assert http.cookies
        assert len(http.get("/api/faces/draft").json()["pictures"]) == 1


# ---- How much --------------------------------------------------------------------------------------------------------


def test_the_room_is_told_and_kept_to(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    room = guest.http.get("/api/faces/own").json()["room"]
    assert room == {"sets": 24, "pictures": 240, "bytes": 24_000_000, "used": 0}
    monkeypatch.setattr(
        "lianliankan.store.picture_sets.PictureStore.__init__.__defaults__", (Quota(sets=1, pictures=3),)
    )
    found = send(guest, zipped([(f"{seed}.png", picture(seed=seed)) for seed in range(5)]))
    assert len(found["kept"]) == 3
    assert [(refusal["label"], refusal["code"]) for refusal in found["refused"]] == [("3", "full")]
    assert guest.http.post("/api/faces/own", json={"name": "a"}).status_code == 201
    for seed in (5, 6):
        send(guest, picture(seed=seed))
    assert problem(guest.http.post("/api/faces/own", json={"name": "b"})) == (413, "full")
    assert problem(guest.http.post("/api/faces/own", json={"into": get_sets(guest)[0]["id"]})) == (413, "full")
    assert len(get_draft(guest)["pictures"]) == 2


def test_how_often_and_how_many_at_once(tmp_path: Path) -> None:
    with staged(tmp_path, rate_factor=0.01) as stage:  # three sendings at once, and ten lookings
        guest = Guest(stage.address)
        answers = [guest.http.post("/api/faces/draft", content=b"x") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]  # the first as nobody
        assert answers[-1].headers["retry-after"] == "2"
        codes = [guest.http.get("/api/faces/pictures/x.jpg").status_code for _ in range(12)]
        assert codes[:9] == [404] * 9
        assert codes[-1] == 429
        guest.close()


@contextmanager
def partial_upload(guest: Guest, stage: Stage) -> Iterator[socket.socket]:
    """Send the head of an upload, and the first bytes of its body."""
    host, port = stage.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as slow:
        head = (
            f"POST /api/faces/draft HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {stage.address}\r\n"
            f"Cookie: {guest.cookie}\r\nContent-Length: 1000\r\n\r\n"
        )
        slow.sendall(head.encode() + b"GIF89a")
        yield slow


def test_what_comes_too_slowly_is_let_go(guest: Guest, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_START_SECONDS", 0.2)
    with partial_upload(guest, stage) as slow:
        assert slow.recv(100).startswith(b"HTTP/1.1 408 ")


def test_one_upload_of_a_player_at_a_time(guest: Guest, stage: Stage) -> None:
    with partial_upload(guest, stage):
        until = time.monotonic() + 10
        while (answer := guest.http.post("/api/faces/draft", content=picture())).status_code == 200:
            assert time.monotonic() < until
        assert problem(answer) == (503, "busy")
    until = time.monotonic() + 10
    while guest.http.post("/api/faces/draft", content=picture()).status_code != 200:  # it broke off: the next may come
        assert time.monotonic() < until


def test_a_set_outlasts_the_server(tmp_path: Path) -> None:
    with staged(tmp_path, rate_factor=100) as stage:
        guest = Guest(stage.address)
        guest.http.get("/api/me")
        own, cookie = saved(guest), guest.cookie
        data = guest.http.get(own["pictures"][0]["address"]).content
        guest.close()
    with staged(tmp_path) as stage, httpx2.Client(base_url=stage.address, headers={"Cookie": cookie}) as http:
        assert http.get("/api/faces/own").json()["sets"] == [own]
        assert http.get(own["pictures"][0]["address"]).content == data
    with Store(tmp_path) as store:
        assert store.pictures.sets() == []
    left = [path.name for path in tmp_path.iterdir() if not path.name.startswith("lianliankan.db")]
    assert left == ["cookie.key"]  # nothing of an upload lies about
