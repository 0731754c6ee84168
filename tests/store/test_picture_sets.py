"""Stored custom pictures: sets, drafts, quotas."""

import threading
from collections.abc import Callable

import pytest

from lianliankan.errors import BadName, NoSuchPictures, QuotaExceeded, TooFewPictures
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.store import Store
from lianliankan.store.picture_sets import DRAFT_SECONDS, PictureStore, Quota


def thumbnails(*labels: str) -> list[Thumbnail]:
    return [Thumbnail(label, f"the data of {label}".encode()) for label in labels]


def labels(store: Store, name: str) -> list[str]:
    return [stored.label for stored in store.pictures.by_name(name).pictures]


def with_quota(store: Store, **limits: int) -> PictureStore:
    return PictureStore(store._database, store.player, Quota(**limits))


def test_sets_are_separated_by_name_and_player(store: Store) -> None:
    store.pictures.add_to_set("zoo", thumbnails("panda", "tiger"))
    ann = store.of_player("ann")
    ann.pictures.add_to_set("zoo", thumbnails("cow", "pig", "hen"))
    store.pictures.add_to_set("zoo", thumbnails("lion"))
    with Store(store.location) as again:
        assert labels(again, "zoo") == ["panda", "tiger", "lion"]
        assert labels(again.of_player("ann"), "zoo") == ["cow", "pig", "hen"]
        mine, theirs = again.pictures.by_name("zoo"), ann.pictures.by_name("zoo")
        assert again.pictures.picture_data(mine.pictures[2].id) == b"the data of lion"
        for id in (theirs.id, theirs.pictures[0].id, "", "x"):
            with pytest.raises(NoSuchPictures):
                again.pictures.picture_data(id)
            with pytest.raises(NoSuchPictures):
                again.pictures.by_id(id if id != theirs.pictures[0].id else "")
        with pytest.raises(NoSuchPictures):
            again.pictures.remove(theirs.id)
        with pytest.raises(NoSuchPictures):
            again.pictures.change(theirs.id, name="mine")
        again.pictures.remove(mine.id)
        assert again.pictures.sets() == []
        assert len(ann.pictures.set_data(theirs.id)) == 3


def test_a_draft_becomes_a_set(store: Store) -> None:
    pictures = store.pictures
    with pytest.raises(NoSuchPictures, match="no draft"):
        pictures.save_draft("zoo")
    panda, tiger = pictures.add_to_draft(thumbnails("panda", "tiger"))
    (lion,) = pictures.add_to_draft(thumbnails("lion"))
    draft = pictures.draft()
    assert draft is not None
    assert (draft.name, draft.pictures) == (None, (panda, tiger, lion))
    assert pictures.sets() == []
    with pytest.raises(NoSuchPictures):
        pictures.change(draft.id, name="a draft has none")
    id = pictures.save_draft("zoo", [lion.id, panda.id, lion.id])
    assert pictures.by_id(id).pictures == (lion, panda)
    assert pictures.draft() is None
    (cow,) = pictures.add_to_draft(thumbnails("cow"))
    pictures.move_draft_into(id)
    assert pictures.by_id(id).pictures == (lion, panda, cow)
    assert pictures.draft() is None
    with pytest.raises(NoSuchPictures):
        pictures.picture_data(tiger.id)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda pictures: pictures.add_to_set("zoo", thumbnails("one")), TooFewPictures),
        (lambda pictures: pictures.add_to_set("", thumbnails("a", "b")), BadName),
        (lambda pictures: pictures.add_to_set("Farm", thumbnails("a", "b")), BadName),
        (lambda pictures: pictures.save_draft("farm"), BadName),
        (lambda pictures: pictures.save_draft("new", ["x"]), NoSuchPictures),
        (lambda pictures: pictures.save_draft("new", []), TooFewPictures),
        (lambda pictures: pictures.move_draft_into("x"), NoSuchPictures),
        (lambda pictures: pictures.change(pictures.by_name("farm").id, chosen=[]), TooFewPictures),
        (lambda pictures: pictures.change(pictures.by_name("farm").id, name="\n"), BadName),
        (lambda pictures: pictures.by_name("zoo"), NoSuchPictures),
        (lambda pictures: pictures.add_to_set("zoo", thumbnails(*map(str, range(241)))), QuotaExceeded),
    ],
)
def test_mistakes_change_nothing(store: Store, act: Callable[[PictureStore], object], error: type[Exception]) -> None:
    store.pictures.add_to_set("farm", thumbnails("cow", "pig"))
    store.pictures.add_to_draft(thumbnails("x", "y"))
    before = store.pictures.sets(), store.pictures.draft()
    with pytest.raises(error):
        act(store.pictures)
    assert (store.pictures.sets(), store.pictures.draft()) == before


def test_quotas(store: Store) -> None:
    few = with_quota(store, sets=1, pictures=3)
    few.add_to_set("zoo", thumbnails("a", "b"))
    with pytest.raises(QuotaExceeded, match="at most 3 pictures"):
        few.add_to_set("zoo", thumbnails("c", "d"))
    with pytest.raises(QuotaExceeded, match="1 sets"):
        few.add_to_set("farm", thumbnails("c", "d"))
    few.add_to_draft(thumbnails("c", "d"))
    with pytest.raises(QuotaExceeded, match="1 sets"):
        few.save_draft("farm")
    with pytest.raises(QuotaExceeded, match="at most 3 pictures, not 4"):
        few.move_draft_into(few.by_name("zoo").id)
    with pytest.raises(QuotaExceeded, match=r"0\.0001 MB in total"):
        with_quota(store, total=100).add_to_draft([Thumbnail("e", bytes(60))])
    with pytest.raises(QuotaExceeded, match="the store is full"):
        with_quota(store, file=1000).add_to_draft(thumbnails("e"))
    assert store.of_player("ann").pictures.add_to_draft(thumbnails("e"))


def test_abandoned_drafts_are_deleted(store: Store) -> None:
    ann, bob = store.of_player("ann").pictures, store.of_player("bob").pictures
    ann.add_to_draft(thumbnails("a"))
    ann.add_to_set("zoo", thumbnails("b", "c"))
    with store._database.writing() as connection:
        connection.execute("UPDATE picture_sets SET changed = changed - ?", ((DRAFT_SECONDS + 60) * 1_000_000,))
    bob.add_to_draft(thumbnails("d"))
    assert ann.draft() is None
    assert len(ann.by_name("zoo").pictures) == 2
    with store._database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM pictures").fetchone() == (3,)


def test_threads_share_a_draft(store: Store) -> None:
    def add(number: int) -> None:
        for place in range(5):
            store.pictures.add_to_draft(thumbnails(f"{number} {place}"))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    draft = store.pictures.draft()
    assert draft is not None
    assert len({stored.label for stored in draft.pictures}) == len(draft.pictures) == 20
