"""Edge cases of the terminal game: keys in quick succession, open dialogs, boards that cannot be dealt or saved."""

import threading
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.store import Store
from lianliankan.terminal import session
from lianliankan.terminal.dialogs.dialog import Button
from lianliankan.terminal.session import UnsavedGame
from lianliankan.text_width import display_width
from support.patience import PATIENCE
from support.terminal_stage import Stage, play

SMALL = llk.plan("classic", seed=3, rows=4, cols=6, rules=llk.Rules(gravity="down"))


def test_pressing_a_button_twice_closes_a_dialog_once() -> None:
    async def act(stage: Stage) -> None:
        for key in ("question_mark", "x", "n"):
            await stage.press(key)
            button = next(found for found in stage.app.screen.query(Button) if found.name in ("close", "no", "cancel"))
            button.action_press()
            button.action_press()
            await stage.settle()
            assert len(stage.app.screen_stack) == 1
        assert stage.state == "playing"

    play(SMALL.game(), act)


def test_the_end_is_shown_once_even_if_enter_is_pressed_again() -> None:
    async def act(stage: Stage) -> None:
        stage.stop_motion()
        await stage.pilot.press("a")
        await stage.screen.commands.wait_until_idle()
        assert stage.board_widget.is_playing
        for _ in range(3):
            stage.screen.action_pick()
        await stage.until(lambda: "You won!" in stage.text())
        await stage.press("escape")
        await stage.settle()
        assert len(stage.app.screen_stack) == 1

    play(llk.Game(llk.Board.parse("AA")), act, is_animated=True)


def test_a_pending_end_is_shown_only_for_its_own_game() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("n")
        stage.app.dialogs.show_end(waits=True)
        await stage.press("down", *"4x6", "enter")
        await stage.until(lambda: stage.game.deal is not None)
        await stage.settle()
        assert stage.state == "playing"
        assert "No moves left" not in stage.text()
        await stage.press("question_mark")
        stage.app.dialogs.show_end(waits=True)  # the game is no longer at its end
        await stage.press("escape")
        assert len(stage.app.screen_stack) == 1

    game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(mode="classic", when_stuck="ask"))
    play(game, act)


def test_a_failed_deal_keeps_the_form_open_and_escape_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def never(*_: object, **__: object) -> llk.Board:
        may_end.wait(PATIENCE)
        raise llk.NoDeal("no deal was found found in time")

    async def act(stage: Stage) -> None:
        monkeypatch.setattr(llk.Deal, "board", never)
        await stage.press("n", "enter")
        await stage.until(lambda: "Dealing" in stage.text())
        await stage.press("escape")
        assert "New game" not in stage.text()
        await stage.press("n", "enter")
        may_end.set()
        await stage.until(lambda: "Couldn’t deal such a board" in stage.text())
        assert "New game" in stage.text()

    play(SMALL.game(), act)


def test_a_dialog_waits_until_the_window_is_large_enough() -> None:
    game = llk.Game(llk.Board.parse("AA"))
    game.auto()

    async def act(stage: Stage) -> None:
        assert "too small" in stage.text()
        await stage.pilot.resize_terminal(100, 30)
        await stage.until(lambda: "You won!" in stage.text())
        await stage.press("escape")
        assert "too small" not in stage.text()
        assert len(stage.app.screen_stack) == 1

    play(lambda: (UnsavedGame(game), True), act, size=(70, 20))


def test_a_shuffle_that_takes_too_long_changes_nothing_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(stage: Stage) -> None:
        before = stage.game.board
        with monkeypatch.context() as patch:
            patch.setattr(session, "SEARCH_SECONDS", 0.0)
            await stage.press("s")
            await stage.until(lambda: "This took too long, so nothing was changed." in stage.text())
        assert (stage.game.board, stage.game.version) == (before, 0)
        await stage.press("s")
        await stage.until(lambda: stage.game.shuffles_used == 1)

    play(llk.Game(llk.Board.parse(str(SMALL.game().board))), act)


def test_keys_in_quick_succession_are_handled_in_order() -> None:
    async def act(stage: Stage) -> None:
        stage.screen.action_pause()
        stage.screen.action_pause()
        await stage.settle()
        assert stage.state == "playing"
        stage.screen.action_pause()
        stage.app.action_help()
        await stage.settle()
        await stage.press("escape")
        assert stage.state == "paused"  # by the player, not by the help dialog
        await stage.press("p")
        stage.screen.action_pick()
        stage.screen.action_clear_selection()
        await stage.settle()
        assert stage.picked is None

    play(SMALL.game(), act)


@pytest.mark.parametrize("key", ["question_mark", "x", "R"])
def test_the_clock_stops_while_a_dialog_is_open(key: str) -> None:
    async def act(stage: Stage) -> None:
        await stage.click((0, 0))
        stage.clock.seconds += 5
        await stage.press(key)
        assert stage.state == "paused"
        stage.clock.seconds += 500
        await stage.press("escape")
        assert stage.state == "playing"
        assert stage.game.seconds() == 5

    play(llk.plan("timed", seed=3, rows=4, cols=6).game(), act)


def test_a_hint_is_still_shown_after_a_dialog() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("h")
        shown = stage.text()
        await stage.press("question_mark", "escape")
        assert stage.text() == shown

    play(SMALL.game(), act)


@pytest.mark.parametrize(("board", "said"), [("AB/BA", "cannot be cleared"), ("AA", "Cleared!")])
def test_the_demo_shows_no_dialog_at_the_end(board: str, said: str) -> None:
    async def act(stage: Stage) -> None:
        await stage.until(lambda: said in stage.said)
        assert "any key to end the demo" in stage.said
        assert len(stage.app.screen_stack) == 1

    rules = llk.Rules(outside=False)
    play(llk.Game(llk.Board.parse(board, rules=rules), llk.Options(when_stuck="ask")), act, is_demo=True)


def test_a_setting_that_cannot_be_saved_is_reported(tmp_path: Path) -> None:
    with Store(tmp_path) as store:

        async def act(stage: Stage) -> None:
            store.close()
            for key in "gkml":
                await stage.press(key)
                assert "the store is closed" in stage.said

        play(SMALL.game(), act, store=store)


def test_an_invalid_command_shows_a_message() -> None:
    async def act(stage: Stage) -> None:
        stage.screen.enqueue("dance")
        await stage.settle()
        assert "dance" in stage.said
        await stage.press("a")
        assert stage.game.pairs == 1

    play(SMALL.game(), act)


def test_long_numbers_keep_the_form_aligned() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("n", "up", "up", "up", *"12345678901234567890")
        lines = stage.text().splitlines()
        places = {display_width(line[: line.rindex(" ▸ ")]) for line in lines if "◂" in line and " ▸ " in line}
        assert "…" in stage.text()
        assert len(places) == 1

    play(SMALL.game(), act)
