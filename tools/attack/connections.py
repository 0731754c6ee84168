"""Attacks on connections: heads, bodies, sockets that do nothing, answers that are not read, and floods of frames."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator

from attack.stage import Attack, Target
from attack.wire import Client, frame
from lianliankan.dealing.deal import deal
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES
from lianliankan.store import Store

BLOCK = 1 << 16


async def repeat(target: Target, number: int, act: Callable[[int], Awaitable[object]]) -> Counter[str]:
    """Let `number` tasks repeat something until the time is over, and count what each came to."""
    end, came_to = time.monotonic() + target.seconds, Counter[str]()

    async def one(place: int) -> None:
        while (left := end - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    found = str(await act(place))
            except TimeoutError:
                found = "still waiting"
            except (OSError, ValueError) as problem:
                found = str(problem) if type(problem) is ConnectionError else type(problem).__name__
            came_to[found] += 1
            await asyncio.sleep(0.001)

    await asyncio.gather(*map(one, range(number)))
    return came_to


def tell(came_to: Counter[str]) -> str:
    """The outcome of an attack, in a few words."""
    return ", ".join(f"{number:,} × {found}" for found, number in came_to.most_common(4)) or "nothing"


async def pour(client: Client, start: bytes, more: Iterator[bytes]) -> str:
    """Send until the server closes the connection, and return the first line of its answer."""
    reader, writer = await client.open()
    try:
        writer.write(start)
        answer = asyncio.ensure_future(reader.read(200))
        for data in more:
            writer.write(data)
            await asyncio.wait({answer, drain := asyncio.ensure_future(writer.drain())}, return_when="FIRST_COMPLETED")
            if answer.done():
                drain.cancel()
                break
            await drain
        line = (await answer).split(b"\r\n")[0].decode(errors="replace")
        return line.removeprefix("HTTP/1.1 ") or "closed"
    finally:
        answer.cancel()
        writer.transport.abort()


async def heavy_headers(target: Target) -> str:
    """One endless header, and endlessly many headers."""
    client = target.client()
    start = client.head("GET", "/")[:-2]
    many = b"".join(b"x-%06d: %s\r\n" % (number, b"v" * 40) for number in range(BLOCK // 52))

    async def act(place: int) -> str:
        if place % 2:
            return await pour(client, start + b"x: ", itertools.repeat(b"v" * BLOCK))
        return await pour(client, start, itertools.repeat(many))

    return tell(await repeat(target, 20, act))


async def hold(target: Target, number: int, start: Callable[[int], tuple[Client, bytes]], drip: bytes = b"") -> str:
    """Open connections that send the start of a request, and then little or nothing; count those still open."""
    opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    refused, end = 0, time.monotonic() + target.seconds
    for place in range(number):
        client, data = start(place)
        try:
            async with asyncio.timeout(2):
                reader, writer = await client.open()
        except (OSError, TimeoutError):
            refused += 1
            continue
        writer.write(data)
        opened.append((reader, writer))
        if time.monotonic() > end:
            break
    while drip and time.monotonic() < end:
        for _, writer in opened:
            writer.write(drip)
        await asyncio.sleep(1)
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    endings = [asyncio.ensure_future(reader.read(-1)) for reader, _ in opened]
    _, still = await asyncio.wait(endings, timeout=0.5)
    for _, writer in opened:
        writer.transport.abort()
    return f"{len(opened):,} opened, {refused:,} refused, {len(still):,} open after {target.seconds:g} s"


async def pipelined_requests(target: Target) -> str:
    """Pipelined requests whose answers are not read."""
    client = target.client()
    many = client.head("GET", "/") * 500

    async def act(place: int) -> str:
        return await pour(client, b"", itertools.repeat(many))

    return tell(await repeat(target, 20, act))


async def handshakes(target: Target) -> str:
    """Requests for a WebSocket that announce a body and never send it."""
    client = target.client()
    fields: dict[str, str | int] = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": 13}
    fields["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    data = client.head("GET", "/ws/abc", **fields, Content_Length=100)
    return await hold(target, 3000, lambda place: (client, data))


async def half_requests(target: Target) -> str:
    client = target.client()
    return await hold(target, 5000, lambda place: (client, client.head("GET", "/")[:-2]))


async def slow_bodies(target: Target) -> str:
    client = target.client("slow")
    head = client.head("POST", "/api/games", Content_Type="application/json", Content_Length=30_000)
    return await hold(target, 1000, lambda place: (client, head + b"{"), drip=b" ")


async def endless_bodies(target: Target) -> str:
    client = target.client("endless")
    fields: dict[str, str | int] = {"Content-Type": "application/json", "Content-Length": 10**12}
    starts = [client.head("POST", path, **fields) for path in ("/api/games", "/api/faces/draft", "/")]

    async def act(place: int) -> str:
        return await pour(client, starts[place % 3], itertools.repeat(b" " * BLOCK))

    return tell(await repeat(target, 20, act))


async def many_connections(target: Target) -> str:
    """More connections than the server may open files, from many addresses; they are polite and stay."""
    clients = [target.client(address=f"127.66.1.{place}") for place in range(1, 21)]
    return await hold(target, 3000, lambda place: (clients[place % 20], clients[place % 20].head("GET", "/api/game")))


def store_long_game(store: Store) -> str:
    """Store a game with as many commands as most will have."""
    game = Game(deal(16, 24, seed=3), MODES["relaxed"], seed=3)
    first, *_ = game.board.moves()
    game.do(f"play {first}", at=0)
    for number in range(1, 5_000):
        game.do("undo" if number % 2 else "redo", at=number / 10)
    return store.of_player("reader").begin(game).id


async def unread_answers(target: Target) -> str:
    client = target.client("reader")
    paths = [f"/api/games/{target.prepared}/record", "/faces/opera.svg", f"/api/games/{target.prepared}/replay"]
    held = []

    async def act(place: int) -> str:
        _, writer = await client.open(buffer=4096)
        held.append(writer)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(client.head("GET", paths[place % 3], Accept_Encoding="identity") * 4)
        await asyncio.sleep(1)
        return "asked"

    came_to = await repeat(target, 60, act)
    for writer in held:
        writer.transport.abort()
    return f"{came_to['asked']:,} connections that read nothing"


async def page_flood(target: Target) -> str:
    """Ask for the largest files as fast as they come."""
    client = target.client()
    paths = ["/faces/opera.svg", "/", "/api/game", "/static/js/main.js", "/faces/animals.svg"]

    async def act(place: int) -> str:
        reader, writer = await client.open()
        try:
            async with asyncio.timeout(20):
                writer.write(client.head("GET", paths[place % 5], Accept_Encoding="gzip", Connection="close"))
                size = len(await reader.read(-1))
            return "answered" if size else "closed"
        finally:
            writer.transport.abort()

    return tell(await repeat(target, 60, act))


# ---- WebSockets ------------------------------------------------------------------------------------------------------


def store_small_games(store: Store) -> list[str]:
    board = deal(8, 14, seed=6)
    return [store.of_player("flooder").begin(Game(board, MODES["relaxed"], seed=6)).id for _ in range(16)]


def flood(frames: bytes) -> Callable[[Target], Awaitable[str]]:
    """Flood game sockets with frames, and come back when they are closed."""

    async def run(target: Target) -> str:
        client = target.client("flooder")
        sent = 0

        async def act(place: int) -> str:
            nonlocal sent
            game = await client.play(target.prepared[place % len(target.prepared)])
            try:
                while True:
                    game.writer.write(frames)
                    await game.writer.drain()
                    sent += len(frames)
            except OSError:
                return "cut off"
            finally:
                game.close()

        return f"{tell(await repeat(target, 16, act))}, after {sent / 1e6:,.0f} MB"

    return run


MESSAGES = frame(b'{"type":"ping","n":1}') * 500
PINGS = frame(b"", kind=9) * 5000
HUGE = bytes([0x81, 0xFF]) + (10**12).to_bytes(8, "big") + bytes(4) + b"x" * BLOCK
FRAGMENTS = bytes([0x01, 0x80]) + bytes(4) + (bytes([0x00, 0x81]) + bytes(4) + b"x") * 2000

CONNECTION_ATTACKS = [
    Attack("headers", "20 connections send endless headers", heavy_headers),
    Attack("half requests", "5,000 connections send half a head and wait", half_requests),
    Attack("pipelining", "20 connections send requests without waiting for an answer", pipelined_requests),
    Attack("handshakes", "3,000 connections ask for a WebSocket and announce a body", handshakes, files=1000),
    Attack("slow bodies", "1,000 connections send a body at a byte a second", slow_bodies),
    Attack("endless bodies", "20 connections send bodies without an end", endless_bodies),
    Attack("descriptors", "3,000 connections to a server that may open 400 files", many_connections, files=400),
    Attack("unread answers", "60 clients ask for large files and never read", unread_answers, store_long_game),
    Attack("page flood", "60 clients fetch the page's files without a pause", page_flood),
    Attack("messages", "16 game sockets send messages without a pause", flood(MESSAGES), store_small_games),
    Attack("pings", "16 game sockets send WebSocket pings without a pause", flood(PINGS), store_small_games),
    Attack("huge frames", "16 game sockets announce a frame of 1 TB and send it", flood(HUGE), store_small_games),
    Attack("fragments", "16 game sockets send a message in endless fragments", flood(FRAGMENTS), store_small_games),
]
