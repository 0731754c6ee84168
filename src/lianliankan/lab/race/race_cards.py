"""Pictures of a race: small boards side by side, each with the path of one finder, as text and as SVG."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.path import Path
from lianliankan.faces.drawn.svg_drawing import fmt
from lianliankan.lab.labels import LABELS, Labels, Language
from lianliankan.lab.race.race import RaceRun
from lianliankan.lab.svg_board import SvgBoard, open_svg, svg_text, text_width
from lianliankan.render import to_terminal
from lianliankan.text_width import display_width

_GAP = 3  # columns between two boards in text
_EDGE, _HEAD, _FOOT = 20, 32, 48  # around an SVG board, above it and below it
_SCALE = 0.7  # of an SVG board, relative to one that stands alone
_NAMES = 1.5  # width of names relative to other text


class _Line(NamedTuple):
    """A line of text with its width on screen, not counting colour codes."""

    text: str
    width: int


def race_text(
    board: Board,
    ends: Sequence[Cell],
    runs: Sequence[RaceRun],
    *,
    columns: int,
    colour: bool,
    language: Language = "en",
) -> str:
    """Draw one board for every path as text, as many side by side as fit into the columns.

    >>> from lianliankan.lab.race.race import race
    >>> board, ends = llk.Board.parse("A.A"), (llk.Cell(0, 0), llk.Cell(0, 2))
    >>> runs = race(board, *ends, finders=[llk.FINDERS["dfs"], llk.FINDERS["bfs"], llk.FINDERS["cases"]], rounds=0)
    >>> print(race_text(board, ends, runs, columns=60, colour=False))
    dfs, bfs, cases
       1  2  3
    1 [1]───[1]
    """
    alike: dict[tuple[Path | None, bool], list[RaceRun]] = {}
    for run in runs:
        alike.setdefault((run.path, run.right), []).append(run)
    leaves = not all(_on_board(board, cell) for path, _ in alike for cell in path or ())
    frame = board if leaves else None  # one size for all, with the ring if any path uses it
    cards = [
        _card(board, ends, path, found, colour=colour, frame=frame, language=language)
        for (path, _), found in alike.items()
    ]
    width = max((line.width for card in cards for line in card), default=0) + _GAP
    each_row = max(1, (columns + _GAP) // width)
    blocks = []
    for first in range(0, len(cards), each_row):
        beside = cards[first : first + each_row]
        highest = max(map(len, beside))
        level = [[_Line("", 0)] * (highest - len(card)) + card for card in beside]  # align the boards at the bottom
        lines = ["".join(line.text + " " * (width - line.width) for line in row) for row in zip(*level, strict=True)]
        blocks.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(blocks)


def _card(
    board: Board,
    ends: Sequence[Cell],
    path: Path | None,
    runs: list[RaceRun],
    *,
    colour: bool,
    frame: Board | None,
    language: Language,
) -> list[_Line]:
    """Draw one board below the names of the finders with this path and what is wrong with it.

    A path through a tile cannot be drawn, so its corners are marked instead.
    """
    corners = [cell for cell in path or ends if _on_board(board, cell)]
    shown = None if runs[0].is_blocked else path
    marks = () if shown else corners
    plain = to_terminal(board, shown, marks=marks, frame=frame).split("\n")
    drawn = to_terminal(board, shown, marks=marks, frame=frame, colour=colour).split("\n")
    names = wrap(", ".join(run.finder.name for run in runs), max(display_width(plain[0]), 18))
    wrong = [] if runs[0].right else [runs[0].verdict_in(language)]
    return [
        *(_Line(text, display_width(text)) for text in (*names, *wrong)),
        *(_Line(text, display_width(bare)) for text, bare in zip(drawn, plain, strict=True)),
    ]


def race_svg(
    board: Board, ends: Sequence[Cell], runs: Sequence[RaceRun], *, columns: int = 4, language: Language = "en"
) -> str:
    """Draw the boards as one SVG, with at most `columns` side by side.

    >>> from lianliankan.lab.race.race import race
    >>> board, ends = llk.Board.parse("A.A"), (llk.Cell(0, 0), llk.Cell(0, 2))
    >>> picture = race_svg(board, ends, race(board, *ends, rounds=0))
    >>> picture.count('class="name"'), "0 turns, 2 steps" in picture
    (10, True)
    """
    labels = LABELS[language]
    svg = SvgBoard.at(board, left=0, top=0)
    names = [_NAMES * text_width(labels.name(run.finder.name)) for run in runs]
    wide = max(svg.width * _SCALE, *names, *(text_width(text) for run in runs for text in _said(run, labels)))
    high = _HEAD + svg.height * _SCALE + _FOOT
    columns = min(columns, len(runs))
    rows = -(-len(runs) // columns)
    title = "; ".join(f"{labels.name(run.finder.name)}{labels.colon}{labels.found(run.path)}" for run in runs)
    parts = list(open_svg(columns * (wide + _EDGE) + _EDGE, rows * (high + _EDGE) + _EDGE, title))
    for place, run in enumerate(runs):
        row, column = divmod(place, columns)
        corner = f"{fmt(_EDGE + column * (wide + _EDGE))} {fmt(_EDGE + row * (high + _EDGE))}"
        parts += [f'<g transform="translate({corner})">', *_drawn(svg, ends, run, labels), "</g>"]
    return "\n".join([*parts, "</svg>"])


def _drawn(svg: SvgBoard, ends: Sequence[Cell], run: RaceRun, labels: Labels) -> Iterator[str]:
    """Draw one board between the name of the finder and its result, at the origin."""
    yield svg_text(0, 16, labels.name(run.finder.name), "name bad" if not run.right else "name")
    yield f'<g transform="translate(0 {_HEAD}) scale({_SCALE})">'
    yield from svg.draw(ends)
    if run.path:
        yield from svg.draw_path(run.path.corners)
        yield from svg.draw_ends(ends)
    yield "</g>"
    foot = _HEAD + svg.height * _SCALE + 20
    for place, text in enumerate(_said(run, labels)):
        yield svg_text(0, foot + 20 * place, text, "soft" if place else "" if run.right else "bad")


def _said(run: RaceRun, labels: Labels) -> tuple[str, str]:
    """Describe the result and its cost."""
    if run.refused:
        return labels.refused, ""
    if run.is_blocked:
        return labels.through, f"{labels.examined} {run.examined}"
    found = labels.measured(run.path) if run.path else labels.no_path
    return found, f"{labels.examined} {run.examined}"


def _on_board(board: Board, cell: Cell) -> bool:
    return 0 <= cell.row < board.rows and 0 <= cell.col < board.cols
