"""Zips: read with limits that believe nothing they say about themselves, and written for taking sets elsewhere."""

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import IO, Final, Protocol

from lianliankan.faces.custom.names import SUFFIX
from lianliankan.faces.custom.refusal import PictureRefused

__all__ = ["MAX_EXPANSION", "Readable", "ZipBudget", "is_zip", "read_zip", "write_zip"]

MAX_EXPANSION: Final = 4
"""How many times as large as the zip its files may be together; pictures are packed well already."""

_MIN_BUDGET = 32_000_000  # bytes; so many are taken out of any zip, however small
_MAX_DIRECTORY = 1_500_000  # bytes; of more than ten thousand files
_STARTS = (b"PK\3\4", b"PK\5\6", b"PK\7\10")
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same set gives the same zip


def is_zip(head: bytes) -> bool:
    """Whether a file is a zip, by its first bytes.

    >>> is_zip(write_zip([])), is_zip(b"GIF89a")
    (True, False)
    """
    return head.startswith(_STARTS)


class ZipBudget:
    """How many bytes may still be taken out of a zip, counted as they come.

    >>> budget = ZipBudget(1000)
    >>> budget.take(31_000_000)
    >>> budget.take(2_000_000)
    Traceback (most recent call last):
        ...
    lianliankan.faces.custom.refusal.PictureRefused: its files are far larger than the zip: pictures are not
    """

    def __init__(self, zip_bytes: int) -> None:
        self._left = max(MAX_EXPANSION * zip_bytes, _MIN_BUDGET)

    def take(self, count: int) -> None:
        """Take some bytes; raises PictureRefused where that is more than may be."""
        self._left -= count
        if self._left < 0:
            raise PictureRefused("zip", "its files are far larger than the zip: pictures are not")


class Readable(Protocol):
    """What bytes can be read from."""

    def read(self, count: int, /) -> bytes:
        """Read so many bytes at most; none at the end. May raise PictureRefused."""


def read_zip(file: IO[bytes], size: int) -> Iterator[tuple[str, Readable | PictureRefused]]:
    """Yield the name of every file of a zip with a stream of its bytes, or with why it is refused.

    A name says which file it is, and is never a path. Folders, and files that systems hide, are left out. Read as much
    of a stream as is wanted, before going on. Raises PictureRefused where it is no whole zip.

    >>> [(name, stream.read(3)) for name, stream in read_zip(BytesIO(write_zip([("panda", b"JPEG")])), 100)]
    [('panda.jpg', b'JPE')]
    """
    budget = ZipBudget(size)
    try:
        archive = zipfile.ZipFile(_Careful(file))  # all that it needs of a file
    except PictureRefused:
        raise
    except Exception:  # it may raise anything for what is no zip
        raise PictureRefused("zip", "this zip is damaged or breaks off") from None
    with archive:
        for entry in archive.infolist():
            if entry.filename.endswith("/") or _is_hidden(entry.filename):
                continue
            if entry.flag_bits & 0x1:
                yield _name(entry), PictureRefused("encrypted", "it is locked with a password")
            elif entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                yield _name(entry), PictureRefused("zip", "it is packed in an unusual way")
            else:
                try:
                    opened = archive.open(entry)
                except Exception:  # what the zip says in two places need not be the same
                    yield _name(entry), PictureRefused("zip", "this part of the zip is damaged")
                    continue
                with opened:
                    yield _name(entry), _Counted(opened, budget)


def write_zip(pictures: Sequence[tuple[str, bytes]]) -> bytes:
    """Write squares with their labels as a zip; equal labels are numbered.

    >>> zipfile.ZipFile(BytesIO(write_zip([("panda", b"1"), ("panda", b"2")]))).namelist()
    ['panda.jpg', 'panda (2).jpg']
    """
    file = BytesIO()
    used: set[str] = set()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for label, square in pictures:
            name, number = label, 1
            while name.casefold() in used:  # some systems have one file where names differ in case alone
                number += 1
                name = f"{label} ({number})"
            used.add(name.casefold())
            archive.writestr(zipfile.ZipInfo(name + SUFFIX, _WHEN), square)
    return file.getvalue()


def _name(entry: zipfile.ZipInfo) -> str:
    """Give a name as it was meant: many programs write UTF-8 and do not say so."""
    if entry.flag_bits & 0x800:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def _is_hidden(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return "__MACOSX" in parts or parts[-1].startswith(".") or parts[-1].lower() in ("thumbs.db", "desktop.ini")


class _Careful:
    """A zip's file of which nobody reads much at once: the list of its files is read as a whole, and may be huge."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, count: int = -1) -> bytes:
        """Read some bytes; with no number, all that are left."""
        if count <= _MAX_DIRECTORY:
            found = self._file.read(count if count >= 0 else _MAX_DIRECTORY + 1)
            if len(found) <= _MAX_DIRECTORY:
                return found
        raise PictureRefused("many", "this zip has far too many files")


class _Counted:
    """A file in a zip, counted as it is read; damage in it is a reason to refuse it."""

    def __init__(self, file: Readable, budget: ZipBudget) -> None:
        self._file, self._budget = file, budget

    def read(self, count: int) -> bytes:
        """Read some bytes."""
        try:
            found = self._file.read(count)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
            raise PictureRefused("zip", "this part of the zip is damaged") from None
        self._budget.take(len(found))
        return found
