"""All that is known of one variant: pieces put together and checked against each other, in memory and in a file.

The file has a line that says what it is about, then a line for every piece, and is only ever added to. Every line ends
with its own checksum. A process that is killed leaves at most one torn line, the last: it is dropped, and its deals are
decided again.
"""

import hashlib
import os
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from lianliankan.atlas import AtlasError
from lianliankan.atlas.piece import LOST, MAX_DEALS, UNDECIDED, WON, DecideSettings, Piece
from lianliankan.atlas.variant import Variant
from lianliankan.errors import Error

Value = TypeVar("Value")

_VERSION = 1
_SYNC_SECONDS = 1.0  # how much a power failure may cost
_UNKNOWN = 0  # instead of a letter


class Results:
    """The verdicts on the deals of a variant, as far as they are known. A deal counts once, however often it comes.

    >>> results = Results(Variant.make(2, 3, copies=2), DecideSettings(chunk=2))
    >>> results.add(Piece(3, "WL", [1, 1]))
    >>> results.add(Piece(1, "W", [1]))
    >>> results.known, list(results.missing(5)), list(results.missing(3)), results.prefix
    (3, [(2, 3), (5, 6)], [(2, 3)], 1)
    >>> results.add(Piece(4, "W", [1]))
    Traceback (most recent call last):
    lianliankan.atlas.AtlasError: 2x3 kinds=3: deal 4 is L (nodes: 1) in one place and ...
    """

    def __init__(self, variant: Variant, settings: DecideSettings) -> None:
        self.variant, self.settings = variant, settings
        self.verdicts = bytearray()
        self.nodes: array[int] = array("Q")
        self.wins: dict[int, int] = {}
        self.verified: set[int] = set()
        self.failed: set[int] = set()
        self.seconds = 0.0
        self.known = 0

    def add(self, piece: Piece) -> None:
        """Add a piece; raises AtlasError if it contradicts what is known."""
        letters = piece.verdicts.encode()
        rated = range(piece.first, min(piece.stop, self.settings.rated + 1))
        if not self._is_whole(piece, len(rated)):
            raise AtlasError(f"{self.variant}: the piece that begins with deal {piece.first} is not whole")
        if missing := piece.stop - 1 - len(self.verdicts):
            self.verdicts.extend(bytes(max(missing, 0)))
            self.nodes.extend([0] * max(missing, 0))
        for number, letter, nodes in zip(range(piece.first, piece.stop), letters, piece.nodes, strict=True):
            if self.verdicts[number - 1] == _UNKNOWN:
                self.verdicts[number - 1], self.nodes[number - 1] = letter, nodes
                self.known += 1
            elif (self.verdicts[number - 1], self.nodes[number - 1]) != (letter, nodes):
                self._contradict(number, letter, nodes)
        for number, wins in zip(rated, piece.wins, strict=True):
            if self.wins.setdefault(number, wins) != wins:
                raise AtlasError(f"{self.variant}: deal {number} has {self.wins[number]} and {wins} random wins")
        self.verified.update(piece.verified)
        self.failed.update(piece.failed)
        self.seconds += piece.seconds

    def _is_whole(self, piece: Piece, rated: int) -> bool:
        """Whether there is a verdict for each deal, wins for each rated one, and nothing that cannot be."""
        deals = range(piece.first, piece.stop)
        return (
            1 <= piece.first <= piece.stop - 1 <= MAX_DEALS
            and len(piece.nodes) == len(deals)
            and len(piece.wins) == rated
            and {*piece.verdicts} <= {WON, LOST, UNDECIDED}
            and all(0 <= nodes < 2**64 for nodes in piece.nodes)
            and all(0 <= wins <= self.settings.games for wins in piece.wins)
            and all(number in deals for number in (*piece.verified, *piece.failed))
        )

    def _contradict(self, number: int, letter: int, nodes: int) -> None:
        one = f"{chr(self.verdicts[number - 1])} (nodes: {self.nodes[number - 1]})"
        two = f"{chr(letter)} (nodes: {nodes})"
        raise AtlasError(f"{self.variant}: deal {number} is {one} in one place and {two} in another")

    @property
    def prefix(self) -> int:
        """How many deals are known without a gap: what is reported, since slow deals may be among the missing ones."""
        gap = self.verdicts.find(_UNKNOWN)
        return len(self.verdicts) if gap < 0 else gap

    def missing(self, deals: int) -> Iterator[tuple[int, int]]:
        """Yield which of deals 1 to `deals` are missing: the first, and the one after the last, of each gap."""
        letters = bytes(self.verdicts[:deals]).ljust(deals, b"\0")
        start = letters.find(_UNKNOWN)
        while start >= 0:
            length = len(letters) - start - len(letters[start:].lstrip(b"\0"))
            yield start + 1, start + length + 1
            start = letters.find(_UNKNOWN, start + length)

    def pieces(self) -> Iterator[Piece]:
        """Yield everything as pieces, one for each chunk or, where deals are missing, for each run of deals."""
        verified, failed = sorted(self.verified), sorted(self.failed)
        gaps = [*self.missing(len(self.verdicts)), (len(self.verdicts) + 1,) * 2]
        first = 1
        for gap, after in gaps:
            while first < gap:
                stop = min(gap, (first - 1) // self.settings.chunk * self.settings.chunk + self.settings.chunk + 1)
                yield Piece(
                    first,
                    self.verdicts[first - 1 : stop - 1].decode(),
                    self.nodes[first - 1 : stop - 1].tolist(),
                    [self.wins[number] for number in range(first, min(stop, self.settings.rated + 1))],
                    _between(verified, first, stop),
                    _between(failed, first, stop),
                )
                first = stop
            first = after

    def chunks(self) -> Iterator[tuple[int, str]]:
        """Yield the first deal and all letters of each chunk of the known prefix; the last may be short."""
        deals = self.prefix
        for start in range(0, deals, self.settings.chunk):
            yield start + 1, self.verdicts[start : min(start + self.settings.chunk, deals)].decode()

    def digest_verdicts(self, first: int, letters: str) -> str:
        """Return the digest of the verdicts of a chunk; where all are decided, no solver could give another one."""
        return _digest(f"{self.variant}\n{first}\n{letters}\n")

    def digest_effort(self, first: int, letters: str) -> str:
        """Return the digest of the nodes and random games of a chunk, which another solver may change."""
        stop = first + len(letters)
        nodes = ",".join(map(str, self.nodes[first - 1 : stop - 1]))
        wins = ",".join(str(self.wins[number]) for number in range(first, min(stop, self.settings.rated + 1)))
        return _digest(f"{self.variant}\n{first}\n{self.settings.nodes}\n{nodes}\n{self.settings.games}\n{wins}\n")


def digest_chunks(digests: list[str]) -> str:
    """Return the digest of a whole variant from those of its chunks."""
    return _digest("\n".join(digests))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _between(numbers: list[int], first: int, stop: int) -> list[int]:
    return numbers[bisect_right(numbers, first - 1) : bisect_right(numbers, stop - 1)]


# ---- Files -----------------------------------------------------------------------------------------------------------


class JournalHead(msgspec.Struct, frozen=True):
    """The subject of a file's results, and all they depend on; results with other heads are not mixed."""

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


# ---- Merging ---------------------------------------------------------------------------------------------------------


def merge_folders(folders: Iterable[Path], into: Path) -> dict[str, Results]:
    """Join the results of several folders in a new one; a deal that is in several must be the same in all of them.

    Raises AtlasError if it is not, or if results were made with different settings.
    """
    merged: dict[str, tuple[JournalHead, Results]] = {}
    for folder in folders:
        for name, (head, results) in read_folder(folder).items():
            if name not in merged:
                merged[name] = head, results
                continue
            if merged[name][0] != head:
                raise AtlasError(
                    f"{folder}/{name}: its settings or its solver are not those of the other folders; "
                    "only equal ones can be merged"
                )
            for piece in results.pieces():
                merged[name][1].add(piece)
            merged[name][1].seconds += results.seconds
    into.mkdir(parents=True, exist_ok=True)
    for name, (head, results) in merged.items():
        if (into / name).exists():
            raise AtlasError(f"{into / name} exists; merge into a new folder")
        with Journal(into / name, head) as journal:
            for number, piece in enumerate(results.pieces()):
                piece.seconds = 0.0 if number else results.seconds
                journal.append(piece)
    return {name: results for name, (_, results) in merged.items()}
