"""The public contract of Board: values, answers and named errors."""

import copy
import pickle
import sys
from threading import Thread

import pytest
from hypothesis import given

import lianliankan as llk
from support.strategies import boards


@pytest.fixture
def board() -> llk.Board:
    return llk.Board.parse("1 2 2 1\n. 3 3 .")


def test_the_contract_reads_as_designed(board: llk.Board) -> None:
    assert (board.rows, board.cols, board.tile_count) == (2, 4, 6)
    assert (board[0, 0], board[1, 0], board[1, 2]) == (1, 0, 3)
    assert board.to_rows() == [[1, 2, 2, 1], [0, 3, 3, 0]]
    assert board.rules == llk.Rules(max_turns=2, outside=True, gravity="still", adjacent=True)
    path = board.link((0, 0), (0, 3))
    assert path is not None
    assert (path.turns, path.steps) == (2, 5)
    assert path.corners == ((0, 0), (-1, 0), (-1, 3), (0, 3))
    assert path.cells == ((0, 0), (-1, 0), (-1, 1), (-1, 2), (-1, 3), (0, 3))
    assert board.link((0, 3), (0, 0)) == path[::-1]
    assert board.linkable((0, 1), (0, 2)) is True
    assert board.link((0, 0), (0, 1)) is None
    assert board.linkable((0, 0), (0, 1)) is False
    assert board.moves() == [((0, 0), (0, 3)), ((0, 1), (0, 2)), ((1, 1), (1, 2))]
    move = board.moves()[0]
    assert isinstance(move, llk.Move)
    assert isinstance(move.a, llk.Cell)
    assert (move.a.row, move.a.col, move.b.row, move.b.col) == (0, 0, 0, 3)


def test_playing_makes_a_new_board(board: llk.Board) -> None:
    after = board.play(((0, 3), (0, 0)))  # in either order
    assert after.to_rows() == [[0, 2, 2, 0], [0, 3, 3, 0]]
    assert board.tile_count == 6
    assert (after.is_stuck, after.is_clear) == (False, False)
    done = after.play(((0, 1), (0, 2))).play(((1, 1), (1, 2)))
    assert (done.is_stuck, done.is_clear, done.moves()) == (False, True, [])
    assert llk.Board.parse("AB/BA").is_stuck


def test_a_move_may_be_given_as_two_cells(board: llk.Board) -> None:
    assert board.play((0, 3), (0, 0)) == board.play(((0, 0), (0, 3))) == board.play(board.moves()[0])
    assert board.play([0, 0], [0, 3]) == board.play((0, 0), (0, 3))  # type: ignore[call-overload]
    with pytest.raises(llk.IllegalMove, match="different kinds"):
        board.play((0, 0), (0, 1))


@pytest.mark.parametrize(
    ("a", "b", "error", "message"),
    [
        ((0, 0), (0, 0), llk.SameCell, r"\(0, 0\) cannot link to itself"),
        ((0, 0), (1, 0), llk.NoTile, r"\(1, 0\): it is empty"),
        ((1, 3), (1, 0), llk.NoTile, r"\(1, 3\): it is empty"),
        ((1, 0), (1, 0), llk.NoTile, "empty"),
        ((2, 0), (0, 0), llk.OffBoard, r"\(2, 0\) is off the board of 2 rows and 4 columns"),
        ((0, 0), (-1, 0), llk.OffBoard, r"\(-1, 0\)"),
        ((0, 0), (0, 4), llk.OffBoard, r"\(0, 4\)"),
        ((0, 0), (0, 2**70), llk.OffBoard, "off the board"),
        ((0, 0), (65536, 3), llk.OffBoard, "off the board"),
        ((-(2**70), 0), (0, 0), llk.OffBoard, "off the board"),
    ],
)
def test_mistakes_have_names(
    board: llk.Board, a: tuple[int, int], b: tuple[int, int], error: type[ValueError], message: str
) -> None:
    for on in (board, llk.Position(board)):
        for ask in (on.link, on.linkable):
            with pytest.raises(error, match=message):
                ask(a, b)
        with pytest.raises(llk.IllegalMove, match=message):
            on.play((a, b))
        with pytest.raises(llk.IllegalMove, match=message):
            on.play(a, b)
    if max(map(abs, a + b)) < 2**31:
        with pytest.raises(error, match=f"pair 1: .*{message}"):
            board.linkable_pairs([(0, 0, 0, 3), (*a, *b)])


