"""Numbers written bit by bit: where every character counts, no number takes more bits than it needs."""

import zlib

__all__ = ["BadBits", "BitReader", "BitWriter"]

_MAX_BITS = 80  # of one number


class BadBits(ValueError):
    """The bits are at an end before what was to be read is."""


class BitWriter:
    """Puts numbers one after the other.

    >>> writer = BitWriter()
    >>> writer.write_bits(5, 3)
    >>> writer.write_number(1000, 8)
    >>> writer.to_bytes().hex()
    'a4e8'
    """

    def __init__(self) -> None:
        self._digits: list[str] = []

    def write_bits(self, value: int, width: int) -> None:
        """Write a number that has so many bits at most."""
        if width:
            self._digits.append(f"{value:0{width}b}")

    def write_number(self, value: int, low: int) -> None:
        """Write any number from 0: the fewest bits have those below 2 ** low, and every doubling costs two more."""
        shifted = value + (1 << low)
        width = shifted.bit_length()
        self.write_bits(shifted, 2 * width - 1 - low)  # as many zeros in front as it has bits more than the least

    def write_block(self, data: bytes, dictionary: bytes = b"") -> None:
        """Write bytes and how many there are, compressed where that is shorter."""
        packed = _deflate(data, dictionary)
        best = min(data, packed, key=len)
        self.write_number(len(best), 5)
        self.write_bits(best is packed, 1)
        self.write_bits(int.from_bytes(best), 8 * len(best))

    def append(self, other: "BitWriter") -> None:
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
    >>> reader.read_bits(3), reader.read_number(8), reader.is_at_end
    (5, 1000, True)
    """

    def __init__(self, data: bytes) -> None:
        self._digits = f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""
        self._place = 0

    def read_bits(self, width: int) -> int:
        """Read a number of so many bits."""
        end = self._place + width
        if end > len(self._digits):
            raise BadBits("it breaks off")
        digits, self._place = self._digits[self._place : end], end
        return int(digits or "0", 2)

    def read_number(self, low: int) -> int:
        """Read a number that `BitWriter.write_number` wrote."""
        zeros = 0
        while not self.read_bits(1):
            zeros += 1
            if zeros > _MAX_BITS:
                raise BadBits("a number in it is too large")
        width = zeros + low
        return (1 << width) + self.read_bits(width) - (1 << low)

    def read_block(self, limit: int, dictionary: bytes = b"") -> bytes:
        """Read the bytes that `BitWriter.write_block` wrote, but no more than `limit`."""
        size, is_packed = self.read_number(5), self.read_bits(1)
        if size > limit:
            raise BadBits("a part of it is too long")
        data = self.read_bits(8 * size).to_bytes(size)
        return _inflate(data, limit, dictionary) if is_packed else data

    @property
    def is_at_end(self) -> bool:
        """Whether there is nothing left but the zeros up to a whole byte."""
        rest = len(self._digits) - self._place
        return rest < 8 and "1" not in self._digits[self._place :]


def _deflate(data: bytes, dictionary: bytes) -> bytes:
    words = (9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY)
    packer = zlib.compressobj(*words, dictionary) if dictionary else zlib.compressobj(*words)
    return packer.compress(data) + packer.flush()


def _inflate(data: bytes, limit: int, dictionary: bytes) -> bytes:
    opener = zlib.decompressobj(-zlib.MAX_WBITS, dictionary)
    try:
        opened = opener.decompress(data, limit + 1)
    except zlib.error:
        raise BadBits("a part of it cannot be unpacked") from None
    if len(opened) > limit:
        raise BadBits("a part of it is too long")
    if not opener.eof or opener.unused_data:
        raise BadBits("a part of it cannot be unpacked")
    return opened
