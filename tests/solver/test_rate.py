"""Ratings: what they measure, and that they do not change."""

import pytest

import lianliankan as llk
from support.children import interrupt
from support.strategies import reference_game


def test_where_nothing_can_go_wrong() -> None:
    rating = llk.rate(llk.Board.parse("AABB/CCDD"))
    assert (rating.winnable, rating.chance, rating.safe_share, rating.forced) == (True, 1.0, 1.0, 0)
    assert (rating.score, rating.name) == (0.0, "easy")


def test_a_trap() -> None:
    """`AAB/ABA`: one of three first moves loses, and after the others nothing can go wrong."""
    board = llk.Board.parse("AAB/ABA")
    rating = llk.rate(board, games=4000)
    assert rating.chance == pytest.approx(2 / 3, abs=0.03)
    first, second, third = len(board.moves()), *llk_counts(board)
    assert rating.safe_share == pytest.approx((2 + second + third) / (first + second + third))
    assert rating.least_moves == 1
    assert rating.winnable is True


def llk_counts(board: llk.Board) -> tuple[int, int]:
    """How many moves, all of them safe, the solver's line meets after its first and after its second move."""
    counts = []
    for move in llk.solve(board).moves[:2]:
        board = board.play(move)
        assert all(reference_game(board.play(each)).winnable() for each in board.moves())
        counts.append(len(board.moves()))
    return counts[0], counts[1]


def test_forced_moments() -> None:
    """`AAAB/ACDA/BACD`: one of four first moves is safe."""
    board = llk.Board.parse("AAAB/ACDA/BACD")
    rating = llk.rate(board)
    forced = 0
    for move in llk.solve(board).moves:
        safe = [each for each in board.moves() if reference_game(board.play(each)).winnable()]
        forced += len(safe) == 1 < len(board.moves())
        board = board.play(move)
    assert rating.forced == forced >= 1


def test_lost_and_unknown() -> None:
    lost = llk.rate(llk.Board.parse("AB/BA"))
    assert (lost.name, lost.winnable, lost.score, lost.chance, lost.least_moves) == ("lost", False, 100.0, 0.0, 0)
    unknown = llk.rate(llk.scatter(8, 18, kinds=36, seed=91), llk.Budget(nodes=0))
    assert (unknown.name, unknown.winnable) == ("unknown", None)
    shown = llk.rate(llk.scatter(8, 18, kinds=36, seed=3), llk.Budget(nodes=0))
    assert (shown.winnable, shown.nodes) == (True, 0), "a game that chance wins is a win"
    assert llk.rate(llk.Board.parse(".")).name == "easy"


def test_harder_is_harder() -> None:
    """A deal that random play never wins is harder than one it often wins."""
    assert llk.rate(llk.scatter(8, 18, kinds=36, seed=91)).score > 80
    easy = llk.deal(8, 18, kinds=36, seed=3, difficulty="easy")
    assert llk.rate(easy).chance > 0.4


@pytest.mark.parametrize("gravity", ["still", "down", "rotating"])
def test_the_same_for_a_seed(gravity: llk.Gravity) -> None:
    board = llk.deal(6, 8, kinds=12, seed=2, rules=llk.Rules(gravity=gravity))
    assert llk.rate(board, seed=5) == llk.rate(board, seed=5)
    assert llk.rate(board, seed=5).seed == 5
    drawn = llk.rate(board, seed=None)
    assert drawn == llk.rate(board, seed=drawn.seed)


@pytest.mark.parametrize("text", ["AABB/CCDD", "AB/BA", "AAB/ABA", "AA/AB/BA"])
def test_the_score_alone(text: str) -> None:
    board = llk.Board.parse(text)
    assert llk.score(board) == llk.rate(board).score
    assert llk.score(board, seed=3, games=7) == llk.rate(board, seed=3, games=7).score


def test_the_score_alone_is_not_searched() -> None:
    """This board takes the search much longer than random playouts take to find out nothing."""
    board = llk.scatter(20, 20, kinds=100, seed=1)
    assert llk.score(board, games=4) == 100


def test_threads_do_not_change_games() -> None:
    board = llk.scatter(8, 18, kinds=36, seed=5)
    assert board._play_out(100, 3, 1) == board._play_out(100, 3, 4)


def test_playouts_are_uniform() -> None:
    """Every move of a position is equally often the first of a random playout, under any gravity."""
    for rules in (llk.Rules(), llk.Rules(gravity="down"), llk.Rules(max_turns=3)):
        board = llk.scatter(4, 6, kinds=6, seed=3, rules=rules)
        moves = board.moves()
        firsts = [board._play_randomly(seed)[0] for seed in range(200 * len(moves))]
        assert set(firsts) == set(moves)
        assert all(120 < firsts.count(move) < 280 for move in moves)


def test_playouts_are_games() -> None:
    for gravity in llk.GRAVITIES:
        board = llk.scatter(4, 6, kinds=6, seed=3, rules=llk.Rules(gravity=gravity))
        left = board._play_out(20, 9, 1)
        for move in board._play_randomly(1):
            board = board.play(move)
        assert not board.moves()
        assert all(0 <= tiles <= 24 and tiles % 2 == 0 for tiles in left)


@pytest.mark.parametrize("games", [0, -1, 10**7, 2.5, True])
def test_invalid_numbers_of_games(games: int) -> None:
    with pytest.raises(llk.BadBudget, match="games must be an integer from 1"):
        llk.rate(llk.Board.parse("AA"), games=games)
    with pytest.raises(llk.BadBudget, match="games must be an integer from 1"):
        llk.score(llk.Board.parse("AA"), games=games)


def test_an_error_in_a_thread_reaches_the_caller() -> None:
    """A board with too many moves to list is refused, not the end of the process."""
    board = llk.Board([[1] * 4096] * 2, rules=llk.Rules(gravity="down", max_turns=None))
    with pytest.raises(llk.TooManyMoves):
        board._play_out(4, 0, 3)


@pytest.mark.parametrize(
    "work",
    [
        "llk.rate(llk.scatter(62, 62, kinds=1, seed=1), llk.Budget(nodes=0))",
        "llk.rate(llk.scatter(40, 40, kinds=1, seed=1, rules=llk.Rules(gravity='down')), llk.Budget(nodes=0))",
        "llk.deal(100, 100, kinds=5000, seed=1)",
        "llk.deal(62, 62, kinds=1922, seed=1)",
        "llk.shuffle(llk.scatter(62, 62, kinds=1922, seed=1), seed=1)",
    ],
)
def test_control_c_ends_long_work(work: str) -> None:
    script = f"import lianliankan as llk\nprint('go', flush=True)\nwhile True: {work}\n"
    assert "KeyboardInterrupt" in interrupt(script)