def test_walls_and_voids_are_not_tiles() -> None:
    board = llk.Board.from_rows([[1, -1, 1, -2]])
    with pytest.raises(llk.NoTile, match="a wall"):
        board.link((0, 0), (0, 1))
    with pytest.raises(llk.NoTile, match="not part of the board"):
        board.link((0, 3), (0, 0))
    assert board.link((0, 0), (0, 2)) == ((0, 0), (-1, 0), (-1, 2), (0, 2))


@pytest.mark.parametrize("bad", [0, "ab", (1,), (1, 2, 3), (0.0, 1.0), ("0", "1"), {}])
def test_an_invalid_cell_is_a_type_error(board: llk.Board, bad: object) -> None:
    for on in (board, llk.Position(board)):
        with pytest.raises(TypeError, match="a cell must be a pair"):
            on.link(bad, (0, 0))  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a cell must be a pair"):
            on.play(bad, (0, 0))  # type: ignore[call-overload]
        with pytest.raises(TypeError, match="a cell must be a pair"):
            on[bad]  # type: ignore[index]


@pytest.mark.parametrize("bad", [0, ((0, 0),), ((0, 0), (0, 1), (0, 2))])
def test_an_invalid_move_is_a_type_error(board: llk.Board, bad: object) -> None:
    with pytest.raises(TypeError, match="a move must be a pair of cells"):
        board.play(bad)  # type: ignore[call-overload]


def test_cells_may_be_lists_and_numpy_integers(board: llk.Board) -> None:
    np = pytest.importorskip("numpy")
    assert board.linkable([0, 0], np.array([0, 3]))  # type: ignore[arg-type]
    assert board.linkable((np.int64(0), np.uint8(0)), llk.Cell(0, 3))
    assert board.play([0, 0], np.array([0, 3])) == board.play((0, 0), (0, 3))  # type: ignore[call-overload]


def test_illegal_moves_say_why() -> None:
    board = llk.Board.parse("AB/BA")
    with pytest.raises(llk.IllegalMove, match=r"no path within the rules joins \(0, 0\) and \(1, 1\)"):
        board.play(((0, 0), (1, 1)))
    with pytest.raises(llk.IllegalMove, match="different kinds"):
        board.play(((0, 0), (0, 1)))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "at least one row"),
        ([[]], "at least one row and one column"),
        ([[1, 2], [1]], r"rows\[1\] has 1 cell, but rows\[0\] has 2"),
        ([[1], [1, 2]], r"rows\[1\] has 2 cells, but rows\[0\] has 1"),
        ([[1, -3]], r"-3 at \(0, 1\) is not a cell"),
        ([[1], [llk.MAX_KIND + 1]], r"2000000001 at \(1, 0\) is not a cell"),
        ([[10**40]], "is not a cell"),
        ([[1] * (llk.MAX_SIDE + 1)], "at most 4096 rows and columns, not 1 row and 4097 columns"),
        ([[1]] * (llk.MAX_SIDE + 1), "at most 4096"),
    ],
)
def test_rows_that_do_not_form_a_board(rows: list[list[int]], message: str) -> None:
    with pytest.raises(llk.BadBoard, match=message):
        llk.Board.from_rows(rows)
    if rows and rows[0]:
        with pytest.raises(TypeError):
            llk.Board.from_rows([["1"]])  # type: ignore[list-item]


def test_boards_are_values(board: llk.Board) -> None:
    twin = llk.Board.from_rows(board.to_rows())
    assert board == twin
    assert hash(board) == hash(twin)
    assert {board: "known"}[twin] == "known"
    assert board != llk.Board.from_rows(board.to_rows(), rules=llk.Rules(outside=False))
    assert board != board.play(board.moves()[0])
    assert board != "1 2 2 1"
    assert copy.copy(board) is board
    assert copy.deepcopy(board) is board
    with pytest.raises(AttributeError):
        board.rows = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        board.colour = "red"  # type: ignore[attr-defined]


