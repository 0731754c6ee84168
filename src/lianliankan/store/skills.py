"""The ratings of players, one for each format: read, changed by a race, and listed, the best first."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from lianliankan.race.ratings import Skill
from lianliankan.store.database import Database, SqlConnection

NEWCOMER_POINTS: Final = Skill().points
"""The points of somebody who has not been rated."""

MIN_RACES: Final = 3
"""How many rated races it takes to be in a leader board: before, a rating says little."""

_TOP, _NEAR = 50, 2
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


class Leaders(NamedTuple):
    """The leader board of a format: how many there are, the best, the player with neighbours, and the player."""

    players: int
    top: list[Leader]
    near: list[Leader]
    own: Leader | None


class Skills:
    """The ratings of all players, as one of them sees them."""

    def __init__(self, database: Database, player: str) -> None:
        self._database, self._player = database, player

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

    def leaders(self, format: str) -> Leaders:
        """Return the leader board of a format."""
        with self._database.reading() as connection:
            (players,) = connection.execute(
                "SELECT count(*) FROM skills WHERE format = ? AND races >= ?", (format, MIN_RACES)
            ).fetchone()
            top = _read(connection, format, "1 = 1", (), "points DESC, player", _TOP)
            own = _read(connection, format, "player = ?", (self._player,), "player", 1)
            near: list[Leader] = []
            if own and own[0] not in top:
                point = own[0].points, own[0].points, self._player
                before = "(points > ? OR points = ? AND player < ?)"
                after = "(points < ? OR points = ? AND player > ?)"
                near = [
                    *reversed(_read(connection, format, before, point, "points, player DESC", _NEAR)),
                    own[0],
                    *_read(connection, format, after, point, "points DESC, player", _NEAR),
                ]
                near = [each for each in near if each not in top]
        return Leaders(players, top, near, own[0] if own else None)


def _read(
    connection: SqlConnection, format: str, where: str, values: tuple[object, ...], order: str, limit: int
) -> list[Leader]:
    found = connection.execute(
        "SELECT player, points, races, wins FROM skills "
        f"WHERE format = ? AND races >= ? AND {where} ORDER BY {order} LIMIT {limit}",
        (format, MIN_RACES, *values),
    ).fetchall()
    places: dict[int, int] = {}
    for _, points, *_ in found:
        if points not in places:
            place = _find_place(connection, format, points, MIN_RACES)
            assert place is not None, "it has enough races"
            places[points] = place
    return [Leader(places[points], player, points, races, wins) for player, points, races, wins in found]


def _find_place(connection: SqlConnection, format: str, points: int, races: int) -> int | None:
    if races < MIN_RACES:
        return None
    (better,) = connection.execute(
        "SELECT count(*) FROM skills WHERE format = ? AND races >= ? AND points > ?", (format, MIN_RACES, points)
    ).fetchone()
    return 1 + int(better)


def mean_points(connection: SqlConnection, players: Iterable[str], format: str) -> int:
    """Return the mean rating of players in a format, of whom some may be new."""
    ids = list(players)
    found = connection.execute(
        f"SELECT points FROM skills WHERE format = ? AND player IN ({', '.join('?' * len(ids))})", (format, *ids)
    ).fetchall()
    points = [points for (points,) in found]
    points += [NEWCOMER_POINTS] * (len(ids) - len(points))
    return round(sum(points) / len(points)) if points else NEWCOMER_POINTS


def take_skills(connection: SqlConnection, format: str, winners: Mapping[str, bool]) -> dict[str, Skill]:
    """Return the skills of players before a race, count the race, and for those who have won it the win.

    Until the end of the transaction, no other race changes them; they are taken in order, so that no two wait for each
    other.
    """
    newcomer = Skill()
    first = round(newcomer.mu * _MILLION), round(newcomer.sigma * _MILLION), newcomer.points, 1
    rows = [(player, format, *first, int(has_won)) for player, has_won in sorted(winners.items())]
    if not rows:
        return {}
    marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * len(rows))
    found = connection.execute(
        f"INSERT INTO skills (player, format, mu, sigma, points, races, wins) VALUES {marks} "
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
