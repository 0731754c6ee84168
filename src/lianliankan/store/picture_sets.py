"""Own pictures that are kept: every player's sets by their names, and the draft of the next one."""

import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lianliankan.errors import BadName, NoRoom, NoSuchPictures, TooFewPictures
from lianliankan.faces.custom.limits import MEGA, MIN_PICTURES
from lianliankan.faces.custom.names import clean_set_name
from lianliankan.store.database import Database
from lianliankan.store.writes import now_stamp
from lianliankan.text import shorten

if TYPE_CHECKING:
    from lianliankan.faces.custom.import_pictures import Thumbnail

__all__ = ["DEFAULT_QUOTA", "DRAFT_SECONDS", "PictureSet", "PictureStore", "Quota", "StoredPicture"]

DRAFT_SECONDS: Final = 7 * 24 * 3600
"""How long a draft that nobody touches is kept."""


class Quota(NamedTuple):
    """How much is kept.

    - `sets`: of a player, the draft not counted.
    - `pictures`: in a set.
    - `total`: bytes of all pictures of a player, with the draft's.
    - `file`: bytes in use of the whole store, from which on nobody's pictures are taken any more.
    """

    sets: int = 24
    pictures: int = 240
    total: int = 24 * MEGA
    file: int = 32_000 * MEGA


DEFAULT_QUOTA: Final = Quota()
"""How much is kept where nothing else is said."""


class StoredPicture(NamedTuple):
    """A picture in the list of a set: its `id`, which nobody guesses, its `label`, and its `size` in bytes."""

    id: str
    label: str
    size: int


class PictureSet(NamedTuple):
    """A set of own pictures.

    - `id`: its name in addresses.
    - `name`: what the player calls it; None for the draft.
    - `changed`: when, in microseconds since 1970.
    - `pictures`: in their order.
    """

    id: str
    name: str | None
    changed: int
    pictures: tuple[StoredPicture, ...]

    @property
    def size(self) -> int:
        """The bytes of all its pictures."""
        return sum(picture.size for picture in self.pictures)


