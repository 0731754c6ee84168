"""Backgrounds, the title and icon of the tab, stacked dialogs, the page of an unknown address."""

import re
from collections.abc import Callable
from pathlib import Path

from support.browser_stage import Player, check, solution

MakePlayer = Callable[..., Player]


def test_three_backgrounds_are_legible_in_both_themes_and_remembered(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    drawn = set()
    for name in ("jade", "waves", "lattice"):
        page.click("#menu-settings")
        page.click(f"label:has(#set-background-{name})")
        page.wait_for_selector(f"html[data-background={name}]")
        if name == "waves":
            check(player, "settings-background")
        player.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        player.await_rest()
        grounds = page.evaluate(GROUND_CONTRAST)
        assert min(grounds) >= 4.5, name
        page.emulate_media(color_scheme="dark")
        page.wait_for_selector("html.dark")
        assert min(page.evaluate(GROUND_CONTRAST)) >= 4.5, name
        page.emulate_media(color_scheme="light")
        page.wait_for_selector("html:not(.dark)")
        drawn.add(page.evaluate("getComputedStyle(document.body).backgroundImage"))
    assert len(drawn) == 3
    page.reload()
    player.await_board()
    page.wait_for_selector("html[data-background=lattice]")


# The contrast of the texts on the page with both ends of the ground, as WCAG measures it: axe cannot see gradients.
GROUND_CONTRAST = """() => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const light = (hex) => {
        const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
        const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    };
    const texts = ["--text", "--muted", "--good", "--bad", "--accent-text"];
    return ["--ground-high", "--ground-low"].flatMap((ground) =>
        texts.map((text) => contrast(colour(text), colour(ground))));
}"""


def test_the_tab_says_what_is_going_on(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="relaxed", rows=2, cols=4, seed=3)
    assert page.title() == "▶ 8 tiles · Lianliankan"
    player.press("p")
    page.wait_for_function("() => document.title == '⏸ Paused · Lianliankan'")
    player.press("p")
    page.wait_for_function("() => document.title == '▶ 8 tiles · Lianliankan'")
    player.take_at_once(solution(player.game().board))
    page.wait_for_function("() => document.title == '🏆 Won · Lianliankan'")
    page.click("[data-action='do next']")
    page.wait_for_function("() => document.title == '▶ 8 tiles · Lianliankan'")


def test_the_tab_says_that_time_is_short(sit_down: MakePlayer) -> None:
    player = sit_down(locale="zh-CN", is_frozen=True)
    page = player.page
    player.begin(mode="timed", rows=2, cols=4, seed=3)
    player.take(solution(player.game().board)[0])
    minutes, seconds = map(int, player.stat("time").split(":"))
    page.clock.fast_forward((60 * minutes + seconds - 20) * 1000)
    player.pass_time(0.5)
    assert re.fullmatch("⏳ 0:(1|2)[0-9]，剩 6 张 · 连连看", page.title())


def test_stacked_dialogs_darken_once(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    page.click("#menu-settings")
    page.click("[data-action='gallery title']")
    page.wait_for_selector("dialog.gallery")
    dark = "dialogs => dialogs.map((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor)"
    colours = page.eval_on_selector_all("dialog", dark)
    assert len(colours) == 2
    assert [colour != "rgba(0, 0, 0, 0)" for colour in colours] == [True, False]


def test_an_unknown_address_leads_back_to_the_game(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe, viewport={"width": 320, "height": 568})
    page = player.page
    answer = page.goto(f"{player.url}/nowhere")
    assert answer is not None
    assert answer.status == 404
    check(player, "404")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.click("a.button")
    player.await_board()
