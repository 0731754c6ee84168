"""All that is known of one variant: pieces put together, checked against each other, and their digests."""

import hashlib
from array import array
from bisect import bisect_right
from collections.abc import Iterator

from lianliankan.atlas.atlas_error import AtlasError
from lianliankan.atlas.piece import LOST, MAX_DEALS, UNDECIDED, WON, DecideSettings, Piece
from lianliankan.atlas.variant import Variant

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
    lianliankan.atlas.atlas_error.AtlasError: 2x3 kinds=3: deal 4 is L (nodes: 1) in one place and ...
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
