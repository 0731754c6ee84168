"""Positions for the lab: why two tiles do not link, and recorded games with the move that lost."""

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.board.near_miss import clearest_path
from lianliankan.board.rules import Phase, Rules
from lianliankan.errors import BadShare
from lianliankan.game.analysis import CourseMark, find_course
from lianliankan.game.events import Linked
from lianliankan.game.game import Game
from lianliankan.game.replay import replayed
from lianliankan.lab.reach import find_reach
from lianliankan.records.record import from_record
from lianliankan.records.share import SizeLimit, is_share, strip_address, to_share
from lianliankan.web.board_limits import MAX_LAB_CELLS, check_board, read_share
from lianliankan.web.lab.answers import LabPath
from lianliankan.web.replay_view import check_length

COURSE_SECONDS = 3.0
"""How long the solver may look for the move that lost a game."""


# ---- Pairs -----------------------------------------------------------------------------------------------------------


class WhyAnswer(msgspec.Struct, frozen=True):
    """What keeps two places apart, whatever tiles lie there.

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
    """A recorded game, with its share text; `lost` is the point of the move that lost it, if that is known."""

    share: str
    rules: Rules
    points: list[RecordedPoint]
    won: bool
    lost: int | None
    seconds: float = COURSE_SECONDS


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
    return RecordedGame(to_share(game), game.first_board.rules, points, game.state == "won", course.lost, seconds)
