"""What once crashed the process: each is tried in a child process, which must end by itself."""

import subprocess
import sys

import pytest

from support.children import interrupt
from support.patience import PATIENCE

PREPARE = """
import array, gc, os, signal, sys, threading, time
import lianliankan as llk
from lianliankan import _kernel

HARD = llk.scatter(14, 26, kinds=91, seed=2, rules=llk.Rules(gravity="left"))
WIDE = llk.scatter(64, 64, kinds=2, seed=1, rules=llk.Rules(gravity="rotating"))

def refuses(work, *errors):
    try:
        work()
    except errors:
        return
    raise AssertionError("not refused")

def is_busy(solver):
    try:
        solver.bytes
    except RuntimeError:
        return True
    return False
"""

CRASHES = {
    "a callback of the garbage collector sees no list or tuple that is half full": """
board = llk.scatter(8, 18, kinds=20, seed=1)
falling = llk.Board.parse("BC/CB/AA", rules=llk.Rules(gravity="down"))
sizes = {board.move_count, falling.tile_count}

def look(phase, info):
    for found in gc.get_objects():
        if isinstance(found, (llk.Cell, llk.Move, llk.Path, llk.TileShift)):
            repr(found)
        elif type(found) in (list, tuple) and len(found) in sizes:
            any(each is None for each in found)

gc.freeze()  # the objects so far need not be looked at again and again
gc.callbacks.append(look)
gc.set_threshold(1, 1, 1)
moves = board.moves()
board.link(*moves[0])
llk.Position(board).moves()
llk.shifts(falling, falling.moves()[0])
""",
    "a callback of the garbage collector may use the same objects": """
board = llk.deal(6, 8, seed=1)
position = llk.Position(board)
inside = False

def play(phase, info):
    global inside
    if not inside:
        inside = True
        board.link(*board.moves()[0])
        position.undo() if position.depth else position.play(position.moves()[0])
        inside = False

gc.callbacks.append(play)
gc.set_threshold(1, 1, 1)
for _ in range(20):
    board.moves()
    position.moves()
""",
    "the interpreter ends while threads work": """
begun = threading.Barrier(7)
for work in (lambda: llk.solve(HARD, None), lambda: llk.solve(WIDE, None), lambda: llk.perft(HARD, 50),
             lambda: llk.rate(WIDE, games=100_000), lambda: [WIDE.moves() for _ in iter(int, 1)],
             lambda: [llk.solve(llk.deal(4, 4, seed=1)) for _ in iter(int, 1)]):
    threading.Thread(target=lambda work=work: (begun.wait(), work()), daemon=True).start()
begun.wait()
llk.solve(HARD, llk.Budget(nodes=20_000))  # meanwhile the others have the interpreter lock
""",
    "the kernel can be used while the interpreter ends": """
import atexit
atexit.register(lambda: llk.solve(HARD, 0.01))
""",
    "a child that was forked while a thread works ends at once": """
solver = _kernel.Solver(HARD, 0)
threading.Thread(target=lambda: solver.solve([], 2**63, 1e9), daemon=True).start()
while not is_busy(solver):
    time.sleep(0.001)
if (child := os.fork()) == 0:
    llk.solve(HARD, 0.01)
    sys.exit()
assert os.waitpid(child, 0)[1] == 0
""",
    "a deal of no kinds is refused": """
for places, kinds in ((4, 0), (4, -1), (2**40, 1), (4, 2**31 - 1)):
    refuses(lambda: _kernel.scatter(places, kinds, 1), llk.BadBoard)
""",
    "numbers that are no board are refused": """
def make(rows, cols, numbers, gravity=0, phase=0):
    return _kernel.Board(rows, cols, array.array("i", numbers), 2, True, True, gravity, phase)

make(1, 2, [1, 1])
for given in ((2, 2, [1, 2, 1]), (0, 0, []), (-1, -1, [1]), (2**16, 2**16, []), (5000, 1, [1] * 5000),
              (1, 2, [1, 1], 14), (1, 2, [1, 1], -1), (1, 2, [1, 1], 13, 4), (1, 2, [1, 1], 13, -1), (1, 2, [-3, 1])):
    refuses(lambda: make(*given), llk.BadBoard)
refuses(lambda: _kernel.Board(1, 1, b"1234", 2, True, True, 0, 0), TypeError)
""",
    "an object without its __init__ is refused": """
board = llk.Board.parse("AB/AB")
empty = llk.Board.__new__(llk.Board)
for work in (lambda: board == empty, lambda: empty == board, lambda: hash(empty), lambda: llk.Position(empty),
             lambda: _kernel.Solver(empty, 0), lambda: _kernel.Bench([empty], 0), lambda: llk.solve(empty),
             lambda: llk.Position.__new__(llk.Position).moves(),
             lambda: _kernel.Solver.__new__(_kernel.Solver).solve([], 1, 1.0)):
    refuses(work, TypeError, RuntimeError)
""",
    "an object is not set up twice": """
board = llk.Board.parse("AB/AB")
for made, given in ((llk.Position(board), (board,)), (_kernel.Solver(board, 0), (board, 0)), (board, ([[1, 1]],))):
    refuses(lambda: made.__init__(*given), TypeError)
assert board.tile_count == 4
""",
    "a solver and a position are for one thread at a time": """
large = llk.scatter(64, 66, kinds=300, seed=1)
solver, position = _kernel.Solver(HARD, 0), llk.Position(large)
refused = set()

def keep(work):
    rounds = 0
    while rounds < 500 or len(refused) < 2:
        rounds += 1
        try:
            work()
        except llk.Error:
            pass
        except RuntimeError as problem:
            refused.add(str(problem))

def step():
    position.play(position.moves()[0])
    position.link(*position.moves()[0])
    position.undo()

threads = [threading.Thread(target=keep, args=(work,)) for work in
           (step, step, position.copy, lambda: position.board, lambda: solver.solve([], 100, 1e9),
            lambda: solver.solve(HARD.moves()[:1], 100, 1e9), lambda: solver.bytes)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert refused == {"the solver is still answering another question", "the position is still playing a move"}
""",
    "a signal handler cannot change a position while it plays": """
rows = [[1 + (7 * row + col) % 300 if (row + col) % 3 else 0 for col in range(90)] for row in range(90)]
position = llk.Position(llk.Board(rows, rules=llk.Rules(gravity="rotating", max_turns=4)))
seen = set()

def change(*_):
    try:
        position.undo()
    except (RuntimeError, llk.IllegalMove) as problem:
        seen.add(type(problem))

signal.signal(signal.SIGALRM, change)
signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
while RuntimeError not in seen:
    try:
        position.play(position.moves()[0])
    except llk.IllegalMove:
        pass
signal.setitimer(signal.ITIMER_REAL, 0)
""",
    "a long game is counted without a deep recursion": """
threading.stack_size(2**18)
size = 72
rows = [[llk.WALL] * size for _ in range(2 * size)]
way = []
for row in range(0, 2 * size, 2):
    cols = range(size) if row % 4 == 0 else range(size - 1, -1, -1)
    way += [(row, col) for col in cols] + [(row + 1, cols[-1])]
half = len(way) // 2
for kind in range(half):
    for row, col in (way[half - 1 - kind], way[half + kind]):
        rows[row][col] = kind + 1
board = llk.Board(rows, rules=llk.Rules(max_turns=None, outside=False))
counted = []
thread = threading.Thread(target=lambda: counted.append(board._perft(half)))
thread.start()
thread.join()
assert counted == [1]
""",
    "a thread with a small stack is enough for the largest board of one-word lines": """
threading.stack_size(2**17)  # as on musl
used = []

def use(gravity):
    board = llk.scatter(62, 62, kinds=100, seed=1, rules=llk.Rules(gravity=gravity))
    moves = board.moves()
    assert board.link(*moves[0]) and not board.is_stuck and board.move_count == len(moves)
    assert llk.perft(board, 2) > 0
    board.play(moves[0])
    position = llk.Position(board)
    position.play(moves[0])
    position.undo()
    board._play_randomly(1)
    board._play_out(games=2, seed=1, threads=2)
    for by_moves, threads in ((False, 1), (True, 1), (True, 2)):
        _kernel.Solver(board, 0, by_moves, threads).solve([], 2000, 1e9)
    for rules in (llk.Rules(max_turns=4), llk.Rules(max_turns=None), llk.Rules(max_turns=1, outside=False)):
        assert not board.with_rules(rules).is_stuck
    _kernel.Bench([board], 1).time("moves")
    used.append(gravity)

for gravity in ("still", "down", "rotating"):
    thread = threading.Thread(target=use, args=(gravity,))
    thread.start()
    thread.join()
thread = threading.Thread(target=lambda: used.append(llk.shuffle(llk.scatter(62, 62, kinds=100, seed=1), seed=1)))
thread.start()
thread.join()
assert len(used) == 4
""",
}