def test_the_same_position_reached_differently_is_equal() -> None:
    board = llk.Board.parse("A.BB\nA.CC")
    one = board.play(((0, 0), (1, 0))).play(((0, 2), (0, 3)))
    other = board.play(((0, 2), (0, 3))).play(((0, 0), (1, 0)))
    fresh = llk.Board.parse("....\n..CC")
    assert one == other == fresh
    assert one.zobrist == other.zobrist == fresh.zobrist


def test_zobrist_never_changes() -> None:
    """Stored hashes must mean the same position in every version and on every machine."""
    assert llk.Board.parse("1 2 2 1 / . 3 3 .").zobrist == 17583830778011327509
    assert llk.scatter(8, 18, kinds=36, seed=1).zobrist == 9838596952289979201
    rules = llk.Rules(max_turns=None, outside=False, gravity="rotating", adjacent=False)
    assert llk.Board([[7, -1], [-2, 0]], rules=rules, phase="down").zobrist == 12506634660693096444


@given(board=boards())
def test_boards_survive_pickling_and_repr(board: llk.Board) -> None:
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board), {"Board": llk.Board}) == board
    assert llk.Board(board.to_array(), rules=board.rules, phase=board.phase) == board


@given(board=boards())
def test_boards_differ_by_more_than_their_tiles(board: llk.Board) -> None:
    for change in ({"outside": not board.rules.outside}, {"adjacent": not board.rules.adjacent}, {"max_turns": 6}):
        values = {name: getattr(board.rules, name) for name in ("max_turns", "outside", "gravity", "adjacent")}
        other = llk.Board(board.to_rows(), rules=llk.Rules(**(values | change)), phase=board.phase)
        assert other != board
        assert other.zobrist != board.zobrist
    if board.rules.gravity == "rotating":
        for phase in llk.PHASES:
            turned = llk.Board(board.to_rows(), rules=board.rules, phase=phase)
            assert (turned == board) == (phase == board.phase) == (turned.zobrist == board.zobrist)


def test_a_phase_belongs_to_rotating_gravity() -> None:
    with pytest.raises(llk.BadRules, match="only rotating gravity has a phase; gravity is 'down'"):
        llk.Board([[1]], rules=llk.Rules(gravity="down"), phase="left")
    with pytest.raises(llk.BadRules, match="unknown phase 'north'"):
        llk.Board([[1]], rules=llk.Rules(gravity="rotating"), phase="north")  # type: ignore[arg-type]


def test_rotating_gravity_turns_only_when_a_tile_moved() -> None:
    board = llk.Board.parse("rules: gravity=rotating\n1 1\n2 2")
    after = board.play(((1, 0), (1, 1)))
    assert (after.phase, after.to_rows()) == ("up", [[1, 1], [0, 0]])
    after = board.play(((0, 0), (0, 1)))
    assert (after.phase, after.to_rows()) == ("right", [[2, 2], [0, 0]])


@pytest.mark.parametrize("rules", [0, {}, "down", False])
def test_invalid_rules(rules: object) -> None:
    with pytest.raises(llk.BadRules, match=r"rules must be llk\.Rules"):
        llk.Board([[1]], rules=rules)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore:nanobind. attempted to access an uninitialized instance:RuntimeWarning")
def test_boards_that_were_never_made_are_refused() -> None:
    class Forgetful(llk.Board):
        def __init__(self) -> None:
            pass

    with pytest.raises(TypeError):
        Forgetful().play(((0, 0), (0, 1)))
    with pytest.raises(TypeError):
        llk.Position(llk.Board.__new__(llk.Board))
    with pytest.raises(TypeError):
        llk.Position.__new__(llk.Position).copy()


def test_a_number_is_read_only_once() -> None:
    class Fickle:
        asked = 0

        def __index__(self) -> int:
            self.asked += 1
            return 0 if self.asked == 1 else 4096

    board = llk.Board([[0] * 1000] * 3)
    for _ in range(50):
        with pytest.raises(llk.NoTile):
            board.linkable((Fickle(), 0), (1, 0))  # type: ignore[arg-type]


