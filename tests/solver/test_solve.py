"""The solver against the reference game: verdicts, advice, blame; budgets, seeds and interruptions."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.solver.solve import SolverQuery
from support.children import interrupt
from support.patience import PATIENCE
from support.reference_game import ReferenceGame
from support.strategies import boards, even_board, reference_game

DOWN = llk.Rules(gravity="down")
INSIDE = llk.Rules(outside=False)
HARD = llk.scatter(8, 18, kinds=36, seed=12, rules=llk.Rules(gravity="left"))
"""Two million nodes do not decide it."""


@pytest.mark.parametrize("seed", range(12))
def test_verdicts_against_the_reference_game(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        board = even_board(rng)
        verdict = llk.solve(board)
        assert verdict.winnable is reference_game(board).winnable(), board
        assert llk.verify(board, verdict), (board, verdict)


@settings(max_examples=150)
@given(boards(max_side=3, max_kinds=3))
def test_verdicts_on_any_board(board: llk.Board) -> None:
    """Odd kinds, walls, holes, every rule."""
    verdict = llk.solve(board)
    assert verdict.winnable is reference_game(board).winnable()
    assert llk.verify(board, verdict)


SMALL = [
    # board, rules, winnable, safe first moves, first moves
    ("AB/BA", llk.Rules(), False, 0, 0),
    ("ABC/ACB", llk.Rules(), False, 0, 1),
    ("AAB/ABA", llk.Rules(), True, 2, 3),
    ("AA/AB/BA", llk.Rules(), True, 2, 3),
    ("AAAB/ACDA/BACD", llk.Rules(), True, 1, 4),
    ("AAAB/ACDA/CABD", llk.Rules(), False, 0, 4),
    ("ABAAAB", INSIDE, False, 0, 2),
    ("AB/AC/DB/CD", DOWN, True, 1, 2),
    ("AB/AC/CD/BD", DOWN, True, 1, 2),
    ("AAB/CDB/BBB/DCB", DOWN, True, 1, 9),
]


@pytest.mark.parametrize(("text", "rules", "winnable", "safe", "moves"), SMALL, ids=[f"{s[0]} {s[1]}" for s in SMALL])
def test_small_boards_worth_knowing(text: str, rules: llk.Rules, winnable: bool, safe: int, moves: int) -> None:
    board = llk.Board.parse(text, rules=rules)
    assert llk.solve(board).winnable is winnable
    advice = llk.advise(board)
    assert [each.outcome for each in advice] == ["safe"] * safe + ["losing"] * (moves - safe)
    for each in advice:
        assert (each.outcome == "safe") is reference_game(board.play(each.move)).winnable()


def test_the_first_move_in_reading_order_loses() -> None:
    board = llk.Board.parse("AA/AB/BA")
    assert llk.advise(board)[-1].move == board.moves()[0]


def test_known_deals() -> None:
    for seed in (68, 144):
        board = llk.scatter(8, 8, kinds=16, seed=seed)
        verdict = llk.solve(board)
        assert verdict.winnable is False
        assert llk.verify(board, verdict)
    board = llk.scatter(8, 18, kinds=36, seed=91)
    assert board._play_out(400, 1, 1).count(0) == 0, "chance loses every game"
    assert llk.verify(board, llk.solve(board))
    assert llk.solve(board).winnable


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_whole_deals_are_decided_and_verified(gravity: llk.Gravity) -> None:
    for seed in range(1, 5):
        board = llk.scatter(6, 8, kinds=12, seed=seed, rules=llk.Rules(gravity=gravity))
        verdict = llk.solve(board)
        assert verdict.winnable is not None
        if verdict.winnable or gravity == "still":
            assert llk.verify(board, verdict)


def test_the_two_searches_agree_without_gravity() -> None:
    """The order does not matter there, so a search over moves must give the same answer."""
    for seed in range(1, 101):
        board = llk.scatter(6, 8, kinds=12, seed=seed)
        assert SolverQuery(board, None, 0, by_moves=True).ask().winnable is llk.solve(board).winnable


# ---- why it is lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rules", "loss", "tiles"),
    [
        ("AAA", "", "odd", 3),
        ("AAB", "gravity=down", "odd", 1),
        ("A#A", "outside=no", "walled off", 1),
        ("AA#AA#A/AA#AA#A", "outside=no adjacent=no max_turns=0", "blocked", 0),
        ("A.A/.B./B.A", "max_turns=0 outside=no", "odd", 3),
    ],
)
def test_reasons(text: str, rules: str, loss: str, tiles: int) -> None:
    board = llk.Board.parse(text, rules=llk.Rules.parse(rules))
    verdict = llk.solve(board)
    assert verdict.winnable is False
    assert reference_game(board).winnable() is False
    if loss != "blocked":
        assert (verdict.loss, len(verdict.tiles)) == (loss, tiles)
        assert verdict.certificate is None
    assert verdict.reason.startswith("it cannot be won: ")
    assert llk.verify(board, verdict)


def test_a_room_with_an_odd_number_of_tiles_is_seen_at_once() -> None:
    """Pairing by search would try every way to pair 13 tiles before it knew."""
    rows = [[1] * 13 + [-1] + [1] * 13]
    verdict = llk.solve(llk.Board(rows, rules=INSIDE))
    assert (verdict.winnable, verdict.loss, verdict.nodes) == (False, "walled off", 0)


def test_an_empty_board_is_won() -> None:
    for gravity in llk.GRAVITIES:
        verdict = llk.solve(llk.Board([[0, -1], [0, 0]], rules=llk.Rules(gravity=gravity)))
        assert (verdict.winnable, verdict.moves, verdict.reason) == (True, (), "it is already won")


def test_large_boards_are_tried() -> None:
    """Above 62 cells a side there is no exact search without gravity, but a win is a win."""
    row = [kind for kind in range(1, 41) for _ in range(2)]
    board = llk.Board([row])
    verdict = llk.solve(board)
    assert verdict.winnable is True
    assert llk.verify(board, verdict)
    assert llk.solve(llk.Board([[*row, 1]])).loss == "odd"
    stuck = llk.Board([[1, 2] + [-1] * 70, [2, 1] + [-1] * 70])
    verdict = llk.solve(stuck)
    assert (verdict.winnable, verdict.loss) == (False, "blocked")
    assert llk.verify(stuck, verdict)


# ---- budgets, seeds, threads -------------------------------------------------------------------------------------


def test_the_same_everywhere() -> None:
    for gravity in ("still", "down", "rotating"):
        board = llk.scatter(8, 18, kinds=36, seed=7, rules=llk.Rules(gravity=gravity))
        assert llk.solve(board, seed=3) == llk.solve(board, seed=3)


def test_a_budget_of_nodes_is_kept() -> None:
    hard = llk.scatter(12, 24, kinds=64, seed=13)
    for rules in (llk.Rules(), DOWN):
        board = llk.Board(hard.to_rows(), rules=rules)
        for nodes in (0, 1, 10):
            verdict = llk.solve(board, llk.Budget(nodes=nodes))
            assert verdict.nodes <= nodes
            if nodes == 0:
                assert verdict.winnable is None
                assert verdict.reason.startswith("undecided")


@pytest.mark.parametrize(
    "budget", [-1, float("nan"), "10", True, llk.Verdict], ids=["negative", "nan", "text", "bool", "type"]
)
def test_invalid_budgets(budget: object) -> None:
    with pytest.raises(llk.BadBudget):
        llk.solve(llk.Board.parse("AA"), budget)  # type: ignore[arg-type]


@pytest.mark.parametrize("nodes", [-1, 1.5, 2**64, True])
def test_invalid_nodes(nodes: object) -> None:
    with pytest.raises(llk.BadBudget):
        llk.Budget(nodes=nodes)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1"])
def test_invalid_seeds(seed: object) -> None:
    with pytest.raises(llk.BadSeed):
        llk.solve(llk.Board.parse("AA"), seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [0, -1, 65, 1.5, "2", None, True])
def test_invalid_threads(threads: object) -> None:
    with pytest.raises(llk.BadBudget, match="threads must be an integer from 1 to 64"):
        llk.solve(llk.Board.parse("AA"), threads=threads)  # type: ignore[arg-type]


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_threads_give_the_same_verdicts(gravity: llk.Gravity) -> None:
    rules = llk.Rules(gravity=gravity)
    for seed in range(1, 4):
        board = llk.scatter(4, 6, kinds=6, seed=seed, rules=rules)
        assert llk.solve(board, threads=2).winnable is llk.solve(board).winnable


def test_one_thread_searches_as_ever() -> None:
    """Deals depend on these verdicts: the same nodes and the same win in every version."""
    board = llk.scatter(8, 18, kinds=36, seed=32, rules=llk.Rules(gravity="left"))
    verdict = llk.solve(board, None)
    assert (verdict.winnable, verdict.nodes, len(verdict.moves)) == (True, 567_225, 72)


@pytest.mark.parametrize(("seed", "winnable", "least"), [(40, True, 20_000), (3, False, 100_000)])
def test_threads_decide_hard_boards(seed: int, winnable: bool, least: int) -> None:
    board = llk.scatter(8, 18, kinds=36, seed=seed, rules=llk.Rules(gravity="left"))
    verdict = llk.solve(board, None, threads=2)
    assert verdict.winnable is winnable
    assert verdict.nodes > least
    assert verdict.loss == ("" if winnable else "exhausted")
    assert not winnable or llk.verify(board, verdict)


def test_threads_share_a_budget() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=12, rules=llk.Rules(gravity="left"))
    verdict = llk.solve(board, llk.Budget(nodes=60_000), threads=2)
    assert verdict.winnable is None
    assert 60_000 <= verdict.nodes < 62_000
    timed = llk.solve(board, llk.Budget(nodes=10**12, seconds=0.3), threads=2)
    assert timed.timed_out is (timed.winnable is None)


def test_a_verdict_is_not_a_condition() -> None:
    with pytest.raises(TypeError, match="three values"):
        bool(llk.solve(llk.Board.parse("AA")))


def test_other_threads_run_during_a_search() -> None:
    """The interpreter lock is free during a search: this thread counts meanwhile."""
    counted = 0

    def search(nodes: int) -> None:
        nonlocal counted
        begun.set()
        counted = 0
        llk.solve(HARD, llk.Budget(nodes=nodes))
        done.set()

    for nodes in (1_000_000, 4_000_000, 16_000_000, 64_000_000):  # on a busy machine this thread may sleep through it
        begun, done = threading.Event(), threading.Event()
        other = threading.Thread(target=search, args=[nodes])
        other.start()
        assert begun.wait(PATIENCE)
        while not done.wait(0.001):
            counted += 1
        other.join()
        if counted > 2:
            break
    assert counted > 2  # with the lock held it could not count before the search has ended


@pytest.mark.parametrize(("rules", "threads"), [("", 1), ("gravity=down", 1), ("gravity=left", 2)])
def test_control_c_ends_a_search(rules: str, threads: int) -> None:
    script = (
        "import lianliankan as llk\n"
        f"board = llk.scatter(30, 60, kinds=225, seed=1, rules=llk.Rules.parse({rules!r}))\n"
        "print('go', flush=True)\n"
        f"while True: llk.solve(board, None, threads={threads})\n"
    )
    assert "KeyboardInterrupt" in interrupt(script)


# ---- advice and blame ------------------------------------------------------------------------------------------------


def test_advice_is_about_every_move() -> None:
    rng = random.Random(5)
    for _ in range(60):
        board = even_board(rng, most=10)
        advice = llk.advise(board)
        assert sorted(each.move for each in advice) == board.moves()
        outcomes = [each.outcome for each in advice]
        assert outcomes == sorted(outcomes, key=["safe", "unknown", "losing"].index)
        for each in advice:
            assert (each.outcome == "safe") is reference_game(board.play(each.move)).winnable()
            assert each.outcome == "safe" or each.chance == 0


def test_the_second_move_of_a_win_may_lose_as_the_first() -> None:
    board = llk.Board.parse("rules: max_turns=1 outside=no gravity=right\n. . 1 2\n2 1 1 1")
    for each in llk.advise(board):
        assert (each.outcome == "safe") is reference_game(board.play(each.move)).winnable()


def test_advice_in_the_middle_of_games() -> None:
    """With gravity, a few moves into the game: what is safe later need not be safe now."""
    rng = random.Random(12)
    for _ in range(1500):
        board = even_board(rng, most=12)
        for _ in range(rng.randint(1, 3)):
            if moves := board.moves():
                board = board.play(rng.choice(moves))
        for each in llk.advise(board):
            assert (each.outcome == "safe") is reference_game(board.play(each.move)).winnable(), board


def test_advice_without_a_budget_is_unknown() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=91)
    advice = llk.advise(board, llk.Budget(nodes=0))
    assert {each.outcome for each in advice} == {"unknown"}
    assert len(advice) == len(board.moves())


def reference_blame(board: llk.Board, moves: list[llk.Move]) -> int | None:
    game: ReferenceGame = reference_game(board)
    if not game.winnable():
        return 0
    for number, move in enumerate(moves, 1):
        game = game.play(move)
        if not game.winnable():
            return number
    return None


def test_blame_against_the_reference_game() -> None:
    rng = random.Random(8)
    blamed = 0
    for _ in range(800):
        board = even_board(rng, most=12)
        moves, now = [], board
        while now.moves() and rng.random() < 0.9:
            moves.append(rng.choice(now.moves()))
            now = now.play(moves[-1])
        found = llk.blame(board, moves)
        expected = reference_blame(board, moves)
        assert found.lost_after == expected
        assert found.winnable is (expected is None)
        assert found.move == (moves[expected - 1] if expected else None)
        blamed += bool(expected)
    assert blamed > 5


def test_blame_within_a_budget() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=91)
    moves = board._play_randomly(1)
    nothing = llk.blame(board, moves, llk.Budget(nodes=0))
    assert (nothing.winnable, nothing.lost_after, nothing.won_until, nothing.move) == (None, None, None, None)
    whole = llk.blame(board, moves)
    assert whole.winnable is False
    assert whole.lost_after
    assert whole.won_until == whole.lost_after - 1
    assert whole.move == moves[whole.lost_after - 1]


def test_moves_as_plain_pairs() -> None:
    found = llk.blame(llk.Board.parse("AA/AB/BA"), [[(0, 0), [0, 1]]])  # type: ignore[list-item]
    assert found.move == llk.Move(llk.Cell(0, 0), llk.Cell(0, 1))
    assert hash(found)
    with pytest.raises(TypeError, match="a move must be a pair of cells"):
        llk.blame(llk.Board.parse("AA/AB/BA"), ["1,1-1,2"])  # type: ignore[list-item]


@pytest.mark.parametrize("ask", [llk.solve, llk.advise, llk.rate, lambda board: llk.shuffle(board, seed=1)])
def test_a_text_is_not_a_board(ask: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"expected a Board, not .*; Board\.parse\(text\) makes one"):
        ask("AB/BA")


def test_blame_names_the_illegal_move() -> None:
    board = llk.Board.parse("AAB/ABA")
    with pytest.raises(llk.IllegalMove, match=r"move 2 \(moves\[1\]\): no tile is on the cell \(0, 0\)"):
        llk.blame(board, [llk.Move.parse("1,1-2,1"), llk.Move.parse("1,1-2,1")])


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=20)
def test_any_seed_gives_a_true_answer(seed: int) -> None:
    board = llk.scatter(4, 4, kinds=4, seed=11, rules=DOWN)
    assert llk.solve(board, seed=seed).winnable is reference_game(board).winnable()


def test_a_seed_by_chance_is_in_the_result() -> None:
    board = llk.Board.parse("AA/AB/BA")
    move = llk.Move.parse("1,1-1,2")
    verdict = llk.solve(board, seed=None)
    assert verdict == llk.solve(board, seed=verdict.seed)
    advice = llk.advise(board, None, seed=None)
    assert advice == llk.advise(board, None, seed=advice[0].seed)
    found = llk.blame(board, [move], seed=None)
    assert found == llk.blame(board, [move], seed=found.seed)
    assert len({llk.solve(board, seed=None).seed for _ in range(10)}) > 1
    assert llk.solve(board).seed == 0
    assert llk.solve(board, seed=7).seed == 7
