"""Zips and folders of pictures: names are only labels, limits trust nothing, and exports come back unchanged."""

import os
import stat
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest

from lianliankan.faces.custom.import_pictures import Thumbnail, import_file, import_paths
from lianliankan.faces.custom.limits import PictureLimits
from lianliankan.faces.custom.names import clean_set_name, make_label
from lianliankan.faces.custom.refusal import Refusal
from lianliankan.faces.custom.thumbnail import make_thumbnail
from lianliankan.faces.custom.zip_files import write_zip
from support.picture_files import HTML, SVG, WORKER, picture, zipped

Files = Iterable[tuple[str | zipfile.ZipInfo, bytes]]


def import_zip(data: bytes, limits: PictureLimits | None = None) -> list[Thumbnail | Refusal]:
    return list(import_file("pictures.zip", BytesIO(data), WORKER, limits or PictureLimits()))


def outcome(found: Iterable[Thumbnail | Refusal]) -> list[tuple[str, str]]:
    return [(one.label, one.code if isinstance(one, Refusal) else "kept") for one in found]


SMALL = picture("JPEG", width=48, height=48)


# ---- Zips ------------------------------------------------------------------------------------------------------------


def test_each_file_is_kept_or_refused() -> None:
    files: Files = [
        ("animals/", b""),
        ("animals/panda.png", picture(seed=1)),
        ("__MACOSX/animals/._panda.png", b"\0\5\26\7"),
        ("animals/.DS_Store", b"x"),
        ("Thumbs.db", b"x"),
        ("animals/page.png", HTML),
        ("drawing.svg", SVG),
        ("more.zip", zipped([("inner.png", SMALL)])),
        ("empty.png", b""),
        ("老虎.jpg", picture("JPEG", seed=2)),
    ]
    assert outcome(import_zip(zipped(files))) == [
        ("panda", "kept"),
        ("page", "type"),
        ("drawing", "type"),
        ("more", "nested"),
        ("empty", "empty"),
        ("老虎", "kept"),
    ]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("../../x.png", "x"),
        ("/etc/passwd", "passwd"),
        ("C:\\Windows\\System32\\cmd.exe", "cmd"),
        ("..", "picture"),
        ("a/..", "picture"),
        ("con\x07trol\x1b[31m.png", "con trol [31m"),
        ("a\u202egnp.exe", "a gnp"),
        ("x" * 5_000 + ".png", "x" * 60),
        ("<script>.png", "script"),
        ("caf\u0065\u0301.png", "café"),
        ("می\u200cخواهم.png", "می\u200cخواهم"),
        ("\u200d.png", "picture"),
        ("v1.5.tar.gz", "v1.5.tar"),
    ],
)
def test_names_are_labels_and_never_paths(
    name: str, label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert make_label(name) == label
    if not name.startswith((".", "a/.")):  # hidden files
        assert outcome(import_zip(zipped([(zipfile.ZipInfo(name), SMALL)]))) == [(label, "kept")]
    assert list(tmp_path.iterdir()) == []


def test_undeclared_utf_8_names() -> None:
    data = bytearray(zipped([("熊猫.jpg", SMALL)]))
    for start, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = data.index(start) + flags
        struct.pack_into("<H", data, place, struct.unpack_from("<H", data, place)[0] & ~0x800)
    assert outcome(import_zip(bytes(data))) == [("熊猫", "kept")]


def test_links_are_not_followed() -> None:
    link = zipfile.ZipInfo("panda.png")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    assert outcome(import_zip(zipped([(link, b"/etc/passwd")]))) == [("panda", "type")]


def test_encrypted_files_and_unsupported_compression() -> None:
    data = bytearray(zipped([("a.jpg", SMALL), ("b.jpg", SMALL)]))
    for start, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(start) + flags] |= 1
    assert outcome(import_zip(bytes(data))) == [("a", "encrypted"), ("b", "kept")]
    assert outcome(import_zip(zipped([("a.jpg", SMALL)], zipfile.ZIP_LZMA))) == [("a", "zip")]
    assert outcome(import_zip(zipped([("a.jpg", SMALL)], zipfile.ZIP_BZIP2))) == [("a", "zip")]


def test_ten_thousand_files() -> None:
    """A thousand are examined; the rest is one refusal."""
    found = import_zip(zipped([(f"{number}.txt", b"hello") for number in range(10_000)]))
    assert len(found) == 1_001
    last = found[-1]
    assert isinstance(last, Refusal)
    assert (last.label, last.code) == ("1000", "many")
    assert "1000 files at once" in last.words


def test_a_directory_that_is_too_long_is_not_read() -> None:
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"x"
    count = 200_000
    directory = entry * count
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65_535, 65_535, len(directory), 4, 0)
    assert outcome(import_zip(b"PK\3\4" + directory + end)) == [("pictures", "many")]


def test_too_many_pictures_and_too_little_time() -> None:
    data = zipped([(f"{number}.jpg", SMALL) for number in range(5)])
    assert outcome(import_zip(data, PictureLimits(pictures=2))) == [("0", "kept"), ("1", "kept"), ("2", "many")]
    assert outcome(import_zip(data, PictureLimits(seconds=-1))) == [("0", "time")]
    assert outcome(import_zip(data, PictureLimits(zip_bytes=100))) == [("pictures", "large")]
    assert outcome(import_zip(data, PictureLimits(file_bytes=100))) == [(str(number), "large") for number in range(5)]


