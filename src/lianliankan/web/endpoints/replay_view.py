"""Games to look back at: replays for the page, how a game could have been won, courses, records, share texts.

Worker processes run the functions that take a context.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from lianliankan.errors import OutOfTime, TooLarge
from lianliankan.game.analysis import CoursePoint, find_course, trace_points
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.options import Options
from lianliankan.game.replay import at_version, replayed, restarted
from lianliankan.game.view import GameView
from lianliankan.records.record import to_record
from lianliankan.records.share import to_share
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget
from lianliankan.web.base.page_data import encode
from lianliankan.web.base.size_limits import read_share
from lianliankan.web.endpoints.answers import ShareAnswer
from lianliankan.web.live.protocol import MAX_COMMANDS, GameHead
from lianliankan.web.work.job_context import JobContext

_COURSE_SECONDS: Final = 2.0  # for the solver; a request has more, to replay the game
_WIN_BUDGET = Budget(nodes=300_000, seconds=2.0)  # likewise


class ReplayStep(msgspec.Struct, frozen=True):
    """A command: its time and text, its events, and the view after it."""

    at: float
    command: str
    events: list[Event]
    view: GameView


class ReplayView(msgspec.Struct, frozen=True):
    """A replay: the start, the steps, and the points to stop at, one for each pair."""

    head: GameHead
    rows: list[list[int]]
    view: GameView
    steps: list[ReplayStep]
    points: list[CoursePoint]


def check_length(game: Game) -> Game:
    """Return a game; raises TooLarge if it is too long to be replayed."""
    if len(game.entries) > MAX_COMMANDS:
        raise TooLarge(f"replays are limited to {MAX_COMMANDS} commands; download the record instead")
    return game


def build_replay(game: Game) -> ReplayView:
    """Replay a game step by step; raises TooLarge if it is too long.

    It may take any time: a worker process must do it.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> _ = game.play((0, 0), (1, 0), at=1.5)
    >>> [(step.at, step.command, step.view.tiles) for step in build_replay(game).steps]
    [(1.5, 'play 1,1-2,1', 2)]
    """
    steps = [
        ReplayStep(entry.seconds, str(entry.command), happened, GameView.of(after))
        for entry, happened, after in replayed(check_length(game))
    ]
    start = GameView.of(restarted(game))
    return ReplayView(GameHead.of(game), game.first_board.to_rows(), start, steps, trace_points(game))


def build_win(game: Game, version: int) -> ReplayView | None:
    """Return a replay of how to win a game as it was after some commands; None if the solver finds no win.

    Time and hints stay as they were then, and every pair takes a second. Raises OutOfTime if there was no time to look.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("AA/AB/BA"))
    >>> found = build_win(game, 0)
    >>> [(step.command, step.view.state) for step in found.steps]
    [('play 1,1-2,1', 'playing'), ('play 1,2-3,2', 'playing'), ('play 2,2-3,1', 'won')]
    """
    before = at_version(check_length(game), version)
    found = solve(before.board, _WIN_BUDGET)
    if found.timed_out:
        raise OutOfTime("the time was over before a win was found")
    if not found.winnable:
        return None
    start, line = GameView.of(before), Game(before.board, Options(when_stuck="ask"))
    steps = []
    for number, move in enumerate(found.moves, start=1):
        happened = line.play(*move, at=60 * number)  # too slow for a combo
        view = msgspec.structs.replace(
            start,
            state=line.state,
            score=start.score + line.score,
            moves=line.board.move_count,
            tiles=line.board.tile_count,
            pairs=start.pairs + number,
            stars=line.stars,
            loss="",
        )
        steps.append(ReplayStep(number, str(line.entries[-1].command), happened, view))
    points = [msgspec.structs.replace(point, winnable=True) for point in trace_points(line)]
    return ReplayView(GameHead.of(game), before.board.to_rows(), start, steps, points)


# ---- What worker processes do ----------------------------------------------------------------------------------------


class GameSource(Protocol):
    """A finished or unfinished game to look back at."""

    def open(self, context: JobContext) -> Game:
        """Open the game, in a worker process."""


@dataclass(frozen=True, slots=True)
class StoredSource:
    """A stored game of a player."""

    player: str
    id: str

    def open(self, context: JobContext) -> Game:
        """Open the game."""
        return context.open(self.player, self.id).game


@dataclass(frozen=True, slots=True)
class SharedSource:
    """A shared game, or the game that a shared board is before its first command."""

    text: str

    def open(self, context: JobContext) -> Game:
        """Read the text."""
        found = read_share(self.text)
        return found if isinstance(found, Game) else Game(found)


def replay_json(context: JobContext, source: GameSource) -> bytes:
    """Return the replay of a game."""
    return encode(build_replay(source.open(context)))


def course_json(context: JobContext, source: GameSource) -> bytes:
    """Return the course of a game."""
    return encode(find_course(check_length(source.open(context)), seconds=_COURSE_SECONDS))


def win_json(context: JobContext, source: GameSource, version: int) -> bytes | None:
    """Return how a game could have been won after some commands; None if no win is found."""
    found = build_win(source.open(context), version)
    return None if found is None else encode(found)


def record_of(context: JobContext, source: GameSource) -> str:
    """Return the record of a game."""
    return to_record(source.open(context))


def share_json(context: JobContext, source: GameSource) -> bytes:
    """Return the share texts of a game and of its board."""
    game = source.open(context)
    return encode(
        ShareAnswer(
            game=to_share(game),
            board=to_share(game.first_board),
            challenge=to_share(restarted(game)),
            rows=game.first_board.to_rows(),
            head=GameHead.of(game),
            view=GameView.of(game),
        )
    )
