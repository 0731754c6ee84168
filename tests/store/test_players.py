"""Accounts: names, devices, passkeys, secrets that are good once; forgetting players, and taking over their games."""

import threading
import time
from datetime import date

import pytest

from lianliankan.errors import NoSuchGame, QuotaExceeded, StoreError
from lianliankan.faces.custom.import_pictures import Thumbnail
from lianliankan.game.analysis import analyse
from lianliankan.store import Store
from lianliankan.store.player_names import BadPlayerName, clean_player_name, make_name_key
from lianliankan.store.players import MAX_DEVICES, MAX_LINKS, MAX_PASSKEYS, Agent, Passkey, PasskeyTaken, list_players
from support.stored_games import new_game, win_game

ANN, BOB, GUEST = "ann-id-1234567890", "bob-id-1234567890", "guest-id-12345678"


def list_tables(store: Store) -> set[str]:
    column, tables = "name", "sqlite_master WHERE type = 'table'"
    if store.folder is None:
        column, tables = "table_name", "information_schema.tables WHERE table_schema = 'public'"
    with store._database.reading() as connection:
        return {name for (name,) in connection.execute(f"SELECT {column} FROM {tables}").fetchall()}


def make_passkey(id: str, player: str = ANN) -> Passkey:
    return Passkey(id, player, b"\x00\xffkey", 0, "Firefox", "Linux", 1, 1)


@pytest.mark.parametrize(
    "name", ["Ann", "小明", "ann lee", "Nguyễn Ái", "👩‍🚀", "❤️ x", "שלום", "हिन्दी", "x" * 24, "连" * 12]
)
def test_a_name_is_kept_as_it_was_typed(name: str) -> None:
    assert clean_player_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *[(name, "empty") for name in ("", "   ", "...", "-", "' '")],
        *[("x" * 25, "long"), ("连" * 13, "long"), ("x" * 100_000, "long"), ("👩‍🚀" * 13, "long")],
        *[
            (f"a{hidden}b", "hidden")
            for hidden in "\t\n\x00\x7f\u200b\u200d\u202e\u2066\ufeff\u3164\u2800\ue000\xa0\u2028"
            "\ufe00\ufe0e\U000e0100\u034f\u17b4\u180b\ufffc\U0001d159"
        ],
        *[("\u0301a", "marks"), ("a \u0301b", "marks"), ("a" + 4 * "\u0337", "marks")],
    ],
)
def test_a_bad_name_is_refused_with_the_reason(name: str, code: str) -> None:
    with pytest.raises(BadPlayerName) as problem:
        clean_player_name(name)
    assert problem.value.code == code


def test_names_that_look_alike_are_the_same() -> None:
    for name, other in (
        ("Ann", "aNN"),
        ("Ann", "Аnn"),
        ("Ann", "A n n"),
        ("Ann", "Ａｎｎ"),
        ("bob", "b0b"),
        ("ill", "1ll"),
        ("Hans", "Ηans"),
        ("Mike", "Μıke"),
    ):
        assert make_name_key(name) == make_name_key(other), other
    keys = [make_name_key(name) for name in ("Ann", "Anna", "小明", "小红", "👩‍🚀", "❤️", "❤️❤️")]
    assert len(set(keys)) == len(keys)
    assert all(keys)


def test_the_name_of_an_account_is_unique(store: Store) -> None:
    players = store.players
    assert players.account(ANN) is None
    with pytest.raises(StoreError, match="no account"):
        players.rename(ANN, "Ann")
    for player in (ANN, BOB):
        players.sign_up(player, Agent("Firefox", "Linux"))
    assert players.rename(ANN, " Ann  Lee ") == "Ann Lee"
    with pytest.raises(BadPlayerName) as problem:
        players.rename(BOB, "ann-lee")
    assert problem.value.code == "taken"
    assert players.names([ANN, BOB, GUEST]) == {ANN: "Ann Lee"}
    assert players.rename(ANN, "ann lee") == "ann lee"  # one's own name is not taken
    assert players.rename(ANN, "") == ""
    assert players.rename(BOB, "Ann Lee") == "Ann Lee"
    assert players.names([ANN, BOB]) == {BOB: "Ann Lee"}


