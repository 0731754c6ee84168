"""What the lab measures for the docs: growth, flaws, hashing, stuck positions, and the tables put into pages."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner, Result

import lianliankan as llk
from lab_tables import main
from lianliankan.lab.finders import FINDERS, PUBLISHED
from studies.deadlock import WAYS, stuck_by_four
from studies.growth import Growth, measure, plot_growth, read, save
from studies.hashing import Zobrist
from studies.plot import Panel, PlotLine, plot
from support.paths import DOCS, ROOT


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_tables_are_put_into_pages(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n<!-- begin counting -->\nold\n<!-- end counting -->\n\nend\n", encoding="utf-8")
    assert run("table", "counting", "--into", page).output == ""
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert "| 60 × 60 |" in text
    assert text.endswith("<!-- end counting -->\n\nend\n")
    assert run("table", "promises").output.count("\n") == 2 + len(FINDERS)
    refused = run("table", "promises", "--into", page)
    assert (refused.exit_code, "<!-- end promises --> are missing" in refused.output) == (1, True)


def test_plots_are_drawn_from_saved_measurements(tmp_path: Path) -> None:
    done = run("growth", "--from", DOCS / "pictures" / "lab" / "growth.json", "--plots", tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"growth.svg", *(f"growth-{name}.svg" for name in FINDERS)}
    assert "allpairs" in done.output


def test_growth_is_kept_and_read_back(tmp_path: Path) -> None:
    found = list(measure(sides=[8, 12], questions=2, rounds=1, finders=[FINDERS["bfs"], FINDERS["cases"]]))
    assert {(each.finder, each.side) for each in found} == {
        (name, side) for name in ("bfs", "cases", "board.link") for side in (8, 12)
    }
    assert all(each.examined for each in found if each.finder != "board.link")
    save(found, tmp_path / "growth.json")
    assert read(tmp_path / "growth.json") == found


def test_names_on_plots_do_not_touch() -> None:
    lines = tuple(PlotLine(f"line {n}", ((8, 10), (60, 100 + n))) for n in range(12))
    picture = plot([Panel("much", lines, str)], "side", title="All alike")
    heights = sorted(float(y) for y in re.findall(r'y="([\d.]+)" class="line"', picture))
    assert len(heights) == 12
    assert all(b - a >= 14 for a, b in pairwise(heights))


def test_a_plot_of_one_finder_can_be_drawn() -> None:
    found = [Growth("bfs", 8, 50, 90_000, 1), Growth("bfs", 60, 2000, 4_000_000, 1)]
    assert ElementTree.fromstring(plot_growth(found)).tag.endswith("svg")


def test_every_flaw_shows_in_the_counts() -> None:
    """In the table of the docs, which is tested to be what `count_flaws` counts."""
    page = (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8")
    _, _, *rows = re.findall(r"^\|.*", page.partition("<!-- begin flaws -->")[2].partition("<!-- end")[0], re.MULTILINE)
    lines = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert {line[0] for line in lines} == {f"`{name.removeprefix('published.')}`" for name in PUBLISHED}
    assert len(lines) == sum(len(finder.flaws) for finder in PUBLISHED.values())
    assert all(any(share != "0%" for share in line[2:]) for line in lines)


def test_zobrist_agrees_with_itself_over_a_game() -> None:
    board = llk.scatter(6, 6, kinds=9, seed=3)
    zobrist = Zobrist(board)
    found = zobrist.whole(board)
    while moves := board.moves():
        found = zobrist.step(found, board[moves[-1].a], moves[-1])
        board = board.play(moves[-1])
        assert found == zobrist.whole(board)


def test_all_methods_agree_on_stuck_positions_if_kinds_have_four_tiles() -> None:
    for seed in range(1, 30):
        board = llk.scatter(6, 6, kinds=9, seed=seed)
        while board.moves():
            assert not any(way(board) for way in WAYS.values())
            board = board.play(board.moves()[0])
        if not board.is_clear:
            assert all(way(board) for way in WAYS.values())


def test_looking_at_four_of_a_kind_is_wrong() -> None:
    board = llk.Board.parse((ROOT / "examples" / "four-of-a-kind.txt").read_text())
    assert board.tile_count > 168
    assert len({kind for row in board.to_rows() for kind in row}) == 42
    assert stuck_by_four(board)
    assert len(board.moves()) == 1
