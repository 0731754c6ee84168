"""The game, command by command; test_game_machine.py tries what nobody thinks of."""

import copy
import math
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.game.events import to_json
from support.strategies import reference_game

PLAIN = llk.Board.parse("1 2 2 1 / . 3 3 .")
TRAP = llk.Board.parse("AA/AB/BA")  # 1,1-1,2 loses it
WALLED = llk.Board.parse("A#A", rules=llk.Rules(outside=False))
ENDLESS = llk.Board.parse("AB/BA")


def names(events: list[llk.Event]) -> list[str]:
    return [event.name for event in events]


def refusal(events: list[llk.Event]) -> llk.Refused:
    (event,) = events
    assert isinstance(event, llk.Refused)
    return event


# ---- Picking and playing ---------------------------------------------------------------------------------------------


def test_two_picks_play_a_pair() -> None:
    game = llk.Game(PLAIN)
    assert names(game.pick((0, 0))) == ["picked"]
    assert game.picked == (0, 0)
    (linked,) = game.pick((0, 3))
    assert isinstance(linked, llk.Linked)
    assert linked.path == PLAIN.link((0, 0), (0, 3))
    assert (linked.turns, linked.steps, linked.points, linked.combo, linked.number) == (2, 5, 20, 1, 1)
    assert game.picked is None
    assert game.board == PLAIN.play(((0, 0), (0, 3)))


def test_a_path_runs_from_the_tile_that_was_picked_first() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 3))
    (linked,) = game.pick((0, 0))
    assert isinstance(linked, llk.Linked)
    assert (linked.path[0], linked.path[-1]) == ((0, 3), (0, 0))
    assert linked.move == ((0, 0), (0, 3))


def test_picking_the_same_tile_drops_it() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0))
    assert game.pick((0, 0)) == [llk.Dropped(llk.Cell(0, 0))]
    assert game.picked is None


def test_picking_another_kind_moves_the_selection_and_says_why() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0))
    refused, picked = game.pick((0, 1))
    assert isinstance(refused, llk.Refused)
    assert (refused.reason, refused.cells) == ("different kinds", ((0, 0), (0, 1)))
    assert picked == llk.Picked(llk.Cell(0, 1), 2)
    assert game.picked == (0, 1)


def test_picking_a_tile_out_of_reach_moves_the_selection_and_shows_the_nearest_miss() -> None:
    game = llk.Game(llk.Board.parse("AB/BA"), llk.Options(when_stuck="ask"))
    game.pick((0, 0))
    refused, picked = game.pick((1, 1))
    assert isinstance(refused, llk.Refused)
    assert refused.reason == "no path"
    assert refused.miss is not None
    assert refused.miss.path is not None
    assert refused.miss.path.turns == 3
    assert isinstance(picked, llk.Picked)


def test_picking_no_tile_keeps_the_selection() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0))
    assert refusal(game.pick((1, 0))).reason == "empty cell"
    assert refusal(game.pick((-1, 7))).reason == "off the board"
    assert game.picked == (0, 0)
    assert len(game.entries) == 1


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ((0, 0), (0, 1), "different kinds"),
        ((0, 0), (0, 0), "same tile"),
        ((0, 0), (1, 0), "empty cell"),
        ((1, 0), (1, 0), "empty cell"),
        ((0, 0), (9, 9), "off the board"),
        ((-1, 0), (0, 0), "off the board"),
    ],
)
def test_pairs_that_do_not_go(a: tuple[int, int], b: tuple[int, int], reason: str) -> None:
    game = llk.Game(PLAIN)
    assert refusal(game.play(a, b)).reason == reason
    assert game.entries == ()
    assert game.board == PLAIN


def test_a_wall_is_no_tile() -> None:
    assert refusal(llk.Game(WALLED).pick((0, 1))).reason == "empty cell"


@pytest.mark.parametrize("cell", [None, 3, "11", (1,), (1.5, 2), (1, 2, 3)])
def test_what_is_no_cell(cell: Any) -> None:  # noqa: ANN401
    with pytest.raises(TypeError, match="a cell is a pair"):
        llk.Game(PLAIN).pick(cell)


def test_a_huge_cell_is_off_the_board() -> None:
    assert refusal(llk.Game(PLAIN).pick((10**30, 0))).reason == "off the board"


