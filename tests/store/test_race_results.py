"""Races that are over: stored once, rated, listed, reviewed, and without a player who is forgotten."""

import threading
import zipfile
from io import BytesIO

import msgspec
import pytest

from lianliankan.race.ratings import Skill, rate_race
from lianliankan.race.record import from_race_record, pack_race, to_race_record, unpack_race
from lianliankan.store import Location, Store
from lianliankan.store.archive import write_archive
from lianliankan.store.player_names import BadPlayerName
from lianliankan.store.race_results import NoSuchRace, racer_handle
from lianliankan.store.room_log import NewEntry, RoomAddition, RoomBase
from lianliankan.store.skills import MIN_RACES, SkillRow
from lianliankan.web.race.replica import Replica
from support.raced import ENDED, finish, finished_race, make_room

ANN, BEN, CAT = "ann-id-1234567890", "ben-id-1234567890", "cat-id-1234567890"


def test_a_race_is_stored_with_what_it_means(store: Store) -> None:
    finished = finish(store, "race-1", [ANN, BEN], ended=ENDED, names={ANN: "Ann", BEN: "Ben"})
    race = finished.race
    row = store.races.read("race-1")
    assert (row.format, row.is_rated, row.ended, row.began) == ("sprint", True, ENDED, ENDED - 1000 * race.now)
    assert [(each.seat, each.player, each.name, each.rank, each.state, each.reason) for each in row.results] == [
        (0, ANN, "Ann", 1, "finished", None),
        (1, BEN, "Ben", 2, "out", "gave up"),
    ]
    assert [(each.pairs, each.tiles, each.ms) for each in row.results] == [
        (8, 0, race.standings[0].finished_at),
        (1, 14, race.seats[1].ended_at),
    ]
    after = rate_race(race, {0: Skill(), 1: Skill()})
    assert [(each.points_before, each.points_after) for each in row.results] == [
        (1000, after[0].points),
        (1000, after[1].points),
    ]
    assert store.of_player(ANN).skills.points("sprint") == after[0].points
    assert store.skills.of_player(BEN) == [SkillRow("sprint", after[1].points, 1, 0, None)]
    again = store.races.open_race("race-1")
    assert [seat.racer.name for seat in again.seats.values()] == ["Ann", "Ben"]
    assert (again.entries, again.standings, again.now) == (race.entries, race.standings, race.now)
    assert from_race_record(to_race_record(again)).standings == race.standings
    with pytest.raises(NoSuchRace):
        store.races.open_race("race-2")


def test_a_packed_race_has_no_names_of_people() -> None:
    race = finished_race("race-1", [ANN, BEN], bots=1).race
    again = unpack_race(pack_race(race), {0: "Ann", 2: "nobody"})
    assert [seat.racer.name for seat in again.seats.values()] == ["Ann", "2", "Bot 0"]
    assert (again.entries, again.standings) == (race.entries, race.standings)


def test_of_many_servers_one_stores_a_race(location: Location) -> None:
    """Whatever server notices the end first; everybody is rated once, also in races that end at the same time."""
    finished = [
        finished_race("one", [ANN, BEN]),
        finished_race("two", [BEN, ANN, CAT]),
        finished_race("three", [CAT, ANN]),
    ]
    done: list[str] = []
    with Store(location):
        pass

    def serve(number: int) -> None:
        with Store(location) as own:
            races = finished if number % 2 else finished[::-1]
            done.extend(each.id for each in races if own.rooms.finish_race(each))

    servers = [threading.Thread(target=serve, args=(number,)) for number in range(4)]
    for server in servers:
        server.start()
    for server in servers:
        server.join()
    assert sorted(done) == ["one", "three", "two"]
    with Store(location) as store:
        counts = {player: store.skills.of_player(player)[0] for player in (ANN, BEN, CAT)}
        assert {player: (row.races, row.wins) for player, row in counts.items()} == {
            ANN: (3, 1),
            BEN: (2, 1),
            CAT: (2, 1),
        }
        changes = [each for id in ("one", "two", "three") for each in store.races.read(id).results]
        for player in (ANN, BEN, CAT):  # each race begins with the rating that another one left
            own = [(each.points_before, each.points_after) for each in changes if each.player == player]
            before, after = {pair[0] for pair in own}, {pair[1] for pair in own}
            assert len(before | after) == len(own) + 1
            assert store.of_player(player).skills.points("sprint") in after - before


