"""The ratings of players, one for each format: read, changed by a race, and listed, the best first."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from lianliankan.race.ratings import Skill
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.ladder import Ladder, Row, Standings, find_place, read_standings
from lianliankan.store.sql import marks, select_in

NEWCOMER_POINTS: Final = Skill().points
"""The points of an unrated player."""

MIN_RACES: Final = 3
"""How many rated races it takes to be in a leader board: before, a rating says little."""

_TOP = 50
_MILLION = 1_000_000


class SkillRow(NamedTuple):
    """A player's rating in a format, and the place in the leader board; None without one."""

    format: str
    points: int
    races: int
    wins: int
    place: int | None


class Leader(NamedTuple):
    """A player in a leader board; equal points share a place."""

    place: int
    player: str
    points: int
    races: int
    wins: int


class Skills:
    """The ratings of all players, as one of them sees them."""

    def __init__(self, database: Database, player: str) -> None:
        self._database = database
        self._player = player

    def points(self, format: str) -> int:
        """Return the player's points in a format."""
        with self._database.reading() as connection:
            return mean_points(connection, [self._player], format)

    def of_player(self, player: str) -> list[SkillRow]:
        """Return the ratings of a player, in the formats in which there was a race."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT format, points, races, wins FROM skills WHERE player = ? ORDER BY races DESC, format", (player,)
            ).fetchall()
            return [
                SkillRow(format, points, races, wins, _find_place(connection, format, points, races))
                for format, points, races, wins in found
            ]

    def leaders(self, format: str) -> Standings[Leader]:
        """Return the leader board of a format."""
        with self._database.reading() as connection:
            return read_standings(connection, _ladder(format), self._player, _TOP, _to_leader)


def _ladder(format: str) -> Ladder:
    return Ladder(
        "skills", "format = ? AND races >= ?", (format, MIN_RACES), "points", ">", ("player",), ("races", "wins")
    )


def _to_leader(place: int, row: Row) -> Leader:
    return Leader(place, row["player"], row["points"], row["races"], row["wins"])


def _find_place(connection: SqlConnection, format: str, points: int, races: int) -> int | None:
    return None if races < MIN_RACES else find_place(connection, _ladder(format), points)


def mean_points(connection: SqlConnection, players: Iterable[str], format: str) -> int:
    """Return the mean rating of players in a format; new players count as `NEWCOMER_POINTS`."""
    ids = list(players)
    found = select_in(connection, "SELECT points FROM skills WHERE format = ? AND player IN (...)", ids, format)
    points = [points for (points,) in found]
    points += [NEWCOMER_POINTS] * (len(ids) - len(points))
    return round(sum(points) / len(points)) if points else NEWCOMER_POINTS


def take_skills(connection: SqlConnection, format: str, winners: Mapping[str, bool]) -> dict[str, Skill]:
    """Return the skills of players before a race, count the race, and for its winners the win.

    Until the end of the transaction, no other race changes them; they are taken in order, so that no two wait for each
    other.
    """
    newcomer = Skill()
    first = round(newcomer.mu * _MILLION), round(newcomer.sigma * _MILLION), newcomer.points, 1
    rows = [(player, format, *first, int(has_won)) for player, has_won in sorted(winners.items())]
    if not rows:
        return {}
    places = ", ".join([f"({marks(len(rows[0]))})"] * len(rows))
    found = connection.execute(
        f"INSERT INTO skills (player, format, mu, sigma, points, races, wins) VALUES {places} "
        "ON CONFLICT (player, format) DO UPDATE SET races = skills.races + 1, wins = skills.wins + excluded.wins "
        "RETURNING player, mu, sigma, races",
        [value for row in rows for value in row],
    ).fetchall()
    return {player: Skill(mu / _MILLION, sigma / _MILLION, races - 1) for player, mu, sigma, races in found}


def change_skills(connection: SqlConnection, format: str, after: Mapping[str, Skill]) -> None:
    """Write the skills of players after a race that was counted."""
    connection.executemany(
        "UPDATE skills SET mu = ?, sigma = ?, points = ? WHERE player = ? AND format = ?",
        [
            (round(skill.mu * _MILLION), round(skill.sigma * _MILLION), skill.points, player, format)
            for player, skill in sorted(after.items())
        ],
    )


def move_skills(connection: SqlConnection, source: str, target: str) -> None:
    """Give the ratings of one player to another; where both have one, that of more races counts for both."""
    connection.execute(
        "INSERT INTO skills (player, format, mu, sigma, points, races, wins) "
        "SELECT CAST(? AS TEXT), format, mu, sigma, points, races, wins FROM skills WHERE player = ? "
        "ON CONFLICT (player, format) DO UPDATE SET "
        "mu = CASE WHEN excluded.races > skills.races THEN excluded.mu ELSE skills.mu END, "
        "sigma = CASE WHEN excluded.races > skills.races THEN excluded.sigma ELSE skills.sigma END, "
        "points = CASE WHEN excluded.races > skills.races THEN excluded.points ELSE skills.points END, "
        "races = skills.races + excluded.races, wins = skills.wins + excluded.wins",
        (target, source),
    )
    connection.execute("DELETE FROM skills WHERE player = ?", (source,))
