"""Numbers written bit by bit, so that none takes more bits than it needs."""

import zlib

_MAX_BITS = 80  # of one number


class BadBits(ValueError):
    """The bits cannot be read: they end too early, or encode something too large."""


class BitWriter:
    """Writes numbers one after another.

    >>> writer = BitWriter()
    >>> writer.write_bits(5, 3)
    >>> writer.write_number(1000, 8)
    >>> writer.to_bytes().hex()
    'a4e8'
    """

    def __init__(self) -> None:
        self._digits: list[str] = []

    def write_bits(self, value: int, width: int) -> None:
        """Write a number of at most `width` bits."""
        if width:
            self._digits.append(f"{value:0{width}b}")

    def write_number(self, value: int, low: int) -> None:
        """Write a number from 0 in Exp-Golomb code: shortest below 2 ** low, two more bits for every doubling."""
        shifted = value + (1 << low)
        width = shifted.bit_length()
        self.write_bits(shifted, 2 * width - 1 - low)  # a leading zero for each bit beyond the shortest code

    def write_block(self, data: bytes, dictionary: bytes = b"") -> None:
        """Write bytes and their number, compressed if that is shorter."""
        packed = _deflate(data, dictionary)
        best = min(data, packed, key=len)
        self.write_number(len(best), 5)
        self.write_bits(best is packed, 1)
        self.write_bits(int.from_bytes(best), 8 * len(best))

    def append(self, other: "BitWriter") -> None:
        """Append everything another writer holds."""
        self._digits += other._digits

    def __len__(self) -> int:
        return sum(map(len, self._digits))

    def to_bytes(self) -> bytes:
        """Return everything written, padded with zeros to whole bytes."""
        digits = "".join(self._digits)
        size = -(-len(digits) // 8)
        return int(digits.ljust(8 * size, "0") or "0", 2).to_bytes(size)


class BitReader:
    """Reads the numbers back, in the same order.

    >>> reader = BitReader(bytes.fromhex("a4e8"))
    >>> reader.read_bits(3), reader.read_number(8), reader.is_at_end
    (5, 1000, True)
    """

    def __init__(self, data: bytes) -> None:
        self._digits = f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""
        self._place = 0

    def read_bits(self, width: int) -> int:
        """Read a number of `width` bits."""
        end = self._place + width
        if end > len(self._digits):
            raise BadBits("it is cut off")
        digits, self._place = self._digits[self._place : end], end
        return int(digits or "0", 2)

    def read_number(self, low: int) -> int:
        """Read a number written by `BitWriter.write_number`."""
        zeros = 0
        while not self.read_bits(1):
            zeros += 1
            if zeros > _MAX_BITS:
                raise BadBits("a number in it is too large")
        width = zeros + low
        return (1 << width) + self.read_bits(width) - (1 << low)

    def read_block(self, limit: int, dictionary: bytes = b"") -> bytes:
        """Read bytes written by `BitWriter.write_block`, at most `limit` of them."""
        size, is_packed = self.read_number(5), self.read_bits(1)
        if size > limit:
            raise BadBits("a part of it is too long")
        data = self.read_bits(8 * size).to_bytes(size)
        return _inflate(data, limit, dictionary) if is_packed else data

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left but the zeros that pad the last byte."""
        rest = len(self._digits) - self._place
        return rest < 8 and "1" not in self._digits[self._place :]


def _deflate(data: bytes, dictionary: bytes) -> bytes:
    settings = (9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY)
    compressor = zlib.compressobj(*settings, dictionary) if dictionary else zlib.compressobj(*settings)
    return compressor.compress(data) + compressor.flush()


def _inflate(data: bytes, limit: int, dictionary: bytes) -> bytes:
    decompressor = zlib.decompressobj(-zlib.MAX_WBITS, dictionary)
    try:
        unpacked = decompressor.decompress(data, limit + 1)
    except zlib.error:
        raise BadBits("a part of it cannot be decompressed") from None
    if len(unpacked) > limit:
        raise BadBits("a part of it is too long")
    if not decompressor.eof or decompressor.unused_data:
        raise BadBits("a part of it cannot be decompressed")
    return unpacked
