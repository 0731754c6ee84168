"""Players who race, and races that are over: their records and results."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from lianliankan.errors import BadRecord, DamagedStore, StoreError
from lianliankan.race.race import Race
from lianliankan.race.ratings import Skill, TooFast, find_too_fast, has_ratings, is_rated, load_ratings, rate_race
from lianliankan.race.record import pack_race, unpack_race
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.player_names import BadPlayerName, clean_player_name, hash_token, make_name_key
from lianliankan.store.room_log import FinishedRace
from lianliankan.store.skills import change_skills, move_skills, take_skills
from lianliankan.store.sql import insert, insert_many, select_in
from lianliankan.text import shorten

# ---- Players who race ------------------------------------------------------------------------------------------------


MAX_RACE_NAME: Final = 20
"""The longest name in a race, in characters."""


class Racers:
    """The players of a store who race, as one of them sees them."""

    def __init__(self, database: Database, player: str) -> None:
        self._database = database
        self._player = player

    def own_name(self) -> tuple[str | None, bool]:
        """Return the name under which the player races, or None, and whether it is that of the account."""
        with self._database.reading() as connection:
            account = connection.execute("SELECT name FROM players WHERE id = ?", (self._player,)).fetchone()
            if account is not None and account[0] and (name := fit_race_name(account[0])):
                return name, True
            chosen = connection.execute("SELECT name FROM racers WHERE player = ?", (self._player,)).fetchone()
        return (chosen[0] if chosen else None), False

    def rename(self, name: str) -> str | None:
        """Choose the name under which the player races, and return it; an empty one takes it away.

        Raises BadPlayerName, also if another account has that name, or one nearly like it.
        """
        text = clean_race_name(name) if name.strip() else None
        with self._database.writing(self._player) as connection:
            if text is not None:
                taken = connection.execute(
                    "SELECT 1 FROM players WHERE name_key = ? AND id <> ?", (make_name_key(text), self._player)
                ).fetchone()
                if taken is not None:
                    raise BadPlayerName(f"the name {shorten(text)}, or one nearly like it, is taken", code="taken")
            add_racers(connection, [self._player])
            connection.execute("UPDATE racers SET name = ? WHERE player = ?", (text, self._player))
        return text

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of players that have one: that of the account, or else the one that they race under."""
        ids = sorted(set(players))
        with self._database.reading() as connection:
            raced = select_in(
                connection, "SELECT player, name FROM racers WHERE name IS NOT NULL AND player IN (...)", ids
            )
            named = select_in(connection, "SELECT id, name FROM players WHERE name IS NOT NULL AND id IN (...)", ids)
        return dict(raced) | dict(named)

    def find(self, handle: str) -> str | None:
        """Return the player of a handle, or None."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT player FROM racers WHERE handle = ?", (handle,)).fetchone()
        return None if found is None else str(found[0])


def racer_handle(player: str) -> str:
    """Return the handle of a player's profile: always the same, and not reversible to the player's id.

    >>> racer_handle("a secret id")
    'd3d73887262a'
    """
    return blake2b(player.encode(), digest_size=6, person=b"llk racer").hexdigest()


def clean_race_name(text: str) -> str:
    """Return a name as it is stored; raises BadPlayerName, whose `code` is the reason.

    >>> clean_race_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = clean_player_name(text)
    if len(name) > MAX_RACE_NAME:
        raise BadPlayerName(f"a name in races may have at most {MAX_RACE_NAME} characters", code="long")
    if not name.isprintable():
        raise BadPlayerName("a name in races may contain only simple characters", code="hidden")
    return name


def fit_race_name(name: str) -> str:
    """Return the name of an account as far as a race can show it.

    >>> fit_race_name("Ann" + chr(0x200D) + " Lee")
    'Ann Lee'
    """
    return "".join(letter for letter in name if letter.isprintable())[:MAX_RACE_NAME].strip()


def add_racers(connection: SqlConnection, players: Iterable[str | None]) -> None:
    """Note that players race."""
    rows = [(player, racer_handle(player)) for player in sorted({player for player in players if player is not None})]
    insert_many(connection, "racers", "player, handle", rows, on_conflict="(player) DO NOTHING")


def move_racer(connection: SqlConnection, source: str, target: str) -> None:
    """Let a player race under the name that another had chosen, unless they have one."""
    found = connection.execute("SELECT name FROM racers WHERE player = ?", (source,)).fetchone()
    if found is None:
        return
    add_racers(connection, [target])
    connection.execute("UPDATE racers SET name = coalesce(name, ?) WHERE player = ?", (found[0], target))
    connection.execute("DELETE FROM racers WHERE player = ?", (source,))


# ---- Races -----------------------------------------------------------------------------------------------------------


_RECENT: Final = 20
_PACE_RACES: Final = 8
_GONE: Final = ("merged", "forgotten")  # the tokens of players who have signed in to an account, or were forgotten


