"""Players: their accounts, devices, passkeys and secrets; and moving or deleting all data of a player.

A player is an id in a signed cookie. An account only adds to it: a name, a passkey, or a second device.
"""

import json
import secrets
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from lianliankan.errors import QuotaExceeded, StoreError
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.game_rows import delete_parts
from lianliankan.store.picture_sets import forget_pictures, move_pictures
from lianliankan.store.player_names import BadPlayerName, clean_player_name, hash_token, make_name_key
from lianliankan.store.race_results import forget_races, move_races
from lianliankan.store.rankings import move_results
from lianliankan.store.rooms import leave_rooms
from lianliankan.store.sql import insert, select_in
from lianliankan.store.writes import now_stamp
from lianliankan.text import shorten

MAX_DEVICES: Final = 20
MAX_PASSKEYS: Final = 10
MAX_LINKS: Final = 5

LINK_SECONDS: Final = 600
"""The time for which a link for another device is valid."""

ENDED_SECONDS: Final = 60
"""The time for which other servers can learn that a device was signed out."""

_CHALLENGE_SECONDS = 300
_FORGOTTEN_SECONDS = 400 * 24 * 3600  # as long as browsers keep a cookie
_MERGED_SECONDS = 24 * 3600  # a race that a guest has begun is over by then

TokenKind = Literal["link", "register", "sign in"]
"""The purpose of a secret: bringing another device into an account, making a passkey, signing in with one."""

_SECONDS: Final[dict[TokenKind, int]] = {
    "link": LINK_SECONDS,
    "register": _CHALLENGE_SECONDS,
    "sign in": _CHALLENGE_SECONDS,
}


class Agent(NamedTuple):
    """The description of a device by itself: the names of its browser and its system, empty if they are not known."""

    browser: str = ""
    system: str = ""


UNKNOWN_AGENT: Final = Agent()


class Device(NamedTuple):
    """A browser that is signed in; times are in microseconds since 1970."""

    id: str
    browser: str
    system: str
    created: int
    seen: int


class Passkey(NamedTuple):
    """A passkey, and where it was made; times are in microseconds since 1970."""

    id: str
    player: str
    public_key: bytes
    sign_count: int
    browser: str
    system: str
    created: int
    used: int


class PasskeyTaken(StoreError):
    """A passkey that was registered before."""


class Account(NamedTuple):
    """A player's account."""

    player: str
    name: str | None
    created: int
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...]


