"""Own pictures that are kept, and the commands that keep them."""

import json
import sqlite3
import subprocess
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click import ClickException
from click.testing import CliRunner

from lianliankan.cli.main import NegativeAnswer, llk
from lianliankan.errors import BadName, NoRoom, NoSuchPictures, StoreError, TooFewPictures
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.store import Store
from lianliankan.store.picture_sets import DRAFT_SECONDS, PictureStore, Quota
from support.cli_process import run as run_llk
from support.picture_files import HTML, picture


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


def squares(*labels: str) -> list[Thumbnail]:
    return [Thumbnail(label, f"the data of {label}".encode()) for label in labels]


def labels(store: Store, name: str) -> list[str]:
    return [stored.label for stored in store.pictures.by_name(name).pictures]


def roomy(store: Store, **room: int) -> PictureStore:
    return PictureStore(store._database, store.player, Quota(**room))


# ---- The store -------------------------------------------------------------------------------------------------------


def test_sets_are_kept_apart_by_name_and_player(store: Store, tmp_path: Path) -> None:
    store.pictures.add_to_set("zoo", squares("panda", "tiger"))
    ann = store.of_player("ann")
    ann.pictures.add_to_set("zoo", squares("cow", "pig", "hen"))
    store.pictures.add_to_set("zoo", squares("lion"))
    with Store(tmp_path) as again:
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
    panda, tiger = pictures.add_to_draft(squares("panda", "tiger"))
    (lion,) = pictures.add_to_draft(squares("lion"))
    draft = pictures.draft()
    assert draft is not None
    assert (draft.name, draft.pictures) == (None, (panda, tiger, lion))
    assert pictures.sets() == []
    with pytest.raises(NoSuchPictures):
        pictures.change(draft.id, name="a draft has none")
    id = pictures.save_draft("zoo", [lion.id, panda.id, lion.id])
    assert pictures.by_id(id).pictures == (lion, panda)
    assert pictures.draft() is None
    (cow,) = pictures.add_to_draft(squares("cow"))
    pictures.move_draft_into(id)
    assert pictures.by_id(id).pictures == (lion, panda, cow)
    assert pictures.draft() is None
    with pytest.raises(NoSuchPictures):
        pictures.picture_data(tiger.id)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda pictures: pictures.add_to_set("zoo", squares("one")), TooFewPictures),
        (lambda pictures: pictures.add_to_set("", squares("a", "b")), BadName),
        (lambda pictures: pictures.add_to_set("Farm", squares("a", "b")), BadName),
        (lambda pictures: pictures.save_draft("farm"), BadName),
        (lambda pictures: pictures.save_draft("new", ["x"]), NoSuchPictures),
        (lambda pictures: pictures.save_draft("new", []), TooFewPictures),
        (lambda pictures: pictures.move_draft_into("x"), NoSuchPictures),
        (lambda pictures: pictures.change(pictures.by_name("farm").id, chosen=[]), TooFewPictures),
        (lambda pictures: pictures.change(pictures.by_name("farm").id, name="\n"), BadName),
        (lambda pictures: pictures.by_name("zoo"), NoSuchPictures),
        (lambda pictures: pictures.add_to_set("zoo", squares(*map(str, range(241)))), NoRoom),
    ],
)
def test_mistakes_change_nothing(store: Store, act: Callable[[PictureStore], object], error: type[Exception]) -> None:
    store.pictures.add_to_set("farm", squares("cow", "pig"))
    store.pictures.add_to_draft(squares("x", "y"))
    before = store.pictures.sets(), store.pictures.draft()
    with pytest.raises(error):
        act(store.pictures)
    assert (store.pictures.sets(), store.pictures.draft()) == before


def test_there_is_room_for_so_much(store: Store) -> None:
    few = roomy(store, sets=1, pictures=3)
    few.add_to_set("zoo", squares("a", "b"))
    with pytest.raises(NoRoom, match="at most 3 pictures"):
        few.add_to_set("zoo", squares("c", "d"))
    with pytest.raises(NoRoom, match="1 sets"):
        few.add_to_set("farm", squares("c", "d"))
    few.add_to_draft(squares("c", "d"))
    with pytest.raises(NoRoom, match="1 sets"):
        few.save_draft("farm")
    with pytest.raises(NoRoom, match="at most 3 pictures, not 4"):
        few.move_draft_into(few.by_name("zoo").id)
    with pytest.raises(NoRoom, match=r"0\.0001 MB together"):
        roomy(store, total=100).add_to_draft([Thumbnail("e", bytes(60))])
    with pytest.raises(NoRoom, match="the store is full"):
        roomy(store, file=1000).add_to_draft(squares("e"))
    assert store.of_player("ann").pictures.add_to_draft(squares("e"))


def test_drafts_that_nobody_came_back_to_are_forgotten(store: Store) -> None:
    ann, bob = store.of_player("ann").pictures, store.of_player("bob").pictures
    ann.add_to_draft(squares("a"))
    ann.add_to_set("zoo", squares("b", "c"))
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE picture_sets SET changed = changed - ?", ((DRAFT_SECONDS + 60) * 1_000_000,))
    bob.add_to_draft(squares("d"))
    assert ann.draft() is None
    assert len(ann.by_name("zoo").pictures) == 2
    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("SELECT count(*) FROM pictures").fetchone() == (3,)


