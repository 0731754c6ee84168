"""The texts of boards, cells, moves, paths and rules: they round-trip, and errors say where."""

import pickle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import lianliankan as llk
from support.strategies import boards, rules


@given(board=boards(max_kinds=120))
def test_board_text_round_trips(board: llk.Board) -> None:
    assert llk.Board.parse(str(board)) == board
    assert str(llk.Board.parse(str(board))) == str(board)


@given(given_rules=rules())
def test_rules_text_round_trips(given_rules: llk.Rules) -> None:
    assert llk.Rules.parse(str(given_rules)) == given_rules


@given(row=st.integers(-1, 5000), col=st.integers(-1, 5000), other=st.tuples(st.integers(0, 99), st.integers(0, 99)))
def test_cell_and_move_texts_round_trip(row: int, col: int, other: tuple[int, int]) -> None:
    cell = llk.Cell(row, col)
    assert llk.Cell.parse(str(cell)) == cell
    if cell != other:
        move = llk.Move(*sorted((cell, llk.Cell(*other))))
        assert llk.Move.parse(str(move)) == move
        assert llk.Move.parse(f"{move.b}-{move.a}") == move


@given(board=boards())
def test_path_text_round_trips(board: llk.Board) -> None:
    for a, b in board.moves():
        path = board.link(a, b)
        assert path is not None
        assert llk.Path.parse(str(path)) == path
        assert llk.Path.parse(str(path).replace("-", "→")) == path
        assert eval(repr(path), {"Path": llk.Path}) == path
        assert pickle.loads(pickle.dumps(path)) == path
        assert len(path.cells) == path.steps + 1
        assert len(path.corners) == path.turns + 2


def test_the_text_of_the_plain_game_has_no_header() -> None:
    assert str(llk.Board.parse(" 1 2\t2  1 \r\n0 3 3 .\n\n")) == "1 2 2 1\n. 3 3 ."
    assert str(llk.Board.from_rows([[10, -1], [-2, 7]])) == "10  #\n _  7"


def test_the_header() -> None:
    text = "rules: max_turns=unlimited outside=no gravity=rotating adjacent=no phase=left\n1 1"
    board = llk.Board.parse(text)
    assert board.rules == llk.Rules(max_turns=None, outside=False, gravity="rotating", adjacent=False)
    assert board.phase == "left"
    assert str(board) == text
    assert llk.Board.parse("rules:\n1 1") == llk.Board.parse("1 1")
    assert llk.Board.parse("\n\nrules: phase=down  gravity=rotating \n1 1").phase == "down"
    assert llk.Board.parse(text, rules=llk.Rules(gravity="up")).rules == llk.Rules(gravity="up")
    assert llk.Board.parse(text, rules=llk.Rules(gravity="rotating")).phase == "left"


def test_letters_are_kinds() -> None:
    assert llk.Board.parse("AB.Z/a#_z").to_rows() == [[1, 2, 0, 26], [27, -1, -2, 52]]
    assert llk.Board.parse("A B\nB A") == llk.Board.parse("1 2\n2 1")
    assert llk.Board.parse("...").to_rows() == [[0, 0, 0]]


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "no board"),
        ("\n \n", 3, 1, "no board"),
        ("rules: gravity=down\n", 2, 1, "no board"),
        ("1 2\n1 x", 2, 3, "'x' is not a cell"),
        ("1 -1", 1, 3, "'-1' is not a cell"),
        ("1 2\n1 2 3", 2, 5, "row 2 has 3 cells, but row 1 has 2"),
        ("1 2\n1", 2, 1, "row 2 has 1 cell"),
        ("AB/B", 1, 4, "row 2 has 1 cell, but row 1 has 2"),
        ("1 1\n\n2 2", 2, 1, "this row has no cells"),
        ("1 1 / / 2 2", 1, 6, "this row has no cells"),
        ("1 2000000001", 1, 3, "not a cell"),
        ("1 99999999999999999999999", 1, 3, "not a cell"),
        ("1 ١", 1, 3, "not a cell"),  # an Arabic digit
        ("1 " + "7" * 5000, 1, 3, "'77777777777777777777777…' is not a cell"),
        ("rules: gravity=sideways\n1 1", 1, 16, "gravity must be one of still, down"),
        ("  rules: max_turns=-1\n1 1", 1, 20, "max_turns must be from 0"),
        ("rules: max_turns=²\n1 1", 1, 18, "max_turns must be from 0"),
        ("rules: outside=maybe\n1 1", 1, 16, "outside must be yes or no"),
        ("rules: turns=2\n1 1", 1, 8, "unknown rule 'turns'"),
        ("rules: outside\n1 1", 1, 8, "name=value"),
        ("rules: outside=no outside=no\n1 1", 1, 19, "given twice"),
        ("rules: phase=left\n1 1", 1, 8, "only gravity=rotating has a phase"),
        ("rules: gravity=rotating phase=north\n1 1", 1, 31, "phase must be one of up, right, down, left"),
        ("1 1\nrules: outside=no", 2, 1, "not a cell"),
        ("1 " * 4097, 1, 8193, "at most 4096 columns"),
        ("1\n" * 4097, 4097, 1, "at most 4096 rows"),
    ],
)
def test_mistakes_in_a_board_text(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(llk.ParseError) as caught:
        llk.Board.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")
    assert len(str(caught.value)) < 300
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.line) == (str(caught.value), line)


