"""The game against the slow game: any commands in any order, and everything it says is checked.

The model below keeps the positions as plain rows and asks `ReferenceGame` about each: whether two tiles link and at
what cost, what moves, what is stuck, what can be won. It is written independently, from the game's description.
"""

import random
from dataclasses import dataclass, field
from itertools import chain, combinations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import lianliankan as llk
from support.reference_game import ReferenceGame, Rows
from support.strategies import even_board, reference_game, trap_board

Pair = tuple[llk.Cell, llk.Cell]


@dataclass
class Known:
    """A position as the model has it: the slow game, the points and pairs so far, and whether a shuffle made it."""

    game: ReferenceGame
    score: int = 0
    pairs: int = 0
    by_shuffle: bool = True
    told_lost: bool = False  # that the position before was known to be lost


@dataclass
class Model:
    """What the game should be like."""

    known: list[Known]
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
    most_pairs: int = 0
    seen: dict[object, bool] = field(default_factory=dict)

    @property
    def now(self) -> Known:
        return self.known[self.place]

    def winnable(self, game: ReferenceGame) -> bool:
        if game.key() not in self.seen:
            self.seen[game.key()] = game.winnable()
        return self.seen[game.key()]


OPTIONS = st.builds(
    llk.Options,
    limit=st.sampled_from([None, None, 30.0]),
    bonus=st.sampled_from([0.0, 2.0]),
    hints=st.sampled_from([None, 0, 2]),
    shuffles=st.sampled_from([None, 0, 1]),
    undo=st.booleans(),
    tell_doomed=st.booleans(),
    when_stuck=st.sampled_from(["shuffle", "ask", "lose"]),
)


