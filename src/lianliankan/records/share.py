"""Share texts: a board or a game as a short text that is safe in URLs, compressed and checksummed."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from hashlib import blake2b

from lianliankan.board.board import Board
from lianliankan.deadline import time_limit
from lianliankan.errors import BadBudget, BadShare, OutOfTime, TooLarge
from lianliankan.game.game import Game
from lianliankan.records.share_bits import BitReader, BitWriter
from lianliankan.records.share_board import SizeLimit, read_board, write_board
from lianliankan.records.share_game import read_game, write_game
from lianliankan.text import shorten

VERSION = 1
"""The version that is written; this one and all earlier ones can be read."""

_KINDS = "bg"  # boards and games
_MAX_CHARACTERS = 1_000_000
_CHECK_BYTES = 4


def to_share(thing: Board | Game) -> str:
    """Return the share text of a board, or of a game with all its commands, for `from_share` to read.

    A game on a dealt board is written as its deal. Raises TooLarge if the board or game is too large to share.

    >>> llk.to_share(llk.Board.parse("AB/BA"))
    'llkb1_FcZUoox-BCSY'
    >>> len(llk.to_share(llk.plan("classic", seed=7).game())) < 40
    True
    """
    writer = BitWriter()
    if isinstance(thing, Board):
        kind = "b"
        write_board(writer, thing)
    elif isinstance(thing, Game):
        kind = "g"
        write_game(writer, thing)
    else:
        raise TypeError(f"only a board or a game can be shared, not {shorten(thing)}")
    return encode_share(kind, writer)


def from_share(
    text: str, *, seconds: float | None = None, max_side: int | None = None, max_cells: int | None = None
) -> Board | Game:
    r"""Read a share text; a game is verified by replaying it.

    Surrounding spaces, and a page address before the text up to a # or /, are ignored. Raises BadShare, TooLarge
    if its board has more rows, columns or cells than it may have, and OutOfTime if `seconds` are given and not enough.

    >>> llk.from_share(llk.to_share(llk.Board.parse("AB/BA")))
    Board.parse('1 2\n2 1')
    >>> llk.from_share("https://example.org/play#" + llk.to_share(llk.plan("classic", seed=7).game()))
    <Game: playing, 144 tiles left>
    """
    kind, body = decode_share(text, _KINDS)
    reader, limit = BitReader(body), SizeLimit(max_side, max_cells)
    try:
        with time_limit(seconds):
            found = read_board(reader, limit) if kind == "b" else read_game(reader, limit)
        if not reader.is_at_end:
            raise BadShare("unexpected data after the end")
    except (BadBudget, BadShare, OutOfTime, TooLarge):
        raise
    except ValueError as problem:
        raise BadShare(f"it cannot be read: {problem}") from None
    return found


def is_share(text: str) -> bool:
    """Return whether a text looks like a share text, valid or not.

    >>> is_share("llkb1_xyz"), is_share("board.txt")
    (True, False)
    """
    return _match(text, _KINDS) is not None


def strip_address(text: str) -> str:
    """Remove what may surround a share text: spaces, and the address of a page, with what it says about its view.

    >>> strip_address("https://example.org/lab/llkb1_xyz?tab=race"), strip_address("/g/llkg1_xyz/win-12")
    ('llkb1_xyz', 'llkg1_xyz')
    """
    if len(text) > _MAX_CHARACTERS:
        return ""
    return re.split(r"[#/]", re.sub(r"(/win-[0-9]+)?(\?[^#/]*)?$", "", text.strip()))[-1]


def _match(text: str, kinds: str) -> re.Match[str] | None:
    return re.fullmatch(rf"llk([{kinds}])([0-9]{{1,6}})_([A-Za-z0-9_-]*)", strip_address(text))


def encode_share(kind: str, writer: BitWriter) -> str:
    """Return a share text with the content of a writer."""
    body = writer.to_bytes()
    text = urlsafe_b64encode(_checksum(kind, body) + body).decode().rstrip("=")
    return f"llk{kind}{VERSION}_{text}"


def decode_share(text: str, kinds: str) -> tuple[str, bytes]:
    """Split a share text into its kind, a letter of `kinds`, and its content, after verifying the checksum."""
    if not isinstance(text, str):
        raise TypeError(f"a share text must be a string, not {shorten(text)}")
    if len(text) > _MAX_CHARACTERS:
        raise BadShare(f"it is longer than {_MAX_CHARACTERS} characters")
    match = _match(text, kinds)
    if not match:
        if re.match(rf"llk[{kinds}][0-9]{{1,6}}_", strip_address(text)):
            raise BadShare("it contains an invalid character; allowed are A-Z, a-z, 0-9, - and _")
        begins = " or ".join(f"llk{kind}{VERSION}_" for kind in kinds)
        raise BadShare(f"{shorten(strip_address(text))} is not a share text; expected one that begins with {begins}")
    kind, version, letters = match.groups()
    if int(version) > VERSION:
        raise BadShare(f"made by a newer version of lianliankan: version {version}; up to {VERSION} can be read")
    if version != str(VERSION):
        raise BadShare(f"unknown version {version}")
    try:
        raw = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except NotBase64:
        raw = b""
    check, body = raw[:_CHECK_BYTES], raw[_CHECK_BYTES:]
    if not body or check != _checksum(kind, body) or urlsafe_b64encode(raw).decode().rstrip("=") != letters:
        raise BadShare("wrong checksum: the text was changed or is incomplete")
    return kind, body


def _checksum(kind: str, body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECK_BYTES, person=f"llk{kind}{VERSION}".encode()).digest()
