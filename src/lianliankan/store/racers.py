"""Players who race: the names that others see, and the handles that lead to their profiles."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.player_names import BadPlayerName, clean_player_name, make_name_key
from lianliankan.store.sql import insert_many, select_in
from lianliankan.text import shorten

MAX_RACE_NAME: Final = 20
"""The longest name in a race, in characters."""


class Racers:
    """The players of a store who race, as one of them sees them."""

    def __init__(self, database: Database, player: str) -> None:
        self._database, self._player = database, player

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

        Raises BadPlayerName, also if it is the name of somebody's account, or nearly so.
        """
        text = clean_race_name(name) if name.strip() else None
        with self._database.writing(self._player) as connection:
            if text is not None:
                taken = connection.execute(
                    "SELECT 1 FROM players WHERE name_key = ? AND id <> ?", (make_name_key(text), self._player)
                ).fetchone()
                if taken is not None:
                    raise BadPlayerName(f"somebody else is called {shorten(text)}, or nearly so", code="taken")
            add_racers(connection, [self._player])
            connection.execute("UPDATE racers SET name = ? WHERE player = ?", (text, self._player))
        return text

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of those who have one: that of the account, or else the one that they race under."""
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
    """Return what leads to the profile of a player: always the same, and nothing to find the player's id by.

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