class GameMachine(RuleBasedStateMachine):
    """Plays a game and a model of it side by side."""

    @initialize(board=st.integers(0, 2**32), trap=st.booleans(), options=OPTIONS, seed=st.integers(0, 2**64 - 1))
    def begin(self, board: int, trap: bool, options: llk.Options, seed: int) -> None:
        rng = random.Random(board)
        self.game = llk.Game((trap_board if trap else even_board)(rng, most=10), options, seed=seed)
        self.options = options
        self.at = 0
        self.entries = 0
        self.begin_model()

    def begin_model(self) -> None:
        first = reference_game(self.game.first_board)
        self.model = Model([Known(first)])
        opening = [event.name for event in self.game.opening]
        if not any(first.tiles()):
            assert opening == ["won"]
        elif not first.moves():
            assert opening == ["stuck", *(["lost"] if self.game.state == "lost" else [])]
        else:
            assert opening == (["doomed"] if self.options.tell_doomed and not first.winnable() else [])
        if not any(first.tiles()):
            self.model.state = "won"
        elif not first.moves():
            lost = self.options.when_stuck == "lose" or self.options.shuffles == 0
            self.model.state = "lost" if lost else "stuck"
            self.model.now.told_lost = True
        if self.options.tell_doomed and self.model.state not in ("won", "lost"):
            assert self.game.winnable == self.model.winnable(first)
            self.model.now.told_lost = not self.game.winnable

    # ---- Commands ------------------------------------------------------------------------------------------------

    def do(self, text: str, wait: float = 0.1) -> list[llk.Event]:
        """Do a command a little later; whether time has run out first is the model's to know too."""
        self.at += round(wait * 1000)
        model = self.model
        running = model.state in ("playing", "stuck") and not model.paused
        if running:
            model.played += round(wait * 1000)
        limit = self.options.limit
        up = limit is not None and model.played >= 1000 * (limit + self.options.bonus * model.most_pairs)
        events = self.game.do(text, at=self.at / 1000)
        if running and up:
            assert events == [llk.Lost("time")]
            model.state, model.picked = "lost", None
            self.entries += 1
            return []
        recorded = any(not isinstance(event, llk.Refused) for event in events)
        self.entries += recorded
        over = model.state in ("won", "lost")
        word = text.split()[0]
        if over or (model.paused and word not in ("resume", "restart", "give-up", "tick")):
            refused(events, "over" if over else "paused", tick=word == "tick")
            return []
        return events

    def cells(self) -> list[llk.Cell]:
        return [llk.Cell(*cell) for cell in self.model.now.game.tiles()]

    @rule(pick=st.integers(0, 10**6), wait=st.sampled_from([0.0, 1.0, 3.0, 3.5]))
    def pick_tile(self, pick: int, wait: float) -> None:
        cells = self.cells()
        if cells:
            self.pick(cells[pick % len(cells)], wait)

    @rule(row=st.integers(-1, 5), col=st.integers(-1, 5))
    def pick_anything(self, row: int, col: int) -> None:
        self.pick(llk.Cell(row, col), 0.5)

    def pick(self, cell: llk.Cell, wait: float) -> None:
        first = self.model.picked
        events = self.do(f"pick {cell}", wait)
        if not events:
            return
        wrong = self.wrong(cell)
        if wrong:
            refused(events, wrong)
        elif first is None:
            assert events == [llk.Picked(cell, self.kind(cell))]
            self.model.picked = cell
        elif first == cell:
            assert events == [llk.Dropped(cell)]
            self.model.picked = None
        else:
            self.check_pair(events, first, cell, picking=True)

    @rule(pick=st.integers(0, 10**6), wait=st.sampled_from([0.0, 1.0, 3.0, 4.0]))
    def play_a_move(self, pick: int, wait: float) -> None:
        moves = self.model.now.game.moves()
        if moves:
            a, b = moves[pick % len(moves)]
            if pick % 2:
                a, b = b, a
            self.play(llk.Cell(*a), llk.Cell(*b), wait)

    @rule(a=st.integers(0, 10**6), b=st.integers(0, 10**6))
    def play_any_pair(self, a: int, b: int) -> None:
        cells = self.cells()
        if cells:
            self.play(cells[a % len(cells)], cells[b % len(cells)], 0.5)

    @rule(row=st.integers(-1, 5), col=st.integers(-1, 5))
    def play_anything(self, row: int, col: int) -> None:
        self.play(llk.Cell(row, col), llk.Cell(0, 0), 0.5)

    def play(self, a: llk.Cell, b: llk.Cell, wait: float) -> None:
        events = self.do(f"play {a}-{b}", wait)
        if not events:
            return
        wrong = self.wrong(a) or self.wrong(b) or ("same tile" if a == b else None)
        if wrong:
            refused(events, wrong)
        else:
            self.check_pair(events, a, b, picking=False)

    @rule()
    def hint(self) -> None:
        events = self.do("hint")
        if events and self.check_hint(events):
            assert len(events) == 1

    @rule()
    def auto(self) -> None:
        events = self.do("auto")
        if events and self.check_hint(events):
            hinted = events[0]
            assert isinstance(hinted, llk.Hinted)
            self.model.combo, self.model.last_link = 0, None
            self.check_linked(events[1:], *hinted.move, combo=0, points=0)

    @rule()
    def shuffle(self) -> None:
        events = self.do("shuffle")
        if not events:
            return
        if self.options.shuffles is not None and self.model.shuffles >= self.options.shuffles:
            refused(events, "no shuffles left")
        elif isinstance(events[0], llk.Refused):
            assert events[0].reason == "cannot be shuffled"
            assert not self.some_arrangement_wins()
            self.check_stranded(events[1:])
        else:
            self.check_shuffled(events, asked=True)

    @rule()
    def undo(self) -> None:
        events = self.do("undo")
        if not events:
            return
        model = self.model
        if not self.options.undo:
            refused(events, "undo is not allowed")
        elif model.place == 0:
            refused(events, "nothing to undo")
        else:
            model.undos += 1
            self.step(-1)
            event, *rest = events
            assert rest == ([llk.Stuck(len(self.cells()))] if model.state == "stuck" else [])
            assert isinstance(event, llk.Undone)
            assert event.board.to_rows() == model.now.game.rows
            assert (event.move is None) == model.known[model.place + 1].by_shuffle

    @rule()
    def redo(self) -> None:
        events = self.do("redo")
        if not events:
            return
        model = self.model
        if model.place + 1 == len(model.known):
            refused(events, "nothing to redo")
        else:
            before = model.now
            self.step(1)
            event, *rest = events
            assert isinstance(event, llk.Redone)
            assert event.board.to_rows() == model.now.game.rows
            if model.state == "stuck":
                assert rest == [llk.Stuck(len(self.cells()))]
            elif self.options.tell_doomed and not model.winnable(model.now.game) and not before.told_lost:
                (doomed,) = rest
                assert isinstance(doomed, llk.Doomed)
                self.check_doomed(doomed)
            else:
                assert rest == []

    @precondition(lambda self: self.entries > 12)
    @rule()
    def restart(self) -> None:
        events = self.do("restart")
        if events:
            assert events == [llk.Restarted(self.game.first_board), *self.game.opening]
            self.begin_model()

    @rule(wait=st.sampled_from([0.0, 20.0]))
    def pause(self, wait: float) -> None:
        events = self.do("pause")
        if events:
            assert events == [llk.Paused()]
            self.model.paused = True
            events = self.do("resume", wait)
            assert events == [llk.Resumed()]
            self.model.paused = False

    @rule()
    def stay_paused(self) -> None:
        if self.do("pause"):
            self.model.paused = True

    @rule(wait=st.sampled_from([0.0, 20.0]))
    def resume(self, wait: float) -> None:
        was = self.model.paused
        events = self.do("resume", wait)
        if events and was:
            assert events == [llk.Resumed()]
            self.model.paused = False
        elif events:
            refused(events, "not paused")

    @precondition(lambda self: self.entries > 20)
    @rule()
    def give_up(self) -> None:
        if self.do("give-up"):
            self.model.state, self.model.picked, self.model.paused = "lost", None, False
            assert self.game.loss == "given up"

    @rule(wait=st.sampled_from([1.0, 12.0]))
    def tick(self, wait: float) -> None:
        assert self.do("tick", wait) == []

    # ---- What must be so -----------------------------------------------------------------------------------------

    def check_pair(self, events: list[llk.Event], a: llk.Cell, b: llk.Cell, *, picking: bool) -> None:
        model = self.model
        cost = model.now.game.cost(a, b)
        if cost is None:
            refusal = events[0]
            assert isinstance(refusal, llk.Refused)
            alike = self.kind(a) == self.kind(b)
            assert refusal.reason == ("no path" if alike else "different kinds")
            assert refusal.cells == (a, b)
            if alike:
                assert refusal.miss is not None
                check_miss(model.now.game, a, b, refusal.miss)
            if picking:
                assert events[1:] == [llk.Picked(b, self.kind(b))]
                model.picked = b
            else:
                assert len(events) == 1
            return
        quick = model.last_link is not None and model.played - model.last_link <= 3000
        combo = model.combo + 1 if quick else 1
        model.combo, model.last_link = combo, model.played
        points = 10 + 5 * cost[0] + (10 * combo if combo % 3 == 0 else 0)
        self.check_linked(events, a, b, combo=combo, points=points)

    def check_linked(self, events: list[llk.Event], a: llk.Cell, b: llk.Cell, *, combo: int, points: int) -> None:
        model, before = self.model, self.model.now
        linked, *rest = events
        assert isinstance(linked, llk.Linked)
        assert linked.move == llk.Move(*sorted((a, b)))
        assert {linked.path[0], linked.path[-1]} == {a, b}
        assert (linked.turns, linked.steps) == before.game.cost(a, b)
        assert (linked.path.turns, linked.path.steps) == (linked.turns, linked.steps)
        assert all(before.game.is_open(cell) for cell in linked.path.cells[1:-1])
        assert (linked.combo, linked.points, linked.kind) == (combo, points, self.kind(a))
        after = before.game.play((a, b))
        del model.known[model.place + 1 :]
        model.known.append(Known(after, before.score + points, before.pairs + 1, by_shuffle=False))
        model.place += 1
        model.picked, model.free_hint = None, False
        model.most_pairs = max(model.most_pairs, model.now.pairs)
        assert (linked.score, linked.number) == (model.now.score, model.now.pairs)
        moved = [list(row) for row in before.game.rows]
        for cell in (a, b):
            moved[cell.row][cell.col] = 0
        if rest and isinstance(rest[0], llk.Packed):
            check_shifts(moved, rest[0])
            del rest[0]
        assert moved == after.rows
        self.check_settled(rest, before)

    def check_settled(self, rest: list[llk.Event], before: Known) -> None:
        model, game = self.model, self.model.now.game
        if not any(game.tiles()):
            (won,) = rest
            assert isinstance(won, llk.Won)
            limit = self.options.limit
            left = None if limit is None else limit + self.options.bonus * model.most_pairs - model.played / 1000
            assert won.time_points == (0 if left is None else 4 * int(left))
            assert won.score == model.now.score + won.time_points
            assert won.seconds == model.played / 1000
            third = model.hints + model.undos == 0 if left is None or limit is None else left >= limit / 3
            assert won.stars == 1 + (model.shuffles == 0) + third == self.game.stars
            model.state = "won"
            return
        if game.moves():
            lost = not model.winnable(game)
            if self.options.tell_doomed and lost and not before.told_lost:
                (doomed,) = rest
                assert isinstance(doomed, llk.Doomed)
                self.check_doomed(doomed)
            else:
                assert rest == []
            if self.options.tell_doomed:
                assert self.game.winnable is not lost
            model.now.told_lost = lost and self.options.tell_doomed
            model.state = "playing"
            return
        assert rest.pop(0) == llk.Stuck(len(self.cells()))
        model.now.told_lost = True
        model.state = "stuck"
        stocked = self.options.shuffles is None or model.shuffles < self.options.shuffles
        if self.options.when_stuck == "lose":
            assert rest == [llk.Lost("stuck")]
            model.state = "lost"
        elif self.options.when_stuck == "shuffle" and stocked and rest and isinstance(rest[0], llk.Shuffled):
            self.check_shuffled(rest, asked=False)
        elif self.options.when_stuck == "shuffle" and stocked:
            assert not self.some_arrangement_wins()
            assert rest == ([] if self.options.undo else [llk.Lost("stuck")])
            model.state = "stuck" if self.options.undo else "lost"
        elif not stocked and not self.options.undo:
            assert rest == [llk.Lost("stuck")]
            model.state = "lost"
        else:
            assert rest == []

    def check_doomed(self, doomed: llk.Doomed) -> None:
        """The pair it names is the first after which the slow game cannot be won."""
        model = self.model
        line = [model.known[model.place]]
        for known in reversed(model.known[: model.place]):
            if line[-1].by_shuffle:
                break
            line.append(known)
        outcomes = {known.pairs: model.winnable(known.game) for known in line}
        assert doomed.number == min(pairs for pairs, winnable in outcomes.items() if not winnable)

    def check_shuffled(self, events: list[llk.Event], *, asked: bool) -> None:
        model = self.model
        (event,) = events
        assert isinstance(event, llk.Shuffled)
        laid = reference_game(event.board)
        assert sorted(chain(*laid.rows)) == sorted(chain(*model.now.game.rows))
        assert list(laid.tiles()) == list(model.now.game.tiles())
        assert laid.phase == model.now.game.phase
        assert model.winnable(laid)
        assert event.asked == asked
        model.shuffles += 1
        del model.known[model.place + 1 :]
        model.known.append(Known(laid, model.now.score, model.now.pairs))
        model.place += 1
        model.picked, model.free_hint, model.combo, model.last_link, model.state = None, False, 0, None, "playing"

    def check_stranded(self, rest: list[llk.Event]) -> None:
        """A stuck game that cannot be shuffled is lost unless one can go back or forth."""
        model = self.model
        back = self.options.undo and model.place > 0
        if model.state == "stuck" and not back and model.place + 1 == len(model.known):
            assert rest == [llk.Lost("stuck")]
            model.state, model.picked = "lost", None
        else:
            assert rest == []

    def check_hint(self, events: list[llk.Event]) -> bool:
        """Whether a hint was given, as it should be."""
        model = self.model
        if model.state == "stuck":
            refused(events, "no move left")
            return False
        if not model.free_hint and self.options.hints is not None and model.hints >= self.options.hints:
            refused(events, "no hints left")
            return False
        model.hints += not model.free_hint
        model.free_hint = True
        hinted = events[0]
        assert isinstance(hinted, llk.Hinted)
        game = model.now.game
        assert (hinted.path.turns, hinted.path.steps) == game.cost(*hinted.move)
        assert hinted.safe == model.winnable(game)
        if hinted.safe:
            assert model.winnable(game.play(hinted.move))
        assert hinted.left == (None if self.options.hints is None else self.options.hints - model.hints)
        return True

    def some_arrangement_wins(self) -> bool:
        """Try arrangements: all tiles alike must be clearable for any to be winnable, and every kind even."""
        game = self.model.now.game
        kinds = [game.rows[r][c] for r, c in game.tiles()]
        if any(kinds.count(kind) % 2 for kind in kinds):
            return False
        alike = reference_game(self.game.board)
        alike.rows = [[min(number, 1) for number in row] for row in alike.rows]
        return alike.winnable()

    def step(self, by: int) -> None:
        model = self.model
        model.place += by
        model.picked, model.free_hint, model.combo, model.last_link = None, False, 0, None
        model.state = "playing" if model.now.game.moves() else "stuck"

    def wrong(self, cell: llk.Cell) -> str | None:
        game = self.model.now.game
        if not (0 <= cell.row < game.height and 0 <= cell.col < game.width):
            return "off the board"
        return None if game.has_tile(cell) else "empty cell"

    def kind(self, cell: llk.Cell) -> int:
        return self.model.now.game.rows[cell.row][cell.col]

    @invariant()
    def same(self) -> None:
        if not hasattr(self, "game"):
            return
        game, model = self.game, self.model
        assert game.state == ("paused" if model.paused else model.state)
        assert game.board.to_rows() == model.now.game.rows
        assert game.picked == model.picked
        assert game.pairs == model.now.pairs
        assert len(game.entries) == self.entries
        if model.state != "won":
            assert game.score == model.now.score
        if game.loss != "time":
            assert game.seconds(self.at / 1000) == model.played / 1000
        for left, stock, used in (
            (game.hints_left, self.options.hints, model.hints),
            (game.shuffles_left, self.options.shuffles, model.shuffles),
        ):
            assert left == (None if stock is None else stock - used)

    def teardown(self) -> None:
        """The entries alone make the same game again."""
        if not hasattr(self, "game"):
            return
        again = llk.Game(self.game.first_board, self.options, seed=self.game.seed)
        for at, command in self.game.entries:
            again.do(str(command), at=at / 1000)
        assert again.entries == self.game.entries
        for name in ("board", "state", "score", "picked", "combo", "hints_left", "shuffles_left", "lines", "stars"):
            assert getattr(again, name) == getattr(self.game, name), name


