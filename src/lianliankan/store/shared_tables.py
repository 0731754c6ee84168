"""The tables that both engines create with the same statements, by the version of the store that added them.

The words for types are TEXT, INTEGER (64 bits) and BLOB; times are microseconds since 1970.
"""

from typing import Final

STATEMENTS: Final[dict[int, tuple[str, ...]]] = {
    8: (
        # Secrets of the site that all its servers share.
        "CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL)",
        # Players with an account. Anonymous ones have no row: their id is in their cookie and with their games.
        "CREATE TABLE players (id TEXT NOT NULL PRIMARY KEY, name TEXT, name_key TEXT UNIQUE, "
        "created INTEGER NOT NULL)",
        # The browsers that are signed in. The id of the one that an account was made in is the player's own id.
        "CREATE TABLE devices (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, browser TEXT NOT NULL, "
        "system TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL)",
        "CREATE INDEX devices_of_player ON devices (player)",
        "CREATE TABLE passkeys (id TEXT NOT NULL PRIMARY KEY, player TEXT NOT NULL, public_key BLOB NOT NULL, "
        "sign_count INTEGER NOT NULL, browser TEXT NOT NULL, system TEXT NOT NULL, created INTEGER NOT NULL, "
        "used INTEGER NOT NULL)",
        "CREATE INDEX passkeys_of_player ON passkeys (player)",
        # What holds for a while, under the hash of a secret: links for other devices, questions to passkeys, cookies
        # that are no longer valid.
        "CREATE TABLE tokens (hash TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, player TEXT NOT NULL, "
        "expires INTEGER NOT NULL)",
        "CREATE INDEX tokens_of_player ON tokens (player)",
        "CREATE INDEX tokens_by_expiry ON tokens (kind, expires)",
        # Which game of a day is a player's first attempt: the one in which the first pair was made, and when that was.
        "CREATE TABLE first_attempts (player TEXT NOT NULL, day TEXT NOT NULL, game TEXT NOT NULL, "
        "made INTEGER NOT NULL, PRIMARY KEY (player, day))",
        # Verified results, one of each player on a board: see rankings.py. The standing sorts them, the best first.
        "CREATE TABLE results (board TEXT NOT NULL, player TEXT NOT NULL, game TEXT NOT NULL, won INTEGER NOT NULL, "
        "score INTEGER NOT NULL, played INTEGER NOT NULL, stars INTEGER NOT NULL, ended INTEGER NOT NULL, "
        "standing INTEGER NOT NULL, PRIMARY KEY (board, player))",
        "CREATE INDEX results_best_first ON results (board, standing, ended, player)",
        "CREATE INDEX results_of_player ON results (player)",
        # How many results of a board have standings in a range, so that no place has to be counted one by one.
        "CREATE TABLE result_counts (board TEXT NOT NULL, bucket INTEGER NOT NULL, results INTEGER NOT NULL, "
        "PRIMARY KEY (board, bucket))",
    ),
    9: (
        # Games that were imported from elsewhere, with the id that they have there; they are not in the rankings.
        "CREATE TABLE imports (player TEXT NOT NULL, origin TEXT NOT NULL, game TEXT NOT NULL, "
        "PRIMARY KEY (player, origin))",
        "CREATE INDEX imports_of_game ON imports (game)",
    ),
    10: (
        # Rooms, as long as they are open: see rooms.py. The base is what a room was some entries ago; what follows the
        # version is for lists, and may be a little late.
        "CREATE TABLE rooms (code TEXT NOT NULL PRIMARY KEY, opener TEXT NOT NULL, is_public INTEGER NOT NULL, "
        "is_quick INTEGER NOT NULL, ghosts TEXT NOT NULL, opened INTEGER NOT NULL, base TEXT NOT NULL, "
        "base_version INTEGER NOT NULL, version INTEGER NOT NULL, changed INTEGER NOT NULL, "
        "card_version INTEGER NOT NULL, phase TEXT NOT NULL, format TEXT NOT NULL, settings TEXT NOT NULL, "
        "seats INTEGER NOT NULL, people INTEGER NOT NULL, bots INTEGER NOT NULL, host TEXT NOT NULL, "
        "rating INTEGER NOT NULL)",
        # What was done in a room, by which server; the note of a "join" is its player.
        "CREATE TABLE room_entries (room TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, "
        "author TEXT NOT NULL, command TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (room, number))",
        # Who has a seat in a room, and who was removed from it.
        "CREATE TABLE room_players (room TEXT NOT NULL, player TEXT NOT NULL, is_kicked INTEGER NOT NULL, "
        "PRIMARY KEY (room, player))",
        "CREATE INDEX room_players_by_player ON room_players (player)",
        # Races that are over. Their records contain no names; those are with the results.
        "CREATE TABLE races (id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, format TEXT NOT NULL, "
        "began INTEGER NOT NULL, ended INTEGER NOT NULL, is_rated INTEGER NOT NULL, flags TEXT NOT NULL, "
        "record BLOB NOT NULL)",
        "CREATE INDEX races_to_review ON races (began) WHERE flags <> ''",
        # How each seat fared; a bot, a ghost, and somebody who was forgotten, is no player.
        "CREATE TABLE race_results (race TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT, name TEXT NOT NULL, "
        "bot INTEGER NOT NULL, rank INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT, ms INTEGER, "
        "pairs INTEGER NOT NULL, tiles INTEGER NOT NULL, began INTEGER NOT NULL, points_before INTEGER, "
        "points_after INTEGER, PRIMARY KEY (race, seat))",
        "CREATE INDEX race_results_of_player ON race_results (player, began)",
        # Ratings of players in a format. The points are what lists are sorted by; mu and sigma are in millionths.
        "CREATE TABLE skills (player TEXT NOT NULL, format TEXT NOT NULL, mu INTEGER NOT NULL, sigma INTEGER NOT NULL, "
        "points INTEGER NOT NULL, races INTEGER NOT NULL, wins INTEGER NOT NULL, PRIMARY KEY (player, format))",
        "CREATE INDEX skills_best_first ON skills (format, points, player)",
        # Players who race: what leads to their profiles, and the name that a player without an account has chosen.
        "CREATE TABLE racers (player TEXT NOT NULL PRIMARY KEY, handle TEXT NOT NULL UNIQUE, name TEXT)",
    ),
}
"""The statements that upgrade a store to a version; those of a released version never change."""

