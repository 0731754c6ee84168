"""Reading the zip that `archive` writes, of which nothing is trusted: what is in it is checked one by one."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from io import SEEK_END
from typing import IO, Any, Final, NamedTuple

from lianliankan.faces.custom.limits import MEGA, PictureLimits
from lianliankan.faces.custom.refusal import PictureRefused
from lianliankan.faces.custom.zip_files import Readable, is_zip, read_zip

__all__ = ["MAX_ARCHIVE_BYTES", "ArchivedGame", "ArchivedPicture", "BadArchive", "PlayerArchive", "RefusedFile"]

MAX_ARCHIVE_BYTES: Final = 64 * MEGA
"""The size of the largest zip that is read."""

_MAX_GAMES = 5_000
_MAX_PICTURES = 24 * 240
_EXPANSION = 40  # records are texts
_MAX_RECORD = 4 * MEGA
_MAX_LIST = 16 * MEGA
_MAX_SETTINGS = 64_000
_PIECE = 65_536
_GAME = re.compile(r"games/([0-9a-z]{1,16})\.json")
_ID = re.compile(r"[0-9a-z]{1,16}")
_PICTURE = re.compile(r"pictures/\d{1,4} ([^/]{1,200})/\d{1,4} ([^/]{1,200})\.jpg")
_LISTS = ("settings.json", "games.json", "imports.json")


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
        found = self._lists.get("settings.json")
        if not isinstance(found, dict) or len(json.dumps(found)) > _MAX_SETTINGS:
            return {}
        return found

    def games(self) -> Iterator[ArchivedGame | RefusedFile]:
        """Yield the games one by one."""
        times = self._read_times()
        origins = self._lists.get("imports.json")
        known = origins if isinstance(origins, dict) else {}
        for count, (match, stream) in enumerate(self._matching(_GAME)):
            name, id = match[0], match[1]
            if count >= _MAX_GAMES:
                yield RefusedFile(name, f"only {_MAX_GAMES} games are read")
                return
            data = _read(stream, _MAX_RECORD)
            if isinstance(data, PictureRefused):
                yield RefusedFile(name, data.words)
                continue
            others = known.get(id)
            more = [each for each in others if isinstance(each, str)] if isinstance(others, list) else []
            ids = (id, *(each for each in more if _ID.fullmatch(each)))
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

    def _read_lists(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        is_ours = False
        for name, stream in self._files():
            is_ours = is_ours or bool(_GAME.fullmatch(name)) or name in _LISTS
            if name not in _LISTS:
                continue
            data = _read(stream, _MAX_LIST)
            if isinstance(data, PictureRefused):
                continue
            try:
                found[name] = json.loads(data)
            except (ValueError, RecursionError):
                continue  # the games are there all the same
        if not is_ours:
            raise BadArchive("this zip has no games of lianliankan")
        return found

    def _read_times(self) -> dict[str, tuple[int | None, int | None]]:
        games = self._lists.get("games.json")
        times = {}
        for game in games if isinstance(games, list) else []:
            if isinstance(game, dict) and isinstance(game.get("id"), str):
                times[game["id"]] = _to_stamp(game.get("begun")), _to_stamp(game.get("changed"))
        return times


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


def _to_stamp(text: object) -> int | None:
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
        return None if found is None or found.tzinfo is None else round(found.timestamp() * 1_000_000)
    except (ValueError, OverflowError):
        return None
