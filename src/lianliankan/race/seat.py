"""Seats, racers and ghosts, the tables they play at, and their standings."""

from collections.abc import Iterable
from copy import copy
from itertools import pairwise
from typing import Literal, NamedTuple, Self, TypeVar

import msgspec

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.errors import BadOptions
from lianliankan.game.commands import Command, Entry
from lianliankan.game.events import Event
from lianliankan.game.game import Game
from lianliankan.game.options import Options
from lianliankan.game.questions import MissQuestion, SolverQuestion
from lianliankan.game.replay import replay_entry, restarted
from lianliankan.race.items import Format, Item
from lianliankan.race.settings import FORMATS
from lianliankan.text import shorten

OutReason = Literal["idle", "left", "gave up", "kicked", "time", "stuck"]
SeatState = Literal["racing", "finished", "out"]


class Standing(msgspec.Struct, frozen=True):
    """The standing of a seat.

    - `seat`: counted from 0; `rank`: 1 for the first; equal ones are a draw.
    - `state`: "finished" if its board is clear; "racing" if it was still racing; "out", with the `reason`.
    - `tiles`: how many are left; `pairs`: how many pairs it has.
    - `finished_at`: when its board was clear, in milliseconds.
    """

    seat: int
    rank: int
    state: SeatState
    tiles: int
    pairs: int
    finished_at: int | None = None
    reason: OutReason | None = None


class SeatRank(msgspec.Struct, frozen=True):
    """The rank of a seat, counted from 0: 1 for the first; equal ones are a draw."""

    seat: int
    rank: int


def rank_seats(standings: Iterable[Standing], format: Format) -> tuple[Standing, ...]:
    """Rank seats and return their standings, best first.

    Finished seats come first, by time; then those still racing, by tiles left; then those that are out for any reason
    but the time limit or a board that is stuck for good, by tiles left. On a shared board, pairs count instead of times
    and tiles. Players together share one rank.

    >>> one = Standing(0, 0, "racing", 10, 3)
    >>> two, three = Standing(1, 0, "finished", 0, 8, 9000), Standing(2, 0, "out", 10, 3, None, "time")
    >>> [(each.seat, each.rank) for each in rank_seats([one, two, three], "sprint")]
    [(1, 1), (0, 2), (2, 2)]
    """
    rules = FORMATS[format]

    def key(standing: Standing) -> tuple[int, int]:
        if rules.is_team:
            return 0, 0
        is_in = standing.state != "out" or standing.reason in ("time", "stuck")
        if rules.has_one_board:
            return (0 if is_in else 1), -standing.pairs
        if standing.finished_at is not None:
            return 0, standing.finished_at
        return (1 if is_in else 2), standing.tiles

    keyed = sorted((key(standing), standing.seat, standing) for standing in standings)
    keys = [each[0] for each in keyed]
    return tuple(msgspec.structs.replace(standing, rank=1 + keys.index(own)) for own, _, standing in keyed)


MAX_NAME = 32
"""The longest name of a player, in characters."""

BOT_LEVELS = 5
"""The strengths of bots, from 1 to this."""

_OPTIONS = Options(mode="race", undo=False, when_stuck="ask")  # a race lays stuck boards again, and has its own limits

T = TypeVar("T")


class Racer(msgspec.Struct, frozen=True):
    """A participant: a `name`; for a bot its strength, 1 to 5; for a ghost the won game that it repeats.

    >>> Racer("Ann").is_live, Racer("Bot 3", bot=3).is_live
    (True, True)
    """

    name: str
    bot: int = 0
    ghost: Game | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= MAX_NAME or not self.name.isprintable():
            raise BadOptions(f"invalid name {shorten(self.name)}; expected 1 to {MAX_NAME} printable characters")
        if type(self.bot) is not int or not 0 <= self.bot <= BOT_LEVELS:
            raise BadOptions(f"invalid bot {shorten(self.bot)}; expected a strength from 1 to {BOT_LEVELS}, or 0")
        if self.ghost is not None and (self.bot or self.ghost.state != "won"):
            raise BadOptions("a ghost repeats a game that was won, and is not a bot")

    @property
    def is_live(self) -> bool:
        """Whether it is a player or a bot, not a ghost."""
        return self.ghost is None


