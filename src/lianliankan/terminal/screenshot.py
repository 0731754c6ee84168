"""A screenshot of the terminal game, drawn without a terminal."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from lianliankan.board.cell import Cell
from lianliankan.faces.registry import face_set
from lianliankan.faces.symbols import escape
from lianliankan.game.game import Game
from lianliankan.game.modes import plan
from lianliankan.game.view import GameView
from lianliankan.solver.solve import solve
from lianliankan.terminal.bars import fill
from lianliankan.terminal.board.board_drawing import draw, measure
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.canvas import CellRun, Viewport
from lianliankan.terminal.board.theme import DARK, Ink
from lianliankan.terminal.status_lines import heading, stats_line, winnable_indicator
from lianliankan.terminal.text_inks import BAR_INKS
from lianliankan.text_width import display_width
from lianliankan.texts import Texts

_CELL = (9, 18)
_PACE = 3.7  # seconds per pair
_BLOCKS = {  # the part of a character that a block covers: left, top, right, bottom
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▄": (0.0, 0.5, 1.0, 1.0),
    "▌": (0.0, 0.0, 0.5, 1.0),
    "▐": (0.5, 0.0, 1.0, 1.0),
    "▘": (0.0, 0.0, 0.5, 0.5),
    "▝": (0.5, 0.0, 1.0, 0.5),
    "▖": (0.0, 0.5, 0.5, 1.0),
    "▗": (0.5, 0.5, 1.0, 1.0),
}
_LINES = {"━": "lr", "┃": "ud", "┏": "rd", "┓": "ld", "┗": "ru", "┛": "lu"}  # the sides a line goes to
_SIDES = {  # the part of a character that a line to a side covers; a third of a column thick
    "l": (0, 5 / 12, 2 / 3, 7 / 12),
    "r": (1 / 3, 5 / 12, 1, 7 / 12),
    "u": (1 / 3, 0, 2 / 3, 7 / 12),
    "d": (1 / 3, 5 / 12, 2 / 3, 1),
}


def draw_screenshot(
    texts: Texts, faces: str, game: Game | None = None, *, columns: int = 100, lines: int = 30, pairs: int = 30
) -> str:
    """Draw a game as SVG; without one, a sample game after some pairs, with the path of the next one."""
    if game is not None:
        return to_svg(_screen(game, (), texts, faces, columns, lines), columns)
    game = plan("relaxed", seed=7).game()
    moves = solve(game.board).moves
    for second, move in enumerate(moves[:pairs]):
        game.play(*move, at=_PACE * second)
    path = max((found for move in game.board.moves() if (found := game.board.link(*move))), key=_showiness)
    return to_svg(_screen(game, path.cells, texts, faces, columns, lines), columns)


def _showiness(path: Sequence[Cell]) -> tuple[int, int]:
    """Return how well a path shows the game: two turns and long is best."""
    return len(path), sum(abs(a.row - b.row) + abs(a.col - b.col) for a, b in pairwise(path))


def _screen(
    game: Game, path: Sequence[Cell], texts: Texts, faces: str, columns: int, lines: int
) -> list[list[CellRun]]:
    """Lay out the whole screen."""
    shown, named, inks = GameView.of(game), face_set(faces), BAR_INKS
    metrics = measure(game.first_board.to_rows(), named, width=columns, height=lines - 4)
    view = Viewport(-((columns - metrics.width) // 2), -((lines - 4 - metrics.height) // 2), columns, lines - 4)
    scene = BoardScene(game.board.to_rows(), marks=dict.fromkeys((*path[:1], *path[-1:]), "selected"), path=path)
    message = [CellRun(" " + texts("linked", points=20), inks.good)] if path else []
    keys = [
        CellRun(text, ink)
        for press, word in zip("hasurpnb?q", _KEYS, strict=True)
        for text, ink in ((f" {press} ", inks.accent), (texts(f"tool {word}") + "  ", inks.text))
    ]
    return [
        fill(
            heading(game, texts, inks),
            winnable_indicator(shown, texts, inks, tells=game.options.tell_doomed),
            columns,
            inks.text,
        ),
        fill(stats_line(shown, texts, inks, is_campaign=game.options.level is not None), (), columns, inks.text),
        *draw(scene, metrics, view, faces=named, theme=DARK, is_ascii=False),
        fill(message, (), columns, inks.text),
        fill(keys, (), columns, inks.text),
    ]


_KEYS = ("hint", "auto", "shuffle", "undo", "redo", "pause", "new", "bests", "help", "quit")


def to_svg(lines: Iterable[Iterable[CellRun]], columns: int) -> str:
    """Draw lines of runs as SVG; blocks and path lines become rectangles, so that they join in any font.

    >>> to_svg([[CellRun("A▀", Ink("#ffffff", "#000000"))]], 2).count("<rect")
    2
    """
    width, height = _CELL
    drawn: list[str] = []
    count = 0
    for y, line in enumerate(lines):
        x, count = 0, y + 1
        for text, ink in line:
            wide = display_width(text)
            place = f'x="{x * width}" y="{y * height}" width="{wide * width}" height="{height}"'
            drawn.append(f'<rect {place} fill="{ink.bg}"/>')
            for char in text:
                drawn += _draw_char(char, x * width, y * height, ink)
                x += display_width(char)
    size = f'width="{columns * width}" height="{count * height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * width} {count * height}" {size} role="img" '
        'font-family="monospace" font-size="15" text-anchor="middle" shape-rendering="crispEdges">\n'
        "<title>Lianliankan in a terminal</title>\n" + "\n".join(drawn) + "\n</svg>\n"
    )


def _draw_char(char: str, x: int, y: int, ink: Ink) -> list[str]:
    width, _ = _CELL
    if char == " ":
        return []
    if char in _BLOCKS:
        return [_fill_part(x, y, _BLOCKS[char], ink)]
    if char in _LINES:
        return [_fill_part(x, y, _SIDES[side], ink) for side in _LINES[char]]
    weight = ' font-weight="700"' if ink.bold else ""
    middle = x + display_width(char) * width / 2
    return [f'<text x="{middle:g}" y="{y + 14}" fill="{ink.fg}"{weight}>{escape(char)}</text>']


def _fill_part(x: int, y: int, part: tuple[float, float, float, float], ink: Ink) -> str:
    """Fill a part of a character."""
    (width, height), (left, top, right, bottom) = _CELL, part
    place = f'x="{x + left * width:g}" y="{y + top * height:g}"'
    size = f'width="{(right - left) * width:g}" height="{(bottom - top) * height:g}"'
    return f'<rect {place} {size} fill="{ink.fg}"/>'
