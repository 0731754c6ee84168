"""Drawing boards for the terminal: sizes, cells, paths, animations, moving the cursor."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.board.cell import Cell
from lianliankan.faces.registry import FACE_SETS, face_set
from lianliankan.terminal.board.board_drawing import draw, measure
from lianliankan.terminal.board.board_scene import BoardScene, MovingTile
from lianliankan.terminal.board.canvas import CellRun, Viewport
from lianliankan.terminal.board.cursor import first_tile, next_of_kind, next_tile
from lianliankan.terminal.board.event_animation import animate_events
from lianliankan.terminal.board.theme import DARK, DARK_16, DARK_256, PLAIN, TerminalTheme, choose_theme
from lianliankan.terminal.board.tile_size import SIZES, Metrics, TileSize, fit
from lianliankan.text_width import display_width

THEMES = [DARK, DARK_256, DARK_16, PLAIN]
numbers = st.integers(-2, 120)
boards = st.integers(1, 5).flatmap(
    lambda cols: st.lists(st.lists(numbers, min_size=cols, max_size=cols), min_size=1, max_size=5)
)


def join_runs(lines: list[list[CellRun]]) -> list[str]:
    return ["".join(run.text for run in line) for line in lines]


def drawn_lines(
    board: str, *, size: tuple[int, int] = (4, 2), theme: TerminalTheme = PLAIN, **scene: object
) -> list[str]:
    rows = llk.Board.parse(board).to_rows()
    metrics = Metrics(len(rows), len(rows[0]), TileSize(*size))
    view = Viewport(0, 0, metrics.width, metrics.height)
    shown = BoardScene(rows, **scene)  # type: ignore[arg-type]
    drawn = draw(shown, metrics, view, faces=face_set("letters"), theme=theme, is_ascii=theme is PLAIN)
    return [line.rstrip() for line in join_runs(drawn)]


def test_the_classic_board_fits_the_smallest_window_with_its_ring() -> None:
    assert fit(8, 18, width=80, height=20, glyph=3).size == TileSize(4, 2)


@given(rows=st.integers(1, 40), cols=st.integers(1, 60), width=st.integers(80, 200), height=st.integers(20, 60))
def test_tiles_are_the_largest_that_fit(rows: int, cols: int, width: int, height: int) -> None:
    metrics = fit(rows, cols, width=width, height=height)
    for size in SIZES:
        if size.width > metrics.size.width + 1 and size.height >= metrics.size.height:  # one for centring
            other = Metrics(rows, cols, size)
            assert other.width > width or other.height > height


@given(size=st.sampled_from(SIZES), rows=st.integers(1, 9), cols=st.integers(1, 9), data=st.data())
def test_every_cell_is_found_by_its_middle_and_no_middles_coincide(
    size: TileSize, rows: int, cols: int, data: st.DataObject
) -> None:
    metrics = Metrics(rows, cols, size)
    cell = Cell(data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1)))
    assert metrics.cell_at(*metrics.middle(cell)) == cell
    middles = [metrics.middle(Cell(r, c)) for r in range(-1, rows + 1) for c in range(-1, cols + 1)]
    assert len(set(middles)) == len(middles)
    assert all(0 <= x < metrics.width and 0 <= y < metrics.height for x, y in middles)


@pytest.mark.parametrize("theme", THEMES, ids=["true", "256", "16", "none"])
@settings(max_examples=40)
@given(rows=boards, size=st.sampled_from(SIZES), faces=st.sampled_from(list(FACE_SETS)), data=st.data())
def test_every_line_is_as_wide_as_the_view(
    theme: TerminalTheme, rows: list[list[int]], size: TileSize, faces: str, data: st.DataObject
) -> None:
    metrics = Metrics(len(rows), len(rows[0]), size)
    view = Viewport(
        *(data.draw(st.integers(-3, 12)) for _ in range(2)), *(data.draw(st.integers(1, 30)) for _ in range(2))
    )
    cursor = Cell(data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1)))
    scene = BoardScene(
        rows, cursor=cursor, marks={Cell(0, 0): data.draw(st.sampled_from(["hint", "kind", "back", "going"]))}
    )
    drawn = draw(scene, metrics, view, faces=face_set(faces), theme=theme, is_ascii=faces == "ascii")
    assert len(drawn) == view.height
    assert {display_width(line) for line in join_runs(drawn)} == {view.width}
    if faces == "ascii" and theme is PLAIN:
        assert all(line.isascii() for line in join_runs(drawn))


@pytest.mark.parametrize("faces", FACE_SETS)
def test_a_hundred_kinds_are_distinguishable(faces: str) -> None:
    rows = [[kind + 10 * row for kind in range(1, 11)] for row in range(12)]
    named = face_set(faces)
    metrics = measure(rows, named, width=80, height=20)
    drawn = join_runs(
        draw(
            BoardScene(rows),
            metrics,
            Viewport(0, 0, metrics.width, metrics.height),
            faces=named,
            theme=PLAIN,
            is_ascii=True,
        )
    )
    seen = "".join(drawn)
    for kind in range(1, 121):
        face = named.face(kind)
        for line in face.lines or (face.glyph,) if metrics.size.height > 2 else (face.glyph,):
            assert line in seen


def test_tiles_walls_empty_cells_and_gaps_look_different() -> None:
    assert drawn_lines("A . / # _") == ["", "    A   .", "", "   ###", "", ""]
    coloured = drawn_lines("A . / # _", theme=DARK)
    assert coloured[1:4] == ["    A   ·", "   ▀▀▀", "   ▒▒▒"]


def test_marks_without_colour() -> None:
    marks = {Cell(0, 0): "selected", Cell(0, 1): "hint", Cell(0, 2): "blocker"}
    assert drawn_lines("A B C D", marks=marks, cursor=Cell(0, 3))[1] == "  > A * B ! C [ D ]"


def test_a_path_goes_through_the_middles_and_the_ring() -> None:
    path = llk.Path([(0, 0), (-1, 0), (-1, 1), (0, 1)]).cells
    assert drawn_lines("A A", path=path)[:2] == ["    +---+", "    A   A"]
    assert drawn_lines("A A", path=path, theme=DARK)[:2] == ["    ┏━━━┓", "    A   A"]
    assert (
        drawn_lines("A . A", path=llk.Path([(0, 0), (0, 2)]).cells, path_style="miss", theme=DARK)[1] == "    A ───── A"
    )


def test_a_hidden_board_shows_no_face() -> None:
    assert not any("A" in line for line in drawn_lines("A A", hidden=True))


def test_a_moving_tile_is_between_two_cells() -> None:
    moving_tile = MovingTile(1, Cell(0, 0), Cell(0, 2), 0.5)
    assert drawn_lines(". . A", moving_tiles=[moving_tile])[1].index("A") == drawn_lines(". A .")[1].index("A")


@pytest.mark.parametrize("gravity", llk.GRAVITIES)
def test_every_animation_ends_at_the_current_board(gravity: llk.Gravity) -> None:
    game = llk.plan("relaxed", seed=5, rows=6, cols=8, rules=llk.Rules(gravity=gravity)).game()
    for command in ("auto", "auto", "auto", "undo", "redo", "shuffle", "undo", "auto", "restart"):
        before = game.board
        happened = game.do(command)
        last = BoardScene(game.board.to_rows())
        frames = list(animate_events(happened, before, last))
        assert frames
        assert 0 < sum(frame.seconds for frame in frames) < 1
        tiles = {sum(number > 0 for row in frame.scene.rows for number in row) for frame in frames}
        assert tiles <= {before.tile_count, game.board.tile_count}
        moved = [moving_tile for frame in frames for moving_tile in frame.scene.moving_tiles]
        assert all(game.board[moving_tile.end] == moving_tile.kind for moving_tile in moved if command == "auto")


@settings(max_examples=60)
@given(rows=boards)
def test_the_cursor_reaches_every_tile(rows: list[list[int]]) -> None:
    tiles = {Cell(r, c) for r, row in enumerate(rows) for c, number in enumerate(row) if number > 0}
    if not tiles:
        assert first_tile(rows, None) is None
        return
    start = first_tile(rows, None)
    assert start in tiles
    seen, waiting = {start}, deque([start])
    while waiting:
        here = waiting.popleft()
        assert here is not None
        for way in ("up", "down", "left", "right"):
            there = next_tile(rows, here, way)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert seen == tiles


def test_tiles_of_a_kind_are_visited_in_order() -> None:
    rows = [[1, 2, 1], [2, 1, 2]]
    cells = [Cell(0, 0)]
    for _ in range(3):
        cells.append(next_of_kind(rows, cells[-1], 1))
    assert cells == [(0, 0), (0, 2), (1, 1), (0, 0)]
    assert all(a != b for a, b in pairwise(cells))


def test_the_theme_matches_the_terminal() -> None:
    assert [choose_theme(system) for system in ("truecolor", "256", "standard", None)] == [
        DARK,
        DARK_256,
        DARK_16,
        PLAIN,
    ]


@pytest.mark.parametrize(
    ("size", "window", "columns", "row"),
    [
        ((8, 18), (80, 20), "1 2 3 4 5 6", "1"),  # beside the board
        ((6, 10), (80, 20), "1 2 3 4 5 6", "1"),  # no line is left: in the ring
        ((16, 30), (100, 26), "1 2 3 4 5 6", " 1"),
        ((30, 60), (80, 20), "5 10 15", " 1"),  # it scrolls
    ],
)
def test_rows_and_columns_have_the_numbers_of_messages(
    size: tuple[int, int], window: tuple[int, int], columns: str, row: str
) -> None:
    rows = [[1] * size[1]] * size[0]
    metrics = measure(rows, face_set("letters"), width=window[0], height=window[1])
    drawn = draw(
        BoardScene(rows), metrics, Viewport(0, 0, *window), faces=face_set("letters"), theme=DARK, is_ascii=False
    )
    lines = join_runs(drawn)
    assert " ".join(lines[0].split()).startswith(columns)
    x, y = metrics.middle(Cell(0, 4))
    assert lines[0][x] == "5"
    assert lines[y].startswith(row)


def test_the_numbers_of_a_large_board_stay_in_view() -> None:
    rows = [[1] * 60] * 30
    metrics = measure(rows, face_set("letters"), width=80, height=20)
    scene = BoardScene(rows, cursor=Cell(20, 42))
    view = Viewport(40, 10, 80, 20)
    drawn = draw(scene, metrics, view, faces=face_set("letters"), theme=DARK, is_ascii=False)
    lines = join_runs(drawn)
    assert lines[0].split() == ["20", "25", "30", "35", "40", "43", "45", "50", "55"]
    assert [line[:3] for line in lines[1:3]] == ["10 ", "11 "]
    here = [run.text.strip() for line in drawn for run in line if run.ink == DARK.number_here]
    assert here == ["43", "21"]
