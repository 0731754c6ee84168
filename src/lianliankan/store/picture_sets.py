"""Stored custom pictures: each player's named sets, and the draft of the next one."""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lianliankan.errors import BadName, NoSuchPictures, QuotaExceeded, TooFewPictures
from lianliankan.faces.custom.limits import MEGA, MIN_PICTURES
from lianliankan.faces.custom.names import clean_set_name
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.sql import insert, insert_many
from lianliankan.store.writes import now_stamp
from lianliankan.text import shorten

if TYPE_CHECKING:
    from lianliankan.faces.custom.import_pictures import Thumbnail

DRAFT_SECONDS: Final = 7 * 24 * 3600
"""The time for which an unused draft is kept."""


class Quota(NamedTuple):
    """A quota of stored pictures.

    - `sets`: sets per player, not counting the draft.
    - `pictures`: pictures per set.
    - `total`: bytes of all pictures of a player, including the draft.
    - `file`: bytes in use in the whole store, beyond which no player's pictures are accepted.
    """

    sets: int = 24
    pictures: int = 240
    total: int = 24 * MEGA
    file: int = 32_000 * MEGA


DEFAULT_QUOTA: Final = Quota()
"""The default quota."""


class StoredPicture(NamedTuple):
    """A picture in the list of a set: its unguessable `id`, its `label`, and its `size` in bytes."""

    id: str
    label: str
    size: int