@pytest.mark.parametrize(("format", "bots"), [("sprint", 1), ("together", 0)])
def test_races_with_bots_and_of_teams_are_not_rated(store: Store, format: str, bots: int) -> None:
    finished = finish(store, "race-1", [ANN, BEN], format=format, bots=bots)
    row = store.races.read("race-1")
    assert (row.is_rated, store.skills.of_player(ANN)) == (False, [])
    assert {each.points_after for each in row.results} == {None}
    assert len(row.results) == len(finished.race.seats)
    assert [race.id for race in store.races.recent(ANN)] == ["race-1"]


def test_without_the_extra_nothing_is_rated(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lianliankan.race.ratings.find_spec", lambda _: None)
    finish(store, "race-1", [ANN, BEN])
    assert not store.races.read("race-1").is_rated


def test_leaders_have_raced_some_times(store: Store) -> None:
    players = [f"player {number:03}" for number in range(60)]
    for round in range(MIN_RACES):
        for start in range(0, 60, 6):
            finish(store, f"race {round} {start}", players[start : start + 6])
    finish(store, "last", [ANN, players[59]])
    leaders = store.of_player(players[59]).skills.leaders("sprint")
    assert (leaders.players, len(leaders.top), leaders.top[0].place) == (60, 50, 1)
    assert [leader.points for leader in leaders.top] == sorted((leader.points for leader in leaders.top), reverse=True)
    assert leaders.top[0].player == "player 000"
    assert [leader.place for leader in leaders.top[:10]] == [1] * 10, "equal points share a place"
    assert leaders.own is not None
    assert (leaders.own.place, leaders.own.races, leaders.near[-1]) == (60, MIN_RACES + 1, leaders.own)
    assert store.of_player(ANN).skills.leaders("sprint").own is None
    assert store.skills.leaders("items") == (0, [], [], None, 0)
    assert store.skills.of_player("player 000")[0].place == 1


def test_races_that_were_too_fast_are_to_be_reviewed(store: Store) -> None:
    finish(store, "slow", [ANN, BEN])
    finish(store, "fast", [ANN, BEN], gap=0.1)
    (found,) = store.races.to_review()
    assert (found.id, [flag.seat for flag in found.flags]) == ("fast", [0])
    assert store.races.count() == 2


def test_recent_races_and_the_pace_of_a_player(store: Store) -> None:
    assert store.races.pace(ANN) is None
    for number in range(25):
        finish(store, f"race-{number}", [ANN, BEN], ended=ENDED + number)
    recent = store.races.recent(ANN)
    assert [race.id for race in recent] == [f"race-{number}" for number in range(24, 4, -1)]
    assert store.rooms.bot_levels([ANN], 2) == [2, 2]  # a race on a small board says nothing
    with store._database.writing() as connection:
        connection.execute("UPDATE race_results SET pairs = 30, ms = 54000 WHERE player = ?", (ANN,))
    assert (store.races.pace(ANN), store.rooms.bot_levels([ANN], 3)) == (1800, [4, 3, 5])


def test_a_name_for_races(store: Store) -> None:
    ann, ben = store.of_player(ANN).racers, store.of_player(BEN).racers
    assert ann.own_name() == (None, False)
    assert (ann.rename("  Ann  Lee "), ann.own_name()) == ("Ann Lee", ("Ann Lee", False))
    assert store.racers.names([ANN, BEN]) == {ANN: "Ann Lee"}
    assert store.racers.find(racer_handle(ANN)) == ANN
    store.players.sign_up(ANN)
    store.players.rename(ANN, "Ann of old")
    assert (ann.own_name(), store.racers.names([ANN])) == (("Ann of old", True), {ANN: "Ann of old"})
    for name, code in (("ann 0f old", "taken"), ("x" * 21, "long"), ("a\u202eb", "hidden"), ("👩\u200d🚀", "hidden")):
        with pytest.raises(BadPlayerName) as problem:
            ben.rename(name)
        assert problem.value.code == code
    assert (ben.rename("Ben"), ben.rename(" "), ben.own_name()) == ("Ben", None, (None, False))


def test_a_forgotten_player_leaves_no_name_behind(store: Store) -> None:
    finish(store, "both", [ANN, BEN], names={ANN: "Annabelle", BEN: "Ben"})
    finish(store, "alone", [ANN], bots=1, names={ANN: "Annabelle"})
    store.of_player(ANN).racers.rename("Annabelle")
    code = make_room(store.of_player(ANN), {ANN: "Annabelle", BEN: "Ben"}, kicked=[CAT])
    before = Replica(store.rooms.open_room(code))
    store.rooms.set_base(code, 2, msgspec.json.encode(RoomBase(before.room.snapshot(), before.players)))
    later = make_room(store.of_player(BEN), {ANN: "Annabelle", BEN: "Ben"})
    store.rooms.append_entries([RoomAddition(later, "w2", 2, [NewEntry(20, "hello 1", ANN)])])
    store.players.forget(ANN)
    store.players.scrub()
    with store._database.reading() as reader:
        for table in ("rooms", "room_entries", "room_players", "races", "race_results", "skills", "racers"):
            rows = reader.execute(f"SELECT * FROM {table}").fetchall()
            assert not [row for row in rows if ANN in str(row) or "Annabelle" in str(row)], table
    for path in store.folder.iterdir() if store.folder else ():
        assert b"Annabelle" not in path.read_bytes()
    with pytest.raises(NoSuchRace):
        store.races.read("alone")
    assert [(each.player, each.name) for each in store.races.read("both").results] == [(None, ""), (BEN, "Ben")]
    assert [seat.racer.name for seat in store.races.open_race("both").seats.values()] == ["1", "Ben"]
    for each, version in ((code, 2), (later, 3)):  # the others go on
        replica = Replica(store.rooms.open_room(each))
        assert (replica.version, len(replica.room.seats), replica.seat_of(ANN)) == (version, 2, None)
        assert replica.seat_of(BEN) is not None
    assert replica.holders == {0: "w2", 1: "w1"}
    finish(store, "later", [ANN, BEN], names={ANN: "Annabelle", BEN: "Ben"})  # it had begun before
    assert [(each.player, each.name) for each in store.races.read("later").results] == [(None, ""), (BEN, "Ben")]
    assert store.skills.of_player(ANN) == []


def test_a_guest_who_signs_in_keeps_races_and_ratings(store: Store) -> None:
    for number in range(3):
        finish(store, f"guest {number}", [ANN, BEN])
    finish(store, "account", [CAT, BEN])
    finish(store, "both", [ANN, CAT])
    guest = store.skills.of_player(ANN)[0]
    own = store.skills.of_player(CAT)[0]
    store.of_player(ANN).racers.rename("Ann")
    store.players.sign_up(CAT)
    store.players.add_device(CAT, guest=ANN, max_games=100)
    assert len(store.races.recent(CAT)) == 5
    merged = store.skills.of_player(CAT)[0]
    assert (merged.races, merged.wins, merged.points) == (6, guest.wins + own.wins, guest.points)
    assert (store.skills.of_player(ANN), store.races.recent(ANN)) == ([], [])
    assert store.racers.names([CAT]) == {CAT: "Ann"}
    assert [each.player for each in store.races.read("both").results] == [None, CAT]
    finish(store, "later", [ANN, BEN])  # it had begun before
    assert [each.player for each in store.races.read("later").results] == [CAT, BEN]


def test_an_export_has_the_races(store: Store) -> None:
    finish(store, "race-1", [ANN, BEN], names={ANN: "Ann", BEN: "Ben"})
    file = BytesIO()
    write_archive(store.of_player(ANN), file)
    with zipfile.ZipFile(file) as archive:
        about = msgspec.json.decode(archive.read("races.json"))
        race = from_race_record(archive.read("races/race-1.json").decode())
    assert [(each["id"], each["rank"], each["points_before"]) for each in about["races"]] == [("race-1", 1, 1000)]
    assert about["ratings"][0]["format"] == "sprint"
    assert race.standings == store.races.open_race("race-1").standings
    assert [seat.racer.name for seat in race.seats.values()] == ["Ann", "2"], "the others' names are theirs"
