"""Moving everything of a player from one store to another: what is taken, what is not, and what is refused."""

import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.faces.custom.picture_worker import PictureWorker
from lianliankan.store import Store, StoredGame
from lianliankan.store.archive import write_archive
from lianliankan.store.archive_import import BadArchive, ImportReport, PlayerArchive, import_archive
from lianliankan.store.best_lists import BestList
from lianliankan.store.rankings import verify_result
from support.picture_files import picture

DAY = "2026-11-15"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """The store that games come from."""
    with Store(tmp_path / "elsewhere") as store:
        yield store


@pytest.fixture(scope="module")
def worker() -> Iterator[PictureWorker]:
    with PictureWorker() as worker:
        yield worker


def export(store: Store) -> io.BytesIO:
    file = io.BytesIO()
    _, problems = write_archive(store, file)
    assert not problems
    return file


def play(stored: StoredGame, pairs: int = 1) -> None:
    for move in llk.solve(stored.game.board).moves[:pairs]:
        stored.do(f"play {move}", at=stored.game.at + 1)


def counts(report: ImportReport) -> dict[str, int]:
    assert not report.refused, report.refused
    return {str(outcome): number for outcome, number in report.games.items()}


def test_games_move_once_with_their_times(store: Store, elsewhere: Store, worker: PictureWorker) -> None:
    won, running = (elsewhere.begin(llk.plan("classic", rows=2, cols=4, seed=seed).game()) for seed in (1, 2))
    play(won, 4)
    play(running)
    file = export(elsewhere)
    player = store.of_player("ann")
    assert counts(import_archive(player, file, worker)) == {"new": 2}
    before = [(game.begun, game.changed, game.state, game.score, game.seconds) for game in elsewhere.games()]
    assert [(game.begun, game.changed, game.state, game.score, game.seconds) for game in player.games()] == before
    assert counts(import_archive(player, file, worker)) == {"known": 2}
    assert player.count() == 2
    assert not store.check()
    assert player.statistics(date.fromisoformat(DAY)).won == 1


def test_a_game_goes_on_where_it_was_moved_to_and_back(store: Store, elsewhere: Store, worker: PictureWorker) -> None:
    first = elsewhere.begin(llk.plan("classic", rows=2, cols=4, seed=1).game())
    play(first)
    early = export(elsewhere)
    import_archive(store, early, worker)
    (there,) = store.games()
    play(store.open(there.id))
    assert counts(import_archive(elsewhere, export(store), worker)) == {"continued": 1}
    assert elsewhere.open(first.id).game.pairs == 2
    play(elsewhere.open(first.id), 2)
    assert counts(import_archive(store, export(elsewhere), worker)) == {"continued": 1}
    assert store.open(there.id).game.state == "won"
    assert counts(import_archive(store, early, worker)) == {"known": 1}, "an earlier state of it"
    assert (store.count(), elsewhere.count()) == (1, 1)
    assert not store.check()
    assert not elsewhere.check()


def test_a_game_played_on_in_both_places_stays_as_it_is(store: Store, elsewhere: Store, worker: PictureWorker) -> None:
    first = elsewhere.begin(llk.plan("classic", rows=2, cols=4, seed=1).game())
    import_archive(store, export(elsewhere), worker)
    (there,) = store.games()
    one, other = (str(move) for move in store.open(there.id).game.board.moves()[:2])
    store.open(there.id).do(f"play {one}", at=1)
    first.do(f"play {other}", at=1)
    assert counts(import_archive(store, export(elsewhere), worker)) == {"apart": 1}
    assert str(store.open(there.id).game.entries[0].command) == f"play {one}"


def test_a_removed_game_comes_back(store: Store, elsewhere: Store, worker: PictureWorker) -> None:
    elsewhere.begin(llk.plan("classic", rows=2, cols=4, seed=1).game())
    file = export(elsewhere)
    import_archive(store, file, worker)
    store.remove(store.games()[0].id)
    assert counts(import_archive(store, file, worker)) == {"new": 1}


def test_imported_games_are_not_in_the_rankings(store: Store, elsewhere: Store, worker: PictureWorker) -> None:
    for plan in (llk.plan("classic", rows=2, cols=4, seed=1), llk.daily(DAY)):
        play(elsewhere.begin(plan.game()), 1000)
    player = store.of_player("ann")
    import_archive(player, export(elsewhere), worker)
    assert player.rankings.all_pending() == []
    assert player.rankings.pending(BestList("daily", day=DAY)) == []
    for game in player.games():
        assert game.state == "won"
        result = verify_result(player.open(game.id).game)
        assert result is not None
        assert not player.rankings.save(game.id, result)
    first = player.first_attempt(DAY)
    assert first is not None, "who has seen the board has tried it"


def test_what_guest_and_player_have_both_imported_stays_imported(
    store: Store, elsewhere: Store, worker: PictureWorker
) -> None:
    play(elsewhere.begin(llk.plan("classic", rows=2, cols=4, seed=1).game()), 4)
    file = export(elsewhere)
    for name in ("ann", "guest"):
        import_archive(store.of_player(name), file, worker)
    ann = store.of_player("ann")
    store.players.sign_up("ann")
    store.players.add_device("ann", guest="guest", max_games=10)
    assert ann.count() == 2
    assert ann.rankings.all_pending() == []
    assert store.of_player("guest").imports.origins() == {}
    assert counts(import_archive(ann, file, worker)) == {"known": 1}