# ---- The nearest miss ------------------------------------------------------------------------------------------------


def test_a_miss_by_turns() -> None:
    board = llk.Board.parse("A...#/##.##/#...A", rules=llk.Rules(max_turns=1, outside=False))
    miss = refusal(llk.Game(board).play((0, 0), (2, 4))).miss
    assert miss is not None
    assert str(miss.path) == "1,1-1,3-3,3-3,5"
    assert miss.blockers == ()


def test_a_miss_by_one_tile() -> None:
    board = llk.Board.parse("A B A / # # #", rules=llk.Rules(outside=False))
    miss = refusal(llk.Game(board).play((0, 0), (0, 2))).miss
    assert miss == llk.NearMiss(llk.Path([(0, 0), (0, 2)]), (llk.Cell(0, 1),))


def test_a_miss_by_walls() -> None:
    assert refusal(llk.Game(WALLED).play((0, 0), (0, 2))).miss == llk.NearMiss(None)


def test_neighbours_that_must_go_round() -> None:
    board = llk.Board.parse("B A A B", rules=llk.Rules(adjacent=False, outside=False))
    assert refusal(llk.Game(board).play((0, 1), (0, 2))).miss == llk.NearMiss(None)


def test_a_miss_on_a_board_without_limits() -> None:
    board = llk.Board.parse("A B A", rules=llk.Rules(max_turns=None, outside=False))
    assert llk.nearest_miss(board, (0, 0), (0, 2)).blockers == ((0, 1),)
    many = llk.Board.parse("A B A", rules=llk.Rules(max_turns=1_000_000, outside=False))
    assert llk.nearest_miss(many, (0, 0), (0, 2)).blockers == ((0, 1),)


# ---- Points ----------------------------------------------------------------------------------------------------------


def row_of_pairs(pairs: int) -> llk.Board:
    return llk.Board([[kind for kind in range(1, pairs + 1) for _ in range(2)]])


def test_every_third_of_a_combo_pays() -> None:
    game = llk.Game(row_of_pairs(7))
    points = []
    for pair in range(7):
        (linked, *_) = game.play((0, 2 * pair), (0, 2 * pair + 1), at=3.0 * pair)
        assert isinstance(linked, llk.Linked)
        assert linked.combo == pair + 1
        points.append(linked.points)
    assert points == [10, 10, 40, 10, 10, 70, 10]
    assert game.score == sum(points)


def test_a_combo_breaks_when_it_takes_too_long() -> None:
    game = llk.Game(row_of_pairs(3))
    game.play((0, 0), (0, 1), at=1)
    game.play((0, 2), (0, 3), at=4.001)
    assert game.combo == 1


def test_a_pause_breaks_no_combo() -> None:
    game = llk.Game(row_of_pairs(3))
    game.play((0, 0), (0, 1), at=1)
    game.pause(at=2)
    game.resume(at=100)
    game.play((0, 2), (0, 3), at=101)
    assert game.combo == 2


@pytest.mark.parametrize("between", ["undo", "auto", "shuffle"])
def test_what_breaks_a_combo(between: str) -> None:
    game = llk.Game(row_of_pairs(4))
    game.play((0, 0), (0, 1), at=1)
    game.do(between)
    move = game.board.moves()[0]
    game.play(*move, at=1.5)
    assert game.combo == 1


def test_undoing_takes_points_back_and_redoing_gives_them_again() -> None:
    game = llk.Game(PLAIN)
    game.play((0, 0), (0, 3))
    assert game.score == 20
    game.undo()
    assert (game.score, game.pairs) == (0, 0)
    game.redo()
    assert (game.score, game.pairs) == (20, 1)


def test_an_auto_played_pair_brings_nothing() -> None:
    game = llk.Game(PLAIN)
    hinted, linked = game.auto()
    assert isinstance(hinted, llk.Hinted)
    assert isinstance(linked, llk.Linked)
    assert (linked.points, linked.combo, linked.move) == (0, 0, hinted.move)


def play_out(game: llk.Game, at: float = 1.0) -> list[llk.Event]:
    events: list[llk.Event] = []
    while not game.is_over:
        events = game.play(*llk.solve(game.board).moves[0], at=max(at, game.at))
    return events


