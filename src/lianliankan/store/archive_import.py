"""Import of a zip that `archive` writes: only new things are taken, and nothing in it is trusted."""

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import datetime
from functools import partial
from io import SEEK_END, BytesIO
from operator import methodcaller
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from lianliankan.errors import BadName, QuotaExceeded, TooFewPictures
from lianliankan.faces.custom.import_pictures import FoundPicture, ImportRun, Thumbnail
from lianliankan.faces.custom.limits import MEGA, PictureLimits
from lianliankan.faces.custom.names import clean_set_name
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import PictureRefused, Refusal
from lianliankan.faces.custom.zip_files import Readable, is_zip, read_zip
from lianliankan.game.game import Game
from lianliankan.records.record import from_record
from lianliankan.store.imports import ImportOutcome, MovedGame, prepare_moved_game
from lianliankan.store.saved_boards import MAX_BOARDS_BYTES, SETTING, add_boards
from lianliankan.text import find_deep_nesting

if TYPE_CHECKING:
    from lianliankan.store.store import Store

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

ARCHIVE_LIMITS: Final = PictureLimits(file_bytes=1_000_000, files=10_000, pictures=10_000, seconds=120.0)
"""The limits of the pictures in a zip: the store has written them, and they are small."""

MAX_SETTING: Final = 4 * 1024
"""The bytes of one setting, as JSON."""

_MAX_REFUSED = 100
_SETTINGS: Final[Mapping[str, type]] = {
    "web": dict,
    "language": str,
    "faces": str,
    "animation": bool,
    "kinds": bool,
    "ask first": bool,
    SETTING: list,
}
"""The settings of a player, with their types; others in a zip are not taken."""

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
    """The part of a game's entry in `games.json` that is read."""

    id: str
    begun: str = ""
    changed: str = ""


class RefusedFile(NamedTuple):
    """A file that is left out, and why."""

    name: str
    reason: str


class PlayerArchive:
    """The zip of a player; raises BadArchive if it is not one."""

    def __init__(self, file: IO[bytes]) -> None:
        file.seek(0)
        if not is_zip(file.read(4)):
            raise BadArchive("this is not a zip file")
        self._file = file
        self._size = file.seek(0, SEEK_END)
        if self._size > MAX_ARCHIVE_BYTES:
            raise BadArchive(f"the file is larger than {MAX_ARCHIVE_BYTES // MEGA} MB")
        self._lists = self._read_lists()

    @property
    def settings(self) -> dict[str, Any]:
        """The valid settings."""
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
            data = _read(name, stream, _MAX_RECORD)
            if isinstance(data, RefusedFile):
                yield data
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
            data = _read(name, stream, limits.file_bytes)
            yield data if isinstance(data, RefusedFile) else ArchivedPicture(name, set_name, label, data)

    def _matching(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Readable | Refusal]]:
        for name, stream in self._files():
            if match := pattern.fullmatch(name):
                yield match, stream

    def _files(self) -> Iterator[tuple[str, Readable | Refusal]]:
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
                data = _read(name, stream, _MAX_LISTS[name])
                if isinstance(data, bytes):  # the games are there all the same
                    found[name] = data
        if not is_ours:
            raise BadArchive("this zip has no games of lianliankan")
        return found

    def _decode(self, name: str, type: type[T]) -> T | None:
        """Return a list of the zip, if it is one; a value of another type takes no memory."""
        data = self._lists.get(name, b"")
        if find_deep_nesting(data.decode("utf-8", "replace")) is not None:
            return None
        try:
            return msgspec.json.decode(data, type=type)
        except ValueError:
            return None


def _read(name: str, stream: Readable | Refusal, limit: int) -> bytes | RefusedFile:
    if isinstance(stream, Refusal):
        return RefusedFile(name, stream.words)
    data = bytearray()
    try:
        while piece := stream.read(_PIECE):
            data += piece
            if len(data) > limit:
                return RefusedFile(name, f"the file is larger than {limit / MEGA:g} MB")
    except PictureRefused as problem:
        return RefusedFile(name, problem.words)
    return bytes(data)


