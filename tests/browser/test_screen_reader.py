"""What a screen reader is told: names, descriptions, news in live regions, and where the focus is."""

from collections.abc import Callable
from typing import Any

import lianliankan as llk
from support.browser_stage import Player

MakePlayer = Callable[..., Player]


def spoken(player: Player, role: str) -> list[tuple[str, str]]:
    """Return the names and descriptions of the elements of a role, as the browser gives them to screen readers."""
    session = player.page.context.new_cdp_session(player.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()

    def text(node: dict[str, Any], field: str) -> str:
        return str(node.get(field, {}).get("value", ""))

    return [
        (text(node, "name"), text(node, "description"))
        for node in nodes
        if not node["ignored"] and text(node, "role") == role
    ]


def with_dead_end() -> tuple[int, list[llk.Move]]:
    """Return a deal and moves of which only the last leads into a dead end, with moves left."""
    for seed in range(1, 100):
        moves: list[llk.Move] = []
        board = llk.plan("classic", rows=4, cols=4, kinds=4, seed=seed).game().board
        while board.moves():
            for move in board.moves():
                after = board.play(move)
                if after.moves() and not llk.solve(after).winnable:
                    return seed, [*moves, move]
            moves.append(board.moves()[0])
            board = board.play(moves[-1])
    raise AssertionError("there is no dead end")


def test_a_dead_end_is_told_and_nothing_is_said_twice(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    seed, moves = with_dead_end()
    player.begin(mode="classic", rows=4, cols=4, kinds=4, seed=seed)
    tools = dict(spoken(player, "button"))
    assert tools["Hint 6 left"] == tools["Mute"] == "", "the title repeats name and key"
    page.wait_for_selector("#winnability[aria-live=off]:has-text('Can still be won')")
    player.take_at_once(moves)
    page.wait_for_selector("#winnability[aria-live=polite]:has-text('Dead end since move')")
    player.press("p")
    page.wait_for_selector(".overlay .card")
    assert page.get_attribute("[data-tool=pause]", "title") == "Resume (P)"
    player.press("p")
    player.await_message("Resumed.")
    player.press("m")
    player.await_message("Sound off.")


def test_dialogs_forms_and_replays_are_told(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=4, seed=2)
    player.win()
    ((name, about),) = spoken(player, "dialog")
    assert name == "You won!"
    assert about.startswith("Score ")
    page.click("[data-action='do replay']")
    page.wait_for_selector("#message:has-text('Won with 8 pairs')")
    assert page.title() == "Replay · Lianliankan"
    assert page.evaluate("() => document.activeElement.dataset.replay") == "play"
    page.fill("#timeline", "1")
    told = page.get_attribute("#timeline", "aria-valuetext") or ""
    assert told.startswith("Pair 1 of 8, ")
    assert ": row " in told
    assert page.get_attribute("#message", "aria-live") == "off", "the slider says it"
    player.choose("relaxed")
    player.await_stat("tiles", 144)
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell"
    assert page.get_attribute("#message", "aria-live") is None
    player.choose("own")
    page.wait_for_selector("#custom-rows")
    assert {"Rows", "Columns", "Kinds of tiles"} <= {name for name, _ in spoken(player, "spinbutton")}