@pytest.mark.parametrize(("help_first", "stars"), [("", 3), ("hint", 2), ("shuffle", 2), ("undo", 2)])
def test_stars_without_a_limit(help_first: str, stars: int) -> None:
    game = llk.Game(PLAIN)
    if help_first == "undo":
        game.play((0, 0), (0, 3))
    if help_first:
        game.do(help_first)
    won = play_out(game)[-1]
    assert isinstance(won, llk.Won)
    assert won.stars == game.stars == stars
    assert game.state == "won"


@pytest.mark.parametrize(("at", "stars"), [(1.0, 3), (20.0, 3), (20.001, 2)])
def test_stars_with_a_limit(at: float, stars: int) -> None:
    won = play_out(llk.Game(PLAIN, llk.Options(limit=30)), at)[-1]
    assert isinstance(won, llk.Won)
    assert won.stars == stars
    assert won.time_points == 4 * int(30 - at)


# ---- Time ------------------------------------------------------------------------------------------------------------


def test_time_runs_out() -> None:
    game = llk.Game(PLAIN, llk.Options(limit=10, bonus=2))
    game.play((0, 1), (0, 2), at=9)
    assert game.seconds_left() == 3
    assert game.tick(at=11.999) == []
    assert game.play((0, 0), (0, 3), at=12) == [llk.Lost("time")]
    assert (game.state, game.loss, game.seconds(99)) == ("lost", "time", 12)
    assert [str(entry.command) for entry in game.entries] == ["play 1,2-1,3", "tick"]
    assert refusal(game.hint(at=13)).reason == "over"
    assert game.tick(at=14) == []


def test_the_clock_stands_still_in_a_pause() -> None:
    game = llk.Game(PLAIN, llk.Options(limit=10))
    game.pick((0, 0), at=4)
    game.pause(at=5)
    assert game.state == "paused"
    assert refusal(game.pick((0, 3), at=60)).reason == "paused"
    assert refusal(game.pause(at=61)).reason == "paused"
    assert game.tick(at=70) == []
    assert game.seconds(80) == 5
    game.resume(at=100)
    assert game.seconds(101) == 6
    assert game.picked == (0, 0)
    assert refusal(game.resume()).reason == "not paused"


@pytest.mark.parametrize("at", [-1, math.nan, math.inf, "1", True, 10**11])
def test_what_is_no_time(at: Any) -> None:  # noqa: ANN401
    with pytest.raises(llk.BadTime, match="a time is a number"):
        llk.Game(PLAIN).hint(at=at)


def test_time_does_not_run_backwards() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0), at=5)
    with pytest.raises(llk.BadTime, match="4 s lies before the last command, at 5 s"):
        game.pick((0, 3), at=4)
    assert game.picked == (0, 0)


def test_restarting_begins_anew() -> None:
    game = llk.Game(TRAP, llk.Options(hints=1, shuffles=1, limit=60))
    game.hint(at=1)
    game.shuffle(at=2)
    game.play(*game.board.moves()[0], at=3)
    game.pause(at=4)
    assert game.restart(at=50) == [llk.Restarted(TRAP)]
    assert (game.state, game.board, game.score, game.hints_left, game.shuffles_left) == ("playing", TRAP, 0, 1, 1)
    assert game.seconds(51) == 1
    assert not game.can_undo
    assert not game.can_redo


# ---- Hints, shuffles, undo -------------------------------------------------------------------------------------------


def test_a_hint_keeps_the_game_winnable() -> None:
    game = llk.Game(TRAP)
    (hinted,) = game.hint()
    assert isinstance(hinted, llk.Hinted)
    assert hinted.safe is True
    assert llk.solve(TRAP.play(hinted.move)).winnable


def test_a_hint_in_a_lost_position_says_so() -> None:
    game = llk.Game(llk.Board.parse("CCAB/..BA"))
    (hinted,) = game.hint()
    assert isinstance(hinted, llk.Hinted)
    assert hinted.safe is False


def test_hints_run_out_but_the_same_one_is_free() -> None:
    game = llk.Game(PLAIN, llk.Options(hints=1))
    first = game.hint()
    assert game.hint() == first
    assert game.hints_left == 0
    game.auto()
    assert refusal(game.hint()).reason == "no hints left"
    assert refusal(game.auto()).reason == "no hints left"