class Table(msgspec.Struct, eq=False):
    """A board being played on: the game since the board was laid, when that was, and the seat that took each pair.

    >>> table = Table.lay(llk.Board.parse("AB/AB"), 1000)
    >>> [event.name for event in table.play((llk.Cell(0, 0), llk.Cell(1, 0)), seat=2, now=1500)]
    ['linked']
    >>> [str(move) for move in table.put_choices(2)], table.put_choices(0)
    (['1,1-2,1'], [])
    """

    game: Game
    laid_at: int
    takers: list[int]

    @classmethod
    def lay(cls, board: Board, now: int) -> Self:
        """Start a game on a board."""
        game = Game(board, _OPTIONS)
        game.ask_with(_ask_nothing)
        return cls(game, now, [])

    @property
    def board(self) -> Board:
        """The current board."""
        return self.game.board

    @property
    def is_stuck(self) -> bool:
        """Whether tiles are left but no move is."""
        return self.game.state == "stuck"

    def play(self, cells: tuple[Cell, ...], *, seat: int, now: int, by_bomb: bool = False) -> list[Event]:
        """Take a pair for a seat, if a path joins it, and return what happened."""
        command = Command("auto" if by_bomb else "play", cells)
        before = self.game.version
        happened = self.game.replay(Entry(now - self.laid_at, command))
        if self.game.version > before:
            self.takers.append(seat)
        return happened

    def put_choices(self, seat: int) -> list[Move]:
        """Return the pairs that can be put back on a seat, the last one taken first.

        Without gravity, these are all its pairs since the board was laid; with gravity, only the last pair of all,
        because tiles have moved since the earlier ones.
        """
        steps = self.game.last_steps(len(self.takers))
        taken = [step.move for step, taker in zip(steps, self.takers, strict=True) if taker == seat and step.move]
        if self.board.rules.gravity != "still":
            return taken[-1:] if self.takers and self.takers[-1] == seat else []
        return taken[::-1]

    def put_back(self, seat: int, move: Move) -> Board | None:
        """Return the board with a pair put back, or None if it is not one of the choices."""
        if move not in self.put_choices(seat):
            return None
        if self.board.rules.gravity != "still":
            return self.game.last_steps(2)[0].board
        steps = self.game.last_steps(len(self.takers) + 1)
        before = next(before.board for before, after in pairwise(steps) if after.move == move)
        return self.board.with_cell(move.a, before[move.a]).with_cell(move.b, before[move.b])

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self.game.copy(), self.laid_at, list(self.takers))


class Seat(msgspec.Struct, eq=False):
    """A seat in a race; times are milliseconds since its start.

    - `state`, `reason`, `ended_at`: whether it is racing; if not, why and since when.
    - `pairs`, `combo`: how many it has taken, and how many of them quickly one after the other.
    - `last_pair`: when it took its last one, unless the combo was ended; `idle_from`: since when it is idle.
    - `away_since`, `away_total`: whether its player is away, and for how long they were before.
    - `hints`, `stock`, `earned`: the hints and items left, and how many items it has earned.
    - `extra`: by how much its limit was extended.
    - `hidden`, `hidden_until`, `turned_until`, `blocked_until`, `shielded_until`: the effects of items on it.
    """

    number: int
    racer: Racer
    table: Table
    hints: int = 0
    state: SeatState = "racing"
    reason: OutReason | None = None
    ended_at: int | None = None
    pairs: int = 0
    combo: int = 0
    last_pair: int | None = None
    idle_from: int = 0
    away_since: int | None = None
    away_total: int = 0
    stock: tuple[Item, ...] = ()
    earned: int = 0
    extra: int = 0
    hidden: tuple[Cell, ...] = ()
    hidden_until: int = 0
    turned_until: int = 0
    blocked_until: int = 0
    shielded_until: int = 0

    @property
    def is_racing(self) -> bool:
        """Whether it is neither finished nor out."""
        return self.state == "racing"

    @property
    def board(self) -> Board:
        """The board it plays on."""
        return self.table.board

    def end_combo(self) -> None:
        """Let the next pair begin a new combo."""
        self.combo = 0
        self.last_pair = None

    def take_item(self, item: Item) -> None:
        """Take an item out of the stock."""
        place = self.stock.index(item)
        self.stock = self.stock[:place] + self.stock[place + 1 :]

    def copy(self, table: Table) -> Self:
        """Return a copy at a table."""
        other = copy(self)
        other.table = table
        return other


def _ask_nothing(question: SolverQuestion[T], /) -> T:
    """Answer the questions of a game in a race, where near misses are not shown."""
    assert isinstance(question, MissQuestion), "a race asks the solver itself"
    return None


class GhostRun(NamedTuple):
    """The commands of a recorded game since it was last restarted, each with the time played by then.

    - `game`: the replayed game; `entries`: the commands left to replay; `times`: their times, in milliseconds.

    >>> game = llk.Game(llk.Board.parse("AB/AB"))
    >>> for at, command in enumerate(("play 1,1-2,1", "pause", "resume", "restart", "play 1,1-2,1", "pause", "resume")):
    ...     happened = game.do(command, at=at)
    >>> GhostRun.of(game).times
    (1000, 2000, 2000)
    """

    game: Game
    entries: tuple[Entry, ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the run of a recorded game."""
        restarts = [number for number, entry in enumerate(game.entries) if entry.command.word == "restart"]
        start = restarts[-1] + 1 if restarts else 0
        offset = game.entries[start - 1].at if start else 0
        entries = tuple(Entry(entry.at - offset, entry.command) for entry in game.entries[start:])
        again, times = restarted(game), []
        for entry in entries:
            replay_entry(again, entry)
            times.append(again.clock.played())
        return cls(restarted(game), entries, tuple(times))
