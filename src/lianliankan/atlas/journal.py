"""The file of a variant: a line that says what it is, then a line for every piece, only ever added to.

Every line ends with its own checksum. A process that is killed leaves at most one torn line, the last: it is dropped,
and its deals are decided again.
"""

import os
import zlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from lianliankan.atlas.atlas_error import AtlasError
from lianliankan.atlas.piece import DecideSettings, Piece
from lianliankan.atlas.results import Results
from lianliankan.atlas.variant import Variant
from lianliankan.errors import Error

Value = TypeVar("Value")

_VERSION = 1
_SYNC_SECONDS = 1.0  # how much a power failure may cost


class JournalHead(msgspec.Struct, frozen=True):
    """What the results of a file are about, and what they depend on; results with other heads are not mixed."""

    variant: str
    settings: DecideSettings
    solver: str
    atlas: int = _VERSION


class Journal:
    """A file of results to add to, which is made if it is not there; only one process may have it.

    It is open from the first addition until it is closed: an atlas may have more variants than files can be open.
    Raises AtlasError if the file is about something else, or damaged.
    """

    def __init__(self, file: Path, head: JournalHead) -> None:
        self._file = file
        self._stream: FileIO | None = None
        self._synced = monotonic()
        self.results = Results(Variant.parse(head.variant), head.settings)
        good = 0
        for line, end in _lines(file) if file.exists() else ():
            if good == 0:
                _check_same(_decode(file, line, JournalHead), head, file)
            else:
                self.results.add(_decode(file, line, Piece))
            good = end
        if good:
            os.truncate(file, good)  # a torn last line
        else:
            file.write_bytes(b"")
            self._write(head)
            self.close()

    def append(self, piece: Piece) -> None:
        """Add a piece, which is on the disk within about a second, whatever happens to this process."""
        self.results.add(piece)
        self._write(piece)

    def close(self) -> None:
        """Write everything to the disk."""
        if self._stream is not None:
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._stream = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, value: msgspec.Struct) -> None:
        content = msgspec.json.encode(value)
        line = b"%s\t%08x\n" % (content, zlib.crc32(content))
        if self._stream is None:
            self._stream = self._file.open("ab", buffering=0)
        stream = self._stream
        try:
            while line:  # the last bytes of a disk take a part of it
                line = line[stream.write(line) :]
        except OSError as problem:
            raise AtlasError(f"{self._file}: {problem.strerror}; what is written before is kept") from None
        if monotonic() > self._synced + _SYNC_SECONDS:
            os.fsync(stream.fileno())
            self._synced = monotonic()


def read_journal(file: Path) -> tuple[JournalHead, Results]:
    """Read a file of results without changing it; raises AtlasError."""
    lines = _lines(file)
    first = next(lines, None)
    if first is None:
        raise AtlasError(f"{file}: there is nothing in it")
    head = _decode(file, first[0], JournalHead)
    if head.atlas != _VERSION:
        raise AtlasError(f"{file}: version {head.atlas} of the format; this program reads version {_VERSION}")
    try:
        results = Results(Variant.parse(head.variant), head.settings)
    except Error as problem:
        raise AtlasError(f"{file}: {problem}") from None
    for line, _ in lines:
        results.add(_decode(file, line, Piece))
    return head, results


def read_folder(folder: Path) -> dict[str, tuple[JournalHead, Results]]:
    """Read all files of results in a folder, by their names; raises AtlasError if there are none."""
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    if not files:
        raise AtlasError(f"{folder}: no results; expected a folder that llk atlas run has written")
    return {file.name: read_journal(file) for file in files}


def _check_same(found: JournalHead, head: JournalHead, file: Path) -> None:
    if found == head:
        return
    if found.variant == head.variant and found.settings == head.settings and found.atlas == head.atlas:
        raise AtlasError(
            f"{file}: these results are by another solver ({found.solver}, now {head.solver}), which may need more or "
            "fewer nodes; write to another folder"
        )
    raise AtlasError(
        f"{file}: these results have other settings ({found.variant}, {_words(found)}; now {_words(head)}); "
        "write to another folder"
    )


def _words(head: JournalHead) -> str:
    return ", ".join(f"{name} = {value}" for name, value in msgspec.structs.asdict(head.settings).items())


def _lines(file: Path) -> Iterator[tuple[bytes, int]]:
    """Yield the content of every whole line, and where the next one begins; a torn last line is left out."""
    data = file.read_bytes()
    start = number = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        content, _, checksum = data[start : end if end >= 0 else len(data)].rpartition(b"\t")
        if end < 0 or checksum != b"%08x" % zlib.crc32(content):
            if b"\n" in data[start:-1]:
                raise AtlasError(f"{file}: line {number} is damaged; remove it, and run the atlas again")
            return
        yield content, end + 1
        start = end + 1


def _decode(file: Path, line: bytes, kind: type[Value]) -> Value:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as problem:
        raise AtlasError(f"{file}: not a file of results: {problem}") from None