def test_shuffles_run_out() -> None:
    game = llk.Game(PLAIN, llk.Options(shuffles=1))
    (shuffled,) = game.shuffle()
    assert isinstance(shuffled, llk.Shuffled)
    assert (shuffled.asked, shuffled.left) == (True, 0)
    assert refusal(game.shuffle()).reason == "no shuffles left"


def test_a_shuffle_taken_back_stays_used_and_the_next_is_another() -> None:
    game = llk.Game(llk.deal(4, 6, seed=1), llk.Options(shuffles=2), seed=5)
    game.shuffle()
    first = game.board
    game.undo()
    assert game.shuffles_left == 1
    game.shuffle()
    assert game.board != first


def test_what_cannot_be_shuffled() -> None:
    game = llk.Game(WALLED)
    assert game.state == "stuck"
    assert refusal(game.hint()).reason == "no move left"
    refused, lost = game.shuffle()  # and there is nothing to take back
    assert isinstance(refused, llk.Refused)
    assert refused.reason == "cannot be shuffled"
    assert lost == llk.Lost("stuck")


def test_undo_may_be_forbidden() -> None:
    game = llk.Game(PLAIN, llk.Options(undo=False))
    game.play((0, 0), (0, 3))
    assert not game.can_undo
    assert refusal(game.undo()).reason == "undo is not allowed"


def test_there_is_an_end_to_undoing_and_redoing() -> None:
    game = llk.Game(PLAIN)
    assert refusal(game.undo()).reason == "nothing to undo"
    game.play((0, 0), (0, 3))
    game.undo()
    game.play((0, 1), (0, 2))
    assert refusal(game.redo()).reason == "nothing to redo"


# ---- Stuck and lost --------------------------------------------------------------------------------------------------


def test_a_stuck_game_is_shuffled_at_once() -> None:
    game = llk.Game(TRAP)
    events = game.play((0, 0), (0, 1))
    assert names(events) == ["linked", "stuck", "shuffled"]
    assert (game.state, game.winnable, game.shuffles_used) == ("playing", True, 1)
    assert reference_game(game.board).winnable()
    assert names(game.undo()) == ["undone", "stuck"]
    assert game.state == "stuck"  # the position before the shuffle: it is not shuffled behind one's back
    game.undo()
    assert (game.state, game.board) == ("playing", TRAP)


def test_a_stuck_game_asks() -> None:
    game = llk.Game(TRAP, llk.Options(when_stuck="ask", shuffles=1))
    assert names(game.play((0, 0), (0, 1))) == ["linked", "stuck"]
    assert game.board.is_stuck
    assert names(game.shuffle()) == ["shuffled"]
    assert game.state == "playing"


def test_a_stuck_game_is_lost() -> None:
    game = llk.Game(TRAP, llk.Options(when_stuck="lose"))
    assert names(game.play((0, 0), (0, 1))) == ["linked", "stuck", "lost"]
    assert (game.state, game.loss) == ("lost", "stuck")


def test_without_shuffles_one_can_only_undo() -> None:
    game = llk.Game(TRAP, llk.Options(shuffles=0))
    assert names(game.play((0, 0), (0, 1))) == ["linked", "stuck"]
    assert names(game.undo()) == ["undone"]
    assert game.state == "playing"


def test_without_shuffles_and_undo_it_is_lost() -> None:
    game = llk.Game(TRAP, llk.Options(shuffles=0, undo=False))
    assert names(game.play((0, 0), (0, 1))) == ["linked", "stuck", "lost"]


@pytest.mark.parametrize("undo", [True, False])
def test_a_stuck_game_that_cannot_be_shuffled(undo: bool) -> None:
    board = llk.Board.parse("B B A # A", rules=llk.Rules(outside=False))
    game = llk.Game(board, llk.Options(undo=undo))
    assert names(game.play((0, 0), (0, 1))) == ["linked", "stuck"] + ["lost"] * (not undo)
    assert game.shuffles_used == 0


