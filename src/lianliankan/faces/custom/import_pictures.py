"""Taking pictures in: files, folders and zips become squares one after the other, or are refused one by one."""

from collections.abc import Iterable, Iterator
from io import SEEK_END
from pathlib import Path
from time import monotonic
from typing import IO, NamedTuple

from lianliankan.faces.custom.header import HEAD_BYTES, kind_of
from lianliankan.faces.custom.limits import LIMITS, MEGA, Limits
from lianliankan.faces.custom.names import label_of
from lianliankan.faces.custom.refusal import Code, Refusal, Refused
from lianliankan.faces.custom.thumbnail import squared
from lianliankan.faces.custom.zip_files import Readable, is_zip, unpacked

__all__ = ["Square", "files_of", "take", "take_all"]

_PIECE = 65_536


class Square(NamedTuple):
    """A picture that is taken: its `label`, and `data`, a square JPEG without metadata."""

    label: str
    data: bytes


def take_all(paths: Iterable[Path], limits: Limits = LIMITS) -> Iterator[Square | Refusal]:
    """Take files, folders and zips by their paths; what was named and cannot be opened raises an OSError.

    >>> import tempfile
    >>> from PIL import Image
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Image.new("RGB", (64, 48)).save(Path(folder) / "panda.png")
    ...     _ = (Path(folder) / "notes.txt").write_text("not a picture")
    ...     [getattr(found, "code", found.label) for found in take_all([Path(folder)])]
    ['type', 'panda']
    """
    work = _Work(limits)
    for path, place in files_of(paths):
        if work.is_over:
            return
        if place is not None and _leads_out(path, place):
            yield Refusal(label_of(path.name), "link", "it is a link that leads out of the folder")
            continue
        try:
            file = path.open("rb")
        except OSError as problem:
            if place is None:
                raise
            yield Refusal(label_of(path.name), "broken", problem.strerror or "it cannot be opened")
            continue
        with file:
            yield from work.take(path.name, file)


def take(name: str, file: IO[bytes], limits: Limits = LIMITS) -> Iterator[Square | Refusal]:
    """Take one picture, or the pictures of a zip: which of both it is, its bytes say.

    Whatever is wrong is a Refusal and never an error. Each is read when the next one is asked for, so that one at a
    time is in memory.

    >>> from io import BytesIO
    >>> list(take("panda.png", BytesIO(b"<html>")))
    [Refusal(label='panda', code='type', words='this is HTML: only PNG, JPEG, WebP and GIF are taken')]
    """
    yield from _Work(limits).take(name, file)


def files_of(paths: Iterable[Path]) -> Iterator[tuple[Path, Path | None]]:
    """Give every file, and those in folders with the folder: by name, without what is hidden."""
    for path in paths:
        if not path.is_dir():
            yield path, None
            continue
        for found in sorted(path.rglob("*")):
            inside = found.relative_to(path).parts
            if not any(part.startswith(".") or part == "__MACOSX" for part in inside) and found.is_file():
                yield found, path


def _leads_out(path: Path, folder: Path) -> bool:
    return not path.resolve().is_relative_to(folder.resolve())


class _Work:
    """What is done so far, counted against the limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._files = self._pictures = 0
        self._seconds = 0.0  # of work: on a server, others are served in between, and that is not this one's fault
        self.is_over = False

    def take(self, name: str, file: IO[bytes]) -> Iterator[Square | Refusal]:
        """Take a file, as the function does."""
        head = file.read(HEAD_BYTES)
        if not is_zip(head):
            yield self._one(name, head, file)
            return
        try:
            size, most = file.seek(0, SEEK_END), self._limits.zip_bytes
            if size > most:
                raise Refused("large", f"{_megabytes(size)} MB: a zip may have {_megabytes(most)}")
            for inner, found in unpacked(file, size):
                yield self._one(inner, b"", found)
                if self.is_over:
                    return
        except Refused as problem:
            yield Refusal(label_of(name), problem.code, problem.words)

    def _one(self, name: str, head: bytes, file: Readable | Refused) -> Square | Refusal:
        """Take the picture of a file, of which some bytes have been read already."""
        label, began = label_of(name), monotonic()
        try:
            self._check_work()
            self._files += 1
            if isinstance(file, Refused):
                raise file
            head = head or file.read(HEAD_BYTES)
            if is_zip(head):
                raise Refused("nested", "a zip in a zip is not opened")
            kind_of(head)  # before the rest is read
            square = Square(label, squared(self._whole(head, file), self._limits))
        except Refused as problem:
            return Refusal(label, problem.code, problem.words)
        finally:
            self._seconds += monotonic() - began
        self._pictures += 1
        return square

    def _check_work(self) -> None:
        """Refuse, for this file and all after it, what is more than may be done at once."""
        found: tuple[Code, str] | None = None
        if self._files >= self._limits.files:
            found = "many", f"this one and all after it were not looked at: {self._limits.files} files at once are"
        elif self._pictures >= self._limits.pictures:
            found = (
                "many",
                f"this one and all after it are too many: {self._limits.pictures} pictures at once are taken",
            )
        elif self._seconds > self._limits.seconds:
            found = "time", "this one and all after it were not looked at: the others took too long"
        if found is not None:
            self.is_over = True
            raise Refused(*found)

    def _whole(self, head: bytes, file: Readable) -> bytes:
        most, found = self._limits.file_bytes, bytearray(head)
        while piece := file.read(_PIECE):
            found += piece
            if len(found) > most:
                raise Refused("large", f"it is larger than the {_megabytes(most)} MB that a picture may have")
        return bytes(found)


def _megabytes(count: int) -> str:
    return f"{count / MEGA:.3g}"