def refused(events: list[llk.Event], reason: str, *, tick: bool = False) -> None:
    if tick:
        assert events == []
        return
    (event,) = events
    assert isinstance(event, llk.Refused)
    assert event.reason == reason


def check_shifts(rows: Rows, packed: llk.Packed) -> None:
    """Move the tiles as it says: no two end on one cell, and none that stays is run over."""
    kinds = [rows[shift.start.row][shift.start.col] for shift in packed.shifts]
    assert all(kind > 0 for kind in kinds)
    assert packed.shifts
    for shift in packed.shifts:
        assert shift.start != shift.end
        rows[shift.start.row][shift.start.col] = 0
    for shift, kind in zip(packed.shifts, kinds, strict=True):
        assert rows[shift.end.row][shift.end.col] == 0
        rows[shift.end.row][shift.end.col] = kind


def check_miss(game: ReferenceGame, a: llk.Cell, b: llk.Cell, miss: llk.NearMiss) -> None:
    """The path is as good as the slow game's: the fewest turns of all free ones, else through the fewest tiles."""
    turns = game.max_turns
    try:
        game.max_turns = None
        free = game.costs_from(a).get(b)
    finally:
        game.max_turns = turns
    if free is not None:
        assert miss.path is not None
        assert (miss.path.turns, miss.path.steps) == free
        assert not miss.blockers
        assert all(game.is_open(cell) for cell in miss.path.cells[1:-1])
        return
    fewest = fewest_blockers(game, a, b)
    if miss.path is None:
        assert fewest is None
        return
    assert turns is None or miss.path.turns <= turns
    inner = miss.path.cells[1:-1]
    assert tuple(cell for cell in inner if game.has_tile(cell)) == miss.blockers
    assert all(game.is_open(cell) or game.has_tile(cell) for cell in inner)
    assert len(miss.blockers) == fewest


