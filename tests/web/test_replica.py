"""A room as its log tells it: what an entry means depends on nothing but the entries before it."""

import msgspec

from lianliankan.race.commands import RaceCommand
from lianliankan.race.settings import RaceSettings
from lianliankan.store.room_log import LogEntry, RoomBase, StoredRoom
from lianliankan.web.race.replica import Applied, Known, Replica, first_base

SMALL = RaceSettings(rows=4, cols=6, countdown=0, format="items")


class Log:
    """A log, and the replica that follows it."""

    def __init__(self, settings: RaceSettings = SMALL) -> None:
        self.base = first_base(settings)
        self.entries: list[LogEntry] = []
        self.replica = Replica(StoredRoom("ROOM", 0, False, self.base, 0, ()))

    def add(
        self, command: str, note: str = "", *, author: str = "w1", at: int | None = None, known: Known | None = None
    ) -> Applied:
        at = 10 * len(self.entries) if at is None else at
        self.entries.append(LogEntry(len(self.entries) + 1, at, author, command, note))
        return self.replica.apply(self.entries[-1], known)

    def replay(self) -> Replica:
        """Return a replica from the store's point of view: the last base, and the entries since."""
        version, base = self.replica.take_new_base() or (0, self.base)
        return Replica(StoredRoom("ROOM", 0, False, base, version, tuple(self.entries[version:])))

    def check(self) -> None:
        """A server that opens the room now has the same one."""
        again, known = self.replay(), self.replica
        for name in ("version", "base_version", "players", "kicked", "holders", "driver", "race_id", "race_players"):
            assert getattr(again, name) == getattr(known, name), name
        assert again.make_card() == known.make_card()
        assert again.room.seats == known.room.seats
        if known.room.race is not None and again.room.race is not None:
            assert again.room.race.entries == known.room.race.entries
            assert again.room.race.standings == known.room.race.standings

    def start(self) -> None:
        """Let two players and a bot race."""
        self.add("drive")
        self.add("join Ann", "ann")
        self.add("join Ben", "ben", author="w2")
        self.add("1 bot 3 Moss")
        self.add("1 ready")
        self.add("2 ready", author="w2")
        self.add(f"start 5 {self.replica.room.settings.deal(7)}", at=1000)
        assert self.replica.room.phase == "racing"


def test_whose_seat_it_is() -> None:
    log = Log()
    log.start()
    assert (log.replica.players, log.replica.holders) == ({0: "ann", 1: "ben"}, {0: "w1", 1: "w2"})
    again = log.add("join Ann 2", "ann", author="w2")  # the same player, in another tab
    assert (again.events, log.replica.holders) == ([], {0: "w2", 1: "w2"})
    assert log.add("gone 1 w1").events == []  # they are on another server by now
    assert [event.name for event in log.add("gone 1 w2", author="w2").events] == ["readychanged", "wentaway"]
    assert 0 not in log.replica.holders
    assert [event.name for event in log.add("hello 1", "ann").events] == ["readychanged", "cameback"]
    log.check()
    assert log.replica.race_players == {0: "ann", 1: "ben"}
    log.add("2 give-up")
    log.add("1 kick 2")
    assert (log.replica.kicked, log.replica.seat_of("ben")) == ({"ben"}, None)
    assert log.add("hello 2", "ben", author="w2").is_stale
    log.check()


def test_a_late_hello_takes_no_seat_from_another_player() -> None:
    log = Log()
    log.add("join Ann", "ann")
    log.add("join Ben", "ben", author="w2")
    log.add("2 leave", author="w2")
    log.add("join Cat", "cat", author="w2")
    late = log.add("hello 2", "ben", author="w3")  # of a server that has not heard of it
    assert (late.is_stale, late.events) == (True, [])
    assert (log.replica.players, log.replica.holders) == ({0: "ann", 1: "cat"}, {0: "w1", 1: "w2"})
    log.check()


def test_one_server_plays_for_the_bots() -> None:
    log = Log()
    log.start()
    assert log.replica.driver == "w1"
    race = log.replica.room.race
    assert race is not None
    move = race.seats[2].board.moves()[0]
    assert log.add(f"3 play {move}", author="w2").events == []
    assert [event.name for event in log.add(f"3 play {move}").events] == ["pairtaken"]
    log.add("drive", author="w2")
    move = race.seats[2].board.moves()[0]
    assert log.add(f"3 play {move}").events == []
    assert [event.name for event in log.add(f"3 play {move}", author="w2").events] == ["pairtaken"]
    log.add("drive -", author="w2")
    assert log.replica.driver == ""
    log.check()


def test_late_pairs_find_their_tiles() -> None:
    log = Log(RaceSettings(rows=4, cols=6, countdown=0, gravity="down"))
    log.start()
    race = log.replica.room.race
    assert race is not None
    seen, board = log.replica.version, race.seats[0].board
    first, second = next(
        (a, b)
        for a in board.moves()
        for b in board.moves()
        if not set(a) & set(b) and any(board.play(a)[cell] != board[cell] for cell in b)
    )
    assert [event.name for event in log.add(f"1 play {first}", str(seen)).events] == ["pairtaken"]
    late = log.add(f"1 play {second}", str(seen))
    assert [event.name for event in late.events] in (["pairtaken"], ["denied"])
    assert log.add(f"1 play {first}", str(seen)).is_stale  # its tiles are gone
    log.check()


def test_what_a_server_knows_of_its_own_entries_changes_nothing() -> None:
    outcomes = set[tuple[bool, bool]]()
    for rank in range(8):
        log = Log(RaceSettings(rows=4, cols=6, countdown=0, gravity="down", format="shared"))
        log.start()
        race = log.replica.room.race
        assert race is not None
        seen, moves = log.replica.version, race.seats[0].board.moves()
        command = RaceCommand(0, "play", tuple(moves[rank % len(moves)]))
        log.add(f"2 play {race.seats[1].board.moves()[0]}", author="w2")
        followed, version = log.replica.follow(command, seen), log.replica.version
        log.add(f"2 play {race.seats[1].board.moves()[0]}", author="w2")
        if followed is not None:
            log.add(str(followed), str(version), known=Known(followed))
        outcomes.add((followed is not None, race.entries[-1].command.seat == 0))
        log.check()
    assert outcomes >= {(True, True), (True, False), (False, False)}, "taken, gone meanwhile, gone before"


def test_strange_entries_do_nothing() -> None:
    log = Log()
    log.start()
    for command in ("dance", "9 play 1,1-1,2", "1 play", "1 settings {", "start 1 4x6 seed=1", "1 use bomb: pair"):
        applied = log.add(command)
        assert applied.is_stale or applied.denied is not None, command
    log.add("tick", at=0)  # clocks of servers differ a little
    log.check()


def test_a_room_is_kept_without_its_past() -> None:
    log = Log()
    log.add("join Ann", "ann")
    for _ in range(600):
        log.add("1 ready")
        log.add("1 unready")
    assert log.replica.version - log.replica.base_version < 1000
    log.check()
    log.start()
    base = log.replica.take_new_base()
    assert base is not None
    assert msgspec.json.decode(base[1], type=RoomBase).room.phase == "countdown"
    assert base[0] == log.replica.version - 1
