"""What an import takes from the zip of a player, and the report about it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from lianliankan.errors import BadName, NoRoom, TooFewPictures
from lianliankan.faces.custom.import_pictures import FoundPicture, ImportRun, Thumbnail
from lianliankan.faces.custom.limits import PictureLimits
from lianliankan.faces.custom.names import clean_set_name, make_label
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.faces.custom.refusal import Refusal
from lianliankan.game.game import Game
from lianliankan.records.record import from_record
from lianliankan.store.archive_reader import ArchivedGame, ArchivedPicture, PlayerArchive, RefusedFile
from lianliankan.store.imports import ImportOutcome, MovedGame, prepare_moved_game
from lianliankan.store.saved_boards import MAX_BOARDS_BYTES, SETTING, add_boards

if TYPE_CHECKING:
    from lianliankan.store.store import Store

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


class ImportReport:
    """What became of everything in a zip."""

    def __init__(self) -> None:
        self.games: Counter[ImportOutcome] = Counter()
        self.settings = 0
        self.sets: Counter[str] = Counter()
        self.refused: list[RefusedFile] = []
        self.more_refused = 0
        self.unfinished: str | None = None  # of the games that are new here, the one to continue
        self._changed = 0

    def note(self, moved: MovedGame, outcome: ImportOutcome, id: str) -> None:
        """Note what became of a game."""
        self.games[outcome] += 1
        changed, state = moved.columns["changed"], moved.columns["state"]
        if outcome in ("new", "continued") and state not in ("won", "lost") and changed > self._changed:
            self.unfinished, self._changed = id, changed

    def refuse(self, name: str, reason: str) -> None:
        """Note that a file was left out, and why."""
        if len(self.refused) < _MAX_REFUSED:
            self.refused.append(RefusedFile(name, reason))
        else:
            self.more_refused += 1


def verify_game(item: ArchivedGame, check: Callable[[Game], None] | None = None) -> MovedGame:
    """Replay the record of a game, and return what is stored of it; raises ValueError. It may take any time.

    `check` may refuse it.
    """
    game = from_record(item.record)
    if check is not None:
        check(game)
    return prepare_moved_game(game, item.origins, item.begun, item.changed)


def missing_settings(store: "Store", given: Mapping[str, Any]) -> dict[str, Any]:
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


class PictureImport:
    """Takes the pictures of a zip, set by set; a set whose name is here already stays as it is."""

    def __init__(self, store: "Store", report: ImportReport) -> None:
        self._store, self._report = store, report
        self.importing = ImportRun(ARCHIVE_LIMITS)
        self._known = {found.name.casefold() for found in store.pictures.sets() if found.name is not None}
        self._name = ""
        self._thumbnails: list[Thumbnail] = []
        self._seen: set[str] = set()

    def read(self, item: ArchivedPicture) -> Iterator[FoundPicture | Refusal]:
        """Yield the picture to decode, unless its set is known."""
        if item.set_name.casefold() in self._known:
            return
        try:
            clean_set_name(item.set_name)
        except BadName as problem:
            yield Refusal(make_label(item.label), "broken", str(problem))
        else:
            yield from self.importing.read(item.label, BytesIO(item.data))

    def add(self, item: ArchivedPicture, result: Thumbnail | Refusal | None) -> None:
        """Add a decoded picture to its set; one that is complete is stored."""
        if item.set_name != self._name:
            self.finish()
            self._name = item.set_name
            if item.set_name.casefold() in self._known and item.set_name.casefold() not in self._seen:
                self._seen.add(item.set_name.casefold())
                self._report.sets["known"] += 1
        if isinstance(result, Refusal):
            self._report.refuse(item.name, result.words)
        elif result is not None:
            self._thumbnails.append(result)

    def finish(self) -> None:
        """Store the last set."""
        thumbnails, self._thumbnails = self._thumbnails, []
        if not thumbnails:
            return
        try:
            self._store.pictures.add_to_set(self._name, thumbnails)
        except (BadName, NoRoom, TooFewPictures) as problem:
            self._report.refuse(f"pictures/{self._name}", str(problem))
        else:
            self._known.add(self._name.casefold())
            self._seen.add(self._name.casefold())
            self._report.sets["new"] += 1


def import_archive(store: "Store", file: IO[bytes], worker: PictureWorker) -> ImportReport:
    """Take everything from a zip that is not here yet; raises BadArchive and StoreError."""
    archive, report = PlayerArchive(file), ImportReport()
    for name, value in missing_settings(store, archive.settings).items():
        store.set_setting(name, value)
        report.settings += 1
    for game in archive.games():
        if isinstance(game, RefusedFile):
            report.refuse(*game)
            continue
        try:
            moved = verify_game(game)
        except ValueError as problem:
            report.refuse(game.name, str(problem))
        else:
            report.note(moved, *store.imports.add(moved))
    pictures = PictureImport(store, report)
    for picture in archive.pictures(ARCHIVE_LIMITS):
        if isinstance(picture, RefusedFile):
            report.refuse(*picture)
        else:
            files = pictures.read(picture)
            pictures.add(picture, pictures.importing.take_next(files, worker.make_thumbnail))
    pictures.finish()
    return report
