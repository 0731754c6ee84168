"""Measure how long a move takes from a window on one server to a window of the same game on another.

python tools/two_windows.py --games 50 --seconds 20
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

import click
from websockets.asyncio.client import ClientConnection

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from postgres_cluster import PrivateCluster
from support.site import open_socket, run_site
from support.web_stage import Client


@click.command()
@click.option("--games", default=50, show_default=True, help="How many games are open on both servers.")
@click.option("--rate", default=2.0, show_default=True, help="Commands of a game in a second.")
@click.option("--seconds", default=20.0, show_default=True, help="How long.")
def main(games: int, rate: float, seconds: float) -> None:
    """Every commit waits for the disk."""
    with PrivateCluster() as cluster, run_site(cluster.url) as one, run_site(cluster.url) as other:
        clients = [Client(one.address) for _ in range(games)]
        ids = [client.start_game(mode="classic", rows=4, cols=6, seed=7) for client in clients]
        cookies = [client.cookie for client in clients]
        answers, delays = asyncio.run(_measure([one.address, other.address], ids, cookies, rate, seconds))
        for client in clients:
            client.close()
    click.echo(f"{len(delays)} commands in {games} games, {len(delays) / seconds:.0f} a second")
    for name, times in (("to the answer", answers), ("from the answer to the other window", delays)):
        times.sort()
        middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
        click.echo(f"{name}: p50 {middle * 1000:.1f} ms, p99 {late * 1000:.1f} ms")


async def _measure(
    addresses: list[str], ids: list[str], cookies: list[str], rate: float, seconds: float
) -> tuple[list[float], list[float]]:
    answers: list[float] = []
    delays: list[float] = []
    async with AsyncExitStack() as stack:
        windows: list[list[ClientConnection]] = []
        for id, cookie in zip(ids, cookies, strict=True):
            windows.append([await open_socket(address, f"/ws/{id}", cookie) for address in addresses])
            for socket in windows[-1]:
                stack.push_async_callback(socket.close)
                await socket.send(json.dumps({"type": "hello", "v": 3}))
                await socket.recv()
        end = time.perf_counter() + seconds
        await asyncio.gather(*(_play(one, other, 1 / rate, end, answers, delays) for one, other in windows))
    return answers, delays


async def _play(
    sender: ClientConnection,
    watcher: ClientConnection,
    pause: float,
    end: float,
    answers: list[float],
    delays: list[float],
) -> None:
    """Pause and resume in one window, and watch the other."""
    version = 0
    while time.perf_counter() < end:
        command = "resume" if version % 2 else "pause"
        watching = asyncio.create_task(_read(watcher, version + 1))
        sent = time.perf_counter()
        await sender.send(json.dumps({"type": "do", "n": version, "version": version, "command": command}))
        answered, seen = await _read(sender, version + 1), await watching
        answers.append(answered - sent)
        delays.append(seen - answered)
        version += 1
        await asyncio.sleep(max(sent + pause - time.perf_counter(), 0))


async def _read(socket: ClientConnection, version: int) -> float:
    """Read messages up to a version; return the time."""
    while json.loads(await socket.recv()).get("version", 0) < version:
        pass
    return time.perf_counter()


if __name__ == "__main__":
    main()
