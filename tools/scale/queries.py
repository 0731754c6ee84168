"""Every query that the site asks, timed in a large store: statement by statement, as a worker waits for it."""

import random
import re
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import psycopg

from lianliankan.store import Store
from lianliankan.store.best_lists import BestList
from lianliankan.store.players import Passkey, list_players
from lianliankan.store.rankings import VerifiedResult
from scale.fill import Filled
from scale.patterns import LAST_DAY

TODAY = LAST_DAY.isoformat()
_ENDS = re.compile("BEGIN( ISOLATION[^;]*|; SET [^;]*)?|COMMIT")  # without a query


class Stage:
    """A large store, and a random player of it with a random game; players with many games are chosen more often."""

    def __init__(self, store: Store, filled: Filled, seed: int) -> None:
        self.all, self._chance = store, random.Random(seed)
        self._games = [(player, id) for player, games in filled.games_of.items() for id in games]
        self.pick()

    def pick(self) -> None:
        """Choose another player."""
        self.player, self.id = self._chance.choice(self._games)
        self.others = [self._chance.choice(self._games)[0] for _ in range(25)]
        self.store = self.all.of_player(self.player)
        self.number = secrets.randbits(60)


def _sign_up(stage: Stage) -> str:
    stage.all.players.sign_up(f"new{stage.number}")
    return f"new{stage.number}"


OPERATIONS: dict[str, Callable[[Stage], object]] = {
    "open a game": lambda stage: stage.store.open(stage.id),
    "find a game by the start of its id": lambda stage: stage.store.find(stage.id[:5]),
    "summary of a game": lambda stage: stage.store.summary(stage.id),
    "list of games": lambda stage: stage.store.games(limit=100),
    "game to continue": lambda stage: stage.store.unfinished(),
    "number of games": lambda stage: stage.store.count(),
    "campaign": lambda stage: stage.store.campaign(),
    "first attempt of a day": lambda stage: stage.store.first_attempt(TODAY),
    "calendar": lambda stage: stage.store.days(LAST_DAY),
    "statistics": lambda stage: stage.store.statistics(LAST_DAY),
    "best lists": lambda stage: stage.store.best_lists(),
    "best games of a kind": lambda stage: stage.store.best_games(BestList("classic", kind="8x18")),
    "lists of a game": lambda stage: stage.store.lists_of(stage.id),
    "ranking of a day (a result of everyone)": lambda stage: stage.store.rankings.read(BestList("daily", day=TODAY)),
    "ranking of a level": lambda stage: stage.store.rankings.read(BestList("campaign", level=3)),
    "results to verify": lambda stage: stage.store.rankings.all_pending(),
    "save a result": lambda stage: stage.store.rankings.save(
        stage.id, VerifiedResult("level 99", True, stage.number % 9000, stage.number % 300_000, 3)
    ),
    "names of 25 players": lambda stage: stage.all.players.names(stage.others),
    "account": lambda stage: stage.all.players.account(stage.player),
    "is a cookie valid?": lambda stage: stage.all.players.last_seen(stage.player, stage.player),
    "devices signed out": lambda stage: stage.all.players.ended(),
    "find a passkey": lambda stage: stage.all.players.passkey(f"key-{stage.player}"),
    "sign up and take a name": lambda stage: stage.all.players.rename(_sign_up(stage), f"n {stage.number % 10**15}"),
    "add a device": lambda stage: stage.all.players.add_device(_sign_up(stage)),
    "add a passkey": lambda stage: stage.all.players.add_passkey(
        Passkey(str(stage.number), _sign_up(stage), bytes(77), 0, "", "", 0, 0)
    ),
    "make and use a link": lambda stage: stage.all.players.use_up(
        "link", stage.all.players.issue("link", stage.player)
    ),
    "settings": lambda stage: stage.store.setting("settings", dict[str, Any]()),
    "change the settings": lambda stage: stage.store.set_setting("settings", {"theme": "dark"}),
    "custom pictures": lambda stage: stage.store.pictures.sets(),
    "list of players (page of 100)": lambda stage: list_players(stage.all._database, stage.player, 100),
    "begin a game": lambda stage: stage.store.begin(stage.store.open(stage.id).game),
    "remove a game": lambda stage: stage.store.remove(
        stage.store.begin(stage.store.open(stage.id).game).id,
    ),
}
"""The queries of the web server, its pages and `llk admin`, as calls of the store."""


class QueryTimes(NamedTuple):
    """How long the queries of an operation took, in milliseconds.

    - `queries`: how many there are, without the beginning and the end of transactions.
    - `middle`, `late`: the median and the 99th percentile of all of them together.
    - `slowest`: the 99th percentile of the slowest `statement`.
    - `commit`: the 99th percentile of the commit, which waits for the disk; None if nothing is written.
    """

    name: str
    queries: float
    middle: float
    late: float
    slowest: float
    statement: str
    commit: float | None


def time_operation(stage: Stage, name: str, rounds: int) -> QueryTimes:
    """Run an operation for many players, and return how long its queries took."""
    together: list[float] = []
    statements: dict[str, list[float]] = defaultdict(list)
    commits: list[float] = []
    for _ in range(rounds):
        stage.pick()
        with _timed() as times:
            OPERATIONS[name](stage)
        queries = [(statement, spent) for statement, spent in times if not _ENDS.fullmatch(statement)]
        together.append(sum(spent for _, spent in queries))
        for statement, spent in queries:
            statements[statement].append(spent)
        is_written = any(statement.startswith("BEGIN;") for statement, _ in times)
        commits += [spent for statement, spent in times if is_written and statement == "COMMIT"]
    slowest = max(statements, key=lambda statement: percentile(statements[statement], 0.99))
    return QueryTimes(
        name,
        sum(map(len, statements.values())) / rounds,
        percentile(together, 0.5),
        percentile(together, 0.99),
        percentile(statements[slowest], 0.99),
        slowest,
        percentile(commits, 0.99) if commits else None,
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of all values lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


@contextmanager
def _timed() -> Iterator[list[tuple[str, float]]]:
    """Time every statement of the block, from sending it to having all of its rows."""
    times: list[tuple[str, float]] = []
    execute, many = psycopg.Connection.execute, psycopg.Cursor.executemany

    def timed(act: Callable[..., Any]) -> Callable[..., Any]:
        def run(self: object, statement: str | bytes, *values: object) -> object:
            begin = time.perf_counter()
            found = act(self, statement, *values)
            text = statement if isinstance(statement, str) else statement.decode()
            times.append((text, (time.perf_counter() - begin) * 1000))
            return found

        return run

    psycopg.Connection.execute, psycopg.Cursor.executemany = timed(execute), timed(many)  # type: ignore[method-assign]
    psycopg.ClientCursor.execute = timed(psycopg.Cursor.execute)  # type: ignore[method-assign]
    try:
        yield times
    finally:
        psycopg.Connection.execute, psycopg.Cursor.executemany = execute, many  # type: ignore[method-assign]
        del psycopg.ClientCursor.execute
