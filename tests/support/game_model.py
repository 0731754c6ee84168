"""A model of the game for tests: what it should be like after each command, and checks of its events.

The model keeps the positions as reference games and asks them whether two tiles link and at what cost, what moves, what
is stuck and what can be won. It was written from the game's description and shares no code with the game.
"""

from dataclasses import dataclass, field
from itertools import chain

import lianliankan as llk
from support.event_checks import check_miss, check_refused, check_shifts
from support.reference_game import ReferenceGame
from support.strategies import reference_game


@dataclass
class KnownPosition:
    """A position in the model: the reference game, points and pairs so far, and whether a shuffle made it."""

    game: ReferenceGame
    score: int = 0
    pairs: int = 0
    by_shuffle: bool = True
    known_lost: bool = False  # whether the game has announced, or knows, that it is lost


@dataclass
class GameModel:
    """What a game should be like; `check_...` compare events with it and advance it."""

    game: llk.Game
    known: list[KnownPosition] = field(default_factory=list)
    place: int = 0
    picked: llk.Cell | None = None
    hints: int = 0
    shuffles: int = 0
    undos: int = 0
    combo: int = 0
    last_link: int | None = None
    state: str = "playing"
    paused: bool = False
    played: int = 0
    free_hint: bool = False
    max_pairs: int = 0
    seen: dict[object, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start with the first board of the game, and check its opening events."""
        first = reference_game(self.game.first_board)
        self.known = [KnownPosition(first)]
        opening = [event.name for event in self.game.opening]
        if not any(first.tiles()):
            assert opening == ["won"]
            self.state = "won"
        elif not first.moves():
            assert opening == ["stuck", *(["lost"] if self.game.state == "lost" else [])]
            lost = self.options.when_stuck == "lose" or self.options.shuffles == 0
            self.state = "lost" if lost else "stuck"
            self.now.known_lost = True
        else:
            assert opening == (["doomed"] if self.options.tell_doomed and not first.winnable() else [])
        if self.options.tell_doomed and self.state not in ("won", "lost"):
            assert self.game.winnable == self.winnable(first)
            self.now.known_lost = not self.game.winnable

    @property
    def options(self) -> llk.Options:
        return self.game.options

    @property
    def now(self) -> KnownPosition:
        return self.known[self.place]

    def winnable(self, game: ReferenceGame) -> bool:
        if game.key() not in self.seen:
            self.seen[game.key()] = game.winnable()
        return self.seen[game.key()]

    def cells(self) -> list[llk.Cell]:
        return [llk.Cell(*cell) for cell in self.now.game.tiles()]

    def check_pair(self, events: list[llk.Event], a: llk.Cell, b: llk.Cell, *, picking: bool) -> None:
        cost = self.now.game.cost(a, b)
        if cost is None:
            refusal = events[0]
            assert isinstance(refusal, llk.Refused)
            alike = self.kind(a) == self.kind(b)
            assert refusal.reason == ("no path" if alike else "different kinds")
            assert refusal.cells == (a, b)
            if alike:
                assert refusal.miss is not None
                check_miss(self.now.game, a, b, refusal.miss)
            if picking:
                assert events[1:] == [llk.Picked(b, self.kind(b))]
                self.picked = b
            else:
                assert len(events) == 1
            return
        quick = self.last_link is not None and self.played - self.last_link <= 3000
        combo = self.combo + 1 if quick else 1
        self.combo, self.last_link = combo, self.played
        points = 10 + 5 * cost[0] + (10 * combo if combo % 3 == 0 else 0)
        self.check_linked(events, a, b, combo=combo, points=points)

    def check_linked(self, events: list[llk.Event], a: llk.Cell, b: llk.Cell, *, combo: int, points: int) -> None:
        before = self.now
        linked, *rest = events
        assert isinstance(linked, llk.Linked)
        assert linked.move == llk.Move(*sorted((a, b)))
        assert {linked.path[0], linked.path[-1]} == {a, b}
        assert (linked.turns, linked.steps) == before.game.cost(a, b)
        assert (linked.path.turns, linked.path.steps) == (linked.turns, linked.steps)
        assert all(before.game.is_open(cell) for cell in linked.path.cells[1:-1])
        assert (linked.combo, linked.points, linked.kind) == (combo, points, self.kind(a))
        after = before.game.play((a, b))
        del self.known[self.place + 1 :]
        self.known.append(KnownPosition(after, before.score + points, before.pairs + 1, by_shuffle=False))
        self.place += 1
        self.picked, self.free_hint = None, False
        self.max_pairs = max(self.max_pairs, self.now.pairs)
        assert (linked.score, linked.number) == (self.now.score, self.now.pairs)
        moved = [list(row) for row in before.game.rows]
        for cell in (a, b):
            moved[cell.row][cell.col] = 0
        if rest and isinstance(rest[0], llk.Packed):
            check_shifts(moved, rest[0])
            del rest[0]
        assert moved == after.rows
        self.check_assessment(rest, before)

    def check_assessment(self, rest: list[llk.Event], before: KnownPosition) -> None:
        game = self.now.game
        if not any(game.tiles()):
            (won,) = rest
            assert isinstance(won, llk.Won)
            limit = self.options.limit
            left = None if limit is None else limit + self.options.bonus * self.max_pairs - self.played / 1000
            assert won.time_points == (0 if left is None else 4 * int(left))
            assert won.score == self.now.score + won.time_points
            assert won.seconds == self.played / 1000
            third = self.hints + self.undos == 0 if left is None or limit is None else left >= limit / 3
            assert won.stars == 1 + (self.shuffles == 0) + third == self.game.stars
            self.state = "won"
            return
        if game.moves():
            lost = not self.winnable(game)
            if self.options.tell_doomed and lost and not before.known_lost:
                (doomed,) = rest
                assert isinstance(doomed, llk.Doomed)
                self.check_lost_since(doomed.number)
            else:
                assert rest == []
            if self.options.tell_doomed:
                assert self.game.winnable is not lost
            self.now.known_lost = lost and self.options.tell_doomed
            self.state = "playing"
            return
        assert rest.pop(0) == llk.Stuck(len(self.cells()))
        self.now.known_lost = True
        self.state = "stuck"
        stocked = self.options.shuffles is None or self.shuffles < self.options.shuffles
        if self.options.when_stuck == "lose":
            assert rest == [llk.Lost("stuck")]
            self.state = "lost"
        elif self.options.when_stuck == "shuffle" and stocked and rest and isinstance(rest[0], llk.Shuffled):
            self.check_shuffled(rest, asked=False)
        elif self.options.when_stuck == "shuffle" and stocked:
            assert not self.can_be_shuffled()
            assert rest == ([] if self.options.undo else [llk.Lost("stuck")])
            self.state = "stuck" if self.options.undo else "lost"
        elif not stocked and not self.options.undo:
            assert rest == [llk.Lost("stuck")]
            self.state = "lost"
        else:
            assert rest == []

    def check_lost_since(self, number: int | None) -> None:
        """The pair must be the first after which the reference game cannot be won."""
        line = [self.known[self.place]]
        for known in reversed(self.known[: self.place]):
            if line[-1].by_shuffle:
                break
            line.append(known)
        outcomes = {known.pairs: self.winnable(known.game) for known in line}
        assert number == min(pairs for pairs, winnable in outcomes.items() if not winnable)

    def check_shuffled(self, events: list[llk.Event], *, asked: bool) -> None:
        (event,) = events
        assert isinstance(event, llk.Shuffled)
        shuffled = reference_game(event.board)
        assert sorted(chain(*shuffled.rows)) == sorted(chain(*self.now.game.rows))
        assert list(shuffled.tiles()) == list(self.now.game.tiles())
        assert shuffled.phase == self.now.game.phase
        assert self.winnable(shuffled)
        assert event.asked == asked
        self.shuffles += 1
        del self.known[self.place + 1 :]
        self.known.append(KnownPosition(shuffled, self.now.score, self.now.pairs))
        self.place += 1
        self.picked, self.free_hint, self.combo, self.last_link, self.state = None, False, 0, None, "playing"

    def check_stranded(self, rest: list[llk.Event]) -> None:
        """A stuck game that cannot be shuffled is lost unless a step can be undone or redone."""
        can_undo = self.options.undo and self.place > 0
        if self.state == "stuck" and not can_undo and self.place + 1 == len(self.known):
            assert rest == [llk.Lost("stuck")]
            self.state, self.picked = "lost", None
        else:
            assert rest == []

    def check_hint(self, events: list[llk.Event]) -> bool:
        """Check a hint, and return whether one was given."""
        if self.state == "stuck":
            check_refused(events, "no move left")
            return False
        if not self.free_hint and self.options.hints is not None and self.hints >= self.options.hints:
            check_refused(events, "no hints left" if self.options.hints else "hints are not allowed")
            return False
        self.hints += not self.free_hint
        self.free_hint = True
        hinted = events[0]
        assert isinstance(hinted, llk.Hinted)
        game = self.now.game
        assert (hinted.path.turns, hinted.path.steps) == game.cost(*hinted.move)
        assert hinted.safe == self.winnable(game)
        if hinted.safe:
            assert self.winnable(game.play(hinted.move))
        assert hinted.left == (None if self.options.hints is None else self.options.hints - self.hints)
        return True

    def can_be_shuffled(self) -> bool:
        """Return whether some arrangement of the tiles wins: every kind is even, and tiles all alike can be cleared."""
        game = self.now.game
        kinds = [game.rows[r][c] for r, c in game.tiles()]
        if any(kinds.count(kind) % 2 for kind in kinds):
            return False
        alike = reference_game(self.game.board)
        alike.rows = [[min(number, 1) for number in row] for row in alike.rows]
        return alike.winnable()

    def step(self, by: int) -> None:
        self.place += by
        self.picked, self.free_hint, self.combo, self.last_link = None, False, 0, None
        self.state = "playing" if self.now.game.moves() else "stuck"

    def tile_problem(self, cell: llk.Cell) -> str | None:
        game = self.now.game
        if not (0 <= cell.row < game.height and 0 <= cell.col < game.width):
            return "off the board"
        return None if game.has_tile(cell) else "empty cell"

    def kind(self, cell: llk.Cell) -> int:
        return self.now.game.rows[cell.row][cell.col]
