"""Races that are over: their records, how each racer fared, and what somebody should look at again."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from lianliankan.errors import BadRecord, DamagedStore, StoreError
from lianliankan.race.race import Race
from lianliankan.race.ratings import Skill, TooFast, find_too_fast, has_ratings, is_rated, load_ratings, rate_race
from lianliankan.race.record import pack_race, unpack_race
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.racers import add_racers, move_racer
from lianliankan.store.room_log import FinishedRace
from lianliankan.store.skills import change_skills, move_skills, take_skills
from lianliankan.store.sql import batches, insert, insert_many, marks, select_in
from lianliankan.store.token_hash import hash_token
from lianliankan.text import shorten

_RECENT: Final = 20
_PACE_RACES: Final = 8
_GONE: Final = ("merged", "forgotten")  # the tokens of players who are somebody else now, or nobody


class NoSuchRace(StoreError):
    """A race that is not in the store."""


class RacerResult(NamedTuple):
    """How a seat of a race fared.

    - `player`, `name`: None and '' for a ghost and for somebody who was forgotten; a bot has a `name` and a strength.
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
    """A race in a list; times are microseconds since 1970, `flags` are what somebody should look at."""

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
    """The races of a store that are over, as a player sees them."""

    def __init__(self, database: Database, player: str) -> None:
        self._database, self._player = database, player

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
            players = _find_owners(connection, finished.players)
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
        found = []
        for some in batches(self.ids_of(player, limit=limit)):
            found += self._list(f"id IN ({marks(len(some))})", some, "began DESC, id")
        return found

    def ids_of(self, player: str, *, limit: int) -> list[str]:
        """Return the ids of the last races of a player, the latest first."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT race FROM race_results WHERE player = ? ORDER BY began DESC, race LIMIT ?", (player, limit)
            ).fetchall()
        return [id for (id,) in found]

    def to_review(self, limit: int = 100) -> list[RaceRow]:
        """Return the last races in which somebody was faster than people are."""
        return self._list("flags <> ''", (), f"began DESC, id LIMIT {int(limit)}")

    def set_reviewed(self, id: str) -> bool:
        """Note that somebody has looked at a race; return whether it was to be looked at."""
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


def _find_owners(connection: SqlConnection, players: Mapping[int, str]) -> dict[int, str | None]:
    """Return whose results they are: somebody may have been forgotten during the race, or have signed in."""
    hashes = {hash_token(kind, player): (kind, player) for player in players.values() for kind in _GONE}
    found = select_in(connection, "SELECT hash, player FROM tokens WHERE hash IN (...)", hashes)
    gone = {hashes[hash]: successor for hash, successor in found}
    owners: dict[int, str | None] = {}
    for seat, player in sorted(players.items()):
        owner = gone.get(("merged", player), None if ("forgotten", player) in gone else player)
        owners[seat] = None if owner in owners.values() else owner
    return owners


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
