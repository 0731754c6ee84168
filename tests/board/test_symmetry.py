"""What must not change when a board is mirrored, turned or its kinds are renumbered."""

import random
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings

import lianliankan as llk
from support.strategies import boards

Place = tuple[int, int]
TURNS: dict[str, Callable[[llk.Board], llk.Board]] = {
    "mirror": llk.Board.mirror,
    "flip": llk.Board.flip,
    "transpose": llk.Board.transpose,
    "clockwise": llk.Board.rotate,
    "half turn": lambda board: board.rotate(2),
    "counterclockwise": lambda board: board.rotate(-1),
}
WHERE: dict[str, Callable[[llk.Board, Place], Place]] = {
    "mirror": lambda board, cell: (cell[0], board.cols - 1 - cell[1]),
    "flip": lambda board, cell: (board.rows - 1 - cell[0], cell[1]),
    "transpose": lambda board, cell: (cell[1], cell[0]),
    "clockwise": lambda board, cell: (cell[1], board.rows - 1 - cell[0]),
    "half turn": lambda board, cell: (board.rows - 1 - cell[0], board.cols - 1 - cell[1]),
    "counterclockwise": lambda board, cell: (board.cols - 1 - cell[1], cell[0]),
}
each_turn = pytest.mark.parametrize("turn", TURNS)

# Where both sides are even, only these have no image: gravities with an order, and the two slides.
ORDERED = {"outward", "inward", "rotating"}
SLIDES = {"slide-left-right", "slide-down-up"}
WITHOUT_IMAGE = {
    "mirror": SLIDES | {"rotating"},
    "flip": SLIDES | {"rotating"},
    "transpose": SLIDES | ORDERED,
    "clockwise": ORDERED - {"rotating"},
    "half turn": set[str](),
    "counterclockwise": ORDERED - {"rotating"},
}


def outline(board: llk.Board) -> tuple[object, ...]:
    """What a board answers, whichever way it is turned."""
    paths = [board.link(a, b) for a, b in board.moves()]
    costs = sorted((path.turns, path.steps) for path in paths if path)
    return len(paths), costs, board.is_stuck, llk.perft(board, 3)


@each_turn
@settings(max_examples=150)
@given(board=boards(max_side=6))
def test_a_turned_board_is_the_same_game(turn: str, board: llk.Board) -> None:
    try:
        turned = TURNS[turn](board)
    except llk.Unsupported:
        assert board.rules.gravity != "still"
        return
    assert all(turned[WHERE[turn](board, cell)] == kind for cell, kind in board.tiles())
    assert outline(turned) == outline(board)
    for move in board.moves()[:8]:
        a, b = (WHERE[turn](board, cell) for cell in move)
        assert TURNS[turn](board.play(move)) == turned.play(a, b)


@each_turn
@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_which_gravities_can_be_turned(turn: str, gravity: llk.Gravity) -> None:
    board = llk.scatter(4, 6, kinds=3, seed=1, rules=llk.Rules(gravity=gravity))
    if gravity in WITHOUT_IMAGE[turn]:
        with pytest.raises(llk.Unsupported, match=f"{gravity}.* cannot be (mirrored|flipped|transposed|rotated)"):
            TURNS[turn](board)
    else:
        assert outline(TURNS[turn](board)) == outline(board)


@each_turn
def test_what_is_refused_has_no_image(turn: str) -> None:
    """For every gravity that is refused, each candidate plays another game on some board."""
    for rows, cols, gravity in product((4, 5), (4, 5), llk.GRAVITIES):
        rng = random.Random(rows + cols)
        dealt = [llk.Board([rng.choices((0, 1, 2), k=cols) for _ in range(rows)]) for _ in range(30)]
        try:
            TURNS[turn](dealt[0].with_rules(gravity=gravity))
            continue
        except llk.Unsupported:
            pass
        games = [llk.perft(board.with_rules(gravity=gravity), 3) for board in dealt]
        turned = [TURNS[turn](board) for board in dealt]
        for candidate in llk.GRAVITIES:
            for phase in llk.PHASES if candidate == "rotating" else ("up",):
                rules = llk.Rules(gravity=candidate)
                images = (llk.Board(board.to_rows(), rules=rules, phase=phase) for board in turned)
                assert any(llk.perft(image, 3) != game for image, game in zip(images, games, strict=True))


def test_a_middle_line_belongs_to_the_first_half() -> None:
    board = llk.scatter(4, 5, kinds=5, seed=1, copies=4, rules=llk.Rules(gravity="split-columns"))
    assert board.flip().rules == board.rules
    with pytest.raises(llk.Unsupported, match="split-columns and 5 columns cannot be mirrored"):
        board.mirror()


@settings(max_examples=100)
@given(board=boards(max_side=5))
def test_turns_that_undo_each_other(board: llk.Board) -> None:
    board = board.with_rules(gravity="still")
    assert board.mirror().mirror() == board.flip().flip() == board.transpose().transpose() == board
    assert board.rotate().rotate(3) == board.rotate(0) == board.rotate(2).rotate(2) == board
    assert board.rotate() == board.transpose().mirror() == board.flip().transpose()


@settings(max_examples=150)
@given(board=boards())
def test_relabel(board: llk.Board) -> None:
    renamed = board.relabel({kind: 1_000_000_000 - 7 * kind for kind in range(1, 10)})
    assert renamed.moves() == board.moves()
    assert outline(renamed) == outline(board)
    plain = board.relabel()
    assert renamed.relabel() == plain
    assert list(dict.fromkeys(kind for _, kind in plain.tiles())) == list(range(1, len(board.kinds) + 1))


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ({1: 2}, "kinds 1 and 2 cannot both become 2"),
        ({1: 0}, "kind 1 cannot become 0"),
        ({2: -1}, "kind 2 cannot become -1"),
        ({2: llk.MAX_KIND + 1}, "2000000001 at .* is not a cell"),
    ],
)
def test_kinds_that_cannot_be_renumbered(kinds: dict[int, int], message: str) -> None:
    with pytest.raises(llk.BadBoard, match=message):
        llk.Board.parse("AB/BA").relabel(kinds)


def test_kinds_are_renumbered_by_integers() -> None:
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        llk.Board.parse("AB/BA").relabel({1: "B"})  # type: ignore[dict-item]


@pytest.mark.parametrize("seed", range(20))
def test_removing_tiles_never_destroys_a_link(seed: int) -> None:
    """Without gravity, a link lasts until its tiles are removed."""
    rng = random.Random(seed)
    board = llk.scatter(6, 8, kinds=8, seed=seed)
    while moves := board.moves():
        move = rng.choice(moves)
        board = board.play(move)
        left = [other for other in moves if not {*other} & {*move}]
        assert set(left) <= set(board.moves())


@settings(max_examples=150)
@given(board=boards())
def test_a_path_is_the_same_walked_backwards(board: llk.Board) -> None:
    for a, b in board.moves():
        there, back = board.link(a, b), board.link(b, a)
        assert there is not None
        assert back is not None
        assert there.corners == back.corners[::-1]
        assert there == llk.Path(there)  # the corners are corners


@pytest.mark.parametrize(
    ("turns", "hint"),
    [(90, r"; did you mean rotate\(1\)\?"), (-90, r"; did you mean rotate\(3\)\?"), (4, "$"), (-4, "$"), (45, "$")],
)
def test_rotate_counts_quarter_turns(turns: int, hint: str) -> None:
    with pytest.raises(llk.Error, match=rf"quarter turns, from -3 to 3, not {turns}{hint}"):
        llk.Board.parse("AB/BA").rotate(turns)