class PictureSet(NamedTuple):
    """A set of custom pictures.

    - `id`: its id in URLs.
    - `name`: the name the player gave it; None for the draft.
    - `changed`: the time of the last change, in microseconds since 1970.
    - `pictures`: its pictures, in order.
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
    """The custom pictures of a player. Each change is atomic, and on disk when the method returns.

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
        """List the sets without the draft, the last changed first."""
        return [found for found in self._all() if found.name is not None]

    def draft(self) -> PictureSet | None:
        """Return the draft, if there is one."""
        return _find_draft(self._all())

    def by_name(self, name: str) -> PictureSet:
        """Find a set by its name; raises NoSuchPictures."""
        wanted = clean_set_name(name)
        for found in self.sets():
            if found.name == wanted:
                return found
        raise NoSuchPictures(f"there are no custom pictures called {shorten(wanted)}")

    def by_id(self, id: str) -> PictureSet:
        """Find a set, or the draft, by its id; raises NoSuchPictures."""
        return _find_by_id(self._all(), id)

    def picture_data(self, id: str) -> bytes:
        """Return the bytes of a picture; raises NoSuchPictures."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT data FROM pictures JOIN picture_sets ON picture_sets.id = picture_set "
                "WHERE pictures.id = ? AND player = ?",
                (id, self._player),
            ).fetchone()
        if found is None:
            raise NoSuchPictures("there is no such picture")
        return bytes(found[0])

    def find_same(self, data: bytes, into: str | None = None) -> str | None:
        """Return the label of an equal picture in the draft or in a set, if there is one."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT label FROM pictures JOIN picture_sets ON picture_sets.id = picture_set "
                "WHERE player = ? AND (name IS NULL OR picture_sets.id = ?) AND length(data) = ? AND data = ?",
                (self._player, into, len(data), data),
            ).fetchone()
        return None if found is None else str(found[0])

    def set_data(self, id: str) -> list[tuple[StoredPicture, bytes]]:
        """Return all pictures of a set or of the draft with their bytes, in order."""
        return [(picture, self.picture_data(picture.id)) for picture in self.by_id(id).pictures]

    def add_to_draft(self, thumbnails: Sequence["Thumbnail"]) -> list[StoredPicture]:
        """Append pictures to the draft, creating it if necessary: all of them or none.

        Raises QuotaExceeded if they exceed the quota.
        """
        with self._database.writing(self._player) as connection:
            _delete_old_drafts(connection)
            known = self._read(connection)
            draft = _find_draft(known)
            new = self._check_quota(connection, known, draft, thumbnails)
            id = draft.id if draft else self._create_set(connection, None)
            _insert(connection, id, new, thumbnails)
        return new

    def save_draft(self, name: str, chosen: Iterable[str] | None = None) -> str:
        """Turn the draft into a set and return its id; if ids are given, only those pictures, in that order.

        The rest of the draft is deleted. Raises BadName, QuotaExceeded, NoSuchPictures and TooFewPictures.
        """
        wanted = clean_set_name(name)
        with self._database.writing(self._player) as connection:
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
        """Append the draft, or the chosen pictures of it, to a set that has no equal ones; the rest is deleted."""
        with self._database.writing(self._player) as connection:
            known = self._read(connection)
            draft, target = _find_draft(known), _find_named(known, id)
            if draft is None:
                raise NoSuchPictures("there is no draft to add")
            same = _find_same_ids(connection, draft.id, id)
            ids = [picture for picture in _choose_ids(draft, chosen) if picture not in same]
            self._check_count(len(target.pictures) + len(ids))
            _arrange(connection, draft, ids, to=id, first=_next_place(connection, id))
            connection.execute("DELETE FROM picture_sets WHERE id = ?", (draft.id,))
            _touch(connection, id)

    def add_to_set(self, name: str, thumbnails: Sequence["Thumbnail"]) -> list[StoredPicture]:
        """Add pictures to the set of a name, which may be new, bypassing the draft: all of them or none."""
        wanted = clean_set_name(name)
        with self._database.writing(self._player) as connection:
            known = self._read(connection)
            target = next((found for found in known if found.name == wanted), None)
            new = self._check_quota(connection, known, target, thumbnails)
            if target is None:
                self._check_new(known, wanted, len(new))
            _insert(connection, target.id if target else self._create_set(connection, wanted), new, thumbnails)
        return new

    def change(self, id: str, *, name: str | None = None, chosen: Iterable[str] | None = None) -> None:
        """Rename a set, reduce a set or the draft to the chosen pictures in that order, or both.

        Raises BadName, NoSuchPictures and TooFewPictures; nothing is changed then.
        """
        with self._database.writing(self._player) as connection:
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
        """Delete a picture of the draft; raises NoSuchPictures if it has none of that id."""
        with self._database.writing(self._player) as connection:
            draft = _find_draft(self._read(connection))
            if draft is None or all(picture.id != id for picture in draft.pictures):
                raise NoSuchPictures("there is no such picture")
            connection.execute("DELETE FROM pictures WHERE id = ?", (id,))
            _touch(connection, draft.id)

    def remove(self, id: str) -> None:
        """Delete a set or the draft; raises NoSuchPictures."""
        with self._database.writing(self._player) as connection:
            _find_by_id(self._read(connection), id)
            connection.execute("DELETE FROM pictures WHERE picture_set = ?", (id,))
            connection.execute("DELETE FROM picture_sets WHERE id = ?", (id,))

    def _all(self) -> list[PictureSet]:
        with self._database.reading() as connection:
            return self._read(connection)

    def _read(self, connection: SqlConnection) -> list[PictureSet]:
        """List the player's sets and draft, without the pictures' bytes."""
        sets = connection.execute(
            "SELECT id, name, changed FROM picture_sets WHERE player = ? ORDER BY changed DESC, rowid DESC",
            (self._player,),
        ).fetchall()
        return [_read_set(connection, *row) for row in sets]

    def _create_set(self, connection: SqlConnection, name: str | None) -> str:
        id = _new_id()
        insert(connection, "picture_sets", {"id": id, "player": self._player, "name": name, "changed": now_stamp()})
        return id

    def _check_quota(
        self,
        connection: SqlConnection,
        known: Iterable[PictureSet],
        target: PictureSet | None,
        thumbnails: Iterable["Thumbnail"],
    ) -> list[StoredPicture]:
        """Assign ids to new pictures; raises QuotaExceeded if they exceed the quota."""
        new = [StoredPicture(_new_id(), label, len(data)) for label, data in thumbnails]
        if (len(target.pictures) if target else 0) + len(new) > self.quota.pictures:
            raise QuotaExceeded(f"a set has at most {self.quota.pictures} pictures")
        if sum(found.size for found in known) + sum(picture.size for picture in new) > self.quota.total:
            megabytes = f"{self.quota.total / MEGA:g}"
            raise QuotaExceeded(f"your pictures may take up {megabytes} MB in total; remove some first")
        if self._database.used_bytes(connection) > self.quota.file:
            raise QuotaExceeded("the store is full and takes no more pictures")
        return new

    def _check_new(self, known: Iterable[PictureSet], name: str, count: int) -> None:
        """Reject a new set that is too small, has a taken name, or exceeds the quota."""
        self._check_count(count)
        self._check_name(known, name, but=None)
        if sum(found.name is not None for found in known) >= self.quota.sets:
            raise QuotaExceeded(f"you may have {self.quota.sets} sets of pictures; remove one first")

    def _check_count(self, count: int) -> None:
        if count < MIN_PICTURES:
            raise TooFewPictures(f"a set has at least {MIN_PICTURES} pictures, not {count}")
        if count > self.quota.pictures:
            raise QuotaExceeded(f"a set has at most {self.quota.pictures} pictures, not {count}")

    def _check_name(self, known: Iterable[PictureSet], name: str, *, but: str | None) -> None:
        taken = {found.name.casefold() for found in known if found.name is not None and found.id != but}
        if name.casefold() in taken:
            raise BadName(f"you already have a set called {shorten(name)}")


def _new_id() -> str:
    """Return an unguessable id; ids appear in the addresses of pictures."""
    return secrets.token_hex(16)


