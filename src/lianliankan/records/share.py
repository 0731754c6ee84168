"""Short texts of a board and of a game, to send to somebody: safe in addresses, compressed and with a check."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from hashlib import blake2b

from lianliankan.board.board import Board
from lianliankan.errors import BadShare
from lianliankan.game.game import Game
from lianliankan.records.share_bits import BitReader, BitWriter
from lianliankan.records.share_board import read_board, write_board
from lianliankan.records.share_game import read_game, write_game
from lianliankan.text import shorten

__all__ = ["VERSION", "from_share", "is_share", "to_share"]

VERSION = 1
"""The version of the texts that are written; this one and all before it are read."""

_PATTERN = re.compile(r"llk([bg])([0-9]{1,6})_([A-Za-z0-9_-]*)")
_MAX_CHARACTERS = 1_000_000
_CHECK_BYTES = 4


def to_share(thing: Board | Game) -> str:
    """Write a board, or a game with all its commands, as a short text that `from_share` reads.

    A game whose board was dealt is written as its deal. Raises TooLarge for what has no short text.

    >>> import lianliankan as llk
    >>> to_share(llk.Board.parse("AB/BA"))
    'llkb1_FcZUoox-BCSY'
    >>> len(to_share(llk.plan("classic", seed=7).game())) < 40
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
        raise TypeError(f"a board or a game is shared, not {shorten(repr(thing))}")
    body = writer.to_bytes()
    text = urlsafe_b64encode(_checksum(kind, body) + body).decode().rstrip("=")
    return f"llk{kind}{VERSION}_{text}"


def from_share(text: str, *, seconds: float | None = 30) -> Board | Game:
    r"""Read what `to_share` writes; a game is played again, for `seconds` at most, so that it is what happened.

    Spaces around it, and the address of a page in front of it up to a # or a /, are let go. Raises BadShare.

    >>> import lianliankan as llk
    >>> from_share(to_share(llk.Board.parse("AB/BA")))
    Board.parse('1 2\n2 1')
    >>> from_share("https://example.org/play#" + to_share(llk.plan("classic", seed=7).game()))
    <Game: playing, 144 tiles left>
    """
    kind, body = _decode(text)
    reader = BitReader(body)
    try:
        found = read_board(reader) if kind == "b" else read_game(reader, seconds)
        if not reader.is_at_end:
            raise BadShare("there is more in it than there should be")
    except BadShare:
        raise
    except ValueError as problem:
        raise BadShare(f"it cannot be read: {problem}") from None
    return found


def is_share(text: str) -> bool:
    """Whether a text looks like one for sharing, right or not.

    >>> is_share("llkb1_xyz"), is_share("board.txt")
    (True, False)
    """
    return _PATTERN.fullmatch(_strip_address(text)) is not None


def _strip_address(text: str) -> str:
    """Let go of what stands around it: spaces, and the address of a page."""
    return re.split(r"[#/]", text.strip())[-1] if len(text) <= _MAX_CHARACTERS else ""


def _decode(text: str) -> tuple[str, bytes]:
    """Take a text apart: what it is of, and its bytes, of which the check is right."""
    if not isinstance(text, str):
        raise TypeError(f"a text for sharing is a text, not {shorten(repr(text))}")
    if len(text) > _MAX_CHARACTERS:
        raise BadShare(f"it is longer than {_MAX_CHARACTERS} characters")
    match = _PATTERN.fullmatch(_strip_address(text))
    if not match:
        if re.match(r"llk[bg][0-9]{1,6}_", _strip_address(text)):
            raise BadShare("it has a character that does not belong there: A-Z, a-z, 0-9, - and _ do")
        raise BadShare(
            f"{shorten(_strip_address(text))} was not made for sharing: such a text begins with llkb1_ or llkg1_"
        )
    kind, version, letters = match.groups()
    if int(version) > VERSION:
        raise BadShare(f"it was made by a newer version of lianliankan, in form {version}; up to {VERSION} are known")
    if version != str(VERSION):
        raise BadShare(f"there is no form {version}")
    try:
        raw = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except NotBase64:
        raw = b""
    check, body = raw[:_CHECK_BYTES], raw[_CHECK_BYTES:]
    if not body or check != _checksum(kind, body) or urlsafe_b64encode(raw).decode().rstrip("=") != letters:
        raise BadShare("its check is wrong: it was changed, or a part of it is missing")
    return kind, body


def _checksum(kind: str, body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECK_BYTES, person=f"llk{kind}{VERSION}".encode()).digest()
