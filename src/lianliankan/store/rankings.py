"""Rankings: the verified results of all players on a board, one of each, the best first."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, NamedTuple

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import NoSuchGame
from lianliankan.game.events import Linked, Restarted
from lianliankan.game.game import Game
from lianliankan.game.modes import true_mode
from lianliankan.game.replay import replayed
from lianliankan.records.record_form import format_deal
from lianliankan.store.best_lists import BestList
from lianliankan.store.database import Database, SqlConnection
from lianliankan.store.imports import NOT_IMPORTED
from lianliankan.store.ladder import Ladder, Row, Standings, read_standings
from lianliankan.store.sql import insert, select_in
from lianliankan.text import shorten

# ---- Verifying -------------------------------------------------------------------------------------------------------


class VerifiedResult(NamedTuple):
    """A result on a board: whether the game was won, its points, the milliseconds played, its stars."""

    board: str
    won: bool
    score: int
    played: int
    stars: int

    @property
    def standing(self) -> int:
        """The number that sorts the results of a board, the best first."""
        return _pack(int(self.won), self.score, self.played)


def ranked_board(best_list: BestList) -> str | None:
    """Return the name of the board of a list in the rankings; None if players are not compared on it.

    Custom games have no rankings, since each has options of its own.

    >>> ranked_board(BestList("daily", day="2026-11-16")), ranked_board(BestList("campaign", level=12))
    ('daily 2026-11-16', 'level 12')
    >>> ranked_board(BestList("timed", deal="8x18 seed=7")), ranked_board(BestList("own", deal="8x18 seed=7"))
    ('deal timed b332b03e4b8a49cba5d6b8a160485a38', None)
    """
    mode, level, day, deal, *_ = best_list.key
    if mode == "own":
        return None
    if day is not None:
        return f"daily {day}"
    if level is not None:
        return f"level {level}"
    # Deals with a mask have long texts.
    return None if deal is None else f"deal {mode} {blake2b(str(deal).encode(), digest_size=16).hexdigest()}"


def verify_result(game: Game, dealt: Mapping[Deal, Board] | None = None) -> VerifiedResult | None:
    """Return the result of a game that was just replayed; None if it does not count.

    It counts if the board is that of its deal, as are the shuffles, and the options are those of its mode. Of a daily
    game, the first attempt ends with the first restart; of any other, only a win counts. `dealt` has boards that need
    not be dealt again.
    """
    options, mode, deal = game.options, true_mode(game), game.deal
    name = ranked_board(BestList(mode, options.level, options.day, format_deal(deal)))
    if name is None or deal is None or game.seed != deal.seed:
        return None
    board = dealt[deal] if dealt and deal in dealt else deal.board()
    if board != game.first_board:
        return None
    if mode == "daily":
        return _first_attempt(game, name)
    return VerifiedResult(name, True, game.score, game.clock.played(), game.stars) if game.state == "won" else None


def _first_attempt(game: Game, board: str) -> VerifiedResult | None:
    if any(entry.command.word == "restart" for entry in game.entries):
        is_tried, given_up = False, VerifiedResult(board, False, 0, 0, 0)
        for _, happened, after in replayed(game, quietly=True):
            if is_tried and any(isinstance(event, Restarted) for event in happened):
                return given_up
            is_tried = is_tried or any(isinstance(event, Linked) for event in happened)
            given_up = VerifiedResult(board, False, after.score, after.clock.played(), 0)
    if not game.is_over:
        return None
    return VerifiedResult(board, game.state == "won", game.score, game.clock.played(), game.stars)


# ---- Ranking ---------------------------------------------------------------------------------------------------------


_MAX_CANDIDATES = 5  # games of a player that are verified for one place
_MAX_PENDING = 20
_TOP = 20  # results shown

# A standing is a number that sorts results: won before lost, then more points, then less time.
_PLAYED_BITS, _SCORE_BITS = 30, 24
_MAX_PLAYED, _MAX_SCORE = (1 << _PLAYED_BITS) - 1, (1 << _SCORE_BITS) - 1

_KEEP_THE_BETTER = (
    "(board, player) DO UPDATE SET game = excluded.game, won = excluded.won, score = excluded.score, "
    "played = excluded.played, stars = excluded.stars, ended = excluded.ended, standing = excluded.standing "
    "WHERE excluded.standing < results.standing"
)


class RankedResult(NamedTuple):
    """A result in a ranking: its place, which equal results share, its player, and its values."""

    place: int
    player: str
    game: str
    won: bool
    score: int
    played: int
    stars: int


class Candidate(NamedTuple):
    """A game that may count in the ranking of a list, and has not been verified."""

    game: str
    best_list: BestList


class Rankings:
    """The rankings of a store, as a player sees them."""

    def __init__(self, database: Database, player: str) -> None:
        self._database = database
        self._player = player

    def save(self, id: str, result: VerifiedResult) -> bool:
        """Keep the result of a player's game if it counts, and return whether it does; raises NoSuchGame.

        Imported games do not count, since their times cannot be checked. Of a day, only the first attempt counts, and
        only if its first pair was not made before that day; of other boards, the player's best result is kept.
        Saving it again changes nothing.
        """
        with self._database.writing(self._player) as connection:
            found = connection.execute(
                f"SELECT changed, day, {NOT_IMPORTED} FROM games WHERE id = ? AND player = ?", (id, self._player)
            ).fetchone()
            if found is None:
                raise NoSuchGame(f"there is no game {shorten(id)}")
            ended, day, is_own = found
            if not is_own or (day is not None and not self._is_first_attempt(connection, id, day)):
                return False
            row = {
                "board": result.board,
                "player": self._player,
                "game": id,
                "won": int(result.won),
                "score": result.score,
                "played": result.played,
                "stars": result.stars,
                "ended": ended,
                "standing": result.standing,
            }
            insert(connection, "results", row, on_conflict=_KEEP_THE_BETTER)
        return True

    def pending(self, best_list: BestList) -> list[Candidate]:
        """Return the games of the player that may improve their place on a board, the best first."""
        board = ranked_board(best_list)
        with self._database.reading() as connection:
            known = connection.execute(
                "SELECT game, standing FROM results WHERE board = ? AND player = ?", (board, self._player)
            ).fetchone()
            if best_list.day is not None:
                found = [] if known else connection.execute(_PENDING_DAY, (self._player, best_list.day)).fetchall()
                return [Candidate(id, best_list) for (id,) in found]
            where, value = ("level", best_list.level) if best_list.level is not None else ("deal", best_list.deal)
            won = connection.execute(
                f"SELECT id, score, played FROM games WHERE player = ? AND mode = ? AND {where} = ? AND state = 'won' "
                f"AND {NOT_IMPORTED} ORDER BY score DESC, played, changed LIMIT {_MAX_CANDIDATES}",
                (self._player, best_list.mode, value),
            ).fetchall()
        best = _MAX_STANDING if known is None else known[1]
        return [Candidate(id, best_list) for id, score, played in won if _pack(1, score, played) < best]

    def all_pending(self) -> list[Candidate]:
        """Return first attempts of the player that have ended, and their last wins, as far as they are not ranked."""
        with self._database.reading() as connection:
            days = connection.execute(_PENDING_DAYS, (self._player,)).fetchall()
            won = connection.execute(
                "SELECT id, mode, level, deal, score, played FROM games WHERE player = ? AND state = 'won' "
                f"AND mode <> 'daily' AND mode <> 'own' AND {NOT_IMPORTED} ORDER BY changed DESC "
                f"LIMIT {_MAX_PENDING}",
                (self._player,),
            ).fetchall()
            ranked = dict(
                connection.execute("SELECT board, standing FROM results WHERE player = ?", (self._player,)).fetchall()
            )
        found = [Candidate(id, BestList("daily", day=day)) for id, day in days]
        for id, mode, level, deal, score, played in won:
            best_list = BestList(mode, level=level, deal=deal)
            board = ranked_board(best_list)
            if board is not None and _pack(1, score, played) < ranked.get(board, _MAX_STANDING):
                found.append(Candidate(id, best_list))
        return found

    def read(self, best_list: BestList) -> Standings[RankedResult]:
        """Return the ranking of a board."""
        columns = ("game", "won", "score", "played", "stars")
        board = ranked_board(best_list)
        ladder = Ladder("results", "board = ?", (board,), "standing", "<", ("ended", "player"), columns)
        with self._database.reading() as connection:
            return read_standings(connection, ladder, self._player, _TOP, _to_result)

    def own_results(self) -> list[dict[str, Any]]:
        """Return all results of the player: the columns of the table, apart from those that only sort."""
        names = ("board", "game", "won", "score", "played", "stars", "ended")
        with self._database.reading() as connection:
            found = connection.execute(
                f"SELECT {', '.join(names)} FROM results WHERE player = ? ORDER BY ended, board", (self._player,)
            ).fetchall()
        return [dict(zip(names, row, strict=True)) for row in found]

    def settings_of(self, players: Iterable[str], name: str) -> dict[str, Any]:
        """Return a setting of several players, as `Store.setting` returns it for one; without those who lack it."""
        query = "SELECT player, value FROM settings WHERE name = ? AND player IN (...)"
        with self._database.reading() as connection:
            found = select_in(connection, query, sorted(players), name)
        return {player: json.loads(value) for player, value in found}

    def _is_first_attempt(self, connection: SqlConnection, id: str, day: str) -> bool:
        found = connection.execute(
            "SELECT game, made FROM first_attempts WHERE player = ? AND day = ?", (self._player, day)
        ).fetchone()
        start = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1_000_000
        return found is not None and found[0] == id and found[1] >= start


def move_results(connection: SqlConnection, source: str, target: str) -> None:
    """Give the results of one player to another, whose first attempts are known: of a day, only that one counts.

    Of any other board, the better result is kept.
    """
    found = connection.execute(
        "SELECT board, player, game FROM results WHERE player IN (?, ?) ORDER BY board, standing",
        (source, target),
    ).fetchall()
    attempts = connection.execute("SELECT day, game FROM first_attempts WHERE player = ?", (target,)).fetchall()
    firsts, done = {f"daily {day}": game for day, game in attempts}, set[str]()
    for board, player, game in found:
        if board in done or game != firsts.get(board, game):
            connection.execute("DELETE FROM results WHERE board = ? AND player = ?", (board, player))
        else:
            done.add(board)
    connection.execute("UPDATE results SET player = ? WHERE player = ?", (target, source))


_PENDING_DAYS = (
    "SELECT attempt.game, attempt.day FROM first_attempts AS attempt JOIN games ON games.id = attempt.game "
    "LEFT JOIN results ON results.player = attempt.player AND results.board = 'daily ' || attempt.day "
    "WHERE attempt.player = ? AND results.game IS NULL AND games.state IN ('won', 'lost') "
    f"AND {NOT_IMPORTED} ORDER BY attempt.day DESC LIMIT {_MAX_PENDING}"
)
_PENDING_DAY = (
    "SELECT attempt.game FROM first_attempts AS attempt JOIN games ON games.id = attempt.game "
    "WHERE attempt.player = ? AND attempt.day = ? AND (games.state IN ('won', 'lost') OR EXISTS "
    "(SELECT 1 FROM commands WHERE commands.game = attempt.game AND commands.command = 'restart')) "
    f"AND {NOT_IMPORTED}"
)


def _to_result(place: int, row: Row) -> RankedResult:
    return RankedResult(place, row["player"], row["game"], bool(row["won"]), row["score"], row["played"], row["stars"])


def _pack(won: int, score: int, played: int) -> int:
    points = (1 - won) << _SCORE_BITS | (_MAX_SCORE - min(max(score, 0), _MAX_SCORE))
    return points << _PLAYED_BITS | min(max(played, 0), _MAX_PLAYED)


_MAX_STANDING = _pack(0, 0, _MAX_PLAYED) + 1