class Players:
    """The accounts of all players; each change is atomic, and on disk when the method returns.

    >>> import tempfile
    >>> from lianliankan.store import Store
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder) as store:
    ...     store.players.sign_up("ann's id", Agent("Firefox", "Linux"))
    ...     name = store.players.rename("ann's id", "Ann")
    ...     store.players.names(["ann's id", "bob's id"])
    {"ann's id": 'Ann'}
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- Accounts ----------------------------------------------------------------------------------------------------

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of the players that have one."""
        query = "SELECT id, name FROM players WHERE name IS NOT NULL AND id IN (...)"
        with self._database.reading() as connection:
            return dict(select_in(connection, query, sorted(set(players))))

    def account(self, player: str) -> Account | None:
        """Return the account of a player; None for an anonymous one."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT name, created FROM players WHERE id = ?", (player,)).fetchone()
            if row is None:
                return None
            devices = connection.execute(
                "SELECT id, browser, system, created, seen FROM devices WHERE player = ? ORDER BY seen DESC, id",
                (player,),
            ).fetchall()
            passkeys = connection.execute(
                f"SELECT {_PASSKEY} FROM passkeys WHERE player = ? ORDER BY created, id", (player,)
            ).fetchall()
        name, created = row
        return Account(player, name, created, tuple(map(Device._make, devices)), tuple(map(Passkey._make, passkeys)))

    def sign_up(self, player: str, agent: Agent = UNKNOWN_AGENT) -> None:
        """Give a player an account, unless they have one; the browser they use becomes its first device.

        That device has the id of the player, as its cookie names no other.
        """
        with self._database.writing() as connection:
            _sign_up(connection, player, agent)

    def rename(self, player: str, name: str, *, agent: Agent | None = None) -> str:
        """Give the account of a player a name, and return it as it is stored; an empty one takes it away.

        With an `agent`, a player without an account gets one, unless the name is refused. Raises BadPlayerName, also if
        another player's name is the same or looks the same.
        """
        text = clean_player_name(name) if name.strip() else None
        key = None if text is None else make_name_key(text)
        try:
            with self._database.writing() as connection:
                if agent is not None:
                    _sign_up(connection, player, agent)
                taken = "EXISTS (SELECT 1 FROM players AS other WHERE other.name_key = ? AND other.id <> ?)"
                done = connection.execute(
                    f"UPDATE players SET name = ?, name_key = ? WHERE id = ? AND NOT {taken}",
                    (text, key, player, key, player),
                )
                if not done.rowcount:
                    raise StoreError("this player has no account")
                return text or ""
        except StoreError as failure:  # another player may have taken the name at the same moment
            problem = failure
        with self._database.reading() as connection:
            if connection.execute("SELECT 1 FROM players WHERE name_key = ? AND id <> ?", (key, player)).fetchone():
                raise BadPlayerName(f"the name {shorten(text or '')}, or one nearly like it, is taken", code="taken")
        raise problem

    def count_games(self, player: str) -> tuple[int, int]:
        """Return how many games a player has, and in how many of them a pair was made."""
        with self._database.reading() as connection:
            games, played = connection.execute(
                "SELECT count(*), count(CASE WHEN pairs > 0 THEN 1 END) FROM games WHERE player = ?", (player,)
            ).fetchone()
        return int(games), int(played)

    def settings(self, player: str) -> dict[str, object]:
        """Return all settings of a player."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT name, value FROM settings WHERE player = ?", (player,)).fetchall()
        return {name: json.loads(value) for name, value in found}

    def forget(self, player: str) -> int:
        """Delete everything that the store has about a player, and return the number of games.

        Their cookies are no longer valid afterwards. `scrub` leaves nothing of it in the file either.
        """
        _require_player(player)
        with self._database.writing(player) as connection:
            ids = [id for (id,) in connection.execute("SELECT id FROM devices WHERE player = ?", (player,)).fetchall()]
            games = delete_player(connection, player)
            self._end(connection, [player, *ids])
            self._note(connection, "forgotten", player, _FORGOTTEN_SECONDS)
        return games

    def scrub(self, forgotten: Iterable[str] = ()) -> None:
        """Leave nothing of forgotten players in the file and its log; it takes a moment for a large one.

        What was written about those `forgotten` after they were is deleted before.
        """
        for player in forgotten:
            self.forget(player)
        self._database.scrub()

    def _merge(self, connection: SqlConnection, guest: str, player: str, max_games: int) -> None:
        """Give all games and pictures of an anonymous player to another one; the guest's cookie is no longer valid."""
        _require_player(guest)
        _require_player(player)
        if guest == player or connection.execute("SELECT 1 FROM players WHERE id = ?", (guest,)).fetchone():
            raise StoreError("only the games of a player without an account can be taken over")
        move_player(connection, guest, player, max_games)
        delete_player(connection, guest)
        self._end(connection, [guest])
        self._note(connection, "forgotten", guest, _FORGOTTEN_SECONDS)
        self._note(connection, "merged", guest, _MERGED_SECONDS, player)

    # ---- Devices -----------------------------------------------------------------------------------------------------

    def last_seen(self, player: str, device: str) -> int | None:
        """Return when a device was last used, 0 for an anonymous player; None if its cookie is not valid.

        The `device` of a cookie that names none is the player. It is valid as long as the player has no account, and
        then as that of the account's first device.
        """
        with self._database.reading() as connection:
            seen = connection.execute(
                "SELECT seen FROM devices WHERE id = ? AND player = ?", (device, player)
            ).fetchone()
            if seen is not None or device != player:
                return None if seen is None else int(seen[0])
            gone = connection.execute(
                "SELECT 1 FROM players WHERE id = ? UNION ALL SELECT 1 FROM tokens WHERE hash = ?",
                (player, hash_token("forgotten", player)),
            )
            return 0 if gone.fetchone() is None else None

    def add_device(
        self, player: str, agent: Agent = UNKNOWN_AGENT, *, guest: str | None = None, max_games: int = 0
    ) -> str:
        """Sign another browser in, and return its id; all games and pictures of a `guest` come along.

        Raises QuotaExceeded if the account has too many devices or games, and StoreError if the guest has an account.
        """
        id = secrets.token_urlsafe(16)
        with self._database.writing(player) as connection:
            (number,) = connection.execute("SELECT count(*) FROM devices WHERE player = ?", (player,)).fetchone()
            if number >= MAX_DEVICES:
                raise QuotaExceeded(f"an account has at most {MAX_DEVICES} devices; sign one out first")
            if not connection.execute("SELECT 1 FROM players WHERE id = ?", (player,)).fetchone():
                raise StoreError("this player has no account")
            _add_device(connection, id, player, agent)
            if guest is not None:
                self._merge(connection, guest, player, max_games)
        return id

    def touch_device(self, player: str, device: str) -> None:
        """Note that a device was used just now."""
        with self._database.writing() as connection:
            connection.execute("UPDATE devices SET seen = ? WHERE id = ? AND player = ?", (now_stamp(), device, player))

    def sign_out(self, player: str, device: str) -> bool:
        """Sign a device out: its cookie is no longer valid. Return whether there was one."""
        return bool(self._sign_out(player, "id = ?", device))

    def sign_out_others(self, player: str, device: str) -> list[str]:
        """Sign all devices out but one, and return their ids."""
        return self._sign_out(player, "id <> ?", device)

    def _sign_out(self, player: str, which: str, device: str) -> list[str]:
        with self._database.writing() as connection:
            found = connection.execute(
                f"DELETE FROM devices WHERE player = ? AND {which} RETURNING id", (player, device)
            ).fetchall()
            ids = [str(id) for (id,) in found]
            self._end(connection, ids)
        return ids

    def ended(self) -> set[str]:
        """Return the hashes of the devices that were signed out in the last minute, here or by another server."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT hash FROM tokens WHERE kind = 'ended' AND expires > ?", (now_stamp(),)
            ).fetchall()
        return {str(hash) for (hash,) in found}

    @staticmethod
    def ended_hash(device: str) -> str:
        """Return the hash by which `ended` names a device."""
        return hash_token("ended", device)

    # ---- Passkeys ----------------------------------------------------------------------------------------------------

    def add_passkey(self, passkey: Passkey) -> None:
        """Keep a new passkey.

        Raises QuotaExceeded if the account has too many, and PasskeyTaken if the passkey is in use already.
        """
        with self._database.writing(passkey.player) as connection:
            (number,) = connection.execute(
                "SELECT count(*) FROM passkeys WHERE player = ?", (passkey.player,)
            ).fetchone()
            if number >= MAX_PASSKEYS:
                raise QuotaExceeded(f"an account has at most {MAX_PASSKEYS} passkeys; remove one first")
            if not insert(connection, "passkeys", passkey._asdict(), on_conflict="(id) DO NOTHING"):
                raise PasskeyTaken("this passkey is in use already")

    def passkey(self, id: str) -> Passkey | None:
        """Find a passkey by its id."""
        with self._database.reading() as connection:
            found = connection.execute(f"SELECT {_PASSKEY} FROM passkeys WHERE id = ?", (id,)).fetchone()
        return None if found is None else Passkey._make(found)

    def use_passkey(self, id: str, sign_count: int) -> None:
        """Note the use of a passkey, and its counter."""
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE passkeys SET sign_count = ?, used = ? WHERE id = ?", (sign_count, now_stamp(), id)
            )

    def remove_passkey(self, player: str, id: str) -> bool:
        """Remove a passkey of a player; return whether there was one."""
        with self._database.writing() as connection:
            done = connection.execute("DELETE FROM passkeys WHERE player = ? AND id = ?", (player, id))
            return bool(done.rowcount)

    # ---- Secrets that are good once ----------------------------------------------------------------------------------

    def issue(self, kind: TokenKind, player: str = "", *, secret: str = "") -> str:
        """Return a new secret, or take the given one; the store keeps only its hash, for a limited time."""
        secret = secret or secrets.token_urlsafe(16)
        with self._database.writing(player) as connection:
            if kind == "link":  # the oldest ones give way
                old = "SELECT hash FROM tokens WHERE player = ? AND kind = ? ORDER BY expires DESC, hash"
                for (hash,) in connection.execute(old, (player, kind)).fetchall()[MAX_LINKS - 1 :]:
                    connection.execute("DELETE FROM tokens WHERE hash = ?", (hash,))
            self._note(connection, kind, secret, _SECONDS[kind], player)
        return secret

    def look_up(self, kind: TokenKind, secret: str) -> str | None:
        """Return the player of a secret, without using it up; None if it is not valid."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT player FROM tokens WHERE hash = ? AND expires > ?", (hash_token(kind, secret), now_stamp())
            ).fetchone()
        return None if found is None else str(found[0])

    def use_up(self, kind: TokenKind, secret: str) -> str | None:
        """Use up a secret and return its player; None if it is not valid, or no longer."""
        with self._database.writing() as connection:
            found = connection.execute(
                "DELETE FROM tokens WHERE hash = ? AND expires > ? RETURNING player",
                (hash_token(kind, secret), now_stamp()),
            ).fetchone()
        return None if found is None else str(found[0])

    def _end(self, connection: SqlConnection, devices: Iterable[str]) -> None:
        """Tell all servers that devices are signed out."""
        for device in devices:
            self._note(connection, "ended", device, ENDED_SECONDS)

    def _note(self, connection: SqlConnection, kind: str, secret: str, seconds: int, player: str = "") -> None:
        """Store a token until it expires, and delete expired ones."""
        now = now_stamp()
        token = {
            "hash": hash_token(kind, secret),
            "kind": kind,
            "player": player,
            "expires": now + seconds * 1_000_000,
        }
        insert(connection, "tokens", token, on_conflict="(hash) DO UPDATE SET expires = excluded.expires")
        connection.execute("DELETE FROM tokens WHERE kind = ? AND expires <= ?", (kind, now))