def test_moves_asked_for_by_the_garbage_collector_do_not_mix() -> None:
    import gc

    large, small = llk.scatter(20, 30, kinds=20, seed=1), llk.scatter(8, 18, kinds=36, seed=1)

    class Asking:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            large.moves()

    want = [tuple(move) for move in small.moves()]
    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(30):
            Asking()
            assert [tuple(move) for move in small.moves()] == want
    finally:
        gc.set_threshold(*before)


def test_any_number_of_turns_on_a_large_board() -> None:
    """Every tile has its own kind: nothing links, and one look at the board shows it."""
    kinds = iter(range(1, 10**6))
    rows = [[next(kinds) if (r * 7 + c * 3) % 10 < 3 else 0 for c in range(300)] for r in range(300)]
    assert llk.Board(rows, rules=llk.Rules(max_turns=None)).is_stuck
    rows[0][299] = rows[299][0] = 10**6
    board = llk.Board(rows, rules=llk.Rules(max_turns=None))
    assert board.moves() == [((0, 299), (299, 0))]
    assert not board.is_stuck


def test_a_position_is_small() -> None:
    assert sys.getsizeof(llk.scatter(8, 18, kinds=36, seed=1)) < 3 * 1024


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 1), (1, 62), (62, 1), (30, 30), (31, 31), (62, 62)])
def test_sides_of_every_grid(rows: int, cols: int) -> None:
    """Equal tiles in opposite corners of an empty board link around the outside with two turns or fewer."""
    cells = [[0] * cols for _ in range(rows)]
    cells[0][0] = cells[-1][-1] = 5
    board = llk.Board(cells)
    if rows * cols == 1:
        assert board.is_stuck
        return
    path = board.link((0, 0), (rows - 1, cols - 1))
    assert path is not None
    assert path.steps == rows + cols - 2
    assert path.turns == (1 if rows > 1 and cols > 1 else 0)
    assert board.play(board.moves()[0]).is_clear
    full = llk.Board([[1] * cols for _ in range(rows)], rules=llk.Rules(max_turns=0, adjacent=True))
    assert len(full.moves()) == rows * (cols - 1) + cols * (rows - 1)


@pytest.mark.parametrize(("rows", "cols"), [(63, 63), (63, 2), (1, 200), (64, 64), (1000, 1000), (1, 4096), (4096, 1)])
def test_large_boards(rows: int, cols: int) -> None:
    cells = [[0] * cols for _ in range(rows)]
    cells[0][0] = cells[-1][-1] = 7
    for r in range(rows):
        cells[r][cols // 2] = cells[r][cols // 2] or -1  # a wall from top to bottom
    board = llk.Board(cells)
    path = board.link((0, 0), (rows - 1, cols - 1))
    assert path is not None
    assert board.moves() == [((0, 0), (rows - 1, cols - 1))]
    assert not board.is_stuck
    assert board.play(path.corners[:: len(path) - 1]).is_clear  # type: ignore[arg-type]
    assert board == llk.Board(cells)
    inside = llk.Board(cells, rules=llk.Rules(outside=False, max_turns=None))
    assert inside.is_stuck == (cols != 2)


def test_a_large_full_board() -> None:
    board = llk.scatter(300, 300, kinds=200, seed=3)
    moves = board.moves()
    assert len(moves) > 100
    assert board.linkable_pairs(board.moves_array()).all()
    position = llk.Position(board)
    position.play(moves[0])
    assert position.moves() == board.play(moves[0]).moves()
    position.undo()
    assert position.board == board


def test_too_many_moves_are_refused() -> None:
    board = llk.Board([[1] * 2900, [0] * 2900, [1] * 2900], rules=llk.Rules(outside=False))
    assert not board.is_stuck
    with pytest.raises(llk.TooManyMoves, match="more than 16777216 moves"):
        board.moves()


def test_threads_share_boards() -> None:
    board = llk.scatter(16, 30, kinds=36, seed=5)
    want, found = (board.moves(), llk.perft(board, 2)), []

    def work() -> None:
        found.extend([(board.moves(), llk.perft(board, 2)) for _ in range(5)])

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [want] * 20
