"""What a screen shows of a game: the page, the terminal and every step of a replay show the same."""

from typing import Self

import msgspec

from lianliankan.board.cell import Cell
from lianliankan.game.engine import LossReason
from lianliankan.game.game import Game, State
from lianliankan.game.history import LostSince


class GameView(msgspec.Struct, frozen=True):
    """What a screen shows of a game beside the board.

    - `state`, `score`, `combo`, `tiles`, `picked`, `stars`, `loss`: as in the game; `pairs`: how many were removed.
    - `moves`: how many pairs can be removed now.
    - `hints`, `shuffles`: how many are left; None if unlimited.
    - `seconds`, `left`: time played, and left if there is a limit, when sent.
    - `running`: whether the clock runs; that of an untouched game waits for the first pick.
    - `winnable`: whether the game can be won, if the game keeps track of it; `doomed`: since when it cannot.
    """

    state: State
    score: int
    combo: int
    moves: int
    tiles: int
    pairs: int
    hints: int | None
    shuffles: int | None
    seconds: float
    left: float | None
    running: bool
    winnable: bool | None
    doomed: LostSince | None
    can_undo: bool
    can_redo: bool
    picked: Cell | None
    stars: int
    loss: LossReason

    @classmethod
    def of(cls, game: Game, at: float | None = None, *, waits: bool = False) -> Self:
        """Return the view of a game at a time, by default at its last command; `waits` for a clock not yet started.

        >>> view = GameView.of(llk.Game(llk.Board.parse("AB/AB")), at=1.5)
        >>> view.state, view.moves, view.seconds, view.running
        ('playing', 2, 1.5, True)
        """
        board, state = game.board, game.state
        return cls(
            state=state,
            score=game.score,
            combo=game.combo,
            moves=board.move_count,
            tiles=board.tile_count,
            pairs=game.pairs,
            hints=game.hints_left,
            shuffles=game.shuffles_left,
            seconds=game.seconds(at),
            left=game.seconds_left(at),
            running=state in ("playing", "stuck") and not waits,
            winnable=game.winnable,
            doomed=game.lost_since,
            can_undo=game.can_undo,
            can_redo=game.can_redo,
            picked=game.picked,
            stars=game.stars,
            loss=game.loss,
        )

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.state in ("won", "lost")

    @property
    def is_open(self) -> bool:
        """Whether the game takes moves: it is neither paused nor over."""
        return self.state in ("playing", "stuck")

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or stuck."""
        return self.state in ("won", "lost", "stuck")

    def later(self, seconds: float) -> Self:
        """Return the view when more time has passed; it matters only while the clock is running.

        >>> view = GameView.of(llk.Game(llk.Board.parse("AB/AB"), llk.Options(limit=60))).later(2.5)
        >>> view.seconds, view.left
        (2.5, 57.5)
        """
        if not self.running or seconds <= 0:
            return self
        left = None if self.left is None else max(self.left - seconds, 0.0)
        return msgspec.structs.replace(self, seconds=self.seconds + seconds, left=left)
