"""Boards as SVG."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.faces.face import Face
from lianliankan.faces.registry import FACE_SETS, face_set
from lianliankan.faces.symbols import TilePicture
from lianliankan.render import THEMES, Theme, to_svg
from support.strategies import boards

SVG = "{http://www.w3.org/2000/svg}"


def parse(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def placed(root: ElementTree.Element) -> list[tuple[str, int, int]]:
    """Return what is drawn where: the last part of its id, row, column."""
    found = []
    for group in root:
        shift = group.get("transform", "translate(0 0)")[len("translate(0 ") : -1]
        for use in [group] if group.tag == SVG + "use" else group.findall(SVG + "use"):
            name = use.attrib["href"].rsplit("-", 1)[1]
            found.append((name, (int(shift) + int(use.get("y", "0"))) // 48, int(use.get("x", "0")) // 48))
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("faces", FACE_SETS)
@settings(max_examples=25)
@given(board=boards(max_kinds=150))
def test_every_tile_wall_and_empty_cell_is_drawn_once(faces: str, theme: Theme, board: llk.Board) -> None:
    names = {0: "empty", -1: "wall"}
    wanted = [
        (names.get(number) or str(number), r, c)
        for r, row in enumerate(board.to_rows())
        for c, number in enumerate(row)
        if number != -2
    ]
    for move in (None, *board.moves()[:2]):
        picture = to_svg(board, move and board.link(*move), faces=faces, theme=theme)
        assert picture == to_svg(board, move and board.link(*move), faces=faces, theme=theme)
        found = placed(parse(picture))
        assert sorted(thing for thing in found if thing[0] not in ("mark", "glow")) == sorted(wanted)
        assert {thing[1:] for thing in found if thing[0] == "mark"} == (set(map(tuple, move)) if move else set())


@given(board=boards())
def test_definitions_are_unique_used_and_self_contained(board: llk.Board) -> None:
    for move in (None, *board.moves()[:2]):
        picture = to_svg(board, move and board.link(*move))
        root = parse(picture)
        names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(names) == len(set(names))
        assert {use.attrib["href"] for use in root.iter(SVG + "use")} <= {f"#{name}" for name in names}
        assert all(f'"#{name}"' in picture or f"(#{name})" in picture for name in names)
        assert picture.count("http") == 1  # the namespace
        assert "<script" not in picture


@given(board=boards())
def test_the_path_is_a_line_along_its_corners_inside_the_picture(board: llk.Board) -> None:
    for a, b in board.moves():
        path = board.link(a, b)
        assert path is not None
        root = parse(to_svg(board, path))
        lines = root.findall(f".//{SVG}polyline")
        assert len(lines) == 2
        x, y, width, height = map(int, root.attrib["viewBox"].split())
        for line in lines:
            numbers = list(map(int, line.attrib["points"].split()))
            corners = list(zip(numbers[1::2], numbers[::2], strict=True))
            assert corners == [(row * 48 + 24, col * 48 + 24) for row, col in path]
            assert all(y + 7 <= row <= y + height - 7 and x + 7 <= col <= x + width - 7 for row, col in corners)


@pytest.mark.parametrize(
    ("text", "path", "box"),
    [
        ("1 2 1", None, "-14 -14 172 76"),
        ("1 2 1", "1,1-0,1-0,3-1,3", "-14 -44 172 106"),
        ("1 2 1", "1,1-2,1-2,3-1,3", "-14 -14 172 106"),
        ("1/2/1", "1,1-1,0-3,0-3,1", "-44 -14 106 172"),
        ("1/2/1", "1,1-1,2-3,2-3,1", "-14 -14 106 172"),
    ],
)
def test_the_ring_has_room_only_where_the_path_uses_it(text: str, path: str | None, box: str) -> None:
    board = llk.Board.parse(text)
    root = parse(to_svg(board, llk.Path.parse(path) if path else None))
    assert root.attrib["viewBox"] == box


def test_the_size_follows_the_cell() -> None:
    root = parse(to_svg(llk.Board.parse("1"), cell=32))
    assert (root.attrib["viewBox"], root.attrib["width"], root.attrib["height"]) == ("-14 -14 76 76", "50.67", "50.67")


@given(st.text())
def test_any_title_makes_a_picture(title: str) -> None:
    found = parse(to_svg(llk.Board.parse("1"), title=title)).findtext(SVG + "title")
    illegal = {char for char in title if char < " " and char not in "\t\n\r"} | {"\ufffe", "\uffff"}
    assert found == "".join("\ufffd" if char in illegal or "\ud800" <= char <= "\udfff" else char for char in title)


def test_titles_are_escaped_and_come_first() -> None:
    root = parse(to_svg(llk.Board.parse("1"), title='<b> & "c"</title>'))
    assert root[0].tag == SVG + "title"
    assert root[0].text == '<b> & "c"</title>'
    assert parse(to_svg(llk.Board.parse("1 1")))[0].text == "Lianliankan: 1 × 2 cells, 2 tiles"


@pytest.mark.parametrize("faces", FACE_SETS)
def test_every_kind_shows_its_label_or_picture_and_looks_unique(faces: str) -> None:
    board = llk.Board([[1 + 20 * row + col for col in range(20)] for row in range(20)])
    root = parse(to_svg(board, faces=faces))
    looks = {}
    for group in root.findall(f"{SVG}defs/{SVG}g"):
        name = group.attrib.pop("id").rsplit("-", 1)[1]
        if name.isdigit():
            face = face_set(faces).face(int(name))
            if not isinstance(face.picture, TilePicture):
                assert group.findtext(SVG + "text") == face.label
                group.remove(group[1])
            looks[int(name)] = ElementTree.tostring(group)
    assert sorted(looks) == list(range(1, 401))
    assert len(set(looks.values())) == 400


def test_a_large_board_stays_small() -> None:
    assert len(to_svg(llk.scatter(62, 62, kinds=200, seed=1))) < 300_000


def test_the_greatest_kind_has_a_label_that_fits() -> None:
    root = parse(to_svg(llk.Board([[llk.MAX_KIND]])))
    label = next(text for text in root.iter(SVG + "text"))
    assert label.text == str(llk.MAX_KIND)
    assert float(label.attrib["font-size"]) * 0.58 * 10 < 40


def test_a_user_defined_face_set() -> None:
    class Cards:
        name = "cards"

        def face(self, kind: int) -> Face:
            return face_set("numbers").face(kind)._replace(label=f"<{kind}>", glyph=f"<{kind}>")

    assert '<g id="cards-light-7">' in to_svg(llk.Board.parse("7"), faces=Cards())
    assert "&lt;7&gt;" in to_svg(llk.Board.parse("7"), faces=Cards())
    Cards.name = "my cards"
    with pytest.raises(ValueError, match="'my cards' is not a name for faces"):
        to_svg(llk.Board.parse("7"), faces=Cards())


def test_marks_are_highlighted() -> None:
    found = placed(parse(to_svg(llk.Board.parse("1 . _"), marks=[(0, 0), (0, 1), (0, 2)])))
    assert [thing for thing in found if thing[0] == "mark"] == [("mark", 0, 0), ("mark", 0, 1), ("mark", 0, 2)]


def test_bad_arguments_are_refused() -> None:
    board = llk.Board.parse("1 2 1")
    with pytest.raises(ValueError, match="unknown theme 'sepia' \\(choose from light, dark\\)"):
        to_svg(board, theme="sepia")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1 pixel wide, not 0"):
        to_svg(board, cell=0)
    with pytest.raises(llk.BadPath, match="which is not empty"):
        to_svg(board, llk.Path([(0, 0), (0, 2)]))


def test_drawing_needs_no_numpy() -> None:
    code = "import sys, lianliankan.render; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