@pytest.mark.parametrize("code", CRASHES.values(), ids=CRASHES)
def test_it_no_longer_crashes(code: str) -> None:
    child = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-W", "ignore", "-c", PREPARE + code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (child.returncode, child.stderr) == (0, "")


LONG = {
    "solve": "llk.solve(HARD, None)",
    "solve a wide board": "llk.solve(WIDE, None)",
    "perft": "llk.perft(HARD, 50)",
    "playouts": "llk.rate(WIDE, games=1_000_000)",
    "shuffle": "llk.shuffle(WIDE)",
    "a list of moves": "llk.Board([[1, 2] * 1000] * 2000).with_rules(max_turns=4).moves()",
    "a position": "llk.Position(llk.Board([[1, 2] * 1000] * 2000).with_rules(max_turns=4))",
}


@pytest.mark.parametrize("work", LONG.values(), ids=LONG)
def test_control_c_interrupts_long_work(work: str) -> None:
    assert interrupt(f"{PREPARE}\nprint('go', flush=True)\n{work}").endswith("KeyboardInterrupt\n")


def test_huge_boards_stay_within_a_gigabyte_and_are_left_when_time_is_over() -> None:
    code = """
import resource
board = llk.Board([[1 + (row * 7 + col * col) % 499 for col in range(4000)] for row in range(50)] * 80)
for work in (lambda: llk.solve(board, 0.2), lambda: llk.advise(board, 0.2), lambda: llk.rate(board, 0.2),
             lambda: llk.shuffle(board, seconds=0.2), lambda: llk.deal(4000, 4000, seed=1, seconds=0.2),
             lambda: llk.Game(board).do("hint", seconds=0.2)):
    try:
        work()  # for minutes, if it did not heed its limit
    except (llk.OutOfTime, llk.NoDeal):
        pass
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 2**20
"""
    child = subprocess.run([sys.executable, "-c", PREPARE + code], capture_output=True, text=True, timeout=PATIENCE)
    assert (child.returncode, child.stderr) == (0, "")
