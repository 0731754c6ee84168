"""Programs that use a store, for tests that run several of them at the same time or kill them.

play STORE ID SEED     play a game endlessly, and print a line for every entry that was answered
moves STORE  ID COUNT  play COUNT entries, opening the game again whenever it was changed elsewhere
begin STORE            start games endlessly, and print a line for every one that was answered
open STORE             open the store and print how many games it has
"""

import random
import sys

import lianliankan as llk
from lianliankan.errors import GameMoved
from lianliankan.store import Store, StoredGame

PLAYED = 30  # entries of a game started here


def any_command(game: llk.Game, rng: random.Random) -> str:
    """Return a command that is usually accepted and never ends the game."""
    if game.state == "paused":
        return "resume"
    moves = game.board.moves()
    if game.board.tile_count > 4 and moves and rng.random() < 0.4:
        return f"play {rng.choice(moves)}"
    cell = f"{rng.randint(1, game.board.rows)},{rng.randint(1, game.board.cols)}"
    return rng.choice([f"pick {cell}", f"pick {cell}", "undo", "undo", "redo", "pause", "restart"])


def game_with_entries(seed: int) -> llk.Game:
    """Return a game with some entries."""
    game, rng = llk.Game(llk.deal(4, 6, seed=seed), seed=seed), random.Random(seed)
    while len(game.entries) < PLAYED:
        game.do(any_command(game, rng), at=game.at + rng.randint(0, 4000) / 1000)
    return game


def report(*words: object) -> None:
    print(*words, flush=True)


def play(stored: StoredGame, rng: random.Random) -> None:
    report("open", len(stored.game.entries))
    while True:
        before = len(stored.game.entries)
        stored.do(any_command(stored.game, rng), at=stored.game.at + rng.randint(0, 4000) / 1000)
        for entry in stored.game.entries[before:]:
            report(entry.at, entry.command)


def moves(store: Store, stored: StoredGame, count: int) -> None:
    """Pick and drop a tile; what was answered must be stored, whatever other programs do."""
    done = moved = 0
    while done < count:
        try:
            stored.do("pick 1,1")
            done += 1
        except GameMoved:
            stored = store.open(stored.id)
            moved += 1
    report(done, moved)


def begin(store: Store) -> None:
    report("open", len(store.games(limit=10**6)))
    game = game_with_entries(1)
    while True:
        report(store.begin(game.copy()).id)


def main(what: str, location: str, *rest: str) -> None:
    if what == "open":
        report("ready")
    with Store(location) as store:
        if what == "play":
            play(store.open(rest[0]), random.Random(int(rest[1])))
        elif what == "moves":
            moves(store, store.open(rest[0]), int(rest[1]))
        elif what == "begin":
            begin(store)
        else:
            report(len(store.games(limit=10**6)))


if __name__ == "__main__":
    main(*sys.argv[1:])
