"""The workers' jobs for the lab: traces, pictures, races, pairs that do not link, and recorded games."""

from dataclasses import dataclass

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.near_miss import clearest_path
from lianliankan.board.rules import Phase, Rules
from lianliankan.errors import BadShare, TooLarge
from lianliankan.game.analysis import CourseMark, find_course
from lianliankan.game.events import Linked
from lianliankan.game.game import Game
from lianliankan.game.replay import replayed
from lianliankan.lab.finders import find, finder_named
from lianliankan.lab.labels import Language
from lianliankan.lab.race.race import race
from lianliankan.lab.reach import find_reach
from lianliankan.lab.trace.code_trace import LongTrace, trace_code
from lianliankan.lab.trace.svg_animation import animate
from lianliankan.records.record import from_record
from lianliankan.records.share import SizeLimit, is_share, strip_address, to_share
from lianliankan.web.base.page_data import encode
from lianliankan.web.base.size_limits import MAX_LAB_CELLS, MAX_TRACE_STEPS, check_board, read_share
from lianliankan.web.endpoints.replay_view import check_length
from lianliankan.web.lab.answers import LabPath, describe_race, describe_trace
from lianliankan.web.work.job_context import JobContext

COURSE_SECONDS = 3.0
"""How long the solver may look for the move that lost a game."""


# ---- Pairs -----------------------------------------------------------------------------------------------------------


class WhyAnswer(msgspec.Struct, frozen=True):
    """The reasons why two places do not link, whatever tiles lie there.

    - `equal`: whether the tiles are equal; `link`: the best path between the two places within the rules.
    - `reach`: for each of the two, row, column and turns of the cells that its paths reach.
    - `longer`: the best path with more turns than allowed, if there is no link but such a path.
    - `clearest`: the path within the rules with the fewest tiles in the way, and `blockers` these tiles: the smallest
      set without which the two would link. No path if walls alone separate them.
    - `openers`: the single tiles without each of which they would link.
    """

    equal: bool
    link: LabPath | None
    reach: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]
    longer: LabPath | None = None
    clearest: LabPath | None = None
    blockers: tuple[Cell, ...] = ()
    openers: list[Cell] = []


def explain_pair(board: Board, a: Cell, b: Cell) -> WhyAnswer:
    """Explain why two tiles do not link; both must be tiles.

    >>> board = llk.Board.parse("A B A / C D C", rules=llk.Rules(outside=False))
    >>> why = explain_pair(board, llk.Cell(0, 0), llk.Cell(0, 2))
    >>> why.link, why.longer, why.blockers, why.openers
    (None, None, (Cell(row=0, col=1),), [Cell(row=0, col=1)])
    """
    equal = board[a] == board[b]
    places = board if equal else board.with_cell(a, board[b])
    link = places.link(a, b)
    reach = (_reached(places, a), _reached(places, b))
    if link is not None:
        return WhyAnswer(equal, LabPath.of(link), reach)
    nearest = clearest_path(places, a, b)
    others = [cell for cell, _ in places.tiles() if cell not in (a, b)] if len(nearest.blockers) == 1 else []
    return WhyAnswer(
        equal,
        None,
        reach,
        longer=LabPath.of(places.with_rules(max_turns=None).link(a, b)),
        clearest=LabPath.of(nearest.path),
        blockers=nearest.blockers,
        openers=[cell for cell in others if places.with_cell(cell, 0).linkable(a, b)],
    )


def _reached(board: Board, start: Cell) -> list[tuple[int, int, int]]:
    return [(*cell, turns) for cell, turns in find_reach(board, start).items()]


# ---- Recorded games --------------------------------------------------------------------------------------------------


class RecordedPoint(msgspec.Struct, frozen=True):
    """A position of a recorded game: the start, after a pair, or at the end.

    - `move`: the pair that led to it; None at the start, and at an end that came after the last pair.
    - `rows`, `phase`: the position.
    - `free`: how many pairs could be removed; `marks`: what helped since the point before.
    - `winnable`: whether it could be won without a shuffle; None if that is not known.
    """

    move: Move | None
    rows: list[list[int]]
    phase: Phase
    free: int
    marks: tuple[CourseMark, ...]
    winnable: bool | None


class RecordedGame(msgspec.Struct, frozen=True):
    """A recorded game, with its share text.

    - `lost`: the point of the move that lost it, if that is known.
    - `seconds`, `timed_out`: how long the solver might look, and whether that was not enough.
    """

    share: str
    rules: Rules
    points: list[RecordedPoint]
    won: bool
    lost: int | None
    seconds: float
    timed_out: bool


