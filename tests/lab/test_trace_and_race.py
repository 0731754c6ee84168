"""The lab: players step forwards and backwards, races judge correctly, the docs have the current pictures."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.board.course_file import CourseFile
from lianliankan.lab.finders import FINDERS, PUBLISHED, Finder, counterexamples, finder_named
from lianliankan.lab.race.race import race
from lianliankan.lab.race.race_cards import race_svg
from lianliankan.lab.trace.keyframes import make_keyframes
from lianliankan.lab.trace.layer_colours import shade
from lianliankan.lab.trace.playback import TracePlayer, cells_on
from lianliankan.lab.trace.step_text import describe_step
from lianliankan.lab.trace.svg_animation import animate
from lianliankan.lab.trace.text_frames import TraceFrame, status_line
from studies.growth import plot_growth, read
from support.paths import ROOT

EXAMPLE = CourseFile.parse((ROOT / "examples" / "in.dat").read_text())
LAB = CourseFile.parse((ROOT / "examples" / "lab.dat").read_text())
ALL_NAMES = [*FINDERS, *PUBLISHED]


def seen(player: TracePlayer) -> tuple[object, ...]:
    return player.number, dict(player.marks), player.here, player.line, player.link, player.examined


@pytest.mark.parametrize("name", ALL_NAMES)
def test_players_go_back_the_way_they_came(name: str) -> None:
    player = TracePlayer(llk.find(name, *LAB))
    on_the_way = [seen(player)]
    while player.forward():
        on_the_way.append(seen(player))
    assert player.number == len(player)
    assert player.examined == llk.find(name, *LAB).examined
    while player.back():
        on_the_way.pop()
        assert seen(player) == on_the_way[-1]
    assert len(on_the_way) == 1


@given(st.sampled_from(ALL_NAMES), st.lists(st.integers(-5, 400), max_size=12))
@settings(max_examples=60)
def test_players_jump_anywhere(name: str, jumps: list[int]) -> None:
    search = llk.find(name, *LAB)
    jumping = TracePlayer(search)
    for jump in jumps:
        jumping.go(jump)
        walking = TracePlayer(search)
        walking.go(jump)
        assert seen(jumping) == seen(walking)


def test_players_go_from_cell_to_cell() -> None:
    player = TracePlayer(llk.find("layers", *LAB))
    player.go_on()
    assert player.here == LAB.a
    player.go_on()
    second = player.here
    player.go_on()
    assert player.here != second
    player.go_back()
    assert player.here == second
    player.go_back()
    player.go_back()
    assert player.number == 0


def test_a_cell_keeps_its_lowest_layer() -> None:
    """`edges` reaches a cell again from other sides, with more turns; the picture keeps the fewest."""
    player = TracePlayer(llk.find("edges", *LAB))
    before = dict(player.marks)
    while player.forward():
        for cell, mark in player.marks.items():
            if cell in before and before[cell].kind in ("reached", "visited") and mark.kind in ("reached", "visited"):
                assert mark.layer <= before[cell].layer
        before = dict(player.marks)


@pytest.mark.parametrize("name", ALL_NAMES)
def test_every_step_has_a_description(name: str) -> None:
    for step in llk.find(name, *LAB).trace:
        assert re.fullmatch(r"[a-z][a-z ]+[0-9,-]+(: .+| from [0-9,]+)?", describe_step(step))


def test_cells_on_lines_of_any_kind() -> None:
    a, b, c = llk.Cell(0, 0), llk.Cell(0, 3), llk.Cell(2, 2)
    assert len(cells_on([a, b])) == 4
    assert cells_on([b, b]) == {b}
    assert cells_on([a, c]) == {a, c}


# ---- the race --------------------------------------------------------------------------------------------------------


def test_the_reports_example_has_the_reports_corners() -> None:
    for run in race(*EXAMPLE, rounds=0):
        assert str(run.path) == "1,1-3,1-3,2", run.finder.name
        assert (run.verdict, run.right, run.nanoseconds) == ("best", True, None)


def test_all_finders_in_a_race_are_timed() -> None:
    for run in race(*EXAMPLE, finders=[FINDERS["cases"], FINDERS["kernel"]], rounds=2):
        assert run.nanoseconds


def test_verdicts() -> None:
    verdicts = {run.finder.name: (run.verdict, run.right) for run in race(*LAB, rounds=0)}
    assert verdicts["dfs"] == verdicts["bfs"] == ("too many turns", False)
    assert verdicts["layers"] == ("2 steps more than needed", True)
    assert verdicts["relax"] == ("best", True)


def test_finders_that_do_not_support_a_board_are_excluded() -> None:
    rules = llk.Rules(max_turns=3)
    runs = {run.finder.name: run for run in race(llk.Board.parse("A.A", rules=rules), llk.Cell(0, 0), llk.Cell(0, 2))}
    assert "at most 2 turns" in runs["cases"].refused
    assert runs["edges"].path
    assert not runs["edges"].refused


def flaw_files() -> list[Path]:
    return sorted((ROOT / "examples" / "flaws").glob("*.dat"))


@pytest.mark.parametrize("file", flaw_files(), ids=lambda file: file.stem)
def test_flaws_are_the_smallest_boards(file: Path) -> None:
    name, _, promise = file.stem.partition("-")
    example = counterexamples()[f"published.{name}", llk.Promise[promise.upper()]]
    report = CourseFile.parse(file.read_text())
    assert (str(report.board), report.a, report.b) == (
        str(llk.Board.parse(example.text.replace("X", "B"))), example.a, example.b)  # fmt: skip
    (run,) = race(*report, finders=[finder_named(f"published.{name}")], rounds=0)
    assert run.verdict not in ("best", "correct: no link")


def test_every_published_finder_has_a_flaw_to_show() -> None:
    shown = {f"published.{file.stem.partition('-')[0]}" for file in flaw_files()}
    assert shown == set(PUBLISHED)


# ---- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_NAMES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_animations_are_complete(name: str, language: str) -> None:
    search, finder = llk.find(name, *LAB), finder_named(name)
    picture = animate(*LAB, finder, search, language="zh" if language == "zh" else "en")
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    assert "<script" not in picture
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert len(picture) < 80_000
    for part in set(re.findall(r'class="[kw] ([kw]\w+)', picture)):
        assert f"@keyframes {part}{{" in picture, part
    for frames in re.findall(r"@keyframes \w+\{(.*?\})\}", picture):
        times = [float(time) for time in re.findall(r"([\d.]+)%", frames)]
        assert all(a <= b for a, b in pairwise(times)), frames
        assert times[-1] <= 100


def test_long_searches_are_cut_into_few_moments() -> None:
    board = llk.Board.from_rows([[1, *[0] * 40], *[[0] * 41 for _ in range(30)], [*[0] * 40, 1]])
    search = llk.find("bfs", board, (0, 0), (31, 40))
    moments = make_keyframes(search)
    assert len(moments) <= 170
    assert moments[-1].examined == search.examined


def test_a_search_without_a_link_is_drawn_too() -> None:
    board, a, b = llk.Board.parse("AB/BA"), llk.Cell(0, 0), llk.Cell(1, 1)
    search = llk.find("layers", board, a, b)
    assert "no link found" in animate(board, a, b, FINDERS["layers"], search)
    assert "no link found" in race_svg(board, (a, b), race(board, a, b, rounds=0))
    different = llk.find("layers", board, (0, 0), (0, 1))
    assert ElementTree.fromstring(animate(board, a, llk.Cell(0, 1), FINDERS["layers"], different)) is not None


def draw_picture(finder: Finder, language: str) -> str:
    return animate(*LAB, finder, llk.find(finder.name, *LAB), language="zh" if language == "zh" else "en") + "\n"


@pytest.mark.parametrize("folder", ["", "zh"])
@pytest.mark.parametrize("name", FINDERS)
def test_the_pictures_of_the_docs_are_what_the_project_draws(name: str, folder: str) -> None:
    """`make lab-pictures` draws them."""
    drawn = (ROOT / "docs" / "pictures" / "lab" / folder / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == draw_picture(FINDERS[name], folder)
    kept = read(ROOT / "docs" / "pictures" / "lab" / "growth.json")
    plotted = (ROOT / "docs" / "pictures" / "lab" / folder / f"growth-{name}.svg").read_text(encoding="utf-8")
    assert plotted == plot_growth(kept, name, language="zh" if folder else "en") + "\n"


def test_frames_have_one_size_and_mean_the_same_without_colour() -> None:
    player = TracePlayer(llk.find("dfs", *LAB))
    screen = TraceFrame.of(LAB.board, (LAB.a, LAB.b), player.last_layer)
    for place in range(len(player) + 1):
        player.go(place)
        plain, coloured = (screen.draw(player, colour=colour) for colour in (False, True))
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
        assert len({len(line) for line in plain.split("\n")}) == 1
        assert status_line(player).startswith(f"step {place} of {len(player)}")


def test_shades_differ_from_layer_to_layer() -> None:
    for last in (3, 12):
        shades = [shade(layer, last) for layer in range(1, last + 1)]
        assert len({each.light for each in shades}) == len({each.dark for each in shades}) == last
        assert all(16 <= each.terminal <= 231 for each in shades)
