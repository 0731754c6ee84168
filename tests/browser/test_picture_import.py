"""Custom pictures in the page: chosen, dropped, pasted; refused, compared, previewed, saved, played with, removed."""

import io
import random
import zipfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from support.browser_stage import PHONE, Player, check

MakePlayer = Callable[..., Player]


def picture(seed: int) -> bytes:
    """Draw a picture that looks like no other."""
    chance = random.Random(seed)

    def colour() -> tuple[int, int, int]:
        return chance.randrange(256), chance.randrange(256), chance.randrange(256)

    image = Image.new("RGB", (160, 120), colour())
    pen = ImageDraw.Draw(image)
    for _ in range(6):
        x, y = chance.randrange(120), chance.randrange(80)
        pen.ellipse((x, y, x + chance.randrange(20, 90), y + chance.randrange(20, 70)), fill=colour())
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def files(folder: Path, count: int) -> list[Path]:
    """Write some pictures."""
    folder.mkdir(exist_ok=True)
    for seed in range(count):
        (folder / f"friend {seed}.png").write_bytes(picture(seed))
    return sorted(folder.iterdir())


def zipped(paths: list[Path]) -> bytes:
    """Pack files into a zip."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for path in paths:
            packed.write(path, f"inside/{path.name}")
    return file.getvalue()


def bring(player: Player, how: str, **named: bytes) -> None:
    """Drop or paste files on the page."""
    script = """([how, files]) => {
        const given = new DataTransfer();
        for (const [name, text] of files) {
            const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
            given.items.add(new File([bytes], name));
        }
        const about = {bubbles: true, cancelable: true};
        document.querySelector("dialog[open], main").dispatchEvent(
            how === "paste"
                ? new ClipboardEvent("paste", {...about, clipboardData: given})
                : new DragEvent(how, {...about, dataTransfer: given}));
    }"""
    given = [[name.replace("_", "."), b64encode(data).decode()] for name, data in named.items()]
    player.page.evaluate(script, [how, given])


def await_prints(player: Player, count: int) -> None:
    """Wait until this many pictures are there and compared."""
    player.page.wait_for_function(f"() => document.querySelectorAll('.picture-tiles .picture-tile').length === {count}")
    player.page.wait_for_selector(".sending", state="detached")


def save(player: Player, name: str) -> str:
    """Save what was uploaded, and return the name of its faces."""
    page = player.page
    page.fill("#set-name", name)
    page.click("[data-action='own save']")
    page.wait_for_selector("dialog.picture-import", state="detached")
    page.wait_for_selector(".board[data-faces^=own-]")
    return page.get_attribute(".board", "data-faces") or ""


def test_pictures_become_tiles_and_a_whole_game(sit_down: MakePlayer, tmp_path: Path) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, kinds=8, seed=7)
    good = files(tmp_path / "good", 9)
    Image.open(good[3]).point(lambda value: min(value + 2, 255)).save(tmp_path / "twin.png")
    (tmp_path / "copy.png").write_bytes(good[4].read_bytes())
    (tmp_path / "page.png").write_text("<html><script>alert(1)</script></html>")
    Image.new("RGB", (900, 30)).save(tmp_path / "wall.png")
    page.click("[data-tool=tiles]")
    page.set_input_files(
        "#pictures-add", [*good, *(tmp_path / f"{name}.png" for name in ("twin", "copy", "page", "wall"))]
    )
    await_prints(player, 10)
    said = page.locator(".refused-files li").all_inner_texts()
    assert said == [
        "copy – the same picture as friend 4",
        "page – not a PNG, JPEG, WebP or GIF",
        "wall – too long and narrow",
    ]
    assert page.locator(".pair").count() == 1
    assert [image.get_attribute("alt") for image in page.locator(".pair img").all()] == ["friend 3", "twin"]
    assert page.is_disabled("[data-action='own save']")
    assert page.inner_text(".picture-import .errors") == "Decide about the pictures that look alike first."
    player.shoot("custom-alike")
    page.click("[aria-label='Leave out twin']")
    page.wait_for_selector(".pair", state="detached")
    assert page.is_enabled("[data-action='own save']")
    assert page.locator(".picture-tile:focus [alt=twin]").count() == 1, "the keyboard goes on there"
    assert page.locator(".picture-tile[aria-pressed=false]").count() == 1
    page.click(".picture-tile:has([alt='friend 8'])")
    page.wait_for_selector("h3:has-text('8 of 10')")
    page.wait_for_selector(".picture-import .preview canvas")
    player.shoot("custom-preview")
    faces = save(player, "the new 同事")
    assert page.is_checked(f"#faces-{faces}")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    player.await_picture(player.game().board.to_rows())
    assert "friend" in (page.get_attribute(player.cell((0, 0)), "aria-label") or "")
    player.shoot("custom-pictures-board")
    player.win()
    assert player.game().state == "won"

    page.reload()
    page.wait_for_selector(f".board[data-faces={faces}]")
    other = sit_down()
    other.begin(mode="classic", rows=4, cols=6, seed=7)
    other.press("g")
    other.page.wait_for_selector("#faces-emoji")
    assert other.page.locator(".custom-set").count() == 0
    own = faces.removeprefix("own-")
    assert other.page.request.get(f"{other.url}/api/faces/own/{own}/sprite.svg").status == 404


def test_sets_are_renamed_added_to_taken_away_and_removed(sit_down: MakePlayer, tmp_path: Path) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, kinds=8, seed=7)
    pictures = files(tmp_path / "pets", 5)
    bring(player, "drop", pets_zip=zipped(pictures[:3]))
    await_prints(player, 3)
    assert page.input_value("#set-name") == "pets", "a zip has a name"
    faces = save(player, "pets")
    own = faces.removeprefix("own-")
    page.click(f"#rename-{own}")
    page.fill("#asked-name", " ")
    page.click("#asked-yes")
    page.wait_for_selector("dialog .error:has-text('This name')")
    page.fill("#asked-name", "cats & dogs")
    page.click("#asked-yes")
    page.wait_for_selector(".custom-set:has-text('cats & dogs')")
    page.click(f"#more-{own}")
    bring(player, "drop", cat_png=pictures[3].read_bytes(), again_png=pictures[0].read_bytes())
    await_prints(player, 1)
    assert page.inner_text(".refused-files li") == "again – the same picture as friend 0"
    page.click("[data-action='own join']")
    page.wait_for_selector(".custom-set:has-text('4 pictures')")
    with page.expect_download() as started:
        page.click(f"#export-{own}")
    assert started.value.suggested_filename == "pictures.zip"
    assert len(zipfile.ZipFile(started.value.path()).namelist()) == 4
    player.shoot("custom-gallery")
    page.click(f"#remove-{own}")
    page.click("#dialog-yes")
    page.wait_for_selector(".custom-set", state="detached")
    page.wait_for_selector(".board[data-faces=animals]")


def test_nothing_is_lost_when_the_server_does_not_answer(sit_down: MakePlayer, tmp_path: Path) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, kinds=8, seed=7)
    folder = tmp_path / "places"
    files(folder, 3)
    page.route("**/api/faces/draft?name=friend+1.png", lambda route: route.abort())
    player.press("g")
    page.set_input_files("#pictures-folder", folder)
    page.wait_for_selector(".unsent:has-text('1 could not be uploaded.')")
    await_prints(player, 2)
    page.unroute_all()
    page.click("[data-action='own retry']")
    await_prints(player, 3)
    bring(player, "paste", image_png=picture(77))
    await_prints(player, 4)
    page.reload()  # what was not saved waits
    player.await_board()
    player.press("g")
    page.wait_for_selector(".draft:has-text('4 pictures have not been saved')")
    page.click("[data-action='gallery go on']")
    await_prints(player, 4)
    page.route("**/api/faces/own", lambda route: route.abort())
    page.click("[data-action='own save']")
    page.wait_for_selector(".picture-import .error:has-text('is not responding')")
    page.unroute_all()
    page.click("[data-action='own discard']")
    page.click("#dialog-yes")
    page.wait_for_selector("dialog.picture-import", state="detached")
    page.wait_for_selector(".draft", state="detached")


@pytest.mark.full
def test_two_windows_and_sets_without_a_name(sit_down: MakePlayer, tmp_path: Path) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, kinds=8, seed=7)
    pictures = files(tmp_path / "some", 4)
    player.press("g")
    for wanted in ("Custom pictures", "Custom pictures 2"):
        page.set_input_files("#pictures-add", pictures[:2])
        await_prints(player, 2)
        page.click("[data-action='own save']")
        page.wait_for_selector(f".custom-set strong:text-is('{wanted}')")
        page.wait_for_selector(".set:has(:checked:focus)")
    page.set_input_files("#pictures-add", pictures[2:])
    await_prints(player, 2)
    other = Player(page.context.new_page(), player.url)
    other.page.goto(page.url)
    other.await_board()
    other.press("g")
    other.page.click("[data-action='gallery go on']")
    await_prints(other, 2)
    save(other, "faster")
    page.bring_to_front()
    page.click("[data-action='own save']")
    page.wait_for_selector(".picture-import .error:has-text('another window')")
    player.press("Escape")
    page.wait_for_selector(".custom-set strong:text-is('faster')")
    faster = ".custom-set:has(strong:text-is('faster')) button[id^=remove]"
    other.page.click(faster)
    other.page.click("#dialog-yes")
    other.page.wait_for_selector(faster, state="detached")
    page.click(faster)
    page.wait_for_selector("h2:text-is('Remove “faster”?')")
    page.click("#dialog-yes")
    page.wait_for_selector(faster, state="detached")


def test_custom_pictures_are_accessible(sit_down: MakePlayer, axe: Path, tmp_path: Path) -> None:
    player = sit_down(init=axe, viewport=PHONE, has_touch=True, locale="zh-CN")
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    page.tap("#menu-more")
    page.tap("#more-tiles")
    broken = tmp_path / "坏的.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 nothing")
    pictures = files(tmp_path / "good", 3)
    Image.open(pictures[0]).point(lambda value: min(value + 2, 255)).save(tmp_path / "again.png")
    page.set_input_files("#pictures-add", [*pictures, tmp_path / "again.png", broken])
    await_prints(player, 4)
    page.wait_for_selector(".picture-import .preview canvas")
    check(player, "phone-custom")
    assert page.evaluate("() => document.querySelector('dialog.picture-import').scrollWidth <= 360")
    assert page.inner_text(".refused-files li") == "坏的：文件损坏或不完整"
    page.tap(".pair > button")  # keep both
    save(player, "朋友")
    page.wait_for_selector(".custom-set")
    check(player, "phone-custom-set")
