"""Custom pictures in a site: decoded by the browser, refused, compared, kept, played with, and moved to a server."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat

from lianliankan.faces.custom.thumbnail import make_thumbnail
from support.browser_stage import Player
from support.picture_files import encode, exif, open_thumbnail, picture, png, scene, zipped
from support.static_site import SitePlayer, StaticHost, hosting

Visit = Callable[..., SitePlayer]
MakePlayer = Callable[..., Player]

BAD = {
    "page.png": (b"<html><script>alert(1)</script></html>", "not a PNG, JPEG, WebP or GIF"),
    "half.jpg": (picture("JPEG", seed=20)[:3000], "damaged or incomplete"),
    "wall.gif": (picture("GIF", width=900, height=30), "too long and narrow"),
    "dot.webp": (picture("WEBP", width=30, height=20), "smaller than 24 pixels"),
    "huge.png": (png(60_000, 60_000, zeros=1_000_000), "too many pixels"),
}


def light_and_see_through() -> Image.Image:
    image = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    image.paste((250, 250, 240, 255), (80, 40, 200, 160))
    return image


def good_files() -> dict[str, bytes]:
    """Return pictures of every format, each of which looks like no other."""
    noise = np.random.default_rng(1).integers(0, 2, (192, 192)).astype(np.uint8) * 255  # grey: browsers blur colours
    return {
        "sideways.jpg": picture("JPEG", seed=2, width=900, height=600, exif=exif(6)),
        "large.jpg": picture("JPEG", seed=9, width=4000, height=3000, progressive=True),
        "print.jpg": encode(scene(400, 300, seed=11).convert("CMYK"), "JPEG"),
        "lossy.webp": picture("WEBP", seed=3),
        "moving.gif": encode(scene(seed=4), "GIF", save_all=True, append_images=[scene(seed=5)]),
        "light.png": encode(light_and_see_through()),
        "noise.png": encode(Image.fromarray(noise)),
        "pack.zip": zipped([("in/one.png", picture(seed=6)), ("in/two.png", picture(seed=7)), ("x.txt", b"x")]),
    }


def start(player: SitePlayer, host: StaticHost) -> None:
    player.page.goto(host.url)
    player.page.click(".lesson button:has-text('Skip')")
    player.await_ready()


def stored_pictures(player: SitePlayer) -> dict[str, bytes]:
    """Return the pictures of the only set."""
    (found,) = player.ask("GET", "/api/faces/own")["sets"]
    return {one["label"]: player.send("GET", one["address"]) for one in found["pictures"]}


@pytest.mark.full
def test_pictures_are_imported_played_with_kept_and_moved(
    site: Path, visit: Visit, sit_down: MakePlayer, tmp_path: Path
) -> None:
    good = good_files()
    given = good | {name: data for name, (data, _) in BAD.items()} | {"again.webp": good["lossy.webp"]}
    given["twin.png"] = encode(scene(seed=6).point(lambda value: min(value + 2, 255)))
    for name, data in given.items():
        (tmp_path / name).write_bytes(data)
    with hosting(site.parent.parent) as host:
        player = visit(host)
        page = player.page
        start(player, host)
        player.begin(mode="classic", rows=4, cols=6, kinds=8, seed=7)
        page.click("[data-tool=tiles]")
        page.set_input_files("#pictures-add", [tmp_path / name for name in given])
        page.wait_for_function("() => document.querySelectorAll('.picture-tiles .picture-tile').length === 10")
        page.wait_for_selector(".sending", state="detached")
        said = page.locator(".refused-files li").all_inner_texts()
        for name, (_, reason) in BAD.items():
            assert [line for line in said if line.startswith(name.partition(".")[0]) and reason in line], (name, said)
        assert "again – the same picture as lossy" in said
        assert len(said) == len(BAD) + 2, "and x.txt"
        assert [image.get_attribute("alt") for image in page.locator(".pair img").all()] == ["one", "twin"]
        player.shoot("site-pictures-alike")
        page.click("[aria-label='Leave out twin']")
        page.fill("#set-name", "friends")
        page.click("[data-action='own save']")
        page.wait_for_selector("dialog.picture-import", state="detached")
        page.wait_for_selector(".board[data-faces^=own-]")
        player.press("Escape")
        player.shoot("site-pictures-board")
        stored = stored_pictures(player)
        for name, data in good.items():
            if name != "pack.zip":
                check_like_a_server(name, stored[name.partition(".")[0]], data)
        player.await_kept()
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".board[data-faces^=own-]")
    player.await_board()
    player.win()
    assert stored_pictures(player) == stored
    page.context.set_offline(False)
    check_moving(player, sit_down(), stored)


def check_like_a_server(name: str, thumbnail: bytes, data: bytes) -> None:
    """A picture looks as if a server had made it, and a server takes it as it is."""
    assert make_thumbnail(thumbnail) == thumbnail, name
    difference = ImageChops.difference(open_thumbnail(thumbnail), open_thumbnail(make_thumbnail(data)))
    assert max(ImageStat.Stat(difference).mean) < 12, name  # what matters may be found some pixels beside it


def check_moving(player: SitePlayer, other: Player, stored: dict[str, bytes]) -> None:
    """Sets move to a server and back as the same bytes."""
    moved = player.send("GET", "/api/player/export")
    request = other.page.request
    zip_type = {"Content-Type": "application/zip", "Origin": other.url}
    answer = request.post(f"{other.url}/api/player/import", data=moved, headers=zip_type)
    assert (answer.json()["sets"], answer.json()["refused"]) == (1, [])
    (found,) = other.ask("GET", "/api/faces/own")["sets"]
    there = {one["label"]: request.get(other.url + one["address"]).body() for one in found["pictures"]}
    assert (found["name"], there) == ("friends", stored)
    for label, seed in (("panda", 41), ("tiger", 42)):
        sent = request.post(
            f"{other.url}/api/faces/draft?name={label}", data=picture(seed=seed), headers={"Origin": other.url}
        )
        assert sent.json()["refused"] == []
    other.ask("POST", "/api/faces/own", {"name": "of the server"})
    archive = request.get(f"{other.url}/api/player/export").body()
    answered = json.loads(player.send("POST", "/api/player/import", archive, "zip"))
    assert (answered["sets"], answered["known_sets"], answered["refused"]) == (1, 1, [])
    ours, theirs = (
        next(one for one in side.ask("GET", "/api/faces/own")["sets"] if one["name"] == "of the server")
        for side in (player, other)
    )
    wanted = [request.get(other.url + one["address"]).body() for one in theirs["pictures"]]
    assert [player.send("GET", one["address"]) for one in ours["pictures"]] == wanted
    player.ask("PUT", f"/api/faces/own/{ours['id']}", {"name": "renamed"})
    player.ask("DELETE", f"/api/faces/own/{ours['id']}")
    assert [one["name"] for one in player.ask("GET", "/api/faces/own")["sets"]] == ["friends"]
