"""The player's side of a board in a race: the selection, pairs not yet answered, hints, and the scene to draw."""

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.race import events as ev
from lianliankan.race.view import SeatView
from lianliankan.terminal.board.board_scene import BoardScene
from lianliankan.terminal.board.cursor import first_tile
from lianliankan.terminal.board.theme import Mark


class BoardHand:
    """The player's selection and unanswered pairs on the own board.

    - `cursor`, `picked`: the cell with the cursor, and the tile picked first.
    - `hint`: the pair that was shown.
    - `sent`: the pairs without an answer, by the number of their command.
    """

    def __init__(self) -> None:
        self.cursor: Cell | None = None
        self.picked: Cell | None = None
        self.hint: Move | None = None
        self.sent: dict[int, Move] = {}

    def start(self, board: Board) -> None:
        """Begin on another board."""
        self.picked = self.hint = None
        self.sent.clear()
        self.cursor = first_tile(board.to_rows(), None)

    def pick(self, cell: Cell, board: Board) -> Move | None:
        """Pick a tile; return the pair if it was the second one.

        >>> hand = BoardHand()
        >>> board = Board.parse("AB/AB")
        >>> hand.pick(Cell(0, 0), board), hand.picked, str(hand.pick(Cell(1, 0), board)), hand.picked
        (None, Cell(row=0, col=0), '1,1-2,1', None)
        """
        if board[cell] <= 0 or any(cell in move for move in self.sent.values()):
            return None
        first, self.picked = self.picked, cell
        if first is None or first == cell:
            self.picked = None if first == cell else cell
            return None
        self.picked = None
        return Move(first, cell)

    def see(self, event: ev.RaceEvent, board: Board) -> None:
        """Follow an event of the own seat: what is gone is no longer picked, and a refused pair leaves its second tile.

        `board` is the board after it.
        """
        match event:
            case ev.HintShown():
                self.hint, self.picked = event.move, None
            case ev.PairTaken() | ev.BoardLaid():
                self.hint = None
                if self.picked is not None and (isinstance(event, ev.BoardLaid) or board[self.picked] <= 0):
                    self.picked = None
            case ev.Denied() if event.reason in ("different kinds", "no path") and self.picked is None:
                second = event.cells[-1]
                self.picked = second if board[second] > 0 else None

    def build_scene(self, seat: SeatView, now: int, *, shows_kinds: bool, pulse_is_on: bool) -> BoardScene:
        """Return the scene of the own board at a time of the race."""
        rows = seat.board.to_rows()
        is_open = seat.state == "racing"
        marks: dict[Cell, Mark] = {}
        pointed = self.picked or self.cursor
        if shows_kinds and is_open and pointed is not None:
            kind = rows[pointed.row][pointed.col]
            marks |= {
                Cell(r, c): "kind" for r, row in enumerate(rows) for c, number in enumerate(row) if number == kind > 0
            }
        if self.picked is not None:
            marks[self.picked] = "selected"
        if self.hint is not None:
            marks |= dict.fromkeys(self.hint, "hint" if pulse_is_on else "faint hint")
        for move in self.sent.values():
            marks |= dict.fromkeys(move, "selected")
        return _cover(BoardScene(rows, cursor=self.cursor if is_open else None, marks=marks), seat, now)

    @staticmethod
    def build_watched_scene(seat: SeatView, now: int) -> BoardScene:
        """Return the scene of another player's board."""
        return _cover(BoardScene(seat.board.to_rows()), seat, now)


def _cover(scene: BoardScene, seat: SeatView, now: int) -> BoardScene:
    """Turn the tiles face down that an attack has hidden."""
    if seat.hidden_until <= now or not seat.hidden:
        return scene
    marks: dict[Cell, Mark] = {**scene.marks}
    for cell in seat.hidden:
        if marks.get(cell) not in ("selected", "hint", "faint hint"):
            marks[cell] = "back"
    return BoardScene(scene.rows, cursor=scene.cursor, marks=marks)


def choose_target(seats: tuple[SeatView, ...], you: int, ranks: dict[int, int], chosen: int | None) -> int | None:
    """Return the victim of an attack: the seat that the player chose, or else the first of the others.

    >>> choose_target((), 0, {}, None) is None
    True
    """
    others = [seat.seat for seat in seats if seat.seat != you and seat.state == "racing" and not seat.is_ghost]
    if chosen in others:
        return chosen
    return min(others, key=lambda number: (ranks.get(number, 9), number), default=None)
