"""Zip files: read with limits that trust nothing a zip declares, and written to export sets."""

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import IO, Final, Protocol

from lianliankan.faces.custom.names import SUFFIX, make_label
from lianliankan.faces.custom.refusal import PictureRefused, Refusal

MAX_EXPANSION: Final = 4
"""The maximum size of all unpacked files as a multiple of the zip; pictures hardly compress."""

_MIN_BUDGET = 32_000_000  # bytes; any zip may unpack to this much, however small it is
_MAX_DIRECTORY = 1_500_000  # bytes; enough for more than ten thousand files
_STARTS = (b"PK\3\4", b"PK\5\6", b"PK\7\10")
_WHEN = (1980, 1, 1, 0, 0, 0)  # a constant, so that the same set gives the same zip


def is_zip(head: bytes) -> bool:
    """Whether a file is a zip, by its first bytes.

    >>> is_zip(write_zip([])), is_zip(b"GIF89a")
    (True, False)
    """
    return head.startswith(_STARTS)


class ZipBudget:
    """The number of bytes that may still be read from a zip, counted as they are read.

    >>> budget = ZipBudget(1000)
    >>> budget.take(31_000_000)
    >>> budget.take(2_000_000)
    Traceback (most recent call last):
        ...
    lianliankan.faces.custom.refusal.PictureRefused: the files in this zip are far too large for its size
    """

    def __init__(self, zip_bytes: int, *, expansion: int = MAX_EXPANSION) -> None:
        self._left = max(expansion * zip_bytes, _MIN_BUDGET)

    def take(self, count: int) -> None:
        """Subtract some bytes; raises PictureRefused if the budget is exceeded."""
        self._left -= count
        if self._left < 0:
            raise PictureRefused("zip", "the files in this zip are far too large for its size")


class Readable(Protocol):
    """A source of bytes."""

    def read(self, count: int, /) -> bytes:
        """Read at most `count` bytes; none at the end. May raise PictureRefused."""


def read_zip(file: IO[bytes], size: int, *, expansion: int = MAX_EXPANSION) -> Iterator[tuple[str, Readable | Refusal]]:
    """Yield the name of every file in a zip with a stream of its bytes, or with its refusal.

    A name identifies a file and must never be used as a path. Folders and hidden system files are left out. Read what
    you need from a stream before asking for the next. Raises PictureRefused if the zip is damaged or incomplete.

    >>> [(name, stream.read(3)) for name, stream in read_zip(BytesIO(write_zip([("panda", b"JPEG")])), 100)]
    [('panda.jpg', b'JPE')]
    """
    budget = ZipBudget(size, expansion=expansion)
    try:
        archive = zipfile.ZipFile(_LimitedFile(file))  # has everything that ZipFile needs
    except PictureRefused:
        raise
    except Exception:  # ZipFile may raise anything for malformed input
        raise PictureRefused("zip", "this zip is damaged or truncated") from None
    with archive:
        for entry in archive.infolist():
            if entry.filename.endswith("/") or _is_hidden(entry.filename):
                continue
            name = _name(entry)
            label = make_label(name)
            if entry.flag_bits & 0x1:
                yield name, Refusal(label, "encrypted", "the file is protected by a password")
            elif entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                yield name, Refusal(label, "zip", "unsupported compression method")
            else:
                try:
                    opened = archive.open(entry)
                except Exception:  # the two copies of a zip's metadata may contradict each other
                    yield name, Refusal(label, "zip", "this part of the zip is damaged")
                    continue
                with opened:
                    yield name, _CountedFile(opened, budget)


def write_zip(pictures: Sequence[tuple[str, bytes]]) -> bytes:
    """Return thumbnails with their labels as a zip; repeated labels are numbered.

    >>> zipfile.ZipFile(BytesIO(write_zip([("panda", b"1"), ("panda", b"2")]))).namelist()
    ['panda.jpg', 'panda (2).jpg']
    """
    file = BytesIO()
    used: set[str] = set()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for label, thumbnail in pictures:
            name, number = label, 1
            while name.casefold() in used:  # some systems do not distinguish names that differ only in case
                number += 1
                name = f"{label} ({number})"
            used.add(name.casefold())
            archive.writestr(zipfile.ZipInfo(name + SUFFIX, _WHEN), thumbnail)
    return file.getvalue()


def _name(entry: zipfile.ZipInfo) -> str:
    """Return a name as it was meant: many programs write UTF-8 without declaring it."""
    if entry.flag_bits & 0x800:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def _is_hidden(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return "__MACOSX" in parts or parts[-1].startswith(".") or parts[-1].lower() in ("thumbs.db", "desktop.ini")


class _LimitedFile:
    """A file that limits single reads: ZipFile reads the directory of a zip at once, and it may be huge."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, count: int = -1) -> bytes:
        """Read at most `count` bytes, or all that are left."""
        if count <= _MAX_DIRECTORY:
            found = self._file.read(count if count >= 0 else _MAX_DIRECTORY + 1)
            if len(found) <= _MAX_DIRECTORY:
                return found
        raise PictureRefused("many", "this zip contains far too many files")


class _CountedFile:
    """A file in a zip whose bytes are counted as they are read; a damaged one is refused."""

    def __init__(self, file: Readable, budget: ZipBudget) -> None:
        self._file, self._budget = file, budget

    def read(self, count: int) -> bytes:
        """Read at most `count` bytes."""
        try:
            found = self._file.read(count)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
            raise PictureRefused("zip", "this part of the zip is damaged") from None
        self._budget.take(len(found))
        return found