def test_a_board_that_is_stuck_or_clear_from_the_start() -> None:
    assert llk.Game(ENDLESS).state == "stuck"
    assert names(llk.Game(ENDLESS).opening) == ["stuck"]
    for options in (llk.Options(when_stuck="lose"), llk.Options(shuffles=0)):
        assert llk.Game(ENDLESS, options).state == "lost"
        assert names(llk.Game(ENDLESS, options).opening) == ["stuck", "lost"]
    assert names(llk.Game(ENDLESS).shuffle()) == ["shuffled"]
    clear = llk.Game(llk.Board.parse(". ."))
    assert (clear.state, clear.winnable, names(clear.opening)) == ("won", True, ["won"])
    assert llk.Game(PLAIN).opening == []


def test_doom_is_told_once_where_it_is_asked_for() -> None:
    board = llk.Board.parse("CCAA/..AB/..BA")
    game = llk.Game(board, llk.Options(tell_doomed=True))
    assert names(game.play((0, 2), (0, 3))) == ["linked", "doomed"]
    assert game.winnable is False
    assert names(game.undo()) == ["undone"]
    events = game.play((0, 2), (0, 3))
    assert events[-1] == llk.Doomed(1, llk.Move.parse("1,3-1,4"))
    assert names(game.play((0, 0), (0, 1))) == ["linked", "stuck", "shuffled"]
    assert names(llk.Game(board).play((0, 2), (0, 3))) == ["linked"]


def test_doom_from_the_start_and_again_after_redoing() -> None:
    lost = llk.Game(llk.Board.parse("CCDD../....AB/....BA"), llk.Options(tell_doomed=True))
    assert lost.opening == [llk.Doomed(0, None)]
    assert lost.winnable is False
    assert names(lost.play((0, 0), (0, 1))) == ["linked"]
    assert names(lost.restart()) == ["restarted", "doomed"]
    game = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(tell_doomed=True))
    game.play((0, 2), (0, 3))
    game.undo()
    assert names(game.redo()) == ["redone", "doomed"]


def test_replaying_asks_no_solver_and_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = llk.Game(TRAP, llk.Options(tell_doomed=True, hints=2))
    for command in ("hint", "auto", "undo", "play 1,1-1,2", "undo", "undo", "hint"):
        game.do(command, at=game.at + 1)
    again = llk.Game(TRAP, game.options)
    with monkeypatch.context() as patch:
        patch.setattr("lianliankan.solver.quick.solve", lambda *_: pytest.fail("the solver was asked"))
        for entry in game.entries:
            again.replay(entry)
    assert (again.board, again.hints_left, again.score) == (game.board, game.hints_left, game.score)
    assert again.hint() == game.hint()  # it was paid for
    assert again.winnable is game.winnable is True
    assert names(again.play((0, 0), (0, 1))) == names(game.play((0, 0), (0, 1)))


def test_time_that_was_won_stays_won() -> None:
    game = llk.Game(PLAIN, llk.Options(limit=10, bonus=10))
    game.play((0, 1), (0, 2), at=5)
    assert names(game.undo(at=15)) == ["undone"]
    assert game.seconds_left() == 5


def test_nothing_is_taken_back_in_a_pause() -> None:
    game = llk.Game(PLAIN)
    game.play((0, 1), (0, 2))
    game.pause()
    assert not game.can_undo
    assert refusal(game.undo()).reason == "paused"


def test_a_deal_of_another_size_is_refused() -> None:
    with pytest.raises(llk.BadBoard, match="the deal 4x6 seed=7 is another board"):
        llk.Game(PLAIN, deal=llk.Deal(rows=4, cols=6, seed=7))


