"""Attacks through the game: costly commands, deals, replays and pictures, very long games, and very many."""

import asyncio
import random

from attack.connections import repeat, store_long_game, tell
from attack.stage import Attack, Target
from lianliankan.board.board import Board
from lianliankan.board.rules import Rules
from lianliankan.dealing.deal import deal, scatter
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES
from lianliankan.game.options import Options
from lianliankan.records.share import to_share
from lianliankan.store import Store

ROTATING = Rules(gravity="rotating")


# ---- Commands --------------------------------------------------------------------------------------------------------


def store_stormy_games(store: Store) -> list[str]:
    boards = [deal(20, 20, seed=seed, rules=Rules(gravity="inward")) for seed in range(15)]
    return [store.of_player("storm").begin(Game(board, MODES["relaxed"], seed=1)).id for board in boards]


async def storm(target: Target) -> str:
    """60 connections of one player ask for everything that needs the solver."""
    client = target.client("storm")
    words = ("winnable", "hint", "shuffle", "auto")

    async def act(place: int) -> str:
        game = await client.play(target.prepared[place % len(target.prepared)])
        try:
            for number in range(1000):
                word = words[(place + number) % 4]
                if word == "winnable":
                    game.send({"type": "winnable", "n": number})
                    await game.receive()
                else:
                    await game.do(word)
                await asyncio.sleep(0.02)
            return "answered"
        finally:
            game.close()

    return tell(await repeat(target, 60, act))


def share_rotating_board(store: Store) -> str:
    return to_share(_scattered(16, 62, kinds=40))


def _scattered(rows: int, cols: int, *, kinds: int) -> Board:
    return scatter(rows, cols, kinds=kinds, seed=9, rules=ROTATING)


async def rotating_shuffles(target: Target) -> str:
    """Players shuffle large boards with rotating gravity, and repeat it on new connections."""

    async def act(place: int) -> str:
        client = target.client(f"turner{place}")
        answer = await client.request("POST", "/api/games", {"share": target.prepared})
        if answer.status != 201:
            return f"HTTP {answer.status}"
        game = await client.play(answer.json["id"])
        try:
            for word in ("shuffle", "hint", "auto"):
                if (await game.do(word))["type"] == "error":
                    return "refused"
            return "answered"
        finally:
            game.close()

    return tell(await repeat(target, 8, act))


# ---- Requests --------------------------------------------------------------------------------------------------------


def share_costly_games(store: Store) -> list[str]:
    """Games whose replay costs far more than their text: shuffles of large boards."""
    texts = []
    for seed in range(2):
        game = Game(deal(32, 32, seed=seed), Options(mode="relaxed", shuffles=None, hints=None), seed=seed)
        for number in range(120):
            game.do("shuffle", at=number)
        texts.append(to_share(game))
    return [*texts, to_share(_scattered(16, 62, kinds=40))]


async def costly_replays(target: Target) -> str:
    """Clients without a cookie ask for replays, and hang up at once."""
    number = 0

    async def act(place: int) -> str:
        nonlocal number
        number += 1
        client = target.client(address=f"127.66.{place}.{1 + number % 250}")
        _, writer = await client.open()
        path = f"/api/replay?share={random.choice(target.prepared)}"
        writer.write(client.head("GET", path))
        await asyncio.sleep(0.05)
        writer.transport.abort()
        return "asked and hung up"

    return tell(await repeat(target, 20, act))


async def expert_deals(target: Target) -> str:
    """Players ask for boards that are hard to find."""
    requests = [
        {"mode": "expert", "rows": 8, "cols": 18, "gravity": "outward"},
        {"mode": "expert", "rows": 12, "cols": 20, "gravity": "outward"},
        {"mode": "own", "rows": 12, "cols": 20, "gravity": "rotating", "difficulty": "fiendish"},
        {"mode": "own", "rows": 20, "cols": 20, "max_turns": 1, "outside": False},
    ]

    async def act(place: int) -> str:
        body = requests[place % 4] | {"seed": random.randrange(10**6)}
        answer = await target.client(f"expert{place}").request("POST", "/api/games", body)
        return f"HTTP {answer.status}"

    return tell(await repeat(target, 30, act))


def make_bombs(store: Store) -> list[bytes]:
    from support.picture_bombs import BOMBS

    return [BOMBS[name][0]() for name in ("png", "jpeg", "progressive jpeg", "pixels", "text", "20 MB")]