def test_time_between_pictures_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("lianliankan.faces.custom.import_pictures.monotonic", lambda: now)
    found = import_file(
        "pictures.zip",
        BytesIO(zipped([(f"{number}.jpg", SMALL) for number in range(3)])),
        WORKER,
        PictureLimits(seconds=1),
    )
    kept = [next(found)]
    now += 1.1
    assert [code for _, code in outcome([*kept, *found])] == ["kept"] * 3


def test_a_zip_bomb_is_stopped_by_the_bytes_read() -> None:
    """The files start like pictures, so they are read, and continue with zeros."""
    bomb = zipped([(f"{number}.png", b"\x89PNG\r\n\x1a\n" + bytes(19_000_000)) for number in range(6)])
    assert len(bomb) < 200_000
    tracemalloc.start()
    found = import_zip(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert outcome(found) == [
        ("0", "broken"),
        *((str(number), "zip") for number in range(1, 6)),
    ]
    assert peak < 70_000_000


@pytest.mark.parametrize("declared", [0, 10, 5_000_000_00])
def test_wrong_sizes(declared: int) -> None:
    """The size that a zip declares for a file does not decide what is read."""
    data = bytearray(zipped([("a.jpg", SMALL), ("b.jpg", SMALL)]))
    struct.pack_into("<L", data, data.index(b"PK\1\2") + 24, declared)
    struct.pack_into("<L", data, data.index(b"PK\3\4") + 22, declared)
    first, second = outcome(import_zip(bytes(data)))
    assert first[0] == "a"
    assert first[1] in ("zip", "broken", "empty", "type", "kept")
    assert second == ("b", "kept")


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated_zips(share: float) -> None:
    data = zipped([("a.jpg", SMALL), ("b.jpg", SMALL)])
    assert outcome(import_zip(data[: int(len(data) * share)])) == [("pictures", "zip")]


def test_corrupted_zips_never_raise() -> None:
    data = zipped([("a.jpg", SMALL), ("b.png", picture(width=48, height=48))])
    for place in range(0, len(data), 7):
        for value in (0, 0xFF, data[place] ^ 0x10):
            changed = bytearray(data)
            changed[place] = value
            # Only the zip is tested here, so the pictures in it are not decoded.
            import_zip(bytes(changed), PictureLimits(file_bytes=50))


# ---- Folders ---------------------------------------------------------------------------------------------------------


def test_folders(tmp_path: Path) -> None:
    folder, outside = tmp_path / "in", tmp_path / "out"
    for place in (folder / "deep", folder / ".hidden", outside):
        place.mkdir(parents=True)
    for path in (folder / "b.jpg", folder / "deep" / "c.png", folder / ".hidden" / "d.jpg", outside / "secret.jpg"):
        path.write_bytes(SMALL)
    (folder / "a.svg").write_bytes(SVG)
    (folder / "link.jpg").symlink_to(outside / "secret.jpg")
    (folder / "near.jpg").symlink_to(folder / "b.jpg")
    (folder / "away").symlink_to(outside)
    (folder / "nowhere.jpg").symlink_to(folder / "none.jpg")
    (folder / "zipped.zip").write_bytes(zipped([("e.jpg", SMALL)]))
    assert outcome(import_paths([folder], WORKER)) == [
        ("a", "type"),
        ("b", "kept"),
        ("c", "kept"),
        ("link", "link"),
        ("near", "kept"),
        ("e", "kept"),
    ]
    assert outcome(import_paths([folder / "link.jpg", outside], WORKER)) == [("link", "kept"), ("secret", "kept")]
    with pytest.raises(FileNotFoundError):
        list(import_paths([tmp_path / "nothing"], WORKER))
    if os.geteuid():
        (folder / "b.jpg").chmod(0)
        assert ("b", "broken") in outcome(import_paths([folder], WORKER))


def test_limits_apply_to_all_paths_together(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.jpg").write_bytes(SMALL)
    paths = sorted(tmp_path.iterdir())
    assert outcome(import_paths(paths, WORKER, PictureLimits(pictures=2))) == [
        ("0", "kept"),
        ("1", "kept"),
        ("2", "many"),
    ]


# ---- Exports ---------------------------------------------------------------------------------------------------------


def test_an_exported_set_comes_back_unchanged() -> None:
    thumbnails = [Thumbnail(f"animal {seed}", make_thumbnail(picture(seed=seed))) for seed in range(12)]
    thumbnails.append(Thumbnail("animal 1", make_thumbnail(picture("GIF", seed=50))))
    data = write_zip([*thumbnails])
    assert data == write_zip([*thumbnails])
    found = import_zip(data)
    assert [one.label for one in found] == [*(thumbnail.label for thumbnail in thumbnails[:-1]), "animal 1 (2)"]
    assert [one.data for one in found if isinstance(one, Thumbnail)] == [thumbnail.data for thumbnail in thumbnails]
    assert zlib.crc32(data) == zlib.crc32(
        write_zip([(one.label, one.data) for one in found if isinstance(one, Thumbnail)])
    )


def test_names_of_sets() -> None:
    assert clean_set_name("  Les  élèves ") == "Les élèves"
    assert clean_set_name("e\u0301") == "é"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # joined into one emoji by invisible characters
    assert clean_set_name(family) == family
    for bad, words in [
        ("", "must not be empty"),
        ("\n", "must not be empty"),
        ("\u200d", "must not be empty"),
        ("x" * 61, "at most 60"),
        ("y" * 10_000, "60"),
        ("\x1b[31m", "visible"),
    ]:
        with pytest.raises(ValueError, match=words):
            clean_set_name(bad)
