"""Reading the zip that `archive` writes, of which nothing is trusted: what is in it is checked one by one."""

import re
from collections.abc import Iterator
from datetime import datetime
from io import SEEK_END
from typing import IO, Any, Final, NamedTuple, TypeVar

import msgspec

from lianliankan.faces.custom.limits import MEGA, PictureLimits
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.faces.custom.zip_files import Readable, is_zip, read_zip
from lianliankan.text import find_deep_nesting

MAX_ARCHIVE_BYTES: Final = 64 * MEGA
"""The size of the largest zip that is read."""

_MAX_GAMES = 5_000
_MAX_PICTURES = 24 * 240
_EXPANSION = 40  # records are texts
_MAX_RECORD = 4 * MEGA
_MAX_LISTS = {"settings.json": 64_000, "games.json": 4 * MEGA, "imports.json": 2 * MEGA}
_PIECE = 65_536
_GAME = re.compile(r"games/([0-9a-z]{1,16})\.json")
_ID = re.compile(r"[0-9a-z]{1,16}")
_PICTURE = re.compile(r"pictures/\d{1,4} ([^/]{1,200})/\d{1,4} ([^/]{1,200})\.jpg")

T = TypeVar("T")


class BadArchive(ValueError):
    """A file that is not an export of a player's games, or that is too large."""


class ArchivedGame(NamedTuple):
    """A game in a zip.

    - `name`: its file.
    - `record`: its text, not verified.
    - `origins`: the ids that it had elsewhere, the last one first.
    - `begun`, `changed`: in microseconds since 1970, if they are known.
    """

    name: str
    record: str
    origins: tuple[str, ...]
    begun: int | None
    changed: int | None


class ArchivedPicture(NamedTuple):
    """A picture in a zip: its file, the name of its set, its label, and its bytes, which may be anything."""

    name: str
    set_name: str
    label: str
    data: bytes


class _Times(msgspec.Struct, gc=False):
    """What is read of a game in `games.json`."""

    id: str
    begun: str = ""
    changed: str = ""


class RefusedFile(NamedTuple):
    """A file that is left out, and why."""

    name: str
    reason: str


class PlayerArchive:
    """The zip of a player; raises BadArchive if it is none."""

    def __init__(self, file: IO[bytes]) -> None:
        file.seek(0)
        if not is_zip(file.read(4)):
            raise BadArchive("this is not a zip file")
        self._file, self._size = file, file.seek(0, SEEK_END)
        if self._size > MAX_ARCHIVE_BYTES:
            raise BadArchive(f"the file is larger than {MAX_ARCHIVE_BYTES // MEGA} MB")
        self._lists = self._read_lists()

    @property
    def settings(self) -> dict[str, Any]:
        """The settings, as far as they can be some."""
        return self._decode("settings.json", dict[str, Any]) or {}

    def games(self) -> Iterator[ArchivedGame | RefusedFile]:
        """Yield the games one by one."""
        listed = self._decode("games.json", list[_Times]) or []
        times = {game.id: (_to_stamp(game.begun), _to_stamp(game.changed)) for game in listed}
        known = self._decode("imports.json", dict[str, list[str]]) or {}
        seen = set[str]()
        for count, (match, stream) in enumerate(self._matching(_GAME)):
            name, id = match[0], match[1]
            if count >= _MAX_GAMES:
                yield RefusedFile(name, f"only {_MAX_GAMES} games are read")
                return
            if id in seen:
                yield RefusedFile(name, "the zip has two files of this name")
                continue
            seen.add(id)
            data = _read(stream, _MAX_RECORD)
            if isinstance(data, PictureRefused):
                yield RefusedFile(name, data.words)
                continue
            ids = (id, *(each for each in known.get(id, ()) if _ID.fullmatch(each)))
            yield ArchivedGame(name, data.decode("utf-8", "replace"), ids, *times.get(id, (None, None)))

    def pictures(self, limits: PictureLimits) -> Iterator[ArchivedPicture | RefusedFile]:
        """Yield the pictures one by one, set by set."""
        for count, (match, stream) in enumerate(self._matching(_PICTURE)):
            name, set_name, label = match[0], match[1], match[2]
            if count >= _MAX_PICTURES:
                yield RefusedFile(name, f"only {_MAX_PICTURES} pictures are read")
                return
            data = _read(stream, limits.file_bytes)
            if isinstance(data, PictureRefused):
                yield RefusedFile(name, data.words)
            else:
                yield ArchivedPicture(name, set_name, label, data)

    def _matching(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Readable | PictureRefused]]:
        for name, stream in self._files():
            if match := pattern.fullmatch(name):
                yield match, stream

    def _files(self) -> Iterator[tuple[str, Readable | PictureRefused]]:
        self._file.seek(0)
        try:
            yield from read_zip(self._file, self._size, expansion=_EXPANSION)
        except PictureRefused as problem:
            raise BadArchive(problem.words) from None

    def _read_lists(self) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        is_ours = False
        for name, stream in self._files():
            is_ours = is_ours or bool(_GAME.fullmatch(name)) or name in _MAX_LISTS
            if name in _MAX_LISTS:
                data = _read(stream, _MAX_LISTS[name])
                if isinstance(data, bytes):  # the games are there all the same
                    found[name] = data
        if not is_ours:
            raise BadArchive("this zip has no games of lianliankan")
        return found

    def _decode(self, name: str, type: type[T]) -> T | None:
        """Return a list of the zip, if it is one; what has another type takes no memory."""
        data = self._lists.get(name, b"")
        if find_deep_nesting(data.decode("utf-8", "replace")) is not None:
            return None
        try:
            return msgspec.json.decode(data, type=type)
        except ValueError:
            return None


def _read(stream: Readable | PictureRefused, limit: int) -> bytes | PictureRefused:
    if isinstance(stream, PictureRefused):
        return stream
    data = bytearray()
    try:
        while piece := stream.read(_PIECE):
            data += piece
            if len(data) > limit:
                return PictureRefused("large", f"the file is larger than {limit / MEGA:g} MB")
    except PictureRefused as problem:
        return problem
    return bytes(data)


def _to_stamp(text: str) -> int | None:
    try:
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else round(found.timestamp() * 1_000_000)
    except (ValueError, OverflowError):
        return None
