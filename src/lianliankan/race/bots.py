"""Bots that play like people: the easier a pair is to see, the sooner they find it; they make mistakes.

Each pair that can be taken is found at a rate of its own, the faster the nearer its tiles and the straighter its path.
The first one found is taken: the time until then is exponential with the sum of all rates, and the pair is chosen in
proportion to its rate. The fewer tiles are left to look at, the higher all rates are. So a bot is quick while much is
open and when little is left, slow in between, and takes near pairs first. Moving and clicking takes time on top, and
now and then a bot clicks two equal tiles that no path joins.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.race.commands import RaceCommand
from lianliankan.race.items import ATTACKS, Item
from lianliankan.race.race import Race
from lianliankan.race.seat import BOT_LEVELS, Seat
from lianliankan.seeds import SEEDS, derive_seed
from lianliankan.text import shorten


class Strength(NamedTuple):
    """How a bot plays.

    - `eyesight`: how often per second an adjacent pair is found among 40 tiles.
    - `sight_range`: the distance in cells at which that is down to about a third.
    - `turn_cost`: how much less likely a pair is found with each turn of its path.
    - `clicks`: the seconds that moving and clicking take, typically.
    - `mistakes`: how often two tiles are clicked that no path joins.
    - `item_seconds`: how long an item is kept, typically.
    """

    eyesight: float
    sight_range: float
    turn_cost: float
    clicks: float
    mistakes: float
    item_seconds: float


STRENGTHS = (
    Strength(eyesight=0.48, sight_range=4.2, turn_cost=0.5, clicks=1.60, mistakes=0.10, item_seconds=12),
    Strength(eyesight=0.60, sight_range=4.6, turn_cost=0.45, clicks=1.30, mistakes=0.08, item_seconds=9),
    Strength(eyesight=0.75, sight_range=5.0, turn_cost=0.4, clicks=1.00, mistakes=0.06, item_seconds=6),
    Strength(eyesight=1.05, sight_range=6.0, turn_cost=0.3, clicks=0.75, mistakes=0.04, item_seconds=4),
    Strength(eyesight=1.50, sight_range=7.0, turn_cost=0.25, clicks=0.55, mistakes=0.02, item_seconds=2),
)
"""The five strengths, weakest first: a beginner, a casual player, a regular, a good player, one of the best."""

_CLUTTER = 40  # tiles: with half as many to look at, pairs are found twice as fast
_HIDDEN, _TURNED = 0.15, 0.5  # how much slower pairs are found with a hidden tile, or upside down
_CLICK_SPREAD, _FORM_SPREAD = 0.3, 0.2  # standard deviations of logarithms: of each click, and of the form of the day
_SCAN_SECONDS = 12.0  # after which every player has found a pair
_IDLE_MARGIN = 6  # seconds before the idle rule, when a bot takes what it has found
_STREAM = 15  # of seeds

# To choose bots: the seconds for a pair by strength (see docs/races.md), the strength for unknown players, the spread.
_SECONDS = (5.6, 4.3, 3.1, 1.8, 1.2)
_UNKNOWN = 2.4
_SPREAD = (0.0, -0.8, 0.7, -1.4, 0.3)


@dataclass(slots=True)
class Bot:
    """A bot on a seat: given the race, it returns its next command and when it gives it.

    The same seed, asked at the same times, always does the same.

    >>> from lianliankan.race.seat import Racer
    >>> from lianliankan.race.settings import RaceSettings
    >>> racers = {0: Racer("Ann"), 1: Racer("Bot", bot=3)}
    >>> race = Race(RaceSettings(rows=4, cols=6), racers, llk.deal(4, 6, seed=1))
    >>> at, command = Bot(seat=1, level=3, seed=7).next_action(race, now=0)
    >>> 0 < at < 12_000, command.seat, command.word
    (True, 1, 'play')
    """

    seat: int
    level: int
    seed: int
    _form: float = field(default=1.0, init=False, repr=False)
    _drawn: int = field(default=0, init=False, repr=False)
    _use_at: int | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if type(self.level) is not int or not 1 <= self.level <= BOT_LEVELS:
            raise ValueError(f"a bot's strength is from 1 to {BOT_LEVELS}, not {shorten(self.level)}")
        self._form = math.exp(_FORM_SPREAD * self._normal())

    @property
    def strength(self) -> Strength:
        """How it plays."""
        return STRENGTHS[self.level - 1]

    def next_action(self, race: Race, *, now: int) -> tuple[int, RaceCommand] | None:
        """Return the time, in milliseconds, and the command of its next action, as seen `now`; None if it has none.

        Ask again after every action of the bot, and whenever its board was changed by something else. A command that
        needs the solver comes without its effect.
        """
        seat = race.seats[self.seat]
        if race.is_over or not seat.is_racing or seat.table.is_stuck or seat.away_since is not None:
            return None
        at, command = self._next_pair(seat, now)
        if idle := race.settings.seconds("idle"):
            at = min(at, max(seat.idle_from + 1000 * max(idle - _IDLE_MARGIN, 0), now + 1000))
        use = self._next_use(race, seat, now)
        return use if use is not None and use[0] < at else (at, command)

    def _next_pair(self, seat: Seat, now: int) -> tuple[int, RaceCommand]:
        board, strength = seat.board, self.strength
        moves = board.moves()
        ease = self._form * _CLUTTER / board.tile_count
        rates = [ease * self._rate(board, seat, move, now) for move in moves]
        total = sum(rates)
        search = min(-math.log(1.0 - self._uniform()) / total, _SCAN_SECONDS * (1 + self._uniform()))
        clicks = strength.clicks * math.exp(_CLICK_SPREAD * self._normal())
        cells: tuple[Cell, ...] = _choose(moves, rates, self._uniform() * total)
        if self._uniform() < strength.mistakes:
            cells = self._wrong_pair(board) or cells
        return now + max(round(1000 * (search + clicks)), 1), RaceCommand(self.seat, "play", cells)

    def _rate(self, board: Board, seat: Seat, move: Move, now: int) -> float:
        """Return how often per second a pair is found."""
        strength = self.strength
        (a, b), (c, d) = move
        path = board.link(*move)
        turns = path.turns if path else 0
        distance = math.hypot(a - c, b - d) - 1
        rate = strength.eyesight * math.exp(-distance / strength.sight_range - strength.turn_cost * turns)
        if seat.hidden_until > now and (move.a in seat.hidden or move.b in seat.hidden):
            rate *= _HIDDEN
        return rate * _TURNED if seat.turned_until > now else rate

    def _wrong_pair(self, board: Board) -> tuple[Cell, ...]:
        """Return two equal tiles that no path joins, if there are any near each other."""
        places: dict[int, list[Cell]] = {}
        for cell, kind in board.tiles():
            places.setdefault(kind, []).append(cell)
        wrong = [
            (a, b)
            for cells in places.values()
            for number, a in enumerate(cells)
            for b in cells[number + 1 :]
            if not board.linkable(a, b)
        ]
        wrong.sort(key=lambda pair: (math.dist(*pair), pair))
        return wrong[int(self._uniform() * min(len(wrong), 8))] if wrong else ()

    def _next_use(self, race: Race, seat: Seat, now: int) -> tuple[int, RaceCommand] | None:
        if not seat.stock:
            self._use_at = None
            return None
        if self._use_at is None or self._use_at < now:
            self._use_at = now + max(round(1000 * self.strength.item_seconds * (0.5 + self._uniform())), 1)
        for item in seat.stock:
            if (command := self._use(race, seat, item)) is not None:
                return self._use_at, command
        return None

    def _use(self, race: Race, seat: Seat, item: Item) -> RaceCommand | None:
        """Return how an item is used: attacks go to the leader, or to the closest follower of a leader."""
        if item not in ATTACKS:
            is_vain = (item == "shield" and seat.shielded_until > race.now) or (
                item == "hint" and seat.blocked_until > race.now
            )
            return None if is_vain else RaceCommand(self.seat, "use", item=item)
        rivals = [standing.seat for standing in race.standings if standing.state == "racing"]
        rivals = [number for number in rivals if number != self.seat and race.seats[number].racer.is_live]
        return RaceCommand(self.seat, "use", item=item, target=rivals[0]) if rivals else None

    def _uniform(self) -> float:
        self._drawn += 1
        return derive_seed(self.seed, self._drawn, _STREAM) / SEEDS

    def _normal(self) -> float:
        return math.sqrt(-2 * math.log(1.0 - self._uniform())) * math.cos(2 * math.pi * self._uniform())


def _choose(moves: list[Move], rates: list[float], point: float) -> Move:
    """Return the move at a point between 0 and the sum of the rates."""
    for move, rate in zip(moves, rates, strict=True):
        point -= rate
        if point < 0:
            return move
    return moves[-1]


def choose_bot_levels(paces: Iterable[int | None], count: int) -> list[int]:
    """Return the strengths of bots to race players, given their milliseconds for a pair: near theirs, with a spread.

    >>> choose_bot_levels([3100], 3), choose_bot_levels([None], 2), choose_bot_levels([900, 1400], 2)
    ([3, 2, 4], [2, 2], [5, 4])
    """
    levels = [_UNKNOWN if pace is None else _level_of(pace / 1000) for pace in paces]
    middle = sum(levels) / len(levels) if levels else _UNKNOWN
    wished = (middle + _SPREAD[number % len(_SPREAD)] for number in range(count))
    return [min(max(round(level), 1), BOT_LEVELS) for level in wished]


def _level_of(seconds: float) -> float:
    """Return the strength of a bot that takes so long for a pair; it may lie between two levels."""
    if seconds >= _SECONDS[0]:
        return 1
    for level, (slow, fast) in enumerate(pairwise(_SECONDS), 1):
        if seconds >= fast:
            return level + (slow - seconds) / (slow - fast)
    return BOT_LEVELS