def _read_set(connection: SqlConnection, id: str, name: str | None, changed: int) -> PictureSet:
    """Read a set without the pictures' bytes."""
    listing = "SELECT id, label, length(data) FROM pictures WHERE picture_set = ? ORDER BY place"
    pictures = connection.execute(listing, (id,)).fetchall()
    return PictureSet(id, name, changed, tuple(map(StoredPicture._make, pictures)))


def _find_draft(known: Iterable[PictureSet]) -> PictureSet | None:
    return next((found for found in known if found.name is None), None)


def _find_by_id(known: Iterable[PictureSet], id: str) -> PictureSet:
    for found in known:
        if found.id == id:
            return found
    raise NoSuchPictures("there is no such set of pictures")


def _find_named(known: Iterable[PictureSet], id: str) -> PictureSet:
    """Find a set by its id; the draft does not count."""
    return _find_by_id([found for found in known if found.name is not None], id)


def _choose_ids(found: PictureSet, chosen: Iterable[str] | None) -> list[str]:
    ids = [picture.id for picture in found.pictures]
    wanted = ids if chosen is None else list(dict.fromkeys(chosen))
    if not set(wanted) <= set(ids):
        raise NoSuchPictures("there is no such picture in this set")
    return wanted


def _find_same_ids(connection: SqlConnection, draft: str, target: str) -> set[str]:
    """Return the ids of a draft's pictures that are in another set already."""
    # The lengths first: they can be compared without reading the pictures.
    query = (
        "SELECT new.id FROM pictures AS new JOIN pictures AS old ON length(old.data) = length(new.data) "
        "AND old.data = new.data WHERE new.picture_set = ? AND old.picture_set = ?"
    )
    return {id for (id,) in connection.execute(query, (draft, target))}


def _arrange(
    connection: SqlConnection, found: PictureSet, ids: Sequence[str], *, to: str | None = None, first: int = 1
) -> None:
    """Put pictures of a set in order, here or at the end of another set, and delete the rest."""
    gone = {picture.id for picture in found.pictures} - set(ids)
    connection.executemany("DELETE FROM pictures WHERE id = ?", [(id,) for id in gone])
    rows = [(to or found.id, place, id) for place, id in enumerate(ids, first)]
    connection.executemany("UPDATE pictures SET picture_set = ?, place = ? WHERE id = ?", rows)


def _next_place(connection: SqlConnection, id: str) -> int:
    (last,) = connection.execute("SELECT coalesce(max(place), 0) FROM pictures WHERE picture_set = ?", (id,)).fetchone()
    return int(last) + 1


def _insert(
    connection: SqlConnection, id: str, new: Iterable[StoredPicture], thumbnails: Iterable["Thumbnail"]
) -> None:
    rows = [
        (picture.id, id, place, *thumbnail)
        for place, (picture, thumbnail) in enumerate(zip(new, thumbnails, strict=True), _next_place(connection, id))
    ]
    insert_many(connection, "pictures", "id, picture_set, place, label, data", rows)
    _touch(connection, id)


def _touch(connection: SqlConnection, id: str) -> None:
    """Note that a set was changed."""
    connection.execute("UPDATE picture_sets SET changed = ? WHERE id = ?", (now_stamp(), id))


def _delete_old_drafts(connection: SqlConnection) -> None:
    """Delete the abandoned drafts of all players."""
    old = "SELECT id FROM picture_sets WHERE name IS NULL AND changed < ?"
    before = now_stamp() - DRAFT_SECONDS * 1_000_000
    connection.execute(f"DELETE FROM pictures WHERE picture_set IN ({old})", (before,))
    connection.execute("DELETE FROM picture_sets WHERE name IS NULL AND changed < ?", (before,))


# ---- Players who are forgotten, or sign in ---------------------------------------------------------------------------


def forget_pictures(connection: SqlConnection, player: str) -> None:
    """Delete all pictures of a player; the sets first: from then on, no picture is added."""
    sets = connection.execute("DELETE FROM picture_sets WHERE player = ? RETURNING id", (player,)).fetchall()
    connection.executemany("DELETE FROM pictures WHERE picture_set = ?", sets)


def move_pictures(connection: SqlConnection, source: str, target: str) -> None:
    """Give the pictures of one player to another; sets get other names if necessary, and two drafts become one."""

    def read(player: str) -> list[tuple[str, str | None]]:
        return connection.execute("SELECT id, name FROM picture_sets WHERE player = ?", (player,)).fetchall()

    known = read(target)
    taken = {name.casefold() for _, name in known if name is not None}
    draft = next((id for id, name in known if name is None), None)
    for id, name in read(source):
        if name is None and draft is not None:
            last = _next_place(connection, draft) - 1
            connection.execute(
                "UPDATE pictures SET picture_set = ?, place = place + ? WHERE picture_set = ?", (draft, last, id)
            )
            continue
        new = name if name is None else _free_name(name, taken)
        connection.execute("UPDATE picture_sets SET player = ?, name = ? WHERE id = ?", (target, new, id))


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name} {number}"
    taken.add(free.casefold())
    return free
