"""The cost of writing moves for the database: batches as a worker writes them, and their announcements."""

import time
from collections.abc import Iterator
from typing import NamedTuple

import psycopg

import lianliankan as llk
from lianliankan.solver.solve import solve
from lianliankan.store.stored_game import StoredGame
from postgres_cluster import PrivateCluster
from process_tree import cpu_seconds
from scale.queries import Stage, percentile

_SIZES = (1, 4, 16, 64, 256)
_LISTENERS = 2  # servers that hear of every move


class BatchCost(NamedTuple):
    """The cost of batches of a size: milliseconds until they are on the disk, and the database's CPU time per move."""

    size: int
    middle: float
    late: float
    cpu_micros: float


async def measure_batches(cluster: PrivateCluster, stage: Stage) -> list[BatchCost]:
    """Write moves of games that are begun for it, in batches of several sizes, while other servers listen."""
    games = [_begin(stage, number) for number in range(max(_SIZES))]
    url = str(stage.all.location)
    listeners = [await psycopg.AsyncConnection.connect(url, autocommit=True) for _ in range(_LISTENERS)]
    for listener in listeners:
        await listener.execute("LISTEN llk")
    found = []
    for size in _SIZES:
        rounds = min(100, 2048 // size)  # 26 moves of each game, of 56
        spent, before = [], cpu_seconds(cluster.pid)
        for place in range(rounds):
            some = [games[(place * size + n) % len(games)] for n in range(size)]
            pending = [(stored, stored.attempt(next(moves), at=float(stored.version))) for stored, moves in some]
            begin = time.perf_counter()
            problems = stage.all.write_changes([attempt.change for _, attempt in pending if attempt.change], "scale")
            spent.append((time.perf_counter() - begin) * 1000)
            assert not any(problems), problems
            for stored, attempt in pending:
                stored.commit(attempt)
        micros = (cpu_seconds(cluster.pid) - before) / (rounds * size) * 1e6
        found.append(BatchCost(size, percentile(spent, 0.5), percentile(spent, 0.99), micros))
    for connection in listeners:
        await connection.close()
    return found


def _begin(stage: Stage, number: int) -> tuple[StoredGame, Iterator[str]]:
    """Begin a game, and return it with the moves that win it."""
    stage.pick()
    game = llk.plan("classic", rows=8, cols=14, seed=number).game()
    return stage.store.begin(game), iter([f"play {move}" for move in solve(game.board).moves])