OLDEST_PROGRAMS: Final = {8: 8, 9: 8, 10: 8}
"""For a version of the store, the oldest program that can still use it: one that needs this version.

A version that only adds tables, or columns with defaults, names the same program as the version before.
"""

COLUMNS_OF: Final[dict[str, tuple[str, ...]]] = {
    "secrets": ("name", "value"),
    "players": ("id", "name", "name_key", "created"),
    "devices": ("id", "player", "browser", "system", "created", "seen"),
    "passkeys": ("id", "player", "public_key", "sign_count", "browser", "system", "created", "used"),
    "tokens": ("hash", "kind", "player", "expires"),
    "first_attempts": ("player", "day", "game", "made"),
    "results": ("board", "player", "game", "won", "score", "played", "stars", "ended", "standing"),
    "result_counts": ("board", "bucket", "results"),
    "imports": ("player", "origin", "game"),
    "rooms": (
        *("code", "opener", "is_public", "is_quick", "ghosts", "opened", "base", "base_version", "version", "changed"),
        *("card_version", "phase", "format", "settings", "seats", "people", "bots", "host", "rating"),
    ),
    "room_entries": ("room", "number", "at", "author", "command", "note"),
    "room_players": ("room", "player", "is_kicked"),
    "races": ("id", "room", "format", "began", "ended", "is_rated", "flags", "record"),
    "race_results": (
        *("race", "seat", "player", "name", "bot", "rank", "state", "reason", "ms", "pairs", "tiles", "began"),
        *("points_before", "points_after"),
    ),
    "skills": ("player", "format", "mu", "sigma", "points", "races", "wins"),
    "racers": ("player", "handle", "name"),
}
"""The columns that each of these tables must have."""
