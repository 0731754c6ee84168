"""The game against the reference game: any commands in any order, with every event checked by a model."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import lianliankan as llk
from support.event_checks import check_refused
from support.game_model import GameModel
from support.strategies import even_board, trap_board

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
    """Plays a game and its model side by side."""

    @initialize(board=st.integers(0, 2**32), trap=st.booleans(), options=OPTIONS, seed=st.integers(0, 2**64 - 1))
    def begin(self, board: int, trap: bool, options: llk.Options, seed: int) -> None:
        rng = random.Random(board)
        self.game = llk.Game((trap_board if trap else even_board)(rng, most=10), options, seed=seed)
        self.options = options
        self.at = 0
        self.entries = 0
        self.model = GameModel(self.game)

    # ---- Commands ------------------------------------------------------------------------------------------------

    def do(self, text: str, wait: float = 0.1) -> list[llk.Event]:
        """Execute a command a little later; return nothing if time has run out or the state forbids the command."""
        self.at += round(wait * 1000)
        model = self.model
        running = model.state in ("playing", "stuck") and not model.paused
        if running:
            model.played += round(wait * 1000)
        limit = self.options.limit
        up = limit is not None and model.played >= 1000 * (limit + self.options.bonus * model.max_pairs)
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
            check_refused(events, "over" if over else "paused", tick=word == "tick")
            return []
        return events

    @rule(pick=st.integers(0, 10**6), wait=st.sampled_from([0.0, 1.0, 3.0, 3.5]))
    def pick_tile(self, pick: int, wait: float) -> None:
        cells = self.model.cells()
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
        problem = self.model.tile_problem(cell)
        if problem:
            check_refused(events, problem)
        elif first is None:
            assert events == [llk.Picked(cell, self.model.kind(cell))]
            self.model.picked = cell
        elif first == cell:
            assert events == [llk.Dropped(cell)]
            self.model.picked = None
        else:
            self.model.check_pair(events, first, cell, picking=True)

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
        cells = self.model.cells()
        if cells:
            self.play(cells[a % len(cells)], cells[b % len(cells)], 0.5)

    @rule(row=st.integers(-1, 5), col=st.integers(-1, 5))
    def play_anything(self, row: int, col: int) -> None:
        self.play(llk.Cell(row, col), llk.Cell(0, 0), 0.5)

    def play(self, a: llk.Cell, b: llk.Cell, wait: float) -> None:
        events = self.do(f"play {a}-{b}", wait)
        if not events:
            return
        problem = self.model.tile_problem(a) or self.model.tile_problem(b) or ("same tile" if a == b else None)
        if problem:
            check_refused(events, problem)
        else:
            self.model.check_pair(events, a, b, picking=False)

    @rule()
    def hint(self) -> None:
        events = self.do("hint")
        if events and self.model.check_hint(events):
            assert len(events) == 1

    @rule()
    def auto(self) -> None:
        events = self.do("auto")
        if events and self.model.check_hint(events):
            hinted = events[0]
            assert isinstance(hinted, llk.Hinted)
            self.model.combo, self.model.last_link = 0, None
            self.model.check_linked(events[1:], *hinted.move, combo=0, points=0)

    @rule()
    def shuffle(self) -> None:
        events = self.do("shuffle")
        if not events:
            return
        if self.options.shuffles is not None and self.model.shuffles >= self.options.shuffles:
            check_refused(events, "no shuffles left" if self.options.shuffles else "shuffles are not allowed")
        elif isinstance(events[0], llk.Refused):
            assert events[0].reason == "cannot be shuffled"
            assert not self.model.can_be_shuffled()
            self.model.check_stranded(events[1:])
        else:
            self.model.check_shuffled(events, asked=True)

    @rule()
    def undo(self) -> None:
        events = self.do("undo")
        if not events:
            return
        model = self.model
        if not self.options.undo:
            check_refused(events, "undo is not allowed")
        elif model.place == 0:
            check_refused(events, "nothing to undo")
        else:
            model.undos += 1
            self.model.step(-1)
            event, *rest = events
            assert rest == ([llk.Stuck(len(self.model.cells()))] if model.state == "stuck" else [])
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
            check_refused(events, "nothing to redo")
        else:
            before = model.now
            self.model.step(1)
            event, *rest = events
            assert isinstance(event, llk.Redone)
            assert event.board.to_rows() == model.now.game.rows
            if model.state == "stuck":
                assert rest == [llk.Stuck(len(self.model.cells()))]
            elif self.options.tell_doomed and not model.winnable(model.now.game) and not before.known_lost:
                (doomed,) = rest
                assert isinstance(doomed, llk.Doomed)
                self.model.check_lost_since(doomed.number)
            else:
                assert rest == []

    @precondition(lambda self: self.entries > 12)
    @rule()
    def restart(self) -> None:
        events = self.do("restart")
        if events:
            assert events == [llk.Restarted(self.game.first_board), *self.game.opening]
            self.model = GameModel(self.game)

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
            check_refused(events, "not paused")

    @precondition(lambda self: self.entries > 20)
    @rule()
    def give_up(self) -> None:
        if self.do("give-up"):
            self.model.state, self.model.picked, self.model.paused = "lost", None, False
            assert self.game.loss == "given up"

    @rule(wait=st.sampled_from([1.0, 12.0]))
    def tick(self, wait: float) -> None:
        assert self.do("tick", wait) == []

    # ---- What must hold ------------------------------------------------------------------------------------------

    @invariant()
    def matches_model(self) -> None:
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
        assert (game.lost_since is not None) == (game.winnable is False and self.options.tell_doomed)
        if game.lost_since is not None:
            model.check_lost_since(game.lost_since.number)
        for left, stock, used in (
            (game.hints_left, self.options.hints, model.hints),
            (game.shuffles_left, self.options.shuffles, model.shuffles),
        ):
            assert left == (None if stock is None else stock - used)

    def teardown(self) -> None:
        """The entries alone reproduce the game."""
        if not hasattr(self, "game"):
            return
        again = llk.Game(self.game.first_board, self.options, seed=self.game.seed)
        for at, command in self.game.entries:
            again.do(str(command), at=at / 1000)
        assert again.entries == self.game.entries
        for name in ("board", "state", "score", "picked", "combo", "hints_left", "shuffles_left", "lines", "stars"):
            assert getattr(again, name) == getattr(self.game, name), name


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(
    max_examples=150,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.parametrize("seed", range(200))
def test_random_games(seed: int) -> None:
    """Whole games of any rules, mostly moves: the machine above seldom reaches the end of a larger board."""
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
    machine.matches_model()
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
        machine.matches_model()
    machine.teardown()