def fewest_blockers(game: ReferenceGame, a: llk.Cell, b: llk.Cell) -> int | None:
    """Take sets of other tiles away, smaller ones first, until the two link."""
    others = [cell for cell in game.tiles() if cell not in (a, b)]
    for size in range(len(others) + 1):
        for gone in combinations(others, size):
            rows = [list(row) for row in game.rows]
            for r, c in gone:
                rows[r][c] = 0
            left = ReferenceGame(rows, max_turns=game.max_turns, outside=game.outside, adjacent=game.adjacent)
            if b in left.costs_from(a):
                return size
    return None


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(
    max_examples=150,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("seed", range(200))
def test_games_by_chance(seed: int) -> None:
    """Whole games of any rules, mostly moves: the machine above seldom gets to the end of a larger board."""
    rng = random.Random(seed)
    machine = GameMachine()
    options = llk.Options(
        limit=rng.choice([None, 60.0]),
        bonus=2.0,
        hints=rng.choice([None, 2]),
        shuffles=rng.choice([None, 1]),
        undo=rng.random() < 0.5,
        tell_doomed=rng.random() < 0.5,
        when_stuck=rng.choice(["shuffle", "shuffle", "ask", "lose"]),
    )
    machine.begin(seed, seed % 3 > 0, options, seed)
    machine.same()
    for _ in range(60):
        act = rng.choice(
            ["play", "play", "play", "play", "pick", "pick", "any", "hint", "auto", "undo", "redo", "shuffle"]
        )
        match act:
            case "play":
                machine.play_a_move(rng.randrange(1000), rng.choice([0.5, 2.0, 4.0]))
            case "pick":
                machine.pick_tile(rng.randrange(1000), 0.5)
            case "any":
                machine.play_any_pair(rng.randrange(1000), rng.randrange(1000))
            case _:
                getattr(machine, act)()
        machine.same()
    machine.teardown()