def test_threads_share_a_draft(store: Store) -> None:
    def add(number: int) -> None:
        for place in range(5):
            store.pictures.add_to_draft(squares(f"{number} {place}"))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    draft = store.pictures.draft()
    assert draft is not None
    assert len({stored.label for stored in draft.pictures}) == len(draft.pictures) == 20


def test_a_store_that_is_closed_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.pictures.sets()


# ---- The commands ----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A home with three pictures, of which two are alike, and a page that is called a picture."""
    for name, seed in (("panda", 1), ("tiger", 2), ("tiger again", 2)):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{name}.png").write_bytes(picture(seed=seed))
    (tmp_path / "in" / "page.png").write_bytes(HTML)
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_llk(*words, env={"XDG_DATA_HOME": str(folder), "HOME": str(folder)})


def test_add_list_export_and_remove(folder: Path) -> None:
    done = run(folder, "faces", "own")
    assert (done.returncode, done.stdout) == (1, "no custom pictures; add some with: llk faces add NAME FILES\n")
    done = run(folder, "faces", "add", "同事", str(folder / "in"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "refused page: this is HTML: only PNG, JPEG, WebP and GIF are taken",
        "similar tiger again – tiger: 0.0",
        "3 pictures added, 1 refused, 0 left out",
    ]
    assert run(folder, "faces", "own").stdout.startswith("own:同事  3 pictures, ")
    (folder / "new.png").write_bytes(picture(seed=9))
    done = run(folder, "faces", "add", "own:同事", str(folder / "new.png"))  # of the others nothing is said again
    assert (done.returncode, done.stdout) == (0, "1 picture added, 0 refused, 0 left out\n")
    assert run(folder, "faces", "own").stdout.startswith("own:同事  4 pictures, ")
    assert run(folder, "faces", "remove", "同事").returncode == 0
    assert run(folder, "faces", "add", "同事", str(folder / "in")).returncode == 0
    assert run(folder, "faces", "rename", "同事", "us").returncode == 0
    out = folder / "us.zip"
    assert run(folder, "faces", "export", "us", "--out", str(out)).returncode == 0
    assert zipfile.ZipFile(out).namelist() == ["panda.jpg", "tiger again.jpg", "tiger.jpg"]
    done = run(folder, "faces", "add", "them", str(out), "--alike", "leave-out", "--json")
    about = json.loads(done.stdout)
    assert about["kept"] == ["panda", "tiger again"]
    assert about["refused"] == []
    assert [(pair["first"], pair["second"], pair["left_out"]) for pair in about["alike"]] == [
        ("tiger again", "tiger", True)
    ]
    with Store(folder / "lianliankan") as store:
        us = [data for _, data in store.pictures.set_data(store.pictures.by_name("us").id)]
        assert [data for _, data in store.pictures.set_data(store.pictures.by_name("them").id)] == us[:2]
    done = run(folder, "faces", "add", "us", str(folder / "in" / "panda.png"), "--alike", "leave-out")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "0 pictures added, 0 refused, 1 left out")
    assert run(folder, "faces", "remove", "own:us").returncode == 0
    listed = json.loads(run(folder, "faces", "own", "--json").stdout)
    assert [(own["name"], own["pictures"]) for own in listed] == [("them", ["panda", "tiger again"])]


def test_boards_are_drawn_with_own_pictures(folder: Path) -> None:
    assert run(folder, "faces", "add", "us", str(folder / "in")).returncode == 0
    out = folder / "board.svg"
    done = run_llk(
        *("show", "-", "--faces", "own:us", "--svg", str(out)),
        given="1 2 2 1 / 5 3 3 5\n",
        env={"XDG_DATA_HOME": str(folder)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    images = [part for part in ElementTree.parse(out).iter() if part.tag.endswith("image")]
    assert len(images) == 3
    done = run_llk("show", "-", "--faces", "own:us", given="1 2 2 1\n", env={"XDG_DATA_HOME": str(folder)})
    assert done.returncode == 0
    assert "4 tiles" in done.stdout


@pytest.mark.parametrize(
    ("words", "is_no", "said"),
    [
        (("faces", "add", "zoo", "nothing.png"), False, "nothing.png: No such file or directory"),
        (("faces", "add", "zoo", "in/panda.png"), False, "a set has at least 2 pictures, not 1"),
        (("faces", "add", " ", "in"), False, "a set needs a name"),
        (("faces", "add", "zoo"), False, "Missing argument 'FILES...'."),
        (("faces", "rename", "zoo", "new"), True, "there are no own pictures called 'zoo'"),
        (("faces", "remove", "zoo"), True, "there are no own pictures called 'zoo'"),
        (("faces", "export", "zoo", "--out", "x.zip"), True, "there are no own pictures called 'zoo'"),
        (("show", "board.txt", "--faces", "own:zoo"), True, "there are no own pictures called 'zoo'"),
        (("show", "board.txt", "--faces", "own:"), False, "a set needs a name"),
    ],
)
def test_what_is_wrong_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], is_no: bool, said: str
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    (folder / "board.txt").write_text("1 2 2 1\n")
    done = CliRunner().invoke(llk, words, standalone_mode=False)
    assert isinstance(done.exception, ClickException)
    assert (isinstance(done.exception, NegativeAnswer), done.exception.format_message()) == (is_no, said)
    assert not (folder / "x.zip").exists()


def test_nothing_kept_is_no(folder: Path) -> None:
    done = run(folder, "faces", "add", "zoo", str(folder / "in" / "page.png"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith("0 pictures added, 1 refused, 0 left out\n")