def _to_stamp(text: str) -> int | None:
    try:
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else round(found.timestamp() * 1_000_000)
    except (ValueError, OverflowError):
        return None


class ImportReport:
    """The outcome of everything in a zip."""

    def __init__(self) -> None:
        self.games: Counter[ImportOutcome] = Counter()
        self.settings = 0
        self.sets: Counter[str] = Counter()
        self.refused: list[RefusedFile] = []
        self.more_refused = 0
        self.unfinished: str | None = None  # of the games that are new here, the one to continue
        self._changed = 0

    def note(self, moved: MovedGame, outcome: ImportOutcome, id: str) -> None:
        """Note the outcome for a game."""
        self.games[outcome] += 1
        changed, state = moved.columns["changed"], moved.columns["state"]
        if outcome in ("new", "continued") and state not in ("won", "lost") and changed > self._changed:
            self.unfinished = id
            self._changed = changed

    def refuse(self, name: str, reason: str) -> None:
        """Note that a file was left out, and why."""
        if len(self.refused) < _MAX_REFUSED:
            self.refused.append(RefusedFile(name, reason))
        else:
            self.more_refused += 1


# ---- The steps of an import ------------------------------------------------------------------------------------------


class ReadStep(NamedTuple):
    """Read the store or the zip, which may block; the answer is what `act` returns."""

    act: Callable[["Store"], Any]


class WriteStep(NamedTuple):
    """Write to the store; the answer is what `act` returns."""

    act: Callable[["Store"], Any]


class VerifyStep(NamedTuple):
    """Replay a game, which may take any time; the answer is a MovedGame, or a text that says why it is refused."""

    game: ArchivedGame


class DecodeStep(NamedTuple):
    """Decode a picture; the answer is what `ImportRun.take_next` returns."""

    run: ImportRun
    files: Iterator[FoundPicture | Refusal]


ImportStep = ReadStep | WriteStep | VerifyStep | DecodeStep
ImportSteps = Generator[ImportStep, Any, T]
"""The steps of an import. The caller does each step where it may block, and sends the answer."""


def import_archive(store: "Store", file: IO[bytes], worker: PictureWorker) -> ImportReport:
    """Take everything from a zip that is not here yet; raises BadArchive and StoreError."""
    steps = import_steps(file)
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as end:
            report: ImportReport = end.value
            return report
        if isinstance(step, VerifyStep):
            answer = verify_game(step.game)
        elif isinstance(step, DecodeStep):
            answer = step.run.take_next(step.files, worker.make_thumbnail)
        else:
            answer = step.act(store)


def verify_game(item: ArchivedGame, check: Callable[[Game], None] | None = None) -> MovedGame | str:
    """Replay the record of a game, and return what is stored of it, or why it is refused.

    `check` may refuse it, too, by a ValueError.
    """
    try:
        game = from_record(item.record)
        if check is not None:
            check(game)
        return prepare_moved_game(game, item.origins, item.begun, item.changed)
    except ValueError as problem:
        return str(problem)


def import_steps(file: IO[bytes], *, max_games: int | None = None) -> ImportSteps[ImportReport]:
    """Take everything from a zip that is not here yet; raises BadArchive."""
    report = ImportReport()
    archive: PlayerArchive = yield ReadStep(lambda _: PlayerArchive(file))
    settings: dict[str, Any] = yield ReadStep(partial(_find_missing, given=archive.settings))
    for name, value in settings.items():
        yield WriteStep(methodcaller("set_setting", name, value))
        report.settings += 1
    yield from _import_games(archive, report, max_games)
    yield from _import_pictures(archive, report)
    return report


