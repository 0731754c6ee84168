"""The course file, and reading either kind of text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.board.course_file import CourseFile
from lianliankan.board.read import read
from support.paths import EXAMPLES
from support.strategies import boards

EXAMPLE = EXAMPLES / "in.dat"


def test_the_example_of_the_course() -> None:
    report = CourseFile.parse(EXAMPLE.read_text())
    assert (report.board.rows, report.board.cols) == (7, 7)
    assert (report.a, report.b) == ((0, 0), (2, 1))
    assert str(report.board.link(report.a, report.b)) == "1,1-3,1-3,2"
    assert str(report) + "\n" == EXAMPLE.read_text()


@given(board=boards(max_kinds=30), data=st.data())
def test_course_files_round_trip(board: llk.Board, data: st.DataObject) -> None:
    cells = st.builds(llk.Cell, st.integers(0, board.rows - 1), st.integers(0, board.cols - 1))
    report = CourseFile(llk.Board(board.to_rows()), data.draw(cells), data.draw(cells))
    assert CourseFile.parse(str(report)) == report


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "the file is empty"),
        ("\n\n", 3, 1, "the file is empty"),
        ("2\n", 1, 1, "two numbers, not 1"),
        ("2 2 2\n", 1, 1, "two numbers, not more"),
        ("a 2\n", 1, 1, "'a' is not a number of up to 6 digits"),
        ("0 2\n", 1, 1, "1 to 4096"),
        ("2 99999\n", 1, 3, "1 to 4096"),
        ("1,0", 1, 3, "1 to 4096"),
        ("999999999 2\n", 1, 1, "'999999999' is not a number of up to 6 digits"),
        ("4096 4096\n1 1\n", 3, 1, "ends too early; expected 4096 rows and two points"),
        ("1 2\n1 1\n1 1\n", 4, 1, "ends too early"),
        ("1 2\n1 1 1\n1 1\n1 2", 2, 5, "this row has 3 cells; the first line says 2"),
        ("1 2\n1 x\n1 1\n1 2", 2, 3, "not a cell"),
        ("1 2\n1 1\n1 1\n1 3", 4, 1, "the point 1,3 is off the board"),
        ("1 2\n1 1\n0 1\n1 2", 3, 1, "the point 0,1 is off the board"),
        ("1 2\n1 1\n1 1\n1", 4, 1, "two numbers, not 1"),
        ("1 2\n1 1\n1 1\n1 2\n\n7", 6, 1, "unexpected text after the two points"),
    ],
)
def test_mistakes_in_a_course_file(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(llk.ParseError) as caught:
        CourseFile.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert problem in str(caught.value)


def test_points_may_have_commas_and_lines_may_be_empty() -> None:
    report = CourseFile.parse("1 3\r\n\r\n1 0 1\r\n1,1\r\n1, 3\r\n\r\n")
    assert (report.a, report.b) == ((0, 0), (0, 2))


def test_reading_either_form() -> None:
    assert read("AB/BA") == (llk.Board.parse("AB/BA"), None)
    board, points = read(EXAMPLE.read_text())
    assert points == ((0, 0), (2, 1))
    assert board.rules == llk.Rules()
    assert read(EXAMPLE.read_text(), rules=llk.Rules(outside=False)).board.rules.outside is False


def test_two_columns_are_a_course_file_only_if_points_are_wanted() -> None:
    both = "1 2\n1 1\n1 1\n1 2"
    assert read(both) == (llk.Board.from_rows([[1, 2], [1, 1], [1, 1], [1, 2]]), None)
    assert read(both, wants_points=True) == (llk.Board.from_rows([[1, 1]]), ((0, 0), (0, 1)))
    assert read("1 1", wants_points=True).points is None


def test_errors_are_those_of_the_kind_that_was_meant() -> None:
    with pytest.raises(llk.ParseError, match="this row has 2 cells; the first line says 3"):
        read("2 3\n1 1 1\n1 1\n1 1\n1 2")
    with pytest.raises(llk.ParseError, match="row 2 has 4 cells, but row 1 has 3"):
        read("1 2 3\n1 2 3 4")


@settings(max_examples=400)
@given(text=st.text(st.sampled_from("0123456789 \n,.#x-")) | st.text())
def test_any_text_gives_a_course_file_or_a_parse_error(text: str) -> None:
    for parse in (CourseFile.parse, read):
        try:
            parse(text)
        except llk.ParseError as error:
            assert 1 <= error.line <= text.count("\n") + 1
            assert 1 <= error.column <= len(text) + 1
