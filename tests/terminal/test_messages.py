"""What the terminal game says: when no moves are left, what a mode does not have, hints, and how long messages stay."""

from pathlib import Path

import msgspec

import lianliankan as llk
from lianliankan.game.modes import true_mode
from lianliankan.game.start import NearestBoard, NewGameRequest
from lianliankan.store import Store
from lianliankan.terminal.dialogs.end_dialog import describe_blame
from lianliankan.terminal.messages import compose_message, describe_nearest
from lianliankan.terminal.startup import first_game
from lianliankan.texts import Texts
from support.terminal_stage import Stage, play

SMALL = llk.plan("classic", seed=3, rows=4, cols=6, rules=llk.Rules(gravity="down"))


def test_the_clock_of_a_stuck_game_runs_until_its_time_is_up() -> None:
    options = llk.Options(mode="timed", limit=60, undo=False, shuffles=2, when_stuck="ask")

    async def act(stage: Stage) -> None:
        await stage.click((0, 0))
        await stage.click((0, 1))
        await stage.until(lambda: "No moves left" in stage.text())
        assert "The clock is running." in stage.text()
        assert "Shuffle (2 left)" in stage.text()
        stage.clock.seconds += 61
        await stage.until(lambda: "Time’s up." in stage.text())

    play(llk.Game(llk.Board.parse("AA/AB/BA"), options), act)


def test_an_automatic_shuffle_is_announced_or_asked_for(tmp_path: Path) -> None:
    def trap() -> llk.Game:
        return llk.Game(llk.Board.parse("AA/AB/BA"), llk.MODES["classic"])

    async def announced(stage: Stage) -> None:
        stage.stop_motion()
        await stage.pilot.click("#board", offset=stage.board_widget.locate(llk.Cell(0, 0)))
        await stage.pilot.click("#board", offset=stage.board_widget.locate(llk.Cell(0, 1)))
        await stage.until(lambda: stage.board_widget.is_playing)
        await stage.pilot.pause()
        middle = stage.text().splitlines()[10:14]
        assert any("No moves left – shuffled, 2 left." in line for line in middle)  # even without animation
        await stage.press("left")
        assert stage.said == "No moves left – shuffled, 2 left."

    async def asked(stage: Stage) -> None:
        await stage.press("n", *["down"] * 6, "right")
        assert "you choose what to do" in stage.text()
        await stage.press("enter")
        await stage.until(lambda: stage.game.options.when_stuck == "ask")
        assert true_mode(stage.game) == "classic"
        await stage.press("x", "right", "enter")
        await stage.until(lambda: "Gave up." in stage.text())
        await stage.press("enter")
        await stage.until(lambda: stage.state == "playing")
        assert stage.game.options.when_stuck == "ask"

    play(trap(), announced)
    with Store(tmp_path) as store:
        play(SMALL.game(), asked, store=store)
        assert first_game(store, NewGameRequest(mode="daily"))()[0].game.options.when_stuck == "ask"


def test_a_hint_drops_the_selection_and_stays_until_the_board_changes() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("enter", "h")
        assert stage.picked is None
        assert stage.screen._overlay.is_hint
        await stage.press("tab", "enter")
        assert stage.picked == stage.screen._overlay.path[0]
        await stage.press("?", "escape")
        assert stage.screen._overlay.is_hint
        await stage.press("tab", "enter")
        assert stage.game.pairs == 1
        assert not stage.screen._overlay.path

    play(SMALL.game(), act)


def test_messages_go_when_they_no_longer_hold() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("h", "left")
        assert stage.said.startswith("This pair is safe")  # it is still shown
        await stage.press("escape")
        assert stage.said == ""
        await stage.press("a")
        assert stage.said.startswith("Played")
        await stage.press("right")
        assert stage.said == ""
        await stage.press("enter", "left")
        assert stage.said.startswith("Selected")
        await stage.press("u")
        assert stage.said == "Undone."
        await stage.press("p", "p")
        assert stage.said == "Resumed."
        await stage.press("m")
        assert stage.said == "Animation on."
        await stage.press("left")
        assert stage.said == ""
        for cell in stage.game.board.moves()[0]:
            await stage.click(cell)
        for cell in stage.game.board.moves()[0]:
            await stage.click(cell)
        assert "Combo ×2" in stage.text()
        stage.clock.seconds += 4
        await stage.until(lambda: "Combo –" in stage.text())

    play(SMALL.game(), act)


def test_a_mode_without_hints_and_shuffles_says_so() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("h")
        assert stage.said == "This mode has no hints."
        await stage.press("s")
        assert stage.said == "This mode has no shuffles."

    play(llk.Game(llk.Board.parse("AB/AB"), llk.MODES["expert"]), act)


def test_the_nearest_board_found_in_the_time_is_said_to_be_that() -> None:
    hardest = NearestBoard(tried=7, is_hardest=True, difficulty="hard", score=58, timed_out=True)
    assert describe_nearest(hardest, Texts("en")).startswith(
        "No such board found in the time. This is the hardest of 7"
    )
    assert describe_nearest(hardest, Texts("zh")).startswith("在限定时间内没有找到这样的牌局，这是 7 局中最难的一局")
    easiest = NearestBoard(tried=7, is_hardest=False, difficulty="hard", score=58, timed_out=True)
    assert "easiest" in describe_nearest(easiest, Texts("en"))


def test_it_is_said_that_time_cut_an_answer_short() -> None:
    game, texts = llk.Game(llk.Board.parse("AB/AB")), Texts("en")
    (hint,) = game.hint()
    late = msgspec.structs.replace(hint, safe=None, timed_out=True)
    message = compose_message([late], texts, str, max_turns=2)
    assert message is not None
    assert message.text == "Here is a pair – there wasn’t time to tell whether it’s safe."
    assert describe_blame(llk.Blame(None, None, 0, None), texts) == "Couldn’t tell which move led to the dead end."
    blamed = llk.Blame(None, None, 0, None, timed_out=True)
    assert describe_blame(blamed, texts) == "There wasn’t time to find the move that led to the dead end."