_PASSKEY = ", ".join(Passkey._fields)


def _sign_up(connection: SqlConnection, player: str, agent: Agent) -> None:
    _require_player(player)
    if insert(connection, "players", {"id": player, "created": now_stamp()}, on_conflict="(id) DO NOTHING"):
        _add_device(connection, player, player, agent)


def _add_device(connection: SqlConnection, id: str, player: str, agent: Agent) -> None:
    now = now_stamp()
    insert(connection, "devices", {"id": id, "player": player, **agent._asdict(), "created": now, "seen": now})


def _require_player(player: str) -> None:
    if not player:
        raise StoreError("the owner of the machine has no account")


# ---- All that a store has about a player -----------------------------------------------------------------------------


_OF_PLAYERS: Final = ("settings", "first_attempts", "results", "devices", "passkeys", "tokens")
"""The tables in which each row belongs to the player of its column `player`, and to nothing else."""


class PlayerRow(NamedTuple):
    """A player in a list: the number of games and devices, and the last change or visit (microseconds since 1970)."""

    id: str
    name: str | None
    games: int
    devices: int
    seen: int


def has_players(database: Database) -> bool:
    """Whether a player other than '' has a game or pictures."""
    with database.reading() as connection:
        (found,) = connection.execute(
            "SELECT EXISTS (SELECT 1 FROM games WHERE player > '') "
            "OR EXISTS (SELECT 1 FROM picture_sets WHERE player > '')"
        ).fetchone()
    return bool(found)


