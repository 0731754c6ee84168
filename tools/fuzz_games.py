"""Games of random commands, to compare the compiled kernel with its WebAssembly.

    python tools/fuzz_games.py digest FIRST COUNT    print a digest of every hundred games
    python tools/fuzz_games.py compare COUNT PYODIDE SITE    print where the two differ; see tools/in_pyodide.mjs

A digest is of everything that a player, a record or a link can tell: the board, each event or error, the record, the
share text, and the solver's verdict with its nodes and its win.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

import lianliankan as llk
from lianliankan.seeds import draw

GAMES_PER_DIGEST = 100
MAX_COMMANDS = 40
NODES = 2_000  # of a verdict
COMMANDS = ("play", "play", "play", "play", "play", "pair", "pick", "hint", "auto", "shuffle", "undo", "redo", "other")
OTHERS = ("pause", "resume", "tick", "restart", "give-up", "play 1,1", "pick 99,99", "no command", "")

Value = TypeVar("Value")


class Draws:
    """Random choices that are the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._seed, self._count = seed, 0

    def below(self, number: int) -> int:
        """Return a number from 0 to number - 1."""
        self._count += 1
        return draw(self._seed, self._count, number)

    def pick(self, values: Sequence[Value]) -> Value:
        """Return one of several values."""
        return values[self.below(len(values))]


def tell_game(number: int) -> Iterator[str]:
    """Play a game and yield all that can be told about it."""
    draws = Draws(number)
    game = start_game(draws, number)
    yield str(game.board)
    yield str(game.opening)
    for step in range(1 + draws.below(MAX_COMMANDS)):
        command = choose_command(draws, game)
        try:
            yield f"{command}: {game.do(command, at=step * 0.75)}"
        except llk.Error as error:
            yield f"{command}: {type(error).__name__} {error}"
        if game.is_over and draws.below(3):
            break
    yield llk.to_record(game)
    yield llk.to_share(game)
    verdict = llk.solve(game.board, llk.Budget(nodes=NODES))
    yield f"{verdict!r} {game.board.zobrist:x} {llk.perft(game.board, 2)}"


def start_game(draws: Draws, number: int) -> llk.Game:
    """Return a new game of any size, rules and options."""
    rules = llk.Rules(
        max_turns=draws.pick((2, 2, 2, 0, 1, 3, None)),
        outside=draws.below(4) > 0,
        gravity=draws.pick(llk.GRAVITIES),
        adjacent=draws.below(4) > 0,
    )
    options = replace(
        draws.pick(list(llk.MODES.values())), mode="own", tell_doomed=draws.below(4) == 0, level=None, day=None
    )
    rows, cols = 2 * (1 + draws.below(3)), 2 + draws.below(6)
    if draws.below(25) == 0:
        rows, cols, rules = 8, 12, replace(rules, gravity="still")  # with gravity, large boards take seconds
    deal = llk.Deal(rows, cols, seed=number, kinds=1 + draws.below(rows * cols // 2), rules=rules)
    if draws.below(2):
        try:
            return llk.Game.of(deal, options)
        except llk.NoDeal:
            pass
    board = deal.scatter()
    for _ in range(draws.below(4)):
        board = board.with_cell((draws.below(rows), draws.below(cols)), draws.pick((llk.EMPTY, llk.WALL, llk.VOID)))
    return llk.Game(board, options, seed=number)


def choose_command(draws: Draws, game: llk.Game) -> str:
    """Return any command: often a good one, sometimes nonsense."""
    word = draws.pick(COMMANDS)
    cell = llk.Cell(draws.below(game.board.rows), draws.below(game.board.cols))
    if word == "play" and (moves := game.board.moves()):
        return f"play {draws.pick(moves)}"
    if word in ("play", "pair"):
        return f"play {cell}-{llk.Cell(draws.below(game.board.rows), draws.below(game.board.cols))}"
    return {"pick": f"pick {cell}", "other": draws.pick(OTHERS)}.get(word, word)


def digests(first: int, count: int) -> Iterator[str]:
    """Yield a line for every hundred games."""
    for start in range(first, first + count, GAMES_PER_DIGEST):
        whole = sha256()
        games = range(start, min(start + GAMES_PER_DIGEST, first + count))
        for number in games:
            for line in tell_game(number):
                whole.update(line.encode() + b"\n")
        yield f"{games[0]}-{games[-1]} {whole.hexdigest()[:32]}"


def compare(count: int, pyodide: str, site: str) -> int:
    """Run both side by side and say whether they agree."""
    program = [__file__, "digest", "0", str(count)]
    commands = [
        [sys.executable, *program],
        ["node", "tools/in_pyodide.mjs", pyodide, site, "tools/fuzz_games.py", *program[1:]],
    ]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    compiled, on_wasm = (child.communicate()[0].splitlines() for child in running)
    different = [f"{one} is {other}" for one, other in zip(compiled, on_wasm, strict=False) if one != other]
    if any(child.returncode for child in running) or different or len(compiled) != len(on_wasm):
        print(*different, "the games differ, or did not end", sep="\n", file=sys.stderr)
        return 1
    print(f"{count:,} games of random commands are the same on the compiled kernel and on WebAssembly")
    return 0


def main(given: list[str]) -> int:
    """Do what the arguments say."""
    match given:
        case ["digest", first, count]:
            for line in digests(int(first), int(count)):
                print(line, flush=True)
            return 0
        case ["compare", count, pyodide, site]:
            return compare(int(count), pyodide, site)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