class NoSuchRace(StoreError):
    """The race is not in the store."""


class RacerResult(NamedTuple):
    """The result of a seat of a race.

    - `player`, `name`: None and '' for a ghost and for a forgotten player; a bot has a `name` and a strength.
    - `ms`: when the board was clear, or the racer out, in milliseconds since the start.
    - `points_before`, `points_after`: the rating; None in a race that was not rated.
    """

    seat: int
    player: str | None
    name: str
    bot: int
    rank: int
    state: str
    reason: str | None
    ms: int | None
    pairs: int
    tiles: int
    points_before: int | None
    points_after: int | None


class RaceRow(NamedTuple):
    """A race in a list; times are microseconds since 1970, `flags` are what a person should review."""

    id: str
    room: str
    format: str
    began: int
    ended: int
    is_rated: bool
    flags: tuple[TooFast, ...]
    results: tuple[RacerResult, ...]

    def result_of(self, seat: int) -> RacerResult:
        """Return the result of a seat."""
        return next(result for result in self.results if result.seat == seat)


class RaceResults:
    """The races of a store that are over."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def finish(self, finished: FinishedRace) -> bool:
        """Store a race that is over: its record, results, skills and flags; return False if that was done already."""
        race = finished.race
        flags, rated, began = find_too_fast(race), is_rated(race) and has_ratings(), finished.ended - 1000 * race.now
        record, text = pack_race(race), msgspec.json.encode(flags).decode() if flags else ""
        row = {
            "id": finished.id,
            "room": finished.code,
            "format": race.settings.format,
            "began": began,
            "ended": finished.ended,
            "is_rated": int(rated),
            "flags": text,
            "record": record,
        }
        if rated:
            load_ratings()  # before others would wait for it
        with self._database.writing() as connection:
            if not insert(connection, "races", row, on_conflict="(id) DO NOTHING"):
                return False
            players = _find_players(connection, finished.players)
            points = _rate(connection, race, players) if rated else {}
            add_racers(connection, players.values())
            rows = [(finished.id, *each, began) for each in _results(race, players, points)]
            names = ", ".join(("race", *RacerResult._fields, "began"))
            insert_many(connection, "race_results", names, rows)
        return True

    def read(self, id: str) -> RaceRow:
        """Return a race with its results; raises NoSuchRace."""
        found = self._list("id = ?", (id,), "id")
        if not found:
            raise NoSuchRace(f"there is no race {shorten(id)}")
        return found[0]

    def open_race(self, id: str, *, only: str | None = None) -> Race:
        """Return a race that is over, by replaying it, which may take a fifth of a second; raises NoSuchRace.

        `only` is a player: then others have the numbers of their seats for names.
        """
        row = self.read(id)
        with self._database.reading() as connection:
            found = connection.execute("SELECT record FROM races WHERE id = ?", (id,)).fetchone()
        if found is None:
            raise NoSuchRace(f"there is no race {shorten(id)}")
        try:
            shown = [each for each in row.results if each.name and only in (None, each.player)]
            return unpack_race(bytes(found[0]), {each.seat: each.name for each in shown})
        except BadRecord as problem:
            raise DamagedStore(f"race {id} is damaged: {problem}") from None

    def recent(self, player: str, limit: int = _RECENT) -> list[RaceRow]:
        """Return the last races of a player, the latest first."""
        last = "SELECT race FROM race_results WHERE player = ? ORDER BY began DESC, race LIMIT ?"
        return self._list(f"id IN ({last})", (player, limit), "began DESC, id")

    def ids_of(self, player: str, *, limit: int) -> list[str]:
        """Return the ids of the last races of a player, the latest first."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT race FROM race_results WHERE player = ? ORDER BY began DESC, race LIMIT ?", (player, limit)
            ).fetchall()
        return [id for (id,) in found]

    def to_review(self, limit: int = 100) -> list[RaceRow]:
        """Return the last races in which a player was faster than people are."""
        return self._list("flags <> ''", (), f"began DESC, id LIMIT {int(limit)}")

    def set_reviewed(self, id: str) -> bool:
        """Note that a race was reviewed; return whether it was to be reviewed."""
        with self._database.writing() as connection:
            return bool(connection.execute("UPDATE races SET flags = '' WHERE id = ? AND flags <> ''", (id,)).rowcount)

    def count(self) -> int:
        """Return how many races there are."""
        with self._database.reading() as connection:
            (number,) = connection.execute("SELECT count(*) FROM races").fetchone()
        return int(number)

    def pace(self, player: str) -> int | None:
        """Return how many milliseconds a player takes for a pair: the median of the last races; None without any."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT result.pairs, coalesce(result.ms, (races.ended - races.began) / 1000) "
                "FROM race_results AS result JOIN races ON races.id = result.race "
                "WHERE result.player = ? AND result.pairs >= 10 AND races.format IN ('sprint', 'items') "
                f"ORDER BY result.began DESC LIMIT {_PACE_RACES}",
                (player,),
            ).fetchall()
        paces = sorted(int(ms) // pairs for pairs, ms in found)
        return paces[len(paces) // 2] if paces else None

    def _list(self, where: str, values: Sequence[object], order: str) -> list[RaceRow]:
        with self._database.reading() as connection:
            races = connection.execute(
                f"SELECT id, room, format, began, ended, is_rated, flags FROM races WHERE {where} ORDER BY {order}",
                values,
            ).fetchall()
            ids = [id for id, *_ in races]
            results: dict[str, list[RacerResult]] = {id: [] for id in ids}
            query = f"SELECT race, {', '.join(RacerResult._fields)} FROM race_results WHERE race IN (...)"
            for race, *row in select_in(connection, f"{query} ORDER BY rank, seat", ids):
                results[race].append(RacerResult(*row))
        return [
            RaceRow(id, room, format, began, ended, bool(rated), _read_flags(flags), tuple(results[id]))
            for id, room, format, began, ended, rated, flags in races
        ]


def _rate(connection: SqlConnection, race: Race, players: Mapping[int, str | None]) -> dict[int, tuple[int, int]]:
    """Rate a race, and return the points of its seats before and after."""
    format, ranks = race.settings.format, {each.seat: each.rank for each in race.standings}
    known = {player: seat for seat, player in players.items() if player is not None}
    taken = take_skills(connection, format, {player: ranks[seat] == 1 for player, seat in known.items()})
    before = dict.fromkeys(race.seats, Skill()) | {seat: taken[player] for player, seat in known.items()}
    after = rate_race(race, before)
    change_skills(connection, format, {player: after[seat] for player, seat in known.items()})
    return {seat: (before[seat].points, after[seat].points) for seat in known.values()}


def _results(race: Race, players: Mapping[int, str | None], points: Mapping[int, tuple[int, int]]) -> list[RacerResult]:
    rows = []
    for standing in race.standings:
        seat = race.seats[standing.seat]
        is_known = seat.racer.bot > 0 or players.get(seat.number) is not None
        rows.append(
            RacerResult(
                seat.number,
                players.get(seat.number),
                seat.racer.name if is_known else "",
                seat.racer.bot,
                standing.rank,
                standing.state,
                standing.reason,
                seat.ended_at,
                standing.pairs,
                standing.tiles,
                *points.get(seat.number, (None, None)),
            )
        )
    return rows


def _find_players(connection: SqlConnection, players: Mapping[int, str]) -> dict[int, str | None]:
    """Return the players by seat as they are now: some may have signed in during the race, or have been forgotten."""
    hashes = {hash_token(kind, player): (kind, player) for player in players.values() for kind in _GONE}
    found = select_in(connection, "SELECT hash, player FROM tokens WHERE hash IN (...)", hashes)
    gone = {hashes[hash]: successor for hash, successor in found}
    now: dict[int, str | None] = {}
    for seat, player in sorted(players.items()):
        successor = gone.get(("merged", player), None if ("forgotten", player) in gone else player)
        now[seat] = None if successor in now.values() else successor
    return now


def _read_flags(text: str) -> tuple[TooFast, ...]:
    return msgspec.json.decode(text, type=tuple[TooFast, ...]) if text else ()


def forget_races(connection: SqlConnection, player: str) -> None:
    """Take a player out of the races of others; a race without any player is deleted."""
    found = connection.execute(
        "UPDATE race_results SET player = NULL, name = '', points_before = NULL, points_after = NULL "
        "WHERE player = ? RETURNING race",
        (player,),
    ).fetchall()
    for (race,) in found:
        others = connection.execute(
            "SELECT 1 FROM race_results WHERE race = ? AND player IS NOT NULL LIMIT 1", (race,)
        ).fetchone()
        if others is None:
            connection.execute("DELETE FROM races WHERE id = ?", (race,))
            connection.execute("DELETE FROM race_results WHERE race = ?", (race,))
    connection.execute("DELETE FROM skills WHERE player = ?", (player,))
    connection.execute("DELETE FROM racers WHERE player = ?", (player,))


def move_races(connection: SqlConnection, source: str, target: str) -> None:
    """Give the races and ratings of one player to another; in a race of both, the target keeps the own result."""
    connection.execute(
        "UPDATE race_results SET player = NULL, name = '' WHERE player = ? "
        "AND race IN (SELECT race FROM race_results WHERE player = ?)",
        (source, target),
    )
    connection.execute("UPDATE race_results SET player = ? WHERE player = ?", (target, source))
    move_skills(connection, source, target)
    move_racer(connection, source, target)