def list_players(database: Database, after: str, limit: int) -> list[PlayerRow]:
    """List the ids of players with games, races or an account."""
    with database.reading() as connection:
        found = connection.execute(
            "SELECT id FROM (SELECT DISTINCT player AS id FROM games WHERE player > ? ORDER BY player LIMIT ?) AS one "
            "UNION SELECT id FROM (SELECT id FROM players WHERE id > ? ORDER BY id LIMIT ?) AS two "
            "UNION SELECT id FROM (SELECT player AS id FROM racers WHERE player > ? ORDER BY player LIMIT ?) AS three "
            "ORDER BY id LIMIT ?",
            (after, limit, after, limit, after, limit, limit),
        ).fetchall()
        return _describe(connection, [str(id) for (id,) in found])


def search_players(database: Database, name: str, limit: int) -> list[PlayerRow]:
    """List players whose names contain a text, or nearly so, by their names."""
    part = make_name_key(name).replace("!", "!!").replace("%", "!%").replace("_", "!_")
    with database.reading() as connection:
        found = connection.execute(
            "SELECT id FROM players WHERE name_key LIKE ? ESCAPE '!' ORDER BY name_key LIMIT ?", (f"%{part}%", limit)
        ).fetchall()
        return _describe(connection, [str(id) for (id,) in found])


