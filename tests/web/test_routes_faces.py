"""The endpoints for custom pictures: uploads, sets, who can see them, and limits."""

import errno
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lianliankan.store import Store
from lianliankan.store.picture_sets import Quota
from lianliankan.web.http.identity import PlayerCookies
from support.own_clock import OwnClock
from support.patience import PATIENCE
from support.picture_files import GPS, HTML, MARKER, SVG, exif, open_thumbnail, picture, png, zipped
from support.web_stage import Client, RunningServer, open_http, read_problem, run_server, wait_until


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def send(client: Client, data: bytes, name: str = "panda.png") -> dict[str, Any]:
    answer = client.http.post("/api/faces/draft", params={"name": name}, content=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def get_draft(client: Client, **query: str) -> dict[str, Any]:
    found: dict[str, Any] = client.http.get("/api/faces/draft", params=query).json()
    return found


def save_set(client: Client, name: str = "zoo", count: int = 3) -> dict[str, Any]:
    """Save a set of pictures, and return its entry in the list."""
    for seed in range(count):
        send(client, picture(seed=seed), f"animal {seed}.png")
    answer = client.http.post("/api/faces/own", json={"name": name})
    assert answer.status_code == 201, answer.text
    return next(picture_set for picture_set in get_sets(client) if picture_set["id"] == answer.json()["id"])


def get_sets(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.http.get("/api/faces/own").json()["sets"]
    return found


# ---- From upload to set ----------------------------------------------------------------------------------------------


def test_uploads_become_a_draft_and_the_draft_a_set(client: Client) -> None:
    assert get_draft(client) == {"id": None, "pictures": [], "alike": []}
    first = send(client, picture("JPEG", seed=1, exif=exif(6)), "Big Panda.jpeg")
    assert first["refused"] == []
    (panda,) = first["kept"]
    assert panda["label"] == "Big Panda"
    (tiger,) = send(client, picture(seed=2), "tiger.png")["kept"]
    (same,) = send(client, picture("WEBP", seed=2), "tiger again.webp")["kept"]
    draft = get_draft(client)
    assert draft["pictures"] == [panda, tiger, same]
    (pair,) = draft["alike"]
    assert (pair["first"], pair["second"], pair["view"]) == (tiger["id"], same["id"], "colour")
    assert pair["distance"] < 6
    assert get_sets(client) == []
    answer = client.http.post("/api/faces/own", json={"name": " 我的  zoo ", "pictures": [tiger["id"], panda["id"]]})
    assert answer.status_code == 201
    (picture_set,) = get_sets(client)
    assert (picture_set["id"], picture_set["name"], picture_set["pictures"]) == (
        answer.json()["id"],
        "我的 zoo",
        [tiger, panda],
    )
    assert get_draft(client)["id"] is None
    assert client.http.get(same["address"]).status_code == 404  # not chosen, so it is gone


def test_pictures_are_served_as_images_only(client: Client) -> None:
    (kept,) = send(client, picture("GIF", comment=MARKER) + HTML)["kept"]
    answer = client.http.get(kept["address"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["content-disposition"] == 'inline; filename="picture.jpg"'
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert open_thumbnail(answer.content).size == (192, 192)
    assert MARKER not in answer.content
    (kept,) = send(client, picture("JPEG", exif=exif()))["kept"]
    assert GPS not in client.http.get(kept["address"]).content


def test_bad_files_are_refused_one_by_one_and_good_ones_kept(client: Client) -> None:
    for data, code in [
        (b"", "empty"),
        (SVG, "type"),
        (HTML, "type"),
        (b"MZ" + bytes(100), "type"),
        (png(60_000, 60_000), "pixels"),
        (picture()[:500], "broken"),
    ]:
        found = send(client, data, "../../etc/x.png")
        assert found["kept"] == []
        ((refusal),) = found["refused"]
        assert (refusal["label"], refusal["code"]) == ("x", code)
        assert refusal["words"]
    found = send(
        client, zipped([("a.png", picture(seed=1)), ("../../b.png", SVG), ("c/c.gif", picture("GIF", seed=2))])
    )
    assert [kept["label"] for kept in found["kept"]] == ["a", "c"]
    assert [(refusal["label"], refusal["code"]) for refusal in found["refused"]] == [("b", "type")]
    assert [kept["label"] for kept in get_draft(client)["pictures"]] == ["a", "c"]


def test_large_uploads_are_refused_while_they_arrive(client: Client, server: RunningServer) -> None:
    """The body is endless; the answer must come early."""
    host, port = server.address.removeprefix("http://").split(":")
    for start, most in ((b"\x89PNG\r\n\x1a\n", 20), (b"PK\3\4", 64), (b"<html>", 1)):
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            head = (
                f"POST /api/faces/draft?name=x HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.address}\r\n"
                f"Cookie: {client.cookie}\r\nContent-Length: 4000000000\r\n\r\n"
            )
            connection.sendall(head.encode() + start.ljust(100, b"\0"))
            sent, answered = 0, b""
            connection.settimeout(0)
            piece = bytes(65_536)
            while b"refused" not in answered:
                try:
                    answered += connection.recv(65_536)
                except BlockingIOError:
                    connection.settimeout(PATIENCE)
                    with suppress(ConnectionResetError, BrokenPipeError):  # it is refused, and the answer is on its way
                        connection.sendall(piece)
                    connection.settimeout(0)
                    sent += len(piece)
                    assert sent < (most + 30) * 1_000_000, "the upload was not stopped"
            assert (b'"large"' if most > 1 else b'"type"') in answered
    assert get_draft(client)["pictures"] == []


def test_a_full_disk_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("tempfile.SpooledTemporaryFile.write", full)
        assert read_problem(client.http.post("/api/faces/draft", content=picture())) == (503, "store")
    assert len(send(client, picture())["kept"]) == 1


def test_an_exported_zip_can_be_imported_unchanged(client: Client, other_client: Client) -> None:
    picture_set = save_set(client)
    answer = client.http.get(f"/api/faces/own/{picture_set['id']}/zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="pictures.zip"'
    found = send(other_client, answer.content, "pictures.zip")
    assert [kept["label"] for kept in found["kept"]] == [kept["label"] for kept in picture_set["pictures"]]
    for mine, theirs in zip(picture_set["pictures"], found["kept"], strict=True):
        assert mine["id"] != theirs["id"]
        assert client.http.get(mine["address"]).content == other_client.http.get(theirs["address"]).content


def test_sets_are_listed_renamed_changed_and_removed(client: Client) -> None:
    zoo, farm = save_set(client, "zoo", 4), save_set(client, "farm", 2)
    assert [picture_set["name"] for picture_set in get_sets(client)] == ["farm", "zoo"]
    address = f"/api/faces/own/{zoo['id']}"
    assert client.http.put(address, json={"name": "Zoo 2"}).json()["name"] == "Zoo 2"
    assert read_problem(client.http.put(address, json={"name": "FARM"})) == (400, "name")
    for name in ("", " \t", "x" * 61, "a\x00b", "a\u202eb"):
        assert read_problem(client.http.put(address, json={"name": name})) == (400, "name")
    ids = [kept["id"] for kept in zoo["pictures"]]
    changed = client.http.put(address, json={"pictures": [ids[2], ids[0]]}).json()
    assert [kept["id"] for kept in changed["pictures"]] == [ids[2], ids[0]]
    assert read_problem(client.http.put(address, json={"pictures": [ids[0]]})) == (400, "few")
    assert read_problem(client.http.put(address, json={"pictures": [ids[1], ids[0]]})) == (404, "gone")
    assert read_problem(client.http.put(address, json={"pictures": [farm["pictures"][0]["id"], ids[0]]})) == (
        404,
        "gone",
    )
    (tiger,) = send(client, picture(seed=9), "tiger.png")["kept"]
    (same,) = send(client, picture(seed=2), "known.png")["kept"]
    (pair,) = get_draft(client, into=zoo["id"])["alike"]
    assert (pair["first"], pair["second"]) == (ids[2], same["id"])
    answer = client.http.post("/api/faces/own", json={"into": zoo["id"], "pictures": [tiger["id"]]})
    assert answer.status_code == 201
    known = {picture_set["name"]: picture_set for picture_set in get_sets(client)}
    assert [kept["id"] for kept in known["Zoo 2"]["pictures"]] == [ids[2], ids[0], tiger["id"]]
    assert client.http.delete(address).json() == {"removed": zoo["id"]}
    assert [picture_set["name"] for picture_set in get_sets(client)] == ["farm"]
    assert client.http.get(zoo["pictures"][0]["address"]).status_code == 404


def test_pictures_of_a_draft_and_drafts_are_removed(client: Client) -> None:
    (panda,) = send(client, picture(seed=1))["kept"]
    (tiger,) = send(client, picture(seed=2))["kept"]
    assert client.http.delete(f"/api/faces/draft/{panda['id']}").json() == {"removed": panda["id"]}
    assert read_problem(client.http.delete(f"/api/faces/draft/{panda['id']}")) == (404, "gone")
    assert get_draft(client)["pictures"] == [tiger]
    assert read_problem(client.http.post("/api/faces/own", json={"name": "one"})) == (400, "few")
    assert client.http.delete("/api/faces/draft").status_code == 200
    assert read_problem(client.http.delete("/api/faces/draft")) == (404, "gone")
    assert read_problem(client.http.post("/api/faces/own", json={"name": "none"})) == (404, "gone")


def test_a_sprite_has_the_pictures_first_and_drawings_after_them(client: Client) -> None:
    picture_set = save_set(client, count=2)
    answer = client.http.get(f"/api/faces/own/{picture_set['id']}/sprite.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    symbols = {
        symbol.get("id"): symbol for symbol in ElementTree.fromstring(answer.text) if symbol.tag.endswith("symbol")
    }
    assert len(symbols) == 240
    for kind, kept in enumerate(picture_set["pictures"], 1):
        assert symbols[f"k{kind}"].get("data-name") == kept["label"]
        (image,) = [part for part in symbols[f"k{kind}"] if part.tag.endswith("image")]
        assert image.get("href") == kept["address"]
    assert not [part for part in symbols["k3"].iter() if part.tag.endswith("image")]
    (draft,) = send(client, zipped([("<b>&.png", picture()), ("c.png", picture(seed=5))]))["kept"][:1]
    text = client.http.get(f"/api/faces/own/{get_draft(client)['id']}/sprite.svg").text  # for the preview of a board
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
def test_bad_save_requests_are_refused(client: Client, body: bytes, code: str) -> None:
    for seed in range(2):
        send(client, picture(seed=seed))
    answer = client.http.post("/api/faces/own", content=body, headers={"Content-Type": "application/json"})
    assert read_problem(answer) == ({"gone": 404}.get(code, 400), code)
    assert len(get_draft(client)["pictures"]) == 2


def test_pictures_are_removed_while_others_arrive(client: Client) -> None:
    old = send(client, zipped([(f"{seed}.png", picture(seed=seed)) for seed in range(12)]))["kept"]
    with ThreadPoolExecutor(12) as threads:
        upload = threads.submit(send, client, zipped([(f"{seed}.png", picture(seed=seed)) for seed in range(12, 24)]))
        answers = list(threads.map(lambda kept: client.http.delete(f"/api/faces/draft/{kept['id']}"), old[:10]))
    assert [answer.status_code for answer in answers] == [200] * 10
    assert get_draft(client)["pictures"] == [*old[10:], *upload.result()["kept"]]


# ---- Other players ---------------------------------------------------------------------------------------------------


def test_the_pictures_of_other_players_cannot_be_read_or_changed(
    server: RunningServer, client: Client, other_client: Client
) -> None:
    picture_set = save_set(client)
    (draft,) = send(client, picture(seed=8))["kept"]
    address, shown = f"/api/faces/own/{picture_set['id']}", picture_set["pictures"][0]["address"]
    forged = f"llk={PlayerCookies(bytes(32)).sign('somebody')}"
    cut = client.cookie[:-4]
    save_set(other_client, count=2)
    (theirs,) = send(other_client, picture(seed=7))["kept"]
    for cookie in (other_client.cookie, forged, cut, "", "llk=x"):
        with open_http(server.address, Origin=server.address, Cookie=cookie) as http:
            for path in (shown, draft["address"], f"{address}/zip", f"{address}/sprite.svg"):
                assert read_problem(http.get(path)) == (404, "gone"), (cookie, path)
            assert read_problem(http.delete(address)) == (404, "gone")
            assert read_problem(http.put(address, json={"name": "mine"})) == (404, "gone")
            assert read_problem(http.delete(f"/api/faces/draft/{draft['id']}")) == (404, "gone")
            assert read_problem(http.post("/api/faces/own", json={"into": picture_set["id"]})) == (404, "gone")
            assert read_problem(http.post("/api/faces/own", json={"name": "x", "pictures": [draft["id"]]})) == (
                404,
                "gone",
            )
            listed = http.get("/api/faces/own").text
            assert picture_set["id"] not in listed
            assert draft["id"] not in listed
    for id in ("x", "0" * 32, picture_set["id"].upper(), picture_set["id"] + "0", "..%2f..%2fcookie", "%00"):
        assert client.http.get(f"/api/faces/pictures/{id}.jpg").status_code == 404
        assert client.http.get(f"/api/faces/own/{id}/zip").status_code == 404
    assert get_sets(client) == [picture_set]
    assert get_draft(client)["pictures"] == [draft]
    assert get_draft(other_client)["pictures"] == [theirs]


def test_requests_of_other_sites_are_refused(server: RunningServer, client: Client) -> None:
    with open_http(server.address, Cookie=client.cookie) as http:
        for headers in (
            {},
            {"Origin": "http://evil.example"},
            {"Origin": server.address, "Sec-Fetch-Site": "cross-site"},
        ):
            assert read_problem(http.post("/api/faces/draft", content=picture(), headers=headers)) == (403, "origin")
            assert read_problem(http.post("/api/faces/own", json={"name": "x"}, headers=headers)) == (403, "origin")
    answer = client.http.get("/api/faces/own", headers={"Sec-Fetch-Site": "cross-site"})
    assert read_problem(answer) == (403, "origin")


def test_an_upload_makes_a_new_player(server: RunningServer) -> None:
    with open_http(server.address, Origin=server.address) as http:
        assert http.get("/api/faces/own").json()["sets"] == []
        assert not http.cookies
        assert len(http.post("/api/faces/draft", content=picture()).json()["kept"]) == 1
        assert http.cookies
        assert len(http.get("/api/faces/draft").json()["pictures"]) == 1


# ---- Limits ----------------------------------------------------------------------------------------------------------


def test_the_quota_is_reported_and_enforced(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    quota = client.http.get("/api/faces/own").json()["quota"]
    assert quota == {"sets": 24, "pictures": 240, "bytes": 24_000_000, "used": 0}
    monkeypatch.setattr(
        "lianliankan.store.picture_sets.PictureStore.__init__.__defaults__", (Quota(sets=1, pictures=3),)
    )
    found = send(client, zipped([(f"{seed}.png", picture(seed=seed)) for seed in range(5)]))
    assert len(found["kept"]) == 3
    assert [(refusal["label"], refusal["code"]) for refusal in found["refused"]] == [("3", "full")]
    assert client.http.post("/api/faces/own", json={"name": "a"}).status_code == 201
    for seed in (5, 6):
        send(client, picture(seed=seed))
    assert read_problem(client.http.post("/api/faces/own", json={"name": "b"})) == (413, "full")
    assert read_problem(client.http.post("/api/faces/own", json={"into": get_sets(client)[0]["id"]})) == (413, "full")
    assert len(get_draft(client)["pictures"]) == 2


def test_rate_limits(tmp_path: Path) -> None:
    with run_server(tmp_path, rate_factor=0.01, clock=OwnClock()) as server:
        client = Client(server.address)
        # bursts of three uploads and of ten pictures
        answers = [client.http.post("/api/faces/draft", content=b"x") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]  # the first without a player
        assert answers[-1].headers["retry-after"] == "2"
        codes = [client.http.get("/api/faces/pictures/x.jpg").status_code for _ in range(12)]
        assert codes[:9] == [404] * 9
        assert codes[-1] == 429
        client.close()


@contextmanager
def partial_upload(client: Client, server: RunningServer) -> Iterator[socket.socket]:
    """Send the headers of an upload, and the first bytes of its body."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as slow:
        head = (
            f"POST /api/faces/draft HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {server.address}\r\n"
            f"Cookie: {client.cookie}\r\nContent-Length: 1000\r\n\r\n"
        )
        slow.sendall(head.encode() + b"GIF89a")
        yield slow


def test_a_player_has_one_upload_at_a_time(client: Client, server: RunningServer) -> None:
    with partial_upload(client, server):
        answers = [client.http.post("/api/faces/draft", content=picture())]
        while answers[-1].status_code == 200:  # the first one has not arrived so far
            answers.append(client.http.post("/api/faces/draft", content=picture()))
        assert read_problem(answers[-1]) == (503, "busy")
    # The first upload broke off, so another is allowed.
    wait_until(lambda: client.http.post("/api/faces/draft", content=picture()).status_code == 200)


def test_sets_survive_a_restart(tmp_path: Path) -> None:
    with run_server(tmp_path, rate_factor=100) as server:
        client = Client(server.address)
        client.http.get("/api/me")
        picture_set, cookie = save_set(client), client.cookie
        data = client.http.get(picture_set["pictures"][0]["address"]).content
        client.close()
    with run_server(tmp_path) as server, open_http(server.address, Cookie=cookie) as http:
        assert http.get("/api/faces/own").json()["sets"] == [picture_set]
        assert http.get(picture_set["pictures"][0]["address"]).content == data
    with Store(tmp_path) as store:
        assert store.pictures.sets() == []
    left = [path.name for path in tmp_path.iterdir() if not path.name.startswith("lianliankan.db")]
    assert left == ["cookie.key"]  # no trace of the uploads
