"""Playing the terminal game: whole games by keyboard and by mouse, dialogs, saving and resuming."""

from dataclasses import replace
from pathlib import Path

import lianliankan as llk
from lianliankan.store import Store
from lianliankan.terminal.session import UnsavedGame
from support.terminal_stage import TODAY, Clock, Stage, play

SMALL = llk.plan("classic", seed=3, rows=4, cols=6, rules=llk.Rules(gravity="down"))


def test_a_whole_game_by_keyboard_only(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        for _ in range(12):
            move = llk.solve(stage.game.board).moves[0]
            for cell in move:
                await stage.go_to(cell)
                await stage.pilot.press("enter")
                await stage.screen.commands.wait_until_idle()
            stage.clock.seconds += 2
        await stage.until(lambda: "Same board" in stage.text())
        assert "high score!" not in stage.text(), "it is the first of its kind"
        assert stage.state == "won"
        assert stage.game.stars == 3
        await stage.press("down", "enter")  # the same board again
        await stage.until(lambda: stage.state == "playing")
        assert stage.game.board == SMALL.deal.board()

    with Store(tmp_path) as store:
        play(SMALL.game(), act, store=store)
        won = store.games(over=True)
        assert [(game.state, game.pairs, game.tiles) for game in won] == [("won", 12, 0)]
        assert store.open(won[0].id).game.state == "won"


def test_a_whole_game_by_mouse_only(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.click_text("h Hint")
        assert "This pair is safe" in stage.said
        await stage.click_text("a Auto")
        assert stage.game.pairs == 1
        await stage.click_text("u Undo")
        assert stage.game.pairs == 0
        await stage.click_text("r Redo")
        await stage.click_text("p Pause")
        assert stage.state == "paused"
        await stage.click((1, 1))  # a click anywhere on the board resumes
        assert stage.state == "playing"
        while stage.game.board.tile_count:
            for cell in llk.solve(stage.game.board).moves[0]:
                await stage.click(cell)
        await stage.until(lambda: "High scores" in stage.text())
        await stage.click_text("High scores")
        await stage.until(lambda: "Score     Time" in stage.text())
        assert "★" in stage.text()
        await stage.click_text("Close")
        await stage.click_text("New board")
        await stage.until(lambda: stage.state == "playing")
        assert stage.game.deal == replace(SMALL.deal, seed=4711)

    with Store(tmp_path) as store:
        play(SMALL.game(), act, store=store)


def test_the_mouse_wheel_scrolls_a_large_board() -> None:
    board = llk.plan("relaxed", seed=1, rows=30, cols=60).game()

    async def act(stage: Stage) -> None:
        for _ in range(30):
            await stage.pilot._post_mouse_events([_scroll()], "#board", offset=(10, 10))
        await stage.pilot.pause()
        _, y = stage.board_widget.locate(llk.Cell(29, 0))
        assert 0 <= y < stage.board_widget.size.height

    def _scroll() -> type:
        from textual.events import MouseScrollDown

        return MouseScrollDown

    play(board, act)


def test_leaving_saves_the_game_and_coming_back_resumes_it(tmp_path: Path) -> None:
    clock = Clock()

    async def leave(stage: Stage) -> None:
        move = llk.solve(stage.game.board).moves[0]
        stage.clock.seconds += 30  # the clock waits for the first pick
        await stage.click(move.a)
        assert "Time 0:00" in stage.text()
        stage.clock.seconds += 30
        await stage.click(move.b)
        await stage.pilot.press("q")
        await stage.until(lambda: stage.app.return_value is not None)

    async def back(stage: Stage) -> None:
        assert "Welcome back" in stage.said
        assert stage.state == "playing"
        assert stage.game.pairs == 1
        assert "Time 0:30" in stage.text()
        stage.clock.seconds += 5
        await stage.press("left")
        await stage.until(lambda: "Time 0:35" in stage.text())

    with Store(tmp_path) as store:
        assert play(SMALL.game(), leave, store=store, clock=clock) == "Game saved; continue with: llk tui"
        left = store.unfinished()
        assert left is not None
        assert left.state == "paused"
        clock.seconds += 3600  # time away does not count
        play(lambda: (store.open(left.id), True), back, store=store, clock=clock)


def test_a_timed_game_stays_paused_until_the_player_resumes() -> None:
    game = llk.plan("timed", seed=3, rows=4, cols=6).game()
    game.pause(at=10)

    async def act(stage: Stage) -> None:
        assert "Press p or click to resume" in stage.said
        assert stage.state == "paused"
        await stage.press("p")
        assert stage.state == "playing"

    play(lambda: (UnsavedGame(game), True), act)


def test_time_runs_out() -> None:
    async def act(stage: Stage) -> None:
        stage.clock.seconds += 190  # the clock waits for the first command
        await stage.press("h")
        stage.clock.seconds += 190
        await stage.until(lambda: "Left 0:10" in stage.text())
        stage.clock.seconds += 11
        await stage.until(lambda: "Time’s up." in stage.text())
        assert stage.game.loss == "time"
        assert "Back to where it could be won" not in stage.text()

    play(llk.plan("timed", seed=3, rows=4, cols=6).game(), act)


def test_the_player_chooses_what_to_do_when_stuck() -> None:
    def stuck() -> llk.Game:
        return llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(mode="expert", shuffles=0, hints=0, when_stuck="ask"))

    async def go_back(stage: Stage) -> None:
        await stage.click((0, 0))
        await stage.click((0, 1))
        await stage.until(lambda: "Move 1 led to a dead end: 1,1-1,2." in stage.text())
        assert "Shuffle" not in stage.text().splitlines()[-8]
        await stage.press("enter")
        assert stage.state == "playing"
        assert stage.game.pairs == 0

    async def give_up(stage: Stage) -> None:
        await stage.click((0, 0))
        await stage.click((0, 1))
        await stage.until(lambda: "No moves left" in stage.text())
        await stage.click_text("Give up")
        await stage.until(lambda: "Gave up." in stage.text())
        await stage.until(lambda: "Move 1 led to a dead end" in stage.text())
        await stage.click_text("Back to where")
        await stage.until(lambda: stage.state == "playing")
        assert (stage.game.pairs, stage.game.can_redo) == (0, True)

    play(stuck(), go_back)
    play(stuck(), give_up)


def test_keys_of_the_board_work_in_the_end_dialog() -> None:
    def stuck() -> llk.Game:
        game = llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask"))
        game.play((0, 0), (0, 1))
        return game

    async def act(stage: Stage) -> None:
        await stage.until(lambda: "No moves left" in stage.text())
        await stage.press("u")
        assert stage.state == "playing"
        await stage.press("x", "right", "enter")
        await stage.until(lambda: "Gave up." in stage.text())
        await stage.press("n")
        assert "New game" in stage.text()
        await stage.press("escape", "enter")
        await stage.until(lambda: "Gave up." in stage.text())
        await stage.press("R")
        await stage.until(lambda: stage.game.pairs == 0 and stage.state == "playing")
        await stage.press("x", "right", "enter")
        await stage.until(lambda: "Gave up." in stage.text())
        await stage.pilot.press("q")
        await stage.until(lambda: stage.app.return_value is not None)

    play(stuck(), act)


def test_the_losing_move_is_named() -> None:
    async def act(stage: Stage) -> None:
        await stage.until(lambda: "Can still be won" in stage.text())
        await stage.click((0, 0))
        await stage.click((0, 1))
        assert "Move 1 (1,1-1,2) led to a dead end" in stage.said
        assert "Dead end (move 1)" in stage.text().splitlines()[0]
        await stage.press("u")
        assert "Can still be won" in stage.text().splitlines()[0]

    board = llk.Board.parse("A A . / A B . / B A . / . . . / C . C")
    play(llk.Game(board, llk.Options(mode="relaxed", tell_doomed=True)), act)


def test_restart_and_give_up_ask_first() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("a")
        await stage.press("R", "enter")
        assert stage.game.pairs == 1
        await stage.press("R", "right", "enter")
        assert stage.game.pairs == 0
        await stage.press("x", "escape")
        assert stage.state == "playing"
        await stage.press("x", "right", "enter")
        await stage.until(lambda: "Gave up." in stage.text())
        await stage.press("escape", "x")
        assert "The game is over" in stage.said

    play(SMALL.game(), act)


def test_a_restart_before_the_first_pair_clears_the_selection() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("enter")
        await stage.press("R", "enter")
        assert stage.picked is not None
        await stage.press("R", "right", "enter")
        assert stage.picked is None

    play(SMALL.game(), act)


def test_cursor_keys() -> None:
    async def act(stage: Stage) -> None:
        await stage.go_to((0, 0))
        await stage.press("enter")
        assert stage.picked == (0, 0)
        await stage.press("tab")
        assert stage.screen.cursor is not None
        assert stage.game.board[stage.screen.cursor] == stage.game.board[0, 0]
        assert stage.screen.cursor != (0, 0)
        await stage.press("escape")
        assert stage.picked is None
        assert stage.game.version == 0, "a selection is no command: nothing is written to disk"

    play(SMALL.game(), act)


def test_a_key_ends_an_animation_at_once() -> None:
    async def act(stage: Stage) -> None:
        stage.stop_motion()
        await stage.pilot.press("a")
        await stage.screen.commands.wait_until_idle()
        assert stage.board_widget.is_playing
        await stage.pilot.press("left")
        assert not stage.board_widget.is_playing

    play(SMALL.game(), act, is_animated=True)


def test_settings_are_remembered(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("g", "k", "m", "l")
        assert "已切换为中文" in stage.said

    with Store(tmp_path) as store:
        play(SMALL.game(), act, store=store)
        names = ("faces", "kinds", "animation", "language")
        assert [store.setting(name, None) for name in names] == ["mahjong", True, True, "zh"]


def test_lists_without_a_game(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("b")
        assert "No wins yet." in stage.text()
        assert "High scores" in stage.text(), "the whole title has room"

    with Store(tmp_path) as store:
        play(SMALL.game(), act, store=store)


def test_a_new_custom_game() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("n")
        await stage.press("left", "left")  # from classic past custom to expert
        assert "Difficulty" not in stage.text(), "the mode has its own"
        await stage.press("right")
        await stage.press("down", *"3x5", "enter")
        assert "15 cells is an odd number" in stage.text()
        await stage.press(*"4x6")
        await stage.press("down", "right")  # the shape
        assert "Diamond" in stage.text()
        await stage.press("left", "down", *"99", "enter")
        assert "1 to 12 kinds" in stage.text()
        await stage.press("backspace", "backspace", "4", "down", "right", "up", "enter")
        await stage.until(lambda: stage.game.options.mode == "own")
        assert str(stage.game.deal) == "4x6 kinds=4 seed=4711 gravity=down"

    play(SMALL.game(), act)


def test_the_daily_game_and_the_campaign(tmp_path: Path) -> None:
    async def act(stage: Stage) -> None:
        await stage.press("n", "right", "right", "right")
        assert "2026-11-15 · Board: 8×18, Still, Fiendish" in stage.text()
        await stage.press("right")
        assert "Board: 6×10, Still, up to Medium · Lives: 3" in stage.text()
        await stage.press("left", "enter")
        await stage.until(lambda: stage.game.options.mode == "daily")
        assert stage.game.deal == llk.daily(TODAY).deal

    with Store(tmp_path) as store:
        play(SMALL.game(), act, store=store)


def test_the_hardest_board_found_is_dealt_and_said_to_be() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("n", "left", "left", "down", *"3x4", "enter")
        await stage.until(lambda: "This is the hardest of 400 boards: Easy, 18 of 100." in stage.text())
        deal = stage.game.deal
        assert deal is not None
        assert (deal.difficulty, deal.board()) == ("easy", stage.game.board)
        assert deal.seed <= 999_999

    play(SMALL.game(), act)


def test_the_next_level_of_the_campaign_is_offered(tmp_path: Path) -> None:
    game = llk.level(1).game()
    for move in llk.solve(game.board).moves[:-1]:
        game.play(*move)

    async def act(stage: Stage) -> None:
        for cell in stage.game.board.moves()[0]:
            await stage.click(cell)
        await stage.until(lambda: "Next level" in stage.text())
        await stage.press("enter")
        await stage.until(lambda: stage.game.options.level == 2)
        assert stage.game.shuffles_left == 4

    with Store(tmp_path) as store:
        play(game, act, store=store)


def test_a_game_continued_elsewhere_shows_its_current_state(tmp_path: Path) -> None:
    with Store(tmp_path) as store:

        async def act(stage: Stage) -> None:
            left = store.unfinished()
            assert left is not None
            store.open(left.id).do("auto")
            await stage.press("h")
            await stage.until(lambda: "was continued elsewhere" in stage.said)
            assert stage.game.pairs == 1

        play(SMALL.game(), act, store=store)


def test_a_store_that_fails_changes_nothing_on_the_board(tmp_path: Path) -> None:
    with Store(tmp_path) as store:

        async def act(stage: Stage) -> None:
            store.close()
            await stage.press("a")
            assert stage.said == "Couldn’t save, so nothing was changed: the store is closed."
            assert stage.game.pairs == 0

        play(SMALL.game(), act, store=store)


def test_a_window_that_becomes_too_small_and_large_enough_again() -> None:
    async def act(stage: Stage) -> None:
        await stage.press("h")  # the clock runs
        await stage.pilot.resize_terminal(60, 20)
        await stage.until(lambda: "Current:  60×20" in stage.text())
        await stage.pilot.resize_terminal(120, 40)
        await stage.until(lambda: "too small" not in stage.text())
        await stage.press("p")
        assert stage.state == "playing"

    play(llk.plan("timed", seed=3, rows=4, cols=6).game(), act)


def test_the_demo_plays_and_any_key_ends_it() -> None:
    async def act(stage: Stage) -> None:
        assert "Demo" in stage.text()
        await stage.until(lambda: stage.game.pairs >= 2)
        await stage.pilot.press("z")
        await stage.until(lambda: stage.app.return_value is not None)

    assert play(SMALL.game(), act, is_demo=True) == ""
