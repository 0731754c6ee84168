"""Custom pictures that are the same, or look alike: refused, or decided about before they are saved."""

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from support.picture_files import encode, scene, zipped
from support.web_stage import Client, RunningServer, read_problem


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


@pytest.fixture
def send(client: Client) -> Callable[..., dict[str, Any]]:
    def send(data: bytes, name: str, **query: str) -> dict[str, Any]:
        answer = client.http.post("/api/faces/draft", params={"name": name, **query}, content=data)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    return send


def square(seed: int) -> Image.Image:
    return scene(240, 240, seed=seed)


def test_the_same_picture_is_refused(client: Client, send: Callable[..., dict[str, Any]]) -> None:
    send(encode(square(1)), "panda.png")
    again = send(encode(square(1)), "panda (2).png")
    assert again == {
        "kept": [],
        "refused": [
            {"label": "panda (2)", "code": "same", "words": "this is the same picture as panda", "other": "panda"}
        ],
    }
    packed = zipped([("a.webp", encode(square(1), "WEBP", lossless=True)), ("b.png", encode(square(2)))])
    packed_again = zipped([("c.png", encode(square(2))), ("d.png", encode(square(3))), ("e.png", encode(square(3)))])
    for data, kept, refused in ((packed, ["b"], [("a", "panda")]), (packed_again, ["d"], [("c", "b"), ("e", "d")])):
        found = send(data, "more.zip")
        assert [each["label"] for each in found["kept"]] == kept
        assert [(each["label"], each["other"]) for each in found["refused"]] == refused

    id = client.http.post("/api/faces/own", json={"name": "zoo"}).json()["id"]
    assert [each["other"] for each in send(encode(square(1)), "x.png", into=id)["refused"]] == ["panda"]
    (new,) = send(encode(square(1)), "for another set.png")["kept"]
    (pair,) = client.http.get("/api/faces/draft", params={"into": id}).json()["alike"]
    keep = [[pair["first"], pair["second"]]]
    answer = client.http.post("/api/faces/own", json={"into": id, "keep": keep})
    assert answer.status_code == 201, answer.text
    (zoo,) = client.http.get("/api/faces/own").json()["sets"]
    assert [each["label"] for each in zoo["pictures"]] == ["panda", "b", "d"], "no set has a picture twice"
    assert client.http.get(new["address"]).status_code == 404


def test_look_alikes_are_saved_after_a_decision_only(client: Client, send: Callable[..., dict[str, Any]]) -> None:
    paler = square(1).point(lambda value: min(value + 2, 255))
    ids = [
        send(encode(image), f"{name}.png")["kept"][0]["id"]
        for name, image in (("panda", square(1)), ("paler", paler), ("tiger", square(2)))
    ]
    post = client.http.post
    assert read_problem(post("/api/faces/own", json={"name": "zoo"})) == (409, "alike")
    assert read_problem(post("/api/faces/own", json={"name": "zoo", "keep": [[ids[0], ids[2]]]})) == (409, "alike")
    assert client.http.get("/api/faces/own").json()["sets"] == []
    chosen = {"name": "zoo", "pictures": [ids[2], ids[0]]}
    assert post("/api/faces/own", json=chosen).status_code == 201

    (zoo,) = client.http.get("/api/faces/own").json()["sets"]
    (again,) = send(encode(paler), "paler.png")["kept"]
    assert read_problem(post("/api/faces/own", json={"into": zoo["id"]})) == (409, "alike")
    keep = [[again["id"], ids[0]]]
    assert post("/api/faces/own", json={"into": zoo["id"], "keep": keep}).status_code == 201
    (zoo,) = client.http.get("/api/faces/own").json()["sets"]
    assert [each["label"] for each in zoo["pictures"]] == ["tiger", "panda", "paler"]