async def picture_bombs(target: Target) -> str:
    async def act(place: int) -> str:
        client = target.client(f"painter{place}")
        answer = await client.request("POST", "/api/faces/draft?name=x", random.choice(target.prepared))
        return f"HTTP {answer.status}"

    return tell(await repeat(target, 10, act))


# ---- Length and number -----------------------------------------------------------------------------------------------


async def long_games(target: Target) -> str:
    """Open, continue, export and replay a very long game again and again."""
    client = target.client("reader")

    async def act(place: int) -> str:
        if place % 2:
            path = ("record", "share", "replay", "next")[place // 2 % 4]
            method = "POST" if path == "next" else "GET"
            return f"HTTP {(await client.request(method, f'/api/games/{target.prepared}/{path}')).status}"
        game = await client.play(target.prepared)
        try:
            for number in range(20):
                answer = await game.do("undo" if number % 2 else "redo")
                if answer["type"] == "error":
                    return str(answer["code"])
            return "played"
        finally:
            game.close()

    return tell(await repeat(target, 12, act))


def store_many_games(store: Store, number: int = 5_000) -> None:
    """Store very many games of one player, half of them finished."""
    of_player, boards = store.of_player("collector"), [Board.parse("AA"), deal(4, 6, seed=1)]
    for start in range(0, number, 500):
        rows = []
        for place in range(start, min(number, start + 500)):
            game = Game(boards[place % 2], Options(mode="campaign", level=1 + place % 40) if place % 2 else None)
            if not place % 2:
                game.do("play 1,1-1,2", at=1)
            rows.append(of_player.prepare(game))
        of_player.insert_games(rows)


async def many_games(target: Target) -> str:
    """One player with very many games asks for all lists, and starts more."""
    client = target.client("collector")
    paths = ("/api/me", "/api/games", "/api/bests", "/api/games?over=1&mode=classic", "")

    async def act(place: int) -> str:
        path = paths[place % 5]
        body = {"mode": "classic", "seed": random.randrange(10**6)}
        if path:
            return f"HTTP {(await client.request('GET', path)).status}"
        return f"HTTP {(await client.request('POST', '/api/games', body)).status} for a new game"

    return tell(await repeat(target, 20, act))


async def many_players(target: Target) -> str:
    """One address brings new players, each with as many games and connections as a player may have."""
    held = []

    async def act(place: int) -> str:
        client = target.client(f"new{random.randrange(10**9)}")
        for _ in range(16):
            answer = await client.request("POST", "/api/games", {"mode": "relaxed", "rows": 20, "cols": 20})
            if answer.status != 201:
                return f"HTTP {answer.status}"
            held.append(await client.play(answer.json["id"]))
        return "player with 16 games"

    came_to = tell(await repeat(target, 8, act))
    for game in held:
        game.close()
    return f"{came_to}; {len(held):,} games open"


async def new_players(target: Target) -> str:
    """One address brings new players all the time, who start boards that are hard to deal."""

    async def act(place: int) -> str:
        client = target.client(f"new{random.randrange(10**9)}")
        body = {"mode": "own", "rows": 20, "cols": 20, "max_turns": 1, "outside": False}
        answers = await asyncio.gather(*(client.request("POST", "/api/games", body) for _ in range(4)))
        return f"HTTP {', '.join(sorted({str(each.status) for each in answers}))} for 4 games"

    return tell(await repeat(target, 60, act))


GAME_ATTACKS = [
    Attack("storm", "60 connections of a player ask for hints, shuffles and more", storm, store_stormy_games),
    Attack("rotating", "8 players shuffle 16×62 boards with rotating gravity", rotating_shuffles, share_rotating_board),
    Attack("replays", "strangers ask for costly shared replays and hang up", costly_replays, share_costly_games),
    Attack("deals", "30 players ask for boards that are hard to deal", expert_deals),
    Attack("pictures", "10 players upload pictures made to cost memory and time", picture_bombs, make_bombs),
    Attack("long game", "a game of 5,000 commands is opened, played and exported", long_games, store_long_game),
    Attack("many games", "a player with 5,000 games asks for all lists", many_games, store_many_games),
    Attack("many players", "an address brings players with 16 open games each", many_players),
    Attack("new players", "an address brings new players who start costly boards", new_players),
]
