"""Import pictures: files, folders and zips become thumbnails or refusals, one by one."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import SEEK_END
from pathlib import Path
from time import monotonic
from typing import IO, NamedTuple

from lianliankan.faces.custom.file_type import HEAD_BYTES, check_type
from lianliankan.faces.custom.limits import LIMITS, MEGA, PictureLimits
from lianliankan.faces.custom.names import make_label
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import PictureRefused, Refusal, RefusalCode
from lianliankan.faces.custom.zip_files import Readable, is_zip, read_zip

_PIECE = 65_536


class FoundPicture(NamedTuple):
    """A file that starts like a picture, and has not been decoded yet: its `label` and all of its `data`."""

    label: str
    data: bytes


class Thumbnail(NamedTuple):
    """An imported picture: its `label`, and its `data`, a square JPEG without metadata."""

    label: str
    data: bytes


def import_paths(
    paths: Iterable[Path], worker: PictureWorker, limits: PictureLimits = LIMITS
) -> Iterator[Thumbnail | Refusal]:
    """Import files, folders and zips; raises OSError if one of the given paths cannot be opened.

    >>> import tempfile
    >>> from PIL import Image
    >>> with tempfile.TemporaryDirectory() as folder, PictureWorker() as worker:
    ...     Image.new("RGB", (64, 48)).save(Path(folder) / "panda.png")
    ...     _ = (Path(folder) / "notes.txt").write_text("not a picture")
    ...     [getattr(found, "code", found.label) for found in import_paths([Path(folder)], worker)]
    ['type', 'panda']
    """
    importing = ImportRun(limits)
    for path, place in find_files(paths):
        if importing.is_over:
            return
        if place is not None and _leads_out(path, place):
            yield Refusal(make_label(path.name), "link", "this link points outside the folder")
            continue
        try:
            file = path.open("rb")
        except OSError as problem:
            if place is None:
                raise
            yield Refusal(make_label(path.name), "broken", problem.strerror or "the file cannot be opened")
            continue
        with file:
            yield from _decode_all(importing, path.name, file, worker)


def import_file(
    name: str, file: IO[bytes], worker: PictureWorker, limits: PictureLimits = LIMITS
) -> Iterator[Thumbnail | Refusal]:
    """Import one picture, or the pictures of a zip; the bytes decide which of the two it is.

    Whatever is wrong becomes a Refusal, never an exception. Pictures are read one at a time, when the next result is
    requested, so that only one is in memory.

    >>> from io import BytesIO
    >>> list(import_file("panda.png", BytesIO(b"<html>"), PictureWorker()))
    [Refusal(label='panda', code='type', words='this is HTML; expected PNG, JPEG, WebP or GIF', other='')]
    """
    yield from _decode_all(ImportRun(limits), name, file, worker)


def refuse_same(
    results: Iterable[Thumbnail | Refusal], known: Iterable[tuple[str, bytes]] = ()
) -> Iterator[Thumbnail | Refusal]:
    """Pass on the results of an import, but refuse pictures that came before or are known, by label and thumbnail.

    Pictures whose pixels are equal have equal thumbnails, whatever their files look like.

    >>> panda, again = Thumbnail("panda", b"1"), Thumbnail("copy of panda", b"1")
    >>> [result.label for result in refuse_same([panda, again]) if isinstance(result, Refusal)]
    ['copy of panda']
    """
    labels = {data: label for label, data in known}
    for result in results:
        if isinstance(result, Thumbnail) and result.data in labels:
            yield Refusal.of_same(result.label, labels[result.data])
            continue
        if isinstance(result, Thumbnail):
            labels[result.data] = result.label
        yield result


def find_files(paths: Iterable[Path]) -> Iterator[tuple[Path, Path | None]]:
    """Yield every file by name, with the folder it was found in, if any; hidden files are left out."""
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


def _decode_all(
    importing: "ImportRun", name: str, file: IO[bytes], worker: PictureWorker
) -> Iterator[Thumbnail | Refusal]:
    files = importing.read(name, file)
    while (result := importing.take_next(files, worker.make_thumbnail)) is not None:
        yield result


class ImportRun:
    """One import, which counts its work against the limits: files are read one by one, and decoded in between."""

    def __init__(self, limits: PictureLimits) -> None:
        self._limits = limits
        self._files = self._pictures = 0
        self._seconds = 0.0  # of work; the time in which a server works for others does not count
        self.is_over = False

    def read(self, name: str, file: IO[bytes]) -> Iterator[FoundPicture | Refusal]:
        """Read a picture or the pictures of a zip; what it yields must be decoded before the next one is read."""
        head = file.read(HEAD_BYTES)
        if not is_zip(head):
            yield self._read_one(name, head, file)
            return
        try:
            size, limit = file.seek(0, SEEK_END), self._limits.zip_bytes
            if size > limit:
                raise PictureRefused(
                    "large", f"this zip has {_megabytes(size)} MB; the limit is {_megabytes(limit)} MB"
                )
            for inner, found in read_zip(file, size):
                yield self._read_one(inner, b"", found)
                if self.is_over:
                    return
        except PictureRefused as problem:
            yield Refusal(make_label(name), problem.code, problem.words)

    def take_next(
        self, files: Iterator[FoundPicture | Refusal], make_thumbnail: Callable[[bytes], bytes]
    ) -> Thumbnail | Refusal | None:
        """Read the next file, and decode it by a function that raises PictureRefused; None after the last one."""
        found = next(files, None)
        if not isinstance(found, FoundPicture):
            return found
        with self.count_work():
            try:
                return self.accept(found, make_thumbnail(found.data))
            except PictureRefused as problem:
                return Refusal(found.label, problem.code, problem.words)

    def accept(self, found: FoundPicture, thumbnail: bytes) -> Thumbnail:
        """Count a picture that was decoded."""
        self._pictures += 1
        return Thumbnail(found.label, thumbnail)

    @contextmanager
    def count_work(self) -> Iterator[None]:
        """Count the time that something takes."""
        began = monotonic()
        try:
            yield
        finally:
            self._seconds += monotonic() - began

    def _read_one(self, name: str, head: bytes, file: Readable | Refusal) -> FoundPicture | Refusal:
        """Read the picture in a file, of which `head` has been read already."""
        label = make_label(name)
        with self.count_work():
            try:
                self._check_work()
                self._files += 1
                if isinstance(file, Refusal):
                    return file
                head = head or file.read(HEAD_BYTES)
                if is_zip(head):
                    raise PictureRefused("nested", "zips inside a zip are not opened")
                check_type(head)  # before the rest is read
                return FoundPicture(label, self._whole(head, file))
            except PictureRefused as problem:
                return Refusal(label, problem.code, problem.words)

    def _check_work(self) -> None:
        """Refuse this file and all later ones if a limit is reached."""
        found: tuple[RefusalCode, str] | None = None
        if self._files >= self._limits.files:
            found = "many", f"this and all later files were skipped: the limit is {self._limits.files} files at once"
        elif self._pictures >= self._limits.pictures:
            found = (
                "many",
                f"this and all later files were skipped: the limit is {self._limits.pictures} pictures at once",
            )
        elif self._seconds > self._limits.seconds:
            found = "time", "this and all later files were skipped: the earlier ones took too long"
        if found is not None:
            self.is_over = True
            raise PictureRefused(*found)

    def _whole(self, head: bytes, file: Readable) -> bytes:
        limit, found = self._limits.file_bytes, bytearray(head)
        while piece := file.read(_PIECE):
            found += piece
            if len(found) > limit:
                raise PictureRefused(
                    "large", f"this file is larger than the limit of {_megabytes(limit)} MB for a picture"
                )
        return bytes(found)


def _megabytes(count: int) -> str:
    return f"{count / MEGA:.3g}"