class PictureStore:
    """The own pictures of a player. Whatever is changed is on the disk, wholly, when the method returns.

    >>> import pathlib, tempfile
    >>> from lianliankan.faces.custom.import_pictures import Thumbnail
    >>> from lianliankan.store import Store
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Store(pathlib.Path(folder.name)) as store:
    ...     _ = store.pictures.add_to_draft([Thumbnail("panda", b"1"), Thumbnail("tiger", b"2")])
    ...     _ = store.pictures.save_draft("zoo")
    ...     print([picture.label for picture in store.pictures.by_name("zoo").pictures])
    ...     print(store.of_player("ann").pictures.sets())
    ['panda', 'tiger']
    []
    >>> folder.cleanup()
    """

    def __init__(self, database: Database, player: str, quota: Quota = DEFAULT_QUOTA) -> None:
        self._database = database
        self._player = player
        self.quota = quota

    def sets(self) -> list[PictureSet]:
        """List the sets, the one that changed last first; the draft is not among them."""
        return [found for found in self._all() if found.name is not None]

    def draft(self) -> PictureSet | None:
        """Give the draft, if there is one."""
        return _find_draft(self._all())

    def by_name(self, name: str) -> PictureSet:
        """Find a set by its name; raises NoSuchPictures."""
        wanted = clean_set_name(name)
        for found in self.sets():
            if found.name == wanted:
                return found
        raise NoSuchPictures(f"there are no own pictures called {shorten(wanted)}")

    def by_id(self, id: str) -> PictureSet:
        """Find a set, or the draft, by its id; raises NoSuchPictures."""
        return _find_by_id(self._all(), id)

    def picture_data(self, id: str) -> bytes:
        """Give a picture; raises NoSuchPictures."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT data FROM pictures JOIN picture_sets ON picture_sets.id = picture_set "
                "WHERE pictures.id = ? AND player = ?",
                (id, self._player),
            ).fetchone()
        if found is None:
            raise NoSuchPictures("there is no such picture")
        return bytes(found[0])

    def set_data(self, id: str) -> list[tuple[StoredPicture, bytes]]:
        """Give all pictures of a set, or of the draft, in their order."""
        return [(picture, self.picture_data(picture.id)) for picture in self.by_id(id).pictures]

    def add_to_draft(self, squares: Sequence["Thumbnail"]) -> list[StoredPicture]:
        """Add pictures at the end of the draft, which begins with the first: all of them, or none.

        Raises NoRoom where they are more than a player may keep.
        """
        with self._database.writing() as connection:
            _delete_old_drafts(connection)
            known = self._read(connection)
            draft = _find_draft(known)
            new = self._check_room(connection, known, draft, squares)
            id = draft.id if draft else self._create_set(connection, None)
            _insert(connection, id, new, squares)
        return new

    def save_draft(self, name: str, chosen: Iterable[str] | None = None) -> str:
        """Make the draft a set, and give its id; only the chosen pictures, in that order, where ids are given.

        The rest of the draft is forgotten. Raises BadName, NoRoom, NoSuchPictures and TooFewPictures.
        """
        wanted = clean_set_name(name)
        with self._database.writing() as connection:
            known = self._read(connection)
            draft = _find_draft(known)
            if draft is None:
                raise NoSuchPictures("there is no draft to save")
            ids = _choose_ids(draft, chosen)
            self._check_new(known, wanted, len(ids))
            _arrange(connection, draft, ids)
            connection.execute("UPDATE picture_sets SET name = ? WHERE id = ?", (wanted, draft.id))
            _touch(connection, draft.id)
            return draft.id

    def move_draft_into(self, id: str, chosen: Iterable[str] | None = None) -> None:
        """Add the draft, or the chosen pictures of it, at the end of a set; the rest of it is forgotten."""
        with self._database.writing() as connection:
            known = self._read(connection)
            draft, target = _find_draft(known), _find_named(known, id)
            if draft is None:
                raise NoSuchPictures("there is no draft to add")
            ids = _choose_ids(draft, chosen)
            self._check_count(len(target.pictures) + len(ids))
            _arrange(connection, draft, ids, to=id, first=_next_place(connection, id))
            connection.execute("DELETE FROM picture_sets WHERE id = ?", (draft.id,))
            _touch(connection, id)

    def add_to_set(self, name: str, squares: Sequence["Thumbnail"]) -> list[StoredPicture]:
        """Add pictures to the set of a name, which may be new, past the draft: all of them, or none."""
        wanted = clean_set_name(name)
        with self._database.writing() as connection:
            known = self._read(connection)
            target = next((found for found in known if found.name == wanted), None)
            new = self._check_room(connection, known, target, squares)
            if target is None:
                self._check_new(known, wanted, len(new))
            _insert(connection, target.id if target else self._create_set(connection, wanted), new, squares)
        return new

    def change(self, id: str, *, name: str | None = None, chosen: Iterable[str] | None = None) -> None:
        """Give a set another name, and keep of a set or of the draft the chosen pictures alone, in that order.

        Raises BadName, NoSuchPictures and TooFewPictures, and changes nothing then.
        """
        with self._database.writing() as connection:
            known = self._read(connection)
            found = _find_named(known, id) if name is not None else _find_by_id(known, id)
            ids = _choose_ids(found, chosen)
            if found.name is not None:
                self._check_count(len(ids))
            if name is not None:
                wanted = clean_set_name(name)
                self._check_name(known, wanted, but=id)
                connection.execute("UPDATE picture_sets SET name = ? WHERE id = ?", (wanted, id))
            _arrange(connection, found, ids)
            _touch(connection, id)

    def remove_from_draft(self, id: str) -> None:
        """Forget a picture of the draft; raises NoSuchPictures where it has none of that id."""
        with self._database.writing() as connection:
            draft = _find_draft(self._read(connection))
            if draft is None or all(picture.id != id for picture in draft.pictures):
                raise NoSuchPictures("there is no such picture")
            connection.execute("DELETE FROM pictures WHERE id = ?", (id,))
            _touch(connection, draft.id)

    def remove(self, id: str) -> None:
        """Forget a set, or the draft, for ever; raises NoSuchPictures."""
        with self._database.writing() as connection:
            _find_by_id(self._read(connection), id)
            connection.execute("DELETE FROM pictures WHERE picture_set = ?", (id,))
            connection.execute("DELETE FROM picture_sets WHERE id = ?", (id,))

    def _all(self) -> list[PictureSet]:
        with self._database.reading() as connection:
            return self._read(connection)

    def _read(self, connection: sqlite3.Connection) -> list[PictureSet]:
        """List everything the player has, without the pictures themselves."""
        sets = connection.execute(
            "SELECT id, name, changed FROM picture_sets WHERE player = ? ORDER BY changed DESC, rowid DESC",
            (self._player,),
        ).fetchall()
        listing = "SELECT id, label, length(data) FROM pictures WHERE picture_set = ? ORDER BY place"
        return [
            PictureSet(id, name, changed, tuple(map(StoredPicture._make, connection.execute(listing, (id,)))))
            for id, name, changed in sets
        ]

    def _create_set(self, connection: sqlite3.Connection, name: str | None) -> str:
        id = _new_id()
        connection.execute("INSERT INTO picture_sets VALUES (?, ?, ?, ?)", (id, self._player, name, now_stamp()))
        return id

    def _check_room(
        self,
        connection: sqlite3.Connection,
        known: Iterable[PictureSet],
        target: PictureSet | None,
        squares: Iterable["Thumbnail"],
    ) -> list[StoredPicture]:
        """Give ids to new pictures, if there is room for them."""
        new = [StoredPicture(_new_id(), label, len(data)) for label, data in squares]
        if (len(target.pictures) if target else 0) + len(new) > self.quota.pictures:
            raise NoRoom(f"a set has at most {self.quota.pictures} pictures")
        if sum(found.size for found in known) + sum(picture.size for picture in new) > self.quota.total:
            megabytes = f"{self.quota.total / MEGA:g}"
            raise NoRoom(f"all your pictures may have {megabytes} MB together: remove some first")
        pages, unused, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        if (pages - unused) * size > self.quota.file:
            raise NoRoom("the store is full: no more pictures are kept")
        return new

    def _check_new(self, known: Iterable[PictureSet], name: str, count: int) -> None:
        """Find fault with a set that is to be."""
        self._check_count(count)
        self._check_name(known, name, but=None)
        if sum(found.name is not None for found in known) >= self.quota.sets:
            raise NoRoom(f"you may have {self.quota.sets} sets of pictures: remove one first")

    def _check_count(self, count: int) -> None:
        if count < MIN_PICTURES:
            raise TooFewPictures(f"a set has at least {MIN_PICTURES} pictures, not {count}")
        if count > self.quota.pictures:
            raise NoRoom(f"a set has at most {self.quota.pictures} pictures, not {count}")

    def _check_name(self, known: Iterable[PictureSet], name: str, *, but: str | None) -> None:
        taken = {found.name.casefold() for found in known if found.name is not None and found.id != but}
        if name.casefold() in taken:
            raise BadName(f"you have a set called {shorten(name)} already")


def _new_id() -> str:
    """Make up an id that nobody guesses: a picture's address is all that it takes for the player's browser."""
    return secrets.token_hex(16)


def _find_draft(known: Iterable[PictureSet]) -> PictureSet | None:
    return next((found for found in known if found.name is None), None)


def _find_by_id(known: Iterable[PictureSet], id: str) -> PictureSet:
    for found in known:
        if found.id == id:
            return found
    raise NoSuchPictures("there is no such set of pictures")


def _find_named(known: Iterable[PictureSet], id: str) -> PictureSet:
    """Find a set by its id; the draft is none yet."""
    return _find_by_id([found for found in known if found.name is not None], id)


def _choose_ids(found: PictureSet, chosen: Iterable[str] | None) -> list[str]:
    ids = [picture.id for picture in found.pictures]
    wanted = ids if chosen is None else list(dict.fromkeys(chosen))
    if not set(wanted) <= set(ids):
        raise NoSuchPictures("there is no such picture in this set")
    return wanted


def _arrange(
    connection: sqlite3.Connection, found: PictureSet, ids: Sequence[str], *, to: str | None = None, first: int = 1
) -> None:
    """Put pictures of a set in an order, here or at the end of another, and forget the others."""
    gone = {picture.id for picture in found.pictures} - set(ids)
    connection.executemany("DELETE FROM pictures WHERE id = ?", [(id,) for id in gone])
    rows = [(to or found.id, place, id) for place, id in enumerate(ids, first)]
    connection.executemany("UPDATE pictures SET picture_set = ?, place = ? WHERE id = ?", rows)


def _next_place(connection: sqlite3.Connection, id: str) -> int:
    (last,) = connection.execute("SELECT coalesce(max(place), 0) FROM pictures WHERE picture_set = ?", (id,)).fetchone()
    return int(last) + 1


def _insert(
    connection: sqlite3.Connection, id: str, new: Iterable[StoredPicture], squares: Iterable["Thumbnail"]
) -> None:
    rows = [
        (picture.id, id, place, picture.label, square.data)
        for place, (picture, square) in enumerate(zip(new, squares, strict=True), _next_place(connection, id))
    ]
    connection.executemany("INSERT INTO pictures VALUES (?, ?, ?, ?, ?)", rows)
    _touch(connection, id)


def _touch(connection: sqlite3.Connection, id: str) -> None:
    connection.execute("UPDATE picture_sets SET changed = ? WHERE id = ?", (now_stamp(), id))


def _delete_old_drafts(connection: sqlite3.Connection) -> None:
    """Make room, whoever's they were: drafts that nobody came back to."""
    old = "SELECT id FROM picture_sets WHERE name IS NULL AND changed < ?"
    before = now_stamp() - DRAFT_SECONDS * 1_000_000
    connection.execute(f"DELETE FROM pictures WHERE picture_set IN ({old})", (before,))
    connection.execute("DELETE FROM picture_sets WHERE name IS NULL AND changed < ?", (before,))
