"""What is around the board: the combo meter, the last seconds, messages and banners."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from support.browser_stage import DESK, Player, Server, solution

MakePlayer = Callable[..., Player]


@pytest.fixture
def motion() -> str:
    return "no-preference"


SMALL = {"width": 320, "height": 568}
SIDEWAYS = {"width": 844, "height": 390}

MEETS = """([one, others]) => {
    const box = (element) => element.getBoundingClientRect();
    const {left, right, top, bottom} = box(document.querySelector(one));
    return [...document.querySelectorAll(others)].filter((other) => {
        const its = box(other);
        const beside = its.right <= left + 1 || right <= its.left + 1 || its.bottom <= top + 1 || bottom <= its.top + 1;
        return its.width && !beside;
    }).map((other) => other.id || other.dataset.tool || other.dataset.stat || other.className);
}"""


@pytest.mark.parametrize(
    "size",
    [None, SMALL, SIDEWAYS],
    ids=["desk", "small", "sideways"],
)
def test_the_combo_meter_counts_and_empties_beside_the_board(sit_down: MakePlayer, size: dict[str, int] | None) -> None:
    player = sit_down(**({"viewport": size} if size else {}))
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    assert not page.is_visible("#combo")
    turned = player.is_turned
    page.evaluate("""() => {
        window.seen = [];
        window.durations = new Set();
        const combo = document.querySelector("#combo");
        new MutationObserver(() => {
            seen.push(combo.innerText);
            const running = combo.querySelector(".bar").getAnimations();
            for (const {effect} of running) durations.add(effect.getTiming().duration);
        }).observe(combo, {attributes: true, childList: true, subtree: true});
    }""")
    for move in solution(player.game().board)[:3]:
        player.take(move, turned=turned)
        assert page.evaluate(MEETS, ["#combo", "#stage, .tool, #stats > div, #message, #banner"]) == []
    assert page.evaluate("[...durations]") == [3000]
    combos = [int(number) for text in page.evaluate("window.seen") for number in re.findall("Combo ×([0-9]+)", text)]
    assert combos == sorted(combos)
    page.wait_for_selector("#combo", state="hidden")


def test_a_pause_stops_the_combo_and_a_shuffle_ends_it(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.take(solution(player.game().board)[0])
    player.press("p")
    page.wait_for_selector(".overlay .card")
    state = "() => document.querySelector('#combo .bar').getAnimations().map((bar) => bar.playState)"
    assert page.evaluate(state) in (["paused"], []), "or it was over before"
    player.press("p", "s")
    page.wait_for_selector("#combo", state="hidden")


def test_the_last_ten_seconds_show_tick_and_stay_calm(sit_down: MakePlayer) -> None:
    player = sit_down(is_frozen=True)
    page = player.page
    player.begin(mode="timed", rows=4, cols=6, seed=7)
    player.take(solution(player.game().board)[0])
    assert not page.is_visible("#time-bar")
    left = player.stat("time")
    minutes, seconds = map(int, left.split(":"))
    page.clock.fast_forward((60 * minutes + seconds - 8) * 1000)
    page.wait_for_selector("#time-bar")
    widths = []
    for _ in range(3):
        player.pass_time(1)
        widths.append(page.evaluate("parseFloat(document.querySelector('#time-bar').style.transform.slice(7))"))
    assert all(after < before <= 1 for before, after in pairwise(widths))
    pulse = "() => getComputedStyle(document.querySelector('[data-stat=time] dd')).animationName == 'pulse'"
    assert page.evaluate(pulse)
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_selector("html.reduced-motion")
    assert not page.evaluate(pulse)
    assert page.evaluate(MEETS, ["#time-bar", "#stats > div, #stage, #menu button"]) == []


@pytest.mark.kills
def test_the_banner_covers_no_numbers_and_no_tools(sit_down: MakePlayer, lone_server: Server) -> None:
    player = sit_down(at=lone_server)
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.page.wait_for_load_state("networkidle")
    lone_server.kill()
    player.page.wait_for_selector("#banner:has-text('Connection lost')")
    covered = "#stats > div, #menu button, #mode, .tool, .cell, #combo.running"
    for size in (SMALL, SIDEWAYS, DESK):
        player.resize(**size)
        player.shoot(f"banner-{size['width']}")
        assert player.page.evaluate(MEETS, ["#banner", covered]) == []
        box = player.page.locator("#banner").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]


NO_ROOM = """() => {
    const inner = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.querySelector("#app");
    const isSeen = (element) => {
        const {width, height} = element.getBoundingClientRect();
        return width > 1 && height > 1 && !element.closest("svg, .stage, .visually-hidden");
    };
    return [...inner.querySelectorAll("*")].filter(isSeen).filter((element) => {
        const {left, right} = element.getBoundingClientRect();
        const isCut = getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1;
        return left < 0 || right > innerWidth || (isCut && !element.querySelector("svg"));
    }).map((element) => `${element.id || element.className || element.tagName}: ${element.textContent.slice(0, 40)}`);
}"""


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_nothing_is_cut_off_on_the_narrowest_phone(sit_down: MakePlayer, locale: str) -> None:
    player = sit_down(viewport=SMALL, locale=locale)
    page = player.page
    player.begin(mode="timed", rows=4, cols=6, seed=7)
    values = {"time": "1:23:45", "score": "12,345", "moves": "88", "tiles": "480"}
    for name, value in values.items():
        page.eval_on_selector(f"[data-stat={name}] dd", "(dd, value) => dd.textContent = value", value)
    for name in values:
        others = ", ".join(f"[data-stat={other}]" for other in values if other != name)
        assert page.evaluate(MEETS, [f"[data-stat={name}]", others]) == []
    assert page.evaluate(NO_ROOM) == []
    steps = {
        "new": ("n", None, "#mode-own"),
        "custom": ("n", "#mode-own", "#custom-rows"),
        "campaign": ("n", "#mode-campaign", "#level-1"),
        "bests": ("b", None, "dialog h3"),
        "gallery": ("g", None, ".gallery .preview canvas"),
        "help": ("?", None, "dialog kbd"),
        "give up": ("x", None, "#dialog-yes"),
    }
    for name, (key, then, shown) in steps.items():
        player.press(key)
        if then:
            page.click(then)
        page.wait_for_selector(shown)
        assert page.evaluate(NO_ROOM) == [], name
        player.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.click("#menu-more")
    page.click("#more-settings")
    page.wait_for_selector("#set-theme-dark", state="attached")
    assert page.evaluate(NO_ROOM) == []


def test_messages_are_under_the_middle_of_the_board(sit_down: MakePlayer) -> None:
    player = sit_down(viewport=SMALL, has_touch=True)
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.take(solution(player.game().board)[0], turned=player.is_turned)
    player.await_message("Matched")
    for size in (SMALL, {"width": 390, "height": 844}, SIDEWAYS):
        player.resize(**size)
        stage, message = page.locator("#stage").bounding_box(), page.locator("#message").bounding_box()
        assert stage is not None
        assert message is not None
        assert abs(stage["x"] + stage["width"] / 2 - message["x"] - message["width"] / 2) < 24
        assert message["y"] >= stage["y"] + stage["height"] - 1
        assert float(page.evaluate("parseFloat(getComputedStyle(document.querySelector('#message')).fontSize)")) >= 15
