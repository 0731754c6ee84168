"""The jobs of the worker processes: what is asked, as data, and how it is answered."""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Final, Literal, Protocol, TypeVar

from lianliankan.board.board import Board
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import NoSuchGame, NotShufflable
from lianliankan.game.analysis import find_course
from lianliankan.game.game import Game
from lianliankan.game.modes import MODES, true_mode
from lianliankan.game.questions import Ask, SolverQuestion, answer_now
from lianliankan.game.replay import restarted
from lianliankan.game.start import SEARCH_SECONDS, NearestBoard, deal_nearest
from lianliankan.game.view import GameView
from lianliankan.records.record import to_record
from lianliankan.records.record_form import format_deal
from lianliankan.records.share import to_share
from lianliankan.seeds import draw_seed
from lianliankan.solver.hint import can_be_won
from lianliankan.store import Location, Store, StoredGame
from lianliankan.store.best_lists import BestList
from lianliankan.store.database import is_url
from lianliankan.web.answers import BoardAnswer, ShareAnswer
from lianliankan.web.board_limits import read_share
from lianliankan.web.live.protocol import GameHead, encode
from lianliankan.web.replay_view import build_replay, build_win, check_length

LaneName = Literal["start", "quick", "think", "share", "deal"]
"""The lanes: for boards of new games and for other work that nearly always takes milliseconds, for the solver, for
texts that anybody may send, and for what may take many seconds."""

_COURSE_SECONDS: Final = 2.0  # for the solver; the lane has more, to replay the game

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


STORE_VARIABLE: Final = "LLK_STORE"
"""The environment variable that tells a worker process where the store is."""


class JobContext:
    """What jobs work with: the store, opened when it is needed first."""

    def __init__(self, location: Location) -> None:
        self._location = location

    def prepare(self) -> None:
        """Import what the store will need, which is no part of the first job."""
        if is_url(self._location):
            import_module("lianliankan.store.postgres_database")

    def open(self, player: str, id: str, ask: Ask = answer_now) -> StoredGame:
        """Open a game of a player."""
        stored = self.store(player).open(id, ask=ask)
        if stored.id != id:
            raise NoSuchGame(f"no such game: {id!r}")
        return stored

    def store(self, player: str) -> Store:
        """Return the store as a player sees it, for reading."""
        return self._store.of_player(player)

    @cached_property
    def _store(self) -> Store:
        return Store(self._location)


class Job(Protocol[T_co]):
    """A job; `lanes` are those that try it one after the other, until one has time enough."""

    @property
    def lanes(self) -> tuple[LaneName, ...]:
        """The lanes."""

    def run(self, context: JobContext) -> T_co:
        """Do the job, in a worker process."""


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """A question of a game for the solver."""

    question: SolverQuestion[Any]
    lanes: tuple[LaneName, ...] = ("quick", "think")

    def run(self, context: JobContext) -> Any:  # noqa: ANN401
        """Return the answer, or the error that is the answer."""
        try:
            return self.question.answer()
        except NotShufflable as problem:
            return problem


@dataclass(frozen=True, slots=True)
class RestoreJob:
    """The questions that a stored game asks while it is replayed, and their answers: the boards of its shuffles."""

    player: str
    id: str
    lanes: tuple[LaneName, ...] = ("quick", "think")

    def run(self, context: JobContext) -> dict[SolverQuestion[Any], Any]:
        """Replay the game and note what it asks."""
        found: dict[SolverQuestion[Any], Any] = {}

        def note(question: SolverQuestion[T], /) -> T:
            try:
                answer = found[question] = question.answer()
            except NotShufflable as problem:
                found[question] = problem
                raise
            return answer

        context.open(self.player, self.id, note)
        return found


@dataclass(frozen=True, slots=True)
class DealJob:
    """A board to deal."""

    deal: Deal
    lanes: tuple[LaneName, ...] = ("start", "quick", "deal")

    def run(self, context: JobContext) -> Board:
        """Deal the board."""
        return self.deal.board()


