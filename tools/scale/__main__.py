"""Measure PostgreSQL stores of growing size, and write docs/scale.md: python -m scale [--games N] [--write].

The largest takes 6 GB of disk for a million games, and 10 minutes. Everything is removed afterwards.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import psycopg

from lianliankan.store import Store
from lianliankan.text import table
from load.games import LoadResult, load_table, measure
from postgres_cluster import PrivateCluster
from scale.batches import BatchCost, measure_batches
from scale.fill import Filled, fill
from scale.patterns import make_patterns
from scale.queries import OPERATIONS, QueryTimes, Stage, time_operation

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
MARK = "<!-- measured by python -m scale: {} -->"
PLAYERS = 10  # games for each
PATTERNS = 400
ROUNDS = 500
MAX_QUERY_MS = 10.0
_TABLES = ("games", "commands", "analyses", "results")
_BEGUN = time.monotonic()


class StoreSize(NamedTuple):
    """A filled store: its contents, its size in bytes, by table and in all, and its query times."""

    games: int
    players: int
    commands: int
    sizes: dict[str, int]
    times: list[QueryTimes]
    batches: list[BatchCost]


def main() -> None:
    parser = argparse.ArgumentParser(prog="scale", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], help="sizes of stores")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each query is timed")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long a run of the load test is; 0 for none")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/scale.md")
    given = parser.parse_args()
    stores = measure_stores(given.games, given.rounds)
    tables = {"queries": query_table(stores), "sizes": size_table(stores), "batches": batch_table(stores)}
    if given.seconds:
        tables["moves"] = load_table(measure_load(given.seconds))
    if given.write:
        write_tables(tables)
    else:
        print("\n\n".join(tables.values()))
    slow = [f"{each.name}: {each.slowest:.1f} ms: {each.statement}" for store in stores for each in store.times
            if each.slowest > MAX_QUERY_MS]  # fmt: skip
    sys.exit("\n".join(slow) if slow else 0)


def measure_stores(sizes: Sequence[int], rounds: int) -> list[StoreSize]:
    patterns = make_patterns(PATTERNS)
    found = []
    with PrivateCluster() as cluster:
        for games in sizes:
            name = f"games{games}"
            url = cluster.create_database(name)
            filled = fill(url, patterns, games=games, players=max(games // PLAYERS, 1), tell=tell)
            found.append(measure_store(cluster, url, filled, rounds))
            cluster.drop_database(name)
    return found


def measure_store(cluster: PrivateCluster, url: str, filled: Filled, rounds: int) -> StoreSize:
    sizes, games = read_sizes(url), sum(map(len, filled.games_of.values()))
    with Store(url) as store:
        stage = Stage(store, filled, seed=games)
        for operation in OPERATIONS:  # what a site that runs has in memory
            time_operation(stage, operation, max(rounds // 5, 1))
        times = [time_operation(stage, operation, rounds) for operation in OPERATIONS]
        batches = asyncio.run(measure_batches(cluster, stage))
    return StoreSize(games, len(filled.games_of), filled.commands, sizes, times, batches)


def measure_load(seconds: float) -> list[LoadResult]:
    found = []
    for players in (500, 1000, 2000):
        for store, workers in (("sqlite", 1), ("postgresql", 1), ("postgresql", 2)):
            tell(f"{players} players, {workers} workers on {store}")
            found.append(measure(players=players, rate=1.0, seconds=seconds, store=store, workers=workers))
    return found


def read_sizes(url: str) -> dict[str, int]:
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class WHERE relname = ANY(%s)",
            (list(_TABLES),),
        ).fetchall()
        total = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert total
    parts = {name: size for table, *sizes in rows for name, size in zip((table, f"{table} index"), sizes, strict=True)}
    return parts | {"all": int(total[0])}


def query_table(stores: Sequence[StoreSize]) -> str:
    head = ("what", "queries", *(f"{store.games:,} games: p50 / p99 ms" for store in stores), "slowest query, p99 ms")
    lines = []
    for times in zip(*(store.times for store in stores), strict=True):
        cells = (f"{each.middle:.2f} / {each.late:.2f}" for each in times)
        last = times[-1]
        lines.append((last.name, f"{last.queries:.1f}".removesuffix(".0"), *cells, f"{last.slowest:.2f}"))
    return table(head, lines, markdown=True)


def size_table(stores: Sequence[StoreSize]) -> str:
    head = ("games", "players", "commands", "MB", *(f"{name}, bytes each" for name in ("game", "command")))
    lines = []
    for store in stores:
        each = [
            (store.sizes[name] + store.sizes[f"{name} index"]) / number
            for name, number in (("games", store.games), ("commands", store.commands))
        ]
        numbers = (f"{number:,}" for number in (store.games, store.players, store.commands))
        lines.append((*numbers, f"{store.sizes['all'] / 1e6:,.0f}", *(f"{size:.0f}" for size in each)))
    return table(head, lines, markdown=True, left=())


def batch_table(stores: Sequence[StoreSize]) -> str:
    head = ("moves in a batch", *(f"{store.games:,} games: p50 / p99 ms" for store in stores), "database CPU µs a move")
    lines = []
    for costs in zip(*(store.batches for store in stores), strict=True):
        cells = (f"{each.middle:.1f} / {each.late:.1f}" for each in costs)
        lines.append((str(costs[0].size), *cells, f"{costs[-1].cpu_micros:.0f}"))
    return table(head, lines, markdown=True, left=())


def write_tables(tables: dict[str, str]) -> None:
    """Replace the tables of the page; the text around them is written by hand."""
    page = PAGE.read_text(encoding="utf-8")
    for name, new in tables.items():
        before, mark, rest = page.partition(MARK.format(name))
        assert mark, f"{PAGE} has no place for the table {name}"
        end = rest.index("\n\n", rest.index("|"))
        after = rest[end:]
        while after.lstrip("\n").startswith("|"):  # of two tables, both are replaced
            after = after.lstrip("\n")
            after = after[after.index("\n\n") :]
        page = f"{before}{mark}\n\n{new}{after}"
    PAGE.write_text(page, encoding="utf-8")


def tell(text: str) -> None:
    print(f"{time.monotonic() - _BEGUN:6.0f} s  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores", file=sys.stderr)
    main()
