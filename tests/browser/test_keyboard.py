"""The keyboard: shortcuts, which can be switched off, the arrow keys of the tools, and the menu."""

from collections.abc import Callable
from pathlib import Path

from support.browser_stage import Player, check

MakePlayer = Callable[..., Player]

FOCUS = "() => document.activeElement.dataset.tool ?? document.activeElement.id"


def test_the_tools_have_arrow_keys_and_one_place_for_tab(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    assert page.locator("#tools [tabindex='0']").count() == 1
    page.focus("[data-tool=hint]")
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "ArrowLeft", "Home"):
        player.press(key)
        seen.append(page.evaluate(FOCUS))
    assert seen == ["auto", "shuffle", "auto", "new", "hint", "new", "hint"]
    player.press("ArrowRight", "m")  # which draws the tools again
    assert page.evaluate(FOCUS) == "auto"
    assert page.locator("#tools [tabindex='0']").get_attribute("data-tool") == "auto"
    player.press("Enter")
    player.await_stat("tiles", 22)
    first = player.id
    player.press("n")
    page.wait_for_selector("#mode-classic:focus")
    player.press("Tab", "Enter")
    page.wait_for_url(lambda url: not url.endswith(first))
    page.wait_for_selector(".cell.has-tile:focus-visible")  # a new game goes on where the keyboard is


def test_single_keys_can_be_switched_off(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    assert page.get_attribute("[data-tool=hint]", "title") == "Hint (H)"
    assert page.get_attribute("#menu-mute", "aria-keyshortcuts") == "M"
    page.click("#menu-settings")
    page.click("label:has(#set-shortcuts)")
    player.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.get_attribute("[data-tool=hint]", "title") == "Hint"
    assert page.locator("[aria-keyshortcuts]").count() == 0
    player.press("h", "n", "?", "m", "p", ".", "l")
    player.press("ArrowRight", "Enter")
    page.wait_for_selector(".cell.picked")
    assert page.locator("dialog, .overlay .card, .cell.hinted").count() == 0
    assert page.inner_text("[data-tool=hint] .count").startswith("6")
    player.press("Escape")
    page.wait_for_selector(".cell.picked", state="detached")
    page.click("#menu-help")
    assert "switched off" in page.inner_text("dialog")
    assert page.locator("dialog kbd:text-is('H')").count() == 0
    assert page.locator("dialog kbd:text-is('Esc')").count() == 1


def test_sound_zen_and_full_screen_are_one_key_away(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe)
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.press("m")
    page.wait_for_selector("#menu-mute[title='Sound on (M)']")
    assert page.evaluate("JSON.parse(localStorage.lianliankan).sound") is False
    page.click("#menu-mute")
    page.wait_for_selector("#menu-mute[title='Mute (M)']")
    player.press("f")
    page.wait_for_function("() => document.fullscreenElement")
    page.click("#menu-full")
    page.wait_for_function("() => !document.fullscreenElement")
    player.press("z")
    page.wait_for_selector("#stats", state="hidden")
    numbers = "() => [...document.body.innerText.matchAll(/[0-9]/g)].length"
    assert page.evaluate(numbers) == 0, "no number is in sight"
    assert page.is_visible("[data-tool=hint]")
    check(player, "zen")
    page.reload()
    player.page.wait_for_selector(".cell.has-tile")
    assert not page.is_visible("#stats"), "it is remembered"
    page.click("#menu-zen")
    page.wait_for_selector("#stats")


def test_a_phone_has_the_rest_behind_more(sit_down: MakePlayer, axe: Path) -> None:
    player = sit_down(init=axe, viewport={"width": 320, "height": 568}, has_touch=True)
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    assert page.inner_text("[data-tool=auto] .count").startswith("6"), "it costs a hint"
    for name in ("mute", "zen"):
        assert page.is_visible(f"#menu-{name}")
    page.focus("#menu-more")
    player.press("Enter")
    page.wait_for_selector("#more-restart")
    assert page.locator("#more button:visible").count() >= 6
    check(player, "more")
    first = page.evaluate(FOCUS)
    player.press("End", "ArrowDown")
    assert page.evaluate(FOCUS) == first
    player.press("Escape")
    page.wait_for_selector("#more-restart", state="hidden")
    assert page.evaluate(FOCUS) == "menu-more"
    page.tap("#menu-more")
    page.tap("#more-settings")
    page.wait_for_selector("dialog #set-sound", state="attached")
    player.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate(FOCUS) == "menu-more"


REDRAW = """async () => {
    const { h, redraw } = await import("/static/js/core/dom.js");
    const place = h("div");
    document.body.append(place);
    const kept = h("a", { href: "#" });
    const draw = (...rest) => redraw(place, () => [
        h("input", { id: "field", value: "abcdef" }), ...rest, h("p", kept)]);
    draw(h("button", { "data-part": "button" }, "one"));
    const [field] = place.children;
    field.focus();
    field.setSelectionRange(2, 4);
    const lost = [draw(h("button", { "data-part": "button" }, "two"))];
    const now = place.children[0];
    const caret = [document.activeElement === now && now !== field, now.selectionStart, now.selectionEnd];
    place.children[1].focus();
    lost.push(draw(h("button", { "data-part": "button" }, "three")));
    const text = document.activeElement.textContent;
    lost.push(draw());
    kept.focus();
    lost.push(draw());
    const keeps = document.activeElement === kept;  // an element that moves from the old part to the new one
    place.remove();
    return { caret, lost, text, keeps };
}"""


def test_what_is_drawn_anew_keeps_focus_and_caret(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.arrive()
    found = player.page.evaluate(REDRAW)
    assert found == {"caret": [True, 2, 4], "lost": [False, False, True, False], "text": "three", "keeps": True}
