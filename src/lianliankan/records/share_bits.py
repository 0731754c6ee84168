"""Numbers written bit by bit: where every character counts, no number takes more bits than it needs."""

import zlib

__all__ = ["BitReader", "BitWriter", "NotEnough"]

_MOST_BITS = 80  # of one number


class NotEnough(ValueError):
    """The bits are at an end before what was to be read is."""


class BitWriter:
    """Puts numbers one after the other.

    >>> writer = BitWriter()
    >>> writer.write(5, 3)
    >>> writer.number(1000, 8)
    >>> writer.to_bytes().hex()
    'a4e8'
    """

    def __init__(self) -> None:
        self._digits: list[str] = []

    def write(self, value: int, width: int) -> None:
        """Write a number that has so many bits at most."""
        if width:
            self._digits.append(f"{value:0{width}b}")

    def number(self, value: int, low: int) -> None:
        """Write any number from 0: the fewest bits have those below 2 ** low, and every doubling costs two more."""
        shifted = value + (1 << low)
        width = shifted.bit_length()
        self.write(shifted, 2 * width - 1 - low)  # as many zeros in front as it has bits more than the least

    def block(self, data: bytes, dictionary: bytes = b"") -> None:
        """Write bytes and how many there are, compressed where that is shorter."""
        packed = _deflated(data, dictionary)
        best = min(data, packed, key=len)
        self.number(len(best), 5)
        self.write(best is packed, 1)
        self.write(int.from_bytes(best), 8 * len(best))

    def add(self, other: "BitWriter") -> None:
        """Write all that another one has."""
        self._digits += other._digits

    def __len__(self) -> int:
        return sum(map(len, self._digits))

    def to_bytes(self) -> bytes:
        """Give all that was written, with zeros up to a whole byte."""
        digits = "".join(self._digits)
        size = -(-len(digits) // 8)
        return int(digits.ljust(8 * size, "0") or "0", 2).to_bytes(size)


class BitReader:
    """Takes the numbers out again, in the same order.

    >>> reader = BitReader(bytes.fromhex("a4e8"))
    >>> reader.read(3), reader.number(8), reader.is_at_end
    (5, 1000, True)
    """

    def __init__(self, data: bytes) -> None:
        self._digits = f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""
        self._place = 0

    def read(self, width: int) -> int:
        """Read a number of so many bits."""
        end = self._place + width
        if end > len(self._digits):
            raise NotEnough("it breaks off")
        digits, self._place = self._digits[self._place : end], end
        return int(digits or "0", 2)

    def number(self, low: int) -> int:
        """Read a number that `BitWriter.number` wrote."""
        zeros = 0
        while not self.read(1):
            zeros += 1
            if zeros > _MOST_BITS:
                raise NotEnough("a number in it is too large")
        width = zeros + low
        return (1 << width) + self.read(width) - (1 << low)

    def block(self, most: int, dictionary: bytes = b"") -> bytes:
        """Read the bytes that `BitWriter.block` wrote, but no more than `most`."""
        size, is_packed = self.number(5), self.read(1)
        if size > most:
            raise NotEnough("a part of it is too long")
        data = self.read(8 * size).to_bytes(size)
        return _inflated(data, most, dictionary) if is_packed else data

    @property
    def is_at_end(self) -> bool:
        """Whether there is nothing left but the zeros up to a whole byte."""
        rest = len(self._digits) - self._place
        return rest < 8 and "1" not in self._digits[self._place :]


def _deflated(data: bytes, dictionary: bytes) -> bytes:
    words = (9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY)
    packer = zlib.compressobj(*words, dictionary) if dictionary else zlib.compressobj(*words)
    return packer.compress(data) + packer.flush()


def _inflated(data: bytes, most: int, dictionary: bytes) -> bytes:
    opener = zlib.decompressobj(-zlib.MAX_WBITS, dictionary)
    try:
        opened = opener.decompress(data, most + 1)
    except zlib.error:
        raise NotEnough("a part of it cannot be unpacked") from None
    if len(opened) > most:
        raise NotEnough("a part of it is too long")
    if not opener.eof or opener.unused_data:
        raise NotEnough("a part of it cannot be unpacked")
    return opened
