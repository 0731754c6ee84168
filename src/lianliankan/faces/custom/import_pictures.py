"""Taking pictures in: files, folders and zips become squares one after the other, or are refused one by one."""

from collections.abc import Iterable, Iterator
from io import SEEK_END
from pathlib import Path
from time import monotonic
from typing import IO, NamedTuple

from lianliankan.faces.custom.header import HEAD_BYTES, detect_format
from lianliankan.faces.custom.limits import LIMITS, MEGA, PictureLimits
from lianliankan.faces.custom.names import make_label
from lianliankan.faces.custom.refusal import PictureRefused, Refusal, RefusalCode
from lianliankan.faces.custom.thumbnail import make_thumbnail
from lianliankan.faces.custom.zip_files import Readable, is_zip, read_zip

__all__ = ["Thumbnail", "find_files", "import_file", "import_paths"]

_PIECE = 65_536


class Thumbnail(NamedTuple):
    """A picture that is taken: its `label`, and `data`, a square JPEG without metadata."""

    label: str
    data: bytes


def import_paths(paths: Iterable[Path], limits: PictureLimits = LIMITS) -> Iterator[Thumbnail | Refusal]:
    """Take files, folders and zips by their paths; what was named and cannot be opened raises an OSError.

    >>> import tempfile
    >>> from PIL import Image
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Image.new("RGB", (64, 48)).save(Path(folder) / "panda.png")
    ...     _ = (Path(folder) / "notes.txt").write_text("not a picture")
    ...     [getattr(found, "code", found.label) for found in import_paths([Path(folder)])]
    ['type', 'panda']
    """
    work = _Work(limits)
    for path, place in find_files(paths):
        if work.is_over:
            return
        if place is not None and _leads_out(path, place):
            yield Refusal(make_label(path.name), "link", "it is a link that leads out of the folder")
            continue
        try:
            file = path.open("rb")
        except OSError as problem:
            if place is None:
                raise
            yield Refusal(make_label(path.name), "broken", problem.strerror or "it cannot be opened")
            continue
        with file:
            yield from work.take(path.name, file)


def import_file(name: str, file: IO[bytes], limits: PictureLimits = LIMITS) -> Iterator[Thumbnail | Refusal]:
    """Take one picture, or the pictures of a zip: which of both it is, its bytes say.

    Whatever is wrong is a Refusal and never an error. Each is read when the next one is asked for, so that one at a
    time is in memory.

    >>> from io import BytesIO
    >>> list(import_file("panda.png", BytesIO(b"<html>")))
    [Refusal(label='panda', code='type', words='this is HTML: only PNG, JPEG, WebP and GIF are taken')]
    """
    yield from _Work(limits).take(name, file)


def find_files(paths: Iterable[Path]) -> Iterator[tuple[Path, Path | None]]:
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

    def __init__(self, limits: PictureLimits) -> None:
        self._limits = limits
        self._files = self._pictures = 0
        self._seconds = 0.0  # of work: on a server, others are served in between, and that is not this one's fault
        self.is_over = False

    def take(self, name: str, file: IO[bytes]) -> Iterator[Thumbnail | Refusal]:
        """Take a file, as the function does."""
        head = file.read(HEAD_BYTES)
        if not is_zip(head):
            yield self._one(name, head, file)
            return
        try:
            size, most = file.seek(0, SEEK_END), self._limits.zip_bytes
            if size > most:
                raise PictureRefused("large", f"{_megabytes(size)} MB: a zip may have {_megabytes(most)}")
            for inner, found in read_zip(file, size):
                yield self._one(inner, b"", found)
                if self.is_over:
                    return
        except PictureRefused as problem:
            yield Refusal(make_label(name), problem.code, problem.words)

    def _one(self, name: str, head: bytes, file: Readable | PictureRefused) -> Thumbnail | Refusal:
        """Take the picture of a file, of which some bytes have been read already."""
        label, began = make_label(name), monotonic()
        try:
            self._check_work()
            self._files += 1
            if isinstance(file, PictureRefused):
                raise file
            head = head or file.read(HEAD_BYTES)
            if is_zip(head):
                raise PictureRefused("nested", "a zip in a zip is not opened")
            detect_format(head)  # before the rest is read
            square = Thumbnail(label, make_thumbnail(self._whole(head, file), self._limits))
        except PictureRefused as problem:
            return Refusal(label, problem.code, problem.words)
        finally:
            self._seconds += monotonic() - began
        self._pictures += 1
        return square

    def _check_work(self) -> None:
        """Refuse, for this file and all after it, what is more than may be done at once."""
        found: tuple[RefusalCode, str] | None = None
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
            raise PictureRefused(*found)

    def _whole(self, head: bytes, file: Readable) -> bytes:
        most, found = self._limits.file_bytes, bytearray(head)
        while piece := file.read(_PIECE):
            found += piece
            if len(found) > most:
                raise PictureRefused("large", f"it is larger than the {_megabytes(most)} MB that a picture may have")
        return bytes(found)


def _megabytes(count: int) -> str:
    return f"{count / MEGA:.3g}"