def read_game(text: str) -> Game:
    """Read a record, the share text of a game, or the address of a page that has one.

    Raises BadRecord or BadShare for anything else, and TooLarge for games that are too large or too long for the lab.

    >>> read_game(llk.to_share(llk.Board.parse("AA")))
    Traceback (most recent call last):
        ...
    lianliankan.errors.BadShare: this is a board; a recorded game was expected
    """
    text = text.strip()
    shared = strip_address(text)
    found = read_share(shared) if is_share(shared) else from_record(text)
    if isinstance(found, Board):
        raise BadShare("this is a board; a recorded game was expected")
    board = check_board(found.first_board)
    SizeLimit(max_cells=MAX_LAB_CELLS).check(board.rows, board.cols)
    return check_length(found)


def describe_game(game: Game, seconds: float = COURSE_SECONDS) -> RecordedGame:
    """Return a game's positions and which of them could be won, as far as the solver can tell in some seconds.

    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
    >>> _ = game.play((0, 0), (0, 1)), game.give_up()
    >>> found = describe_game(game)
    >>> [point.winnable for point in found.points], found.lost, str(found.points[1].move)
    ([True, False, False], 1, '1,1-1,2')
    """
    boards, played = [game.first_board], list[Move | None]([None])
    for _, happened, after in replayed(game, quietly=True):
        boards.append(after.board)
        played.append(next((event.move for event in happened if isinstance(event, Linked)), None))
    course = find_course(game, seconds=seconds)
    points = [
        RecordedPoint(
            move=played[point.version],
            rows=boards[point.version].to_rows(),
            phase=boards[point.version].phase,
            free=point.moves,
            marks=point.marks,
            winnable=point.winnable,
        )
        for point in course.points
    ]
    return RecordedGame(
        share=to_share(game),
        rules=game.first_board.rules,
        points=points,
        won=game.state == "won",
        lost=course.lost,
        seconds=seconds,
        timed_out=course.timed_out,
    )


# ---- Traces, pictures and races ------------------------------------------------------------------------------------


_MAX_TIMED_CELLS = 200  # ring included: on larger boards the slowest finder is not run again to be timed


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """A question to a finder: a board, as a share text, and two tiles of it."""

    share: str
    a: Cell
    b: Cell

    def read(self) -> tuple[Board, Cell, Cell]:
        """Read the board; raises a ValueError if it is too large, or if the cells are not two tiles."""
        found = read_share(self.share)
        board = found.first_board if isinstance(found, Game) else found
        SizeLimit(max_cells=MAX_LAB_CELLS).check(board.rows, board.cols)
        board.link(self.a, self.b)
        return board, self.a, self.b


def trace_json(_: JobContext, question: LabQuestion, name: str, language: Language) -> bytes:
    """Return a search step by step."""
    asked, finder = question.read(), finder_named(name)
    try:
        traced = trace_code(finder, *asked, max_steps=MAX_TRACE_STEPS)
    except LongTrace:
        raise TooLarge(f"this search has more than {MAX_TRACE_STEPS} steps") from None
    return encode(describe_trace(*asked, finder, traced, language))


def draw_trace(_: JobContext, question: LabQuestion, name: str, language: Language) -> str:
    """Return the animated picture of a search, as SVG."""
    asked = question.read()
    search = find(name, *asked)
    if len(search.trace) > MAX_TRACE_STEPS:
        raise TooLarge(f"this search has more than {MAX_TRACE_STEPS} steps")
    return animate(*asked, finder_named(name), search, language=language)


def race_json(_: JobContext, question: LabQuestion, names: tuple[str, ...], language: Language) -> bytes:
    """Return a race of finders."""
    board, a, b = question.read()
    is_small = (board.rows + 2) * (board.cols + 2) <= _MAX_TIMED_CELLS
    runs = race(board, a, b, finders=list(map(finder_named, names)), rounds=3 if is_small else 0)
    return encode(describe_race(runs, board.link(a, b), language))


def why_json(_: JobContext, question: LabQuestion) -> bytes:
    """Return why two tiles do not link."""
    return encode(explain_pair(*question.read()))


def game_json(_: JobContext, text: str) -> bytes:
    """Return a recorded game, from its record or share text, with what the solver says about its positions."""
    return encode(describe_game(read_game(text)))