def find_player(database: Database, text: str) -> PlayerRow | None:
    """Find a player by the whole id, or else by the whole name."""
    with database.reading() as connection:
        for table, column in (
            ("players", "id"),
            *((name, "player") for name in ("games", "picture_sets", "settings", "racers")),
        ):
            if text and connection.execute(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", (text,)).fetchone():
                return _describe(connection, [text])[0]
        named = connection.execute("SELECT id FROM players WHERE name_key = ?", (make_name_key(text),)).fetchone()
        return None if named is None else _describe(connection, [str(named[0])])[0]


def _describe(connection: SqlConnection, ids: list[str]) -> list[PlayerRow]:
    accounts, games, devices = (
        {id: values for id, *values in select_in(connection, query, ids)}
        for query in (
            "SELECT id, name, created FROM players WHERE id IN (...)",
            "SELECT player, count(*), max(changed) FROM games WHERE player IN (...) GROUP BY player",
            "SELECT player, count(*), max(seen) FROM devices WHERE player IN (...) GROUP BY player",
        )
    )
    rows = []
    for id in ids:
        (name, created), (played, changed) = accounts.get(id, (None, 0)), games.get(id, (0, 0))
        signed_in, seen = devices.get(id, (0, 0))
        rows.append(PlayerRow(id, name, played, signed_in, max(created, changed, seen)))
    return rows


def delete_player(connection: SqlConnection, player: str) -> int:
    """Delete everything of a player, and return the number of games."""
    games = connection.execute("DELETE FROM games WHERE player = ? RETURNING id", (player,)).fetchall()
    delete_parts(connection, [id for (id,) in games])
    forget_pictures(connection, player)
    for table in _OF_PLAYERS:
        connection.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
    forget_races(connection, player)
    leave_rooms(connection, player)
    connection.execute("DELETE FROM players WHERE id = ?", (player,))
    return len(games)


def move_player(connection: SqlConnection, source: str, target: str, max_games: int) -> None:
    """Give the games and pictures of one player to another, who keeps their own settings."""
    (total,) = connection.execute("SELECT count(*) FROM games WHERE player IN (?, ?)", (source, target)).fetchone()
    if total > max_games:
        raise QuotaExceeded(f"players are limited to {max_games} games; remove some first")
    connection.execute("UPDATE games SET player = ? WHERE player = ?", (target, source))
    move_pictures(connection, source, target)
    connection.execute(  # the earlier attempt of a day is the first one
        "INSERT INTO first_attempts (player, day, game, made) SELECT CAST(? AS TEXT), day, game, made "
        "FROM first_attempts WHERE player = ? ON CONFLICT (player, day) DO UPDATE SET game = excluded.game, "
        "made = excluded.made WHERE excluded.made < first_attempts.made",
        (target, source),
    )
    connection.execute(
        "INSERT INTO imports (player, origin, game) SELECT CAST(? AS TEXT), origin, game FROM imports WHERE player = ? "
        "ON CONFLICT (player, origin) DO NOTHING",
        (target, source),
    )
    connection.execute(  # a game that both have imported stays an imported one
        "INSERT INTO imports (player, origin, game) SELECT DISTINCT CAST(? AS TEXT), game, game FROM imports "
        "WHERE player = ? AND NOT EXISTS "
        "(SELECT 1 FROM imports AS own WHERE own.player = ? AND own.game = imports.game) "
        "ON CONFLICT (player, origin) DO NOTHING",
        (target, source, target),
    )
    connection.execute("DELETE FROM imports WHERE player = ?", (source,))
    move_results(connection, source, target)
    move_races(connection, source, target)
    connection.execute(
        "INSERT INTO settings (player, name, value) SELECT CAST(? AS TEXT), name, value FROM settings "
        "WHERE player = ? ON CONFLICT (player, name) DO NOTHING",
        (target, source),
    )