@dataclass(frozen=True, slots=True)
class NearestDealJob:
    """A board of a difficulty, or the nearest one that is found in some seconds; with `any_seed`, of any number."""

    deal: Deal
    any_seed: bool
    seconds: float = SEARCH_SECONDS
    lanes: tuple[LaneName, ...] = ("deal",)

    def run(self, context: JobContext) -> tuple[Deal, Board, NearestBoard | None]:
        """Deal the board."""
        return deal_nearest(self.deal, any_seed=self.any_seed, seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class SharedGameJob:
    """A copy of a shared game before its first command; a board is played as a classic game."""

    text: str
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> Game:
        """Read the text."""
        found = read_share(self.text)
        return restarted(found) if isinstance(found, Game) else Game(found, MODES["classic"], seed=draw_seed())


@dataclass(frozen=True, slots=True)
class SharedBoardJob:
    """A shared board, or the first board of a shared game, as JSON, with the player's own result on it."""

    text: str
    player: str
    lanes: tuple[LaneName, ...] = ("share",)

    def run(self, context: JobContext) -> bytes:
        """Read the text."""
        found, own = read_share(self.text), None
        if isinstance(found, Game) and (deal := format_deal(found.deal)) is not None:
            mode, options = true_mode(found), found.options
            level, day = (None, None) if mode == "own" else (options.level, options.day)
            own = context.store(self.player).best_finished(BestList(mode, level, day, deal))
        return encode(BoardAnswer.of(found, own, winnable=_can_be_won(found)))


def _can_be_won(shared: Board | Game) -> bool | None:
    """Whether a shared board can be won, as far as a quick look tells; dealt boards can."""
    if isinstance(shared, Game) and shared.deal is not None:
        return True
    board = shared.first_board if isinstance(shared, Game) else shared
    return can_be_won(board)


class GameSource(Protocol):
    """A finished or unfinished game to look back at."""

    @property
    def lanes(self) -> tuple[LaneName, ...]:
        """The lanes of jobs about it."""

    def open(self, context: JobContext) -> Game:
        """Open the game, in a worker process."""


@dataclass(frozen=True, slots=True)
class StoredSource:
    """A stored game of a player."""

    player: str
    id: str
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def open(self, context: JobContext) -> Game:
        """Open the game."""
        return context.open(self.player, self.id).game


@dataclass(frozen=True, slots=True)
class SharedSource:
    """A shared game, or the game that a shared board is before its first command."""

    text: str
    lanes: tuple[LaneName, ...] = ("share",)

    def open(self, context: JobContext) -> Game:
        """Read the text."""
        found = read_share(self.text)
        return found if isinstance(found, Game) else Game(found)


@dataclass(frozen=True, slots=True)
class ReplayJob:
    """The replay of a game, as JSON."""

    source: GameSource

    @property
    def lanes(self) -> tuple[LaneName, ...]:
        """The lanes."""
        return self.source.lanes

    def run(self, context: JobContext) -> bytes:
        """Replay the game."""
        return encode(build_replay(self.source.open(context)))


@dataclass(frozen=True, slots=True)
class CourseJob:
    """The course of a game, as JSON."""

    source: GameSource

    @property
    def lanes(self) -> tuple[LaneName, ...]:
        """The lanes."""
        return self.source.lanes

    def run(self, context: JobContext) -> bytes:
        """Find the course."""
        return encode(find_course(check_length(self.source.open(context)), seconds=_COURSE_SECONDS))


@dataclass(frozen=True, slots=True)
class WinJob:
    """How a game could have been won after some commands, as JSON; None if no win is found."""

    source: GameSource
    version: int

    @property
    def lanes(self) -> tuple[LaneName, ...]:
        """The lanes."""
        return self.source.lanes

    def run(self, context: JobContext) -> bytes | None:
        """Find the win."""
        found = build_win(self.source.open(context), self.version)
        return None if found is None else encode(found)


@dataclass(frozen=True, slots=True)
class RecordJob:
    """The record of a stored game."""

    player: str
    id: str
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def run(self, context: JobContext) -> str:
        """Open the game and write its record."""
        return to_record(context.open(self.player, self.id).game)


@dataclass(frozen=True, slots=True)
class ShareJob:
    """The share texts of a stored game and of its board, as JSON."""

    player: str
    id: str
    lanes: tuple[LaneName, ...] = ("quick", "share")

    def run(self, context: JobContext) -> bytes:
        """Open the game and write its texts."""
        game = context.open(self.player, self.id).game
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
