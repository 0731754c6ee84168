"""Parts for a host of games, such as the page's server or the terminal: the view for a screen, and a clock."""

from collections.abc import Callable
from time import monotonic
from typing import Literal, Self

import msgspec

from lianliankan.board.cell import Cell
from lianliankan.game.engine import LossReason
from lianliankan.game.game import Game, State
from lianliankan.game.history import LostSince

Tool = Literal["hint", "auto", "shuffle", "undo", "redo", "restart", "pause"]


class GameView(msgspec.Struct, frozen=True):
    """The view of a game, beside the board.

    - `state`, `score`, `combo`, `tiles`, `picked`, `stars`, `loss`: as in the game; `pairs`: how many were removed.
    - `moves`: how many pairs can be removed now.
    - `hints`, `shuffles`: how many are left; None if unlimited.
    - `seconds`, `left`: time played, and left if there is a limit, when sent.
    - `running`: whether the clock runs; that of an untouched game waits for the first pick.
    - `winnable`: whether the game can be won, if the game keeps track of it; `doomed`: since when it cannot.
    - `may_ask`: whether the player may ask if it can be won; without hints, they find out themselves.
    - `tools`: what the player can use now; "pause" also ends a pause.
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
    may_ask: bool
    tools: tuple[Tool, ...]
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
            may_ask=not game.is_over and (game.options.hints != 0 or state == "stuck"),
            tools=usable_tools(game),
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


def usable_tools(game: Game) -> tuple[Tool, ...]:
    """Return the tools that can be used now.

    >>> game = llk.Game(llk.Board.parse("AB/AB"), llk.Options(hints=0))
    >>> _ = game.play((0, 0), (1, 0))
    >>> usable_tools(game)
    ('shuffle', 'undo', 'restart', 'pause')
    """
    is_open = game.state in ("playing", "stuck")
    can_hint = game.state == "playing" and game.hints_left != 0
    usable: dict[Tool, bool] = {
        "hint": can_hint,
        "auto": can_hint,  # it costs a hint
        "shuffle": is_open and game.shuffles_left != 0,
        "undo": is_open and game.can_undo,
        "redo": is_open and game.can_redo,
        "restart": not game.is_over,
        "pause": not game.is_over,
    }
    return tuple(name for name, is_usable in usable.items() if is_usable)


# ---- The clock -------------------------------------------------------------------------------------------------------


class HostClock:
    """The current time of a game, from a clock that only moves forward.

    The time of an untouched game, new or restarted, stands still until `begin`. Nothing of this is stored:
    a record has only the times of the commands.

    >>> game, times = llk.Game(llk.Board.parse("AB/AB")), iter([100.0, 107.5])
    >>> clock = HostClock(game, lambda: next(times))
    >>> clock.at, clock.waits
    (0.0, True)
    >>> clock.begin()
    True
    >>> clock.at, clock.waits
    (7.5, False)
    """

    def __init__(self, game: Game, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self.open(game)

    def open(self, game: Game) -> None:
        """Continue from the last command of a game."""
        self._game, self._version = game, game.version
        self._zero = None if game.is_untouched else self._now() - game.at

    def follow(self, game: Game) -> None:
        """Take over the game after a command; one that was restarted waits again."""
        if game.version != self._version and game.is_untouched:
            self._zero = None
        self._game, self._version = game, game.version

    @property
    def waits(self) -> bool:
        """Whether the game waits for the first pick."""
        return self._zero is None

    def begin(self) -> bool:
        """Start the clock with the first pick or command; return whether it was waiting."""
        if self._zero is not None:
            return False
        self._zero = self._now() - self._game.at
        return True

    def advance(self, at: float) -> None:
        """Move forward to `at`, the time of another host's clock, unless this one is later."""
        if self._zero is None or self._now() - self._zero < at:
            self._zero = self._now() - at

    @property
    def at(self) -> float:
        """The current time of the game in seconds, never before its last command."""
        return self._game.at if self._zero is None else max(self._now() - self._zero, self._game.at)
