"""The game as a whole: commands, events, restarts, replays and copies. test_game_machine.py tries random commands."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

import lianliankan as llk
from lianliankan.game.events import to_json
from support.played import games, visible_state
from support.small_games import PLAIN, TRAP, event_names, only_refusal


def test_restart_resets_everything() -> None:
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


@given(games())
def test_a_game_equals_its_copies_and_its_pickle(game: llk.Game) -> None:
    for again in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert visible_state(again) == visible_state(game)
        assert again.do("restart", at=game.at + 1) == game.copy().do("restart", at=game.at + 1)


def test_giving_up() -> None:
    game = llk.Game(PLAIN)
    game.pause(at=1)
    assert game.give_up(at=9) == [llk.Lost("given up")]
    assert (game.state, game.loss, game.seconds()) == ("lost", "given up", 1)
    assert only_refusal(game.restart()).reason == "over"


def test_the_same_commands_give_the_same_game() -> None:
    deal = llk.Deal(rows=6, cols=8, seed=3, rules=llk.Rules(gravity="rotating"))
    first, again = (llk.Game.of(deal, llk.Options(tell_doomed=True)) for _ in range(2))
    happened = []
    while not first.is_over:
        happened += first.play(*first.board.moves()[-1], at=first.at + 1)
    assert [event for at, command in first.entries for event in again.do(command, at=at / 1000)] == happened
    assert again.board == first.board
    assert again.score == first.score


def test_replaying_reaches_the_same_state_without_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    game = llk.Game(TRAP, llk.Options(tell_doomed=True, hints=2))
    for command in ("hint", "auto", "undo", "play 1,1-1,2", "undo", "undo", "hint"):
        game.do(command, at=game.at + 1)
    again = llk.Game(TRAP, game.options)
    with monkeypatch.context() as patch:
        patch.setattr("lianliankan.solver.hint.solve", lambda *_: pytest.fail("the solver was called"))
        for entry in game.entries:
            again.replay(entry)
    assert (again.board, again.hints_left, again.score) == (game.board, game.hints_left, game.score)
    assert again.hint() == game.hint()  # it was paid for
    assert again.winnable is game.winnable is True
    assert event_names(again.play((0, 0), (0, 1))) == event_names(game.play((0, 0), (0, 1)))


def test_copies_are_independent() -> None:
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


def test_commands_take_plain_pairs() -> None:
    assert llk.Command("play", ((0, 0), (0, 3))).cells == (llk.Cell(0, 0), llk.Cell(0, 3))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a command must be a Command or its text"):
        llk.Game(PLAIN).do(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "jump", "pick", "pick 1", "pick 1,1-2,2", "play 1,1", "hint 1,1", "PICK 1,1"])
def test_invalid_commands(text: str) -> None:
    with pytest.raises(llk.ParseError):
        llk.Game(PLAIN).do(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("pick 1;1", 1, 6),
        ("  play   1,1-2;2 ", 1, 14),
        ("play 1,1", 1, 6),
        (" jump 1,1", 1, 2),
        ("\npick 1,x", 2, 8),
    ],
)
def test_a_bad_command_points_at_its_column(text: str, line: int, column: int) -> None:
    with pytest.raises(llk.ParseError) as caught:
        llk.Game(PLAIN).do(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("command", llk.COMMANDS)
def test_commands_have_a_text_that_reads_back(command: Any) -> None:  # noqa: ANN401
    cells = {"pick": (llk.Cell(0, 4),), "play": (llk.Cell(2, 0), llk.Cell(0, 0))}.get(command, ())
    given = llk.Command(command, cells)
    assert llk.Command.parse(str(given)) == given


def test_a_deal_of_another_size_is_refused() -> None:
    with pytest.raises(llk.BadBoard, match="the deal 4x6 seed=7 does not match the board"):
        llk.Game(PLAIN, deal=llk.Deal(rows=4, cols=6, seed=7))


def test_invalid_games() -> None:
    with pytest.raises(TypeError, match="expected a Board"):
        llk.Game("AB/BA")  # type: ignore[arg-type]
    for start in (llk.Game.of, lambda deal: llk.plan("timed", deal)):
        with pytest.raises(TypeError, match=r"expected a Deal, not '8x18 seed=1'; Deal.parse\(text\) makes one"):
            start("8x18 seed=1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="options must be an llk"):
        llk.Game(PLAIN, {"hints": 3})  # type: ignore[arg-type]
    with pytest.raises(llk.BadSeed):
        llk.Game(PLAIN, seed=-1)
