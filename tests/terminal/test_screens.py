"""Golden screens of the terminal game, character by character and colour by colour."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import lianliankan as llk
from lianliankan.store import Store
from support.terminal_stage import Stage, check_golden, staged

CLASSIC = llk.plan("classic", seed=7)
MIDGAME = llk.Board.parse("A . . B . A / . C # D . . / . . # . C D / E F _ B F E")


def show(name: str, make: Callable[[], llk.Game], act: Callable[[Stage], Awaitable[None]], **settings: object) -> None:
    """Run the app with a game, act on it, and compare the screen."""

    async def play() -> None:
        async with staged(make(), **settings) as stage:  # type: ignore[arg-type]
            await act(stage)
            check_golden(name, stage.dump())

    asyncio.run(play())


def keys(*pressed: str) -> Callable[[Stage], Awaitable[None]]:
    async def press(stage: Stage) -> None:
        await stage.press(*pressed)

    return press


@pytest.mark.parametrize(("name", "language", "faces"), [("start-en", "en", "capitals"), ("start-zh", "zh", "hanzi")])
def test_the_start(name: str, language: str, faces: str) -> None:
    show(name, CLASSIC.game, keys(), language=language, faces=faces)


@pytest.mark.parametrize("faces", ["mahjong", "hanzi", "emoji", "numbers", "ascii"])
def test_faces_on_large_tiles(faces: str) -> None:
    game = llk.plan("relaxed", seed=3, rows=4, cols=6, kinds=12).game
    show(f"faces-{faces}", game, keys(), faces=faces)


def test_a_selected_tile_and_its_kind() -> None:
    show("selected", CLASSIC.game, keys("k", "enter", "up"))


def test_a_hint() -> None:
    show("hint", lambda: llk.Game(MIDGAME), keys("h"))


def test_a_pair_without_a_path() -> None:
    async def blocked(stage: Stage) -> None:
        await stage.click((1, 1))
        await stage.click((2, 2))
        assert stage.said == "No path connects these tiles. In the way: 2,3."

    async def turns(stage: Stage) -> None:
        await stage.click((0, 1))
        await stage.click((2, 1))
        assert stage.said == "No path connects these tiles. The path would need 3 turns; the limit is 2."

    show("miss-blocked", lambda: llk.Game(llk.Board.parse("BCDB/CADE/DCAE/BDEE")), blocked)
    show("miss-turns", lambda: llk.Game(llk.Board.parse("# A . / # # . / # A # / . . . / B B .")), turns)


def test_a_growing_path() -> None:
    async def act(stage: Stage) -> None:
        await stage.click((0, 0))
        stage.stop_motion()
        await stage.pilot.click("#board", offset=stage.board_widget.locate(llk.Cell(0, 5)))
        await stage.screen.commands.wait_until_idle()
        assert stage.board_widget.is_playing
        while len(stage.board_widget._frames) > 2:
            stage.board_widget._show(stage.board_widget._frames.popleft().scene)
        await stage.pilot.pause()

    show("path", lambda: llk.Game(MIDGAME), act, is_animated=True)


def test_paused() -> None:
    show("paused", CLASSIC.game, keys("p"))


def test_the_help() -> None:
    show("help-en", CLASSIC.game, keys("question_mark"))
    show("help-zh", CLASSIC.game, keys("question_mark"), language="zh", faces="hanzi")


def test_a_new_game() -> None:
    show("new-en", CLASSIC.game, keys("n"))
    show("new-own-zh", CLASSIC.game, keys("n", "left"), language="zh", faces="hanzi")


def test_stuck() -> None:
    async def act(stage: Stage) -> None:
        await stage.click((0, 0))
        await stage.click((0, 1))
        await stage.until(lambda: "Move 1 led to a dead end" in stage.text())

    board = llk.Board.parse("AA/AB/BA")
    show("stuck", lambda: llk.Game(board, llk.Options(mode="expert", when_stuck="ask")), act)


def test_won(tmp_path: Path) -> None:
    slower = llk.Game(llk.Board.parse("AB/AB"), llk.Options(mode="classic"))
    for second, move in enumerate(slower.board.moves()):
        slower.play(*move, at=100 * second)
    with Store(tmp_path) as store:
        store.begin(slower)

        async def act(stage: Stage) -> None:
            await stage.click((0, 0))
            stage.clock.seconds += 65
            await stage.click((1, 0))
            await stage.click((0, 1))
            await stage.click((1, 1))
            await stage.until(lambda: "New high score!" in stage.text())

        show("won", lambda: llk.Game(llk.Board.parse("AB/AB"), llk.Options(mode="classic")), act, store=store)


def test_high_scores(tmp_path: Path) -> None:
    won = llk.plan("classic", seed=7, rows=4, cols=6).game()
    for second, move in enumerate(llk.solve(won.board).moves):
        won.play(*move, at=3 * second)

    async def play() -> None:
        with Store(tmp_path) as store:
            store.begin(won)
            async with staged(llk.plan("classic", seed=8, rows=4, cols=6).game(), store=store) as stage:
                await stage.press("b")
                check_golden("bests", re.sub(r"20\d\d-\d\d-\d\d", "2026-11-15", stage.dump()))

    asyncio.run(play())


def test_lost() -> None:
    async def act(stage: Stage) -> None:
        await stage.click((0, 0))
        await stage.click((0, 1))
        await stage.until(lambda: "No moves left" in stage.text())
        await stage.click_text("Give up")
        await stage.until(lambda: "Gave up" in stage.text() and "Move 1 led to a dead end" in stage.text())

    show("lost", lambda: llk.Game(llk.Board.parse("AA/AB/BA"), llk.Options(when_stuck="ask")), act)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_too_small(language: str) -> None:
    show(f"small-{language}", CLASSIC.game, keys(), size=(60, 20), language=language)


def test_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def act(stage: Stage) -> None:
        await stage.click((0, 0))
        await stage.press("h", "right")

    show("no-colour", lambda: llk.Game(MIDGAME), act, colours=None)
    show("no-colour-ascii", lambda: llk.Game(MIDGAME), act, colours=None, faces="ascii")
    show("no-colour-help", lambda: llk.Game(MIDGAME), keys("question_mark"), colours=None)


def test_a_board_that_is_larger_than_the_window() -> None:
    game = llk.plan("relaxed", seed=1, rows=30, cols=60).game
    show("scrolled", game, keys(*["down"] * 10, *["right"] * 12))


def test_paths_that_stay_on_the_board() -> None:
    board = llk.Board.parse("AB.C/BCA./####/AABB", rules=llk.Rules(outside=False))
    show("inside", lambda: llk.Game(board), keys())