def test_commands_take_plain_pairs() -> None:
    assert llk.Command("play", ((0, 0), (0, 3))).cells == (llk.Cell(0, 0), llk.Cell(0, 3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a command is a Command or its text"):
        llk.Game(PLAIN).do(5)  # type: ignore[arg-type]


def test_blame_counts_from_the_first_pair_of_the_game() -> None:
    board = llk.Board.parse("CCAA/..AB/..BA")
    game = llk.Game(board, llk.Options(when_stuck="ask"))
    game.play((0, 0), (0, 1))
    game.play((0, 2), (0, 3))
    assert game.blame() == llk.Blame(False, 2, 1, llk.Move.parse("1,3-1,4"))
    game.shuffle()
    assert game.blame().winnable
    assert [line.number for line in game.lines] == [0, 2]


def test_blame_after_a_shuffle_counts_on() -> None:
    lost = 0
    for seed in range(20):
        game = llk.Game(llk.Board.parse("CCAA/DDAB/..BA"), llk.Options(when_stuck="ask"), seed=seed)
        game.play((0, 0), (0, 1))
        game.shuffle()
        boards = {game.pairs: game.board}
        while not (game.is_over or game.board.is_stuck):
            advice = llk.advise(game.board)
            game.play(*advice[-1].move)  # the worst there is
            boards[game.pairs] = game.board
        after = game.blame().lost_after
        if after is not None:
            lost += 1
            assert after >= 2
            assert not reference_game(boards[after]).winnable()
            assert reference_game(boards[after - 1]).winnable()
    assert lost >= 2


def test_giving_up() -> None:
    game = llk.Game(PLAIN)
    game.pause(at=1)
    assert game.give_up(at=9) == [llk.Lost("given up")]
    assert (game.state, game.loss, game.seconds()) == ("lost", "given up", 1)
    assert refusal(game.restart()).reason == "over"


# ---- All of it -------------------------------------------------------------------------------------------------------


def test_the_same_commands_make_the_same_game() -> None:
    deal = llk.Deal(rows=6, cols=8, seed=3, rules=llk.Rules(gravity="rotating"))
    first, again = (llk.Game.of(deal, llk.Options(tell_doomed=True)) for _ in range(2))
    happened = []
    while not first.is_over:
        happened += first.play(*first.board.moves()[-1], at=first.at + 1)
    assert [event for at, command in first.entries for event in again.do(command, at=at / 1000)] == happened
    assert again.board == first.board
    assert again.score == first.score


def test_copies_go_their_own_way() -> None:
    game = llk.Game(PLAIN)
    game.pick((0, 0), at=1)
    for other in (game.copy(), copy.copy(game)):
        other.pick((0, 3), at=2)
        other.pause(at=3)
        assert (game.board, game.picked, game.state, game.at) == (PLAIN, (0, 0), "playing", 1)
        assert len(game.entries) == 1


def test_events_are_values_with_a_json_form() -> None:
    game = llk.Game(TRAP, llk.Options(tell_doomed=True))
    events = [*game.play((0, 0), (2, 1)), *game.play((0, 0), (0, 1)), *game.hint(), *game.undo()]
    for event in events:
        assert to_json(event).startswith(f'{{"event":"{event.name}"')
        assert event == copy.copy(event)
    assert '"board":"' in to_json(events[-2])


def test_an_auto_played_pair_is_kept_with_its_cells() -> None:
    game = llk.Game(TRAP, llk.Options(hints=1))
    game.auto(at=1)
    (entry,) = game.entries
    assert entry.command == llk.Command("auto", llk.solve(TRAP).moves[0])
    other = next(move for move in TRAP.moves() if move != llk.solve(TRAP).moves[0])
    again = llk.Game(TRAP, llk.Options(hints=1))
    hinted, linked, *_ = again.do(f"auto {other}")
    assert isinstance(hinted, llk.Hinted)
    assert isinstance(linked, llk.Linked)
    assert (hinted.move, linked.move, linked.points) == (other, other, 0)
    assert hinted.safe == llk.solve(TRAP.play(other)).winnable
    assert again.hints_left == 0
    assert refusal(llk.Game(TRAP).do("auto 1,1-2,2")).reason == "different kinds"


@pytest.mark.parametrize("text", ["", "jump", "pick", "pick 1", "pick 1,1-2,2", "play 1,1", "hint 1,1", "PICK 1,1"])
def test_what_is_no_command(text: str) -> None:
    with pytest.raises(llk.ParseError):
        llk.Game(PLAIN).do(text)


@pytest.mark.parametrize("command", llk.COMMANDS)
def test_commands_have_a_text_that_reads_back(command: Any) -> None:  # noqa: ANN401
    cells = {"pick": (llk.Cell(0, 4),), "play": (llk.Cell(2, 0), llk.Cell(0, 0))}.get(command, ())
    given = llk.Command(command, cells)
    assert llk.Command.parse(str(given)) == given


def test_what_is_no_game() -> None:
    with pytest.raises(TypeError, match="expected a Board"):
        llk.Game("AB/BA")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="options are made by"):
        llk.Game(PLAIN, {"hints": 3})  # type: ignore[arg-type]
    with pytest.raises(llk.BadSeed):
        llk.Game(PLAIN, seed=-1)