@pytest.mark.parametrize("text", ["", "1", "1,", ",1", "1,2,3", "a,1", "-1,2", "1,1-", "1 1", "1,9999999", "1,²"])
def test_invalid_cells(text: str) -> None:
    with pytest.raises(llk.ParseError, match="is not a cell"):
        llk.Cell.parse(text)


def test_mistakes_in_cells_and_paths_have_their_column() -> None:
    for parse, text, column in (
        (llk.Move.parse, "1,1-2,x", 7),
        (llk.Path.parse, "1,1→1,3→x,3", 9),
        (llk.Cell.parse, "1, y", 4),
        (llk.Rules.parse, "max_turns=3\tgravity=x", 21),
    ):
        with pytest.raises(llk.ParseError) as caught:
            parse(text)
        assert caught.value.column == column
    with pytest.raises(llk.ParseError) as caught:
        llk.Rules.parse("\r\nadjacent=x")
    assert (caught.value.line, caught.value.column) == (2, 10)


def test_messages_stay_short_and_leading_zeros_are_accepted() -> None:
    assert llk.Board.parse("0" * 5000 + "7").to_rows() == [[7]]
    for parse in (llk.Board.parse, llk.Rules.parse, llk.Cell.parse, llk.Move.parse, llk.Path.parse):
        with pytest.raises(llk.ParseError) as caught:
            parse("x?" * 100_000)
        assert len(str(caught.value)) < 300


def test_hopeless_texts_are_given_up_early() -> None:
    """A line far too long, and very many slashes: the error comes without reading the rest into memory."""
    import tracemalloc

    text = "1 " * 1_000_000
    for hopeless in (text, "1/" * 1_000_000, "\n" * 2_000_000):
        tracemalloc.start()
        with pytest.raises(llk.ParseError):
            llk.Board.parse(hopeless)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 20_000_000


@pytest.mark.parametrize("corners", [[(0, 0), (0, 1.5)], [(0, 0), (0, 10**12)], ["ab", "cd"], [(0, 0), (0,)]])
def test_invalid_corners(corners: list[tuple[int, int]]) -> None:
    with pytest.raises(llk.BadPath):
        llk.Path(corners)


@pytest.mark.parametrize("text", ["", "1,1", "1,1-1,1", "1,1-2,2-3,3", "1,1-x", "1-1"])
def test_invalid_moves(text: str) -> None:
    with pytest.raises(llk.ParseError, match=r"is not a (move|cell)"):
        llk.Move.parse(text)


@pytest.mark.parametrize("text", ["", "1,1", "1,1-2,2", "1,1-1,2-1,3", "1,1-1,1", "1,1-1,3-1,2"])
def test_invalid_paths(text: str) -> None:
    with pytest.raises(llk.ParseError, match=r"is not a (path|cell)"):
        llk.Path.parse(text)


@pytest.mark.parametrize(
    ("text", "corners", "column", "names", "values"),
    [
        ("1,1-2,2", [(0, 0), (1, 1)], 5, "1,1 and 2,2 are not on", r"\(0, 0\) and \(1, 1\) are not on"),
        ("1,1→1,4→1,9", [(0, 0), (0, 3), (0, 8)], 5, "not turn at 1,4", r"not turn at \(0, 3\)"),
        ("1,1-9999,1", [(0, 0), (9998, 0)], 5, "the corner 9999,1 is", r"the corner \(9998, 0\) is"),
    ],
)
def test_paths_as_text_count_from_1_and_as_values_from_0(
    text: str, corners: list[tuple[int, int]], column: int, names: str, values: str
) -> None:
    with pytest.raises(llk.ParseError, match=names) as caught:
        llk.Path.parse(text)
    assert caught.value.column == column
    with pytest.raises(llk.BadPath, match=values):
        llk.Path(corners)


@pytest.mark.parametrize(
    "bad",
    [
        {"max_turns": -1},
        {"max_turns": True},
        {"max_turns": 2.0},
        {"gravity": "Down"},
        {"outside": 1},
        {"adjacent": None},
    ],
)
def test_invalid_rules(bad: dict[str, object]) -> None:
    with pytest.raises(llk.BadRules, match=next(iter(bad))):
        llk.Rules(**bad)  # type: ignore[arg-type]


@settings(max_examples=600)
@given(text=st.text(st.sampled_from("012 3\n\t/.#_ABz:=,-rulesgavitydownphase²٣\r\x00")) | st.text())
@example("rules: phase= gravity=rotating\n1")
@example("/" * 50)
@example("rules:phase=up phase=up\n1")
@example("\x00")
@example("rules: max_turns=" + "9" * 10_000 + "\n1")
def test_any_text_gives_a_value_or_a_parse_error(text: str) -> None:
    for parse in (llk.Board.parse, llk.Rules.parse, llk.Cell.parse, llk.Move.parse, llk.Path.parse):
        try:
            value = parse(text)
        except llk.ParseError as error:
            assert 1 <= error.line <= text.count("\n") + 1
            assert 1 <= error.column <= len(text) + 1
        else:
            assert parse(str(value)) == value