def test_of_many_who_want_a_name_one_gets_it(store: Store) -> None:
    ids = [f"player-{number}" for number in range(8)]
    refused: list[str] = []

    def want(id: str) -> None:
        with Store(store.location) as own:
            own.players.sign_up(id)
            try:
                own.players.rename(id, "The One")
            except BadPlayerName as problem:
                refused.append(problem.code)

    threads = [threading.Thread(target=want, args=(id,)) for id in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["taken"] * 7
    assert list(store.players.names(ids).values()) == ["The One"]


def test_a_cookie_without_a_device_is_that_of_the_first_browser(store: Store) -> None:
    players = store.players
    assert players.last_seen(ANN, ANN) is not None  # anonymous
    assert players.last_seen(ANN, "other") is None
    for _ in range(2):
        players.sign_up(ANN, Agent("Firefox", "Linux"))
    phone = players.add_device(ANN, Agent("Safari", "iPhone"))
    account = players.account(ANN)
    assert account is not None
    assert {(device.id, device.browser) for device in account.devices} == {(ANN, "Firefox"), (phone, "Safari")}
    assert players.last_seen(ANN, ANN) is not None
    assert players.last_seen(ANN, phone) is not None
    assert players.last_seen(BOB, phone) is None
    assert players.ended() == set()
    assert not players.sign_out(BOB, phone)
    assert players.sign_out(ANN, ANN)
    assert players.last_seen(ANN, ANN) is None
    assert players.last_seen(ANN, phone) is not None
    players.sign_up(ANN)  # signs nobody in again
    assert players.last_seen(ANN, ANN) is None
    assert players.ended() == {players.ended_hash(ANN)}
    tablet = players.add_device(ANN)
    assert players.sign_out_others(ANN, tablet) == [phone]
    assert players.ended() == {players.ended_hash(ANN), players.ended_hash(phone)}


def test_the_last_visit_of_a_device_is_noted(store: Store) -> None:
    store.players.sign_up(ANN)
    before = store.players.account(ANN)
    store.players.touch_device(ANN, ANN)
    after = store.players.account(ANN)
    assert before is not None
    assert after is not None
    assert after.devices[0].seen > before.devices[0].seen


def test_a_secret_is_good_once_and_not_for_long(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    players = store.players
    players.sign_up(ANN)
    link = players.issue("link", ANN)
    assert players.look_up("link", link) == players.look_up("link", link) == ANN
    assert players.look_up("sign in", link) is None
    assert players.use_up("register", link) is None
    assert players.use_up("link", link) == ANN
    assert players.use_up("link", link) is None
    late = players.issue("link", ANN)
    challenge = players.issue("sign in", secret="given")
    assert challenge == "given"
    monkeypatch.setattr("lianliankan.store.players.now_stamp", lambda: (time.time_ns() // 1000) + 600_000_000)
    assert players.look_up("link", late) is None
    assert players.use_up("link", late) is None
    assert players.use_up("sign in", "given") is None
    links = [players.issue("link", ANN) for _ in range(MAX_LINKS + 1)]
    assert sorted(players.look_up("link", link) is not None for link in links) == [False] + [True] * MAX_LINKS
    with store._database.reading() as connection:
        texts = str(connection.execute("SELECT * FROM tokens").fetchall())
    assert not any(secret in texts for secret in (link, late, *links))


def test_of_many_who_use_a_secret_one_succeeds(store: Store) -> None:
    link, found = store.players.issue("link", ANN), []

    def use() -> None:
        with Store(store.location) as own:
            found.append(own.players.use_up("link", link))

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, found)) == sorted([ANN, *["None"] * 7])


def test_passkeys_are_found_by_their_id(store: Store) -> None:
    players = store.players
    players.sign_up(ANN)
    players.add_passkey(make_passkey("one"))
    with pytest.raises(PasskeyTaken):
        players.add_passkey(make_passkey("one", BOB))
    assert players.passkey("one") == make_passkey("one")
    assert players.passkey("two") is None
    players.use_passkey("one", 7)
    found = players.passkey("one")
    assert found is not None
    assert (found.sign_count, found.used > 1) == (7, True)
    assert not players.remove_passkey(BOB, "one")
    assert players.remove_passkey(ANN, "one")
    assert players.passkey("one") is None


def test_an_account_has_limits(store: Store) -> None:
    players = store.players
    with pytest.raises(StoreError, match="no account"):
        players.add_device(ANN)
    players.sign_up(ANN)
    for number in range(MAX_PASSKEYS):
        players.add_passkey(make_passkey(str(number)))
    with pytest.raises(QuotaExceeded):
        players.add_passkey(make_passkey("more"))
    for _ in range(MAX_DEVICES - 1):
        players.add_device(ANN)
    with pytest.raises(QuotaExceeded):
        players.add_device(ANN)


def fill(store: Store, player: str) -> list[str]:
    """Give a player something in every table."""
    own = store.of_player(player)
    won = win_game(own)
    own.save_analysis(won, analyse(own.open(won).game))
    running = own.begin(new_game())
    running.do("play 1,2-1,3")
    daily = own.begin(new_game("daily", day="2026-11-14"))
    daily.do(f"play {daily.game.board.moves()[0]}")
    own.set_setting("web", {"whose": player})
    own.pictures.add_to_set(f"set of {player}", [Thumbnail(f"of {player}", b"1" * 5000), Thumbnail("b", b"2")])
    own.pictures.add_to_draft([Thumbnail(f"draft of {player}", b"3")])
    return [won, running.id, daily.id]


def test_a_forgotten_player_is_in_no_table_and_in_no_byte_of_the_file(store: Store) -> None:
    players = store.players
    others = fill(store, BOB)
    for number in range(40):  # so that pages are split and freed
        store.of_player(f"{number}-{ANN}" if number % 2 else BOB).begin(new_game())
    fill(store, ANN)
    players.sign_up(ANN, Agent("Firefox", "Linux"))
    players.rename(ANN, "Annabelle Unique")
    players.add_passkey(make_passkey("passkey-of-ann"))
    phone = players.add_device(ANN)
    for kind in ("link", "register"):
        players.issue(kind, ANN)
    for number in range(1, 40, 2):
        players.forget(f"{number}-{ANN}")
    assert players.forget(ANN) == 3
    assert players.forget(ANN) == 0
    store.of_player(ANN).set_setting("web", {"whose": ANN})  # by a server that did not know
    players.scrub([ANN])
    assert players.last_seen(ANN, ANN) is None
    assert players.last_seen(ANN, phone) is None
    assert {players.ended_hash(ANN), players.ended_hash(phone)} <= players.ended()
    tables = list_tables(store)
    assert {"games", "commands", "analyses", "settings", "pictures", "tokens", "results"} < tables
    with store._database.reading() as reader:
        for table in tables:
            rows = reader.execute(f"SELECT * FROM {table}").fetchall()
            assert not [row for row in rows if ANN in str(row) or "Annabelle" in str(row)], table
    for path in store.folder.iterdir() if store.folder else ():
        data = path.read_bytes()
        for trace in (ANN, "Annabelle", "annabelle", "passkey-of-ann", phone):
            assert trace.encode() not in data, (path.name, trace)
    assert store.check() == []
    bob = store.of_player(BOB)
    assert {game.id for game in bob.games()} > set(others)
    assert len(bob.pictures.sets()) == 1
    assert store.players.last_seen(BOB, BOB) is not None


def test_the_owner_of_the_machine_is_not_forgotten(store: Store) -> None:
    id = win_game(store)
    for act in (store.players.forget, store.players.sign_up):
        with pytest.raises(StoreError, match="the owner of the machine has no account"):
            act("")
    assert store.open(id).game.state == "won"


def test_a_game_of_a_forgotten_player_cannot_be_played_on(store: Store) -> None:
    stored = store.of_player(ANN).begin(new_game())
    store.players.forget(ANN)
    with pytest.raises(NoSuchGame):
        stored.do("play 1,2-1,3")
    assert store.check() == []


def test_the_games_of_a_guest_are_taken_over(store: Store) -> None:
    players, day = store.players, date(2026, 11, 15)
    players.sign_up(ANN)
    ids, own = fill(store, GUEST), fill(store, ANN)  # the guest was first
    ann, guest = store.of_player(ANN), store.of_player(GUEST)
    guest.set_setting("only the guest's", 1)
    guest.pictures.add_to_set(f"set of {ANN}", [Thumbnail("x", b"x"), Thumbnail("y", b"y")])
    with pytest.raises(QuotaExceeded):
        players.add_device(ANN, guest=GUEST, max_games=5)
    players.add_device(ANN, guest=GUEST, max_games=6)
    assert {game.id for game in ann.games()} == {*ids, *own}
    assert all(game.state != "damaged" for game in ann.games())
    assert [event.name for event in ann.open(ids[1]).do("play 2,2-2,3", at=9)] == ["linked"]
    first = ann.first_attempt("2026-11-14")
    assert first is not None
    assert first.id == ids[2]
    assert ann.statistics(day).pending == 0  # the analyses are still there
    assert {found.name for found in ann.pictures.sets()} == {f"set of {ANN}", f"set of {ANN} 2", f"set of {GUEST}"}
    draft = ann.pictures.draft()
    assert draft is not None
    assert [picture.label for picture in draft.pictures] == [f"draft of {ANN}", f"draft of {GUEST}"]
    assert all(ann.pictures.set_data(found.id) for found in ann.pictures.sets())
    assert ann.setting("web", None) == {"whose": ANN}
    assert ann.setting("only the guest's", 0) == 1
    assert guest.games() == []
    assert players.last_seen(GUEST, GUEST) is None
    assert store.check() == []


def test_a_game_that_was_taken_over_is_opened_again_before_it_goes_on(store: Store) -> None:
    store.players.sign_up(ANN)
    stored = store.of_player(GUEST).begin(new_game())
    stored.do("play 1,2-1,3")
    store.players.add_device(ANN, guest=GUEST, max_games=10)
    with pytest.raises(NoSuchGame):  # its checksum would be the guest's
        stored.do("play 2,2-2,3")
    again = store.of_player(ANN).open(stored.id)
    assert [event.name for event in again.do("play 2,2-2,3")] == ["linked"]
    assert store.check() == []


def test_only_a_guest_can_be_taken_over(store: Store) -> None:
    for player in (ANN, BOB):
        store.players.sign_up(player)
    for guest in (BOB, ANN, ""):
        with pytest.raises(StoreError):
            store.players.add_device(ANN, guest=guest, max_games=100)


def test_players_are_listed_page_by_page(store: Store) -> None:
    players = store.players
    win_game(store)  # the owner's is not listed
    for number in range(5):
        store.of_player(f"p{number}").begin(new_game())
    players.sign_up("p2")
    players.rename("p2", "Two")
    players.sign_up("zoe")
    players.add_device("zoe")
    first = list_players(store._database, "", 4)
    assert [(row.id, row.name, row.games, row.devices) for row in first] == [
        *[("p0", None, 1, 0), ("p1", None, 1, 0), ("p2", "Two", 1, 1), ("p3", None, 1, 0)]
    ]
    assert all(row.seen > 1_000_000_000_000_000 for row in first)
    assert [row.id for row in list_players(store._database, "p3", 4)] == ["p4", "zoe"]
    assert list_players(store._database, "zoe", 4) == []