def _import_games(archive: PlayerArchive, report: ImportReport, max_games: int | None) -> ImportSteps[None]:
    games = archive.games()
    item: ArchivedGame | RefusedFile | None
    while (item := (yield ReadStep(lambda _: next(games, None)))) is not None:
        if isinstance(item, RefusedFile):
            report.refuse(*item)
            continue
        moved: MovedGame | str = yield VerifyStep(item)
        if isinstance(moved, str):
            report.refuse(item.name, moved)
            continue
        stored: tuple[ImportOutcome, str] | str = yield WriteStep(partial(_add_game, moved=moved, max_games=max_games))
        if isinstance(stored, str):
            report.refuse(item.name, stored)
            return
        report.note(moved, *stored)


def _import_pictures(archive: PlayerArchive, report: ImportReport) -> ImportSteps[None]:
    """Take the pictures set by set; a set whose name is here already stays as it is."""
    run, pictures = ImportRun(ARCHIVE_LIMITS), archive.pictures(ARCHIVE_LIMITS)
    known: set[str] = yield ReadStep(_read_set_names)
    here, name, thumbnails = set(known), "", list[Thumbnail]()
    item: ArchivedPicture | RefusedFile | None
    while (item := (yield ReadStep(lambda _: next(pictures, None)))) is not None:
        if isinstance(item, RefusedFile):
            report.refuse(*item)
            continue
        if item.set_name != name:
            yield from _save_set(name, thumbnails, known, report)
            name, thumbnails = item.set_name, []
        folded = name.casefold()
        if folded in known:
            report.sets["known"] += folded in here
            here.discard(folded)
            continue
        result: Thumbnail | Refusal | None = yield DecodeStep(run, _find_picture(run, item))
        if isinstance(result, Refusal):
            report.refuse(item.name, result.words)
        elif result is not None:
            thumbnails.append(result)
    yield from _save_set(name, thumbnails, known, report)


def _find_picture(run: ImportRun, item: ArchivedPicture) -> Iterator[FoundPicture | Refusal]:
    try:
        clean_set_name(item.set_name)
    except BadName as problem:
        yield Refusal(item.label, "broken", str(problem))
    else:
        yield from run.read(item.label, BytesIO(item.data))


def _save_set(name: str, thumbnails: list[Thumbnail], known: set[str], report: ImportReport) -> ImportSteps[None]:
    if not thumbnails:
        return
    problem: str | None = yield WriteStep(partial(_add_set, name=name, thumbnails=thumbnails))
    if problem is not None:
        report.refuse(f"pictures/{name}", problem)
        return
    known.add(name.casefold())
    report.sets["new"] += 1


def _add_game(store: "Store", moved: MovedGame, max_games: int | None) -> tuple[ImportOutcome, str] | str:
    """Store a game; return the outcome and its id, or the reason why it does not fit."""
    try:
        return store.imports.add(moved, max_games=max_games)
    except QuotaExceeded as problem:
        return str(problem)


def _add_set(store: "Store", name: str, thumbnails: list[Thumbnail]) -> str | None:
    """Store a set of pictures; return why it is refused, or None."""
    try:
        store.pictures.add_to_set(name, thumbnails)
    except (BadName, QuotaExceeded, TooFewPictures) as problem:
        return str(problem)
    return None


def _read_set_names(store: "Store") -> set[str]:
    return {found.name.casefold() for found in store.pictures.sets() if found.name is not None}


def _find_missing(store: "Store", given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a zip that are not set here, in the form in which they are stored."""
    new = {}
    for name, kind in _SETTINGS.items():
        value, here = given.get(name), store.setting(name, None)
        if type(value) is not kind:
            continue
        if isinstance(value, dict) and isinstance(here, dict) and not value.keys() <= here.keys():
            value = value | here
        elif name == SETTING and isinstance(value, list):
            value = add_boards(here, value)
            if value == here:
                continue
        elif here is not None:
            continue
        if len(msgspec.json.encode(value)) <= (MAX_BOARDS_BYTES if name == SETTING else MAX_SETTING):
            new[name] = value
    return new