def test_settings_and_pictures_that_are_here_stay(store: Store, elsewhere: Store, worker: PictureWorker) -> None:
    pictures = [Thumbnail("red", picture("JPEG", seed=1)), Thumbnail("blue", picture("JPEG", seed=2))]
    elsewhere.pictures.add_to_set("动物 zoo", pictures)
    elsewhere.set_setting("web", {"sound": True, "theme": "dark"})
    elsewhere.set_setting("cookie key", "no setting of a player")
    store.set_setting("web", {"sound": False})
    report = import_archive(store, export(elsewhere), worker)
    assert (report.settings, report.sets, report.refused) == (1, {"new": 1}, [])
    assert store.setting("web", {}) == {"sound": False, "theme": "dark"}
    assert store.setting("cookie key", None) is None
    assert [picture.label for picture in store.pictures.by_name("动物 zoo").pictures] == ["red", "blue"]
    again = import_archive(store, export(elsewhere), worker)
    assert (again.settings, again.sets) == (0, {"known": 1})
    assert len(store.pictures.sets()) == 1


def write_zip(files: dict[str, str]) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return file


def test_what_is_not_true_is_refused(store: Store, worker: PictureWorker) -> None:
    game = llk.plan("classic", rows=2, cols=4, seed=1).game()
    game.do(f"play {game.board.moves()[0]}", at=5)
    record = llk.to_record(game)
    files = {
        "games/good.json": record,
        "games/faster.json": record.replace("[5.0,", "[1.0,").replace("[5,", "[1,"),
        "games/cut.json": record[:100],
        "games/text.json": "hello",
        "games/../../etc/passwd.json": record,
        "games/huge.json": " " * 5_000_000,
        "settings.json": json.dumps({"web": "not an object", "language": 7}),
        "games.json": '[{"id": "good", "begun": "9999-12-31T23:59:59+00:00", "changed": 1}]',
        "imports.json": "[" * 100_000,
    }
    report = import_archive(store, write_zip(files), worker)
    assert dict(report.games) == {"new": 1}
    refused = {name.removeprefix("games/").removesuffix(".json") for name, _ in report.refused}
    assert refused == {"faster", "cut", "text", "huge"}
    assert report.settings == 0
    assert store.games()[0].begun.year < 9999


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"hello", "this is not a zip file"),
        (b"PK\3\4 and no more", "damaged or truncated"),
        (write_zip({"notes.txt": "hello"}).getvalue(), "no games of lianliankan"),
    ],
)
def test_other_files_are_refused(store: Store, worker: PictureWorker, data: bytes, problem: str) -> None:
    with pytest.raises(BadArchive, match=problem):
        import_archive(store, io.BytesIO(data), worker)


@pytest.mark.parametrize(
    "settings",
    [
        r'{"web": {"theme": "\ud800"}}',
        '{"web": {"theme": NaN}}',
        '{"web": {"theme": ' + "[" * 1000 + "]" * 1000 + "}}",
        '{"web": {"theme": "' + 5000 * "x" + '"}}',
        '{"language": "' + 5000 * "x" + '"}',
    ],
)
def test_settings_that_no_page_could_have_written_are_left_out(
    store: Store, worker: PictureWorker, settings: str
) -> None:
    record = llk.to_record(llk.plan("classic", rows=2, cols=4, seed=1).game())
    report = import_archive(store, write_zip({"settings.json": settings, "games/a.json": record}), worker)
    assert (report.settings, dict(report.games)) == (0, {"new": 1})


def test_settings_do_not_grow_with_every_import(store: Store, worker: PictureWorker) -> None:
    store.set_setting("web", {"sound": False})
    for name in ("one", "two"):
        import_archive(store, write_zip({"settings.json": json.dumps({"web": {name: 3000 * "x"}})}), worker)
    assert store.setting("web", {}).keys() == {"sound", "one"}


def test_two_games_of_one_name_are_not_imported_again_and_again(store: Store, worker: PictureWorker) -> None:
    one, other = (llk.to_record(llk.plan("classic", rows=2, cols=4, seed=seed).game()) for seed in (1, 2))
    file = write_zip({"games/a.json": one})
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("games/a.json", other)
    for _ in range(2):
        report = import_archive(store, file, worker)
        assert [name for name, _ in report.refused] == ["games/a.json"]
    assert store.count() == 1


def test_lists_of_nothing_take_no_memory() -> None:
    nothing = "[" + "[]," * 2_000_000 + "[]]"
    archive = PlayerArchive(write_zip({"games.json": nothing, "imports.json": nothing, "games/a.json": "{}"}))
    tracemalloc.start()
    try:
        assert len(list(archive.games())) == 1
        assert tracemalloc.get_traced_memory()[1] < 16_000_000
    finally:
        tracemalloc.stop()


def test_a_zip_bomb_is_refused(store: Store, worker: PictureWorker) -> None:
    bomb = write_zip({f"games/bomb{number}.json": "0" * 3_900_000 for number in range(20)})
    assert len(bomb.getvalue()) < 100_000
    report = import_archive(store, bomb, worker)
    assert not report.games
    assert any("far too large for its size" in reason for _, reason in report.refused)
