"""A player's history of some hundred games, played by the engine and spread over the last months."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

import lianliankan as llk
from lianliankan.game.analysis import analyse
from lianliankan.game.modes import Plan
from lianliankan.store import NewRow, Store

_FREE_MODES = ("classic", "classic", "classic", "timed", "timed", "relaxed", "expert")


def play_out(planned: Plan, seed: int, *, skill: float = 0.9) -> llk.Game:
    """Play a game to its end: with a safe pair in a `skill` share of the moves, otherwise with any."""
    rng, game, now = random.Random(seed), planned.game(), 0.0
    pace = rng.uniform(0.8, 1.6)
    while not game.is_over:
        now += pace * rng.choice((0.6, 0.9, 1.4, 2.2, 4.5))
        if game.state == "stuck" or rng.random() < 0.0015:
            game.give_up(at=now)
            break
        if game.hints_left and rng.random() < 0.02:
            game.hint(at=now)
        moves = llk.solve(game.board, 0.2).moves if rng.random() < skill else ()
        game.play(*(moves[0] if moves else rng.choice(game.board.moves())), at=now)
    return game


def insert_at(store: Store, game: llk.Game, begun: datetime) -> str:
    """Store a game that was played earlier, and return its id."""
    new = store.prepare(game)
    stamp = round(begun.timestamp() * 1_000_000)
    times = {"begun": stamp, "changed": stamp + round(game.at * 1_000_000)}
    return store.insert_games([NewRow(game, new.columns | times)])[0].id


def write_history(store: Store, today: date, *, days: int = 75, seed: int = 1, analysed: bool = True) -> None:
    """Write a history that ends yesterday: daily games with gaps and losses, levels, and free games."""
    for begun, game in _history(today, days, random.Random(seed)):
        id = insert_at(store, game, begun)
        if analysed and game.is_over:
            store.save_analysis(id, analyse(game))


def _history(today: date, days: int, rng: random.Random) -> Iterator[tuple[datetime, llk.Game]]:
    level = 1
    for back in range(days, 0, -1):
        day = today - timedelta(days=back)
        begun = datetime.combine(day, time(18, 0), UTC)
        if rng.random() < 0.8:
            yield begun, play_out(llk.daily(day), back, skill=0.97)
        if rng.random() < 0.25:
            earlier = day - timedelta(days=rng.randint(1, 9))
            yield begun + timedelta(minutes=10), play_out(llk.daily(earlier), back, skill=0.97)
        if rng.random() < 0.4:
            game = play_out(llk.level(level), back, skill=0.95)
            yield begun + timedelta(minutes=20), game
            level += game.state == "won"
        for number in range(rng.randint(0, 4)):
            mode = rng.choice(_FREE_MODES)
            rows, cols = (9, 16) if mode == "classic" and rng.random() < 0.3 else (8, 18)
            own = back * 10 + number
            planned = llk.plan(mode, rows=rows, cols=cols, seed=7 if rng.random() < 0.2 else own)
            yield begun + timedelta(minutes=30 + 10 * number), play_out(planned, own, skill=rng.uniform(0.3, 0.97))
