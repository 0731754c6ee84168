"""Rankings: two players on one board see each other's results, and a challenge shows both side by side."""

from collections.abc import Callable
from pathlib import Path

from support.browser_stage import Player, check

MakePlayer = Callable[..., Player]

BOARD = {"mode": "classic", "rows": 4, "cols": 4, "seed": 90210}


def test_two_players_on_one_board(sit_down: MakePlayer, axe: Path) -> None:
    first = sit_down()
    first.begin(**BOARD)
    first.win()
    first.page.wait_for_selector(".course-graph, .course svg")  # the rest of the dialog is there
    assert first.page.locator("#ranking-row").count() == 0, "nobody else has played this board"

    second = sit_down(init=axe)
    page = second.page
    second.begin(**BOARD)
    second.win()
    score = second.game().score
    page.wait_for_selector("#ranking-row:has-text('Place')")
    assert "of 2" in page.inner_text("#ranking-row")
    page.focus("#ranking-row")
    second.press("Enter")
    page.wait_for_selector("dialog.ranking")
    assert page.locator(".ranking-table tbody tr").count() == 2
    own = page.locator(".ranking-table .own")
    assert own.count() == 1
    assert own.inner_text().startswith(("1", "2"))
    assert "Guest" in own.inner_text()
    check(second, "ranking")
    second.press("Escape")
    page.wait_for_selector("dialog.ranking", state="detached")
    page.wait_for_selector("#ranking-row:focus")

    # The first one's link, opened by the second one, who has played the board already.
    share = first.ask("GET", f"/api/games/{first.id}/share")["challenge"]
    page.goto(f"{second.url}/c/classic-90210/{share}?score=99999&time=1&stars=3")
    page.wait_for_selector(".challenge-dialog .comparison")
    assert page.inner_text(".comparison .highlight") == "The challenge still stands."
    assert str(score) in page.inner_text(".comparison tbody").replace(",", "")


def test_the_ranking_of_a_day_and_of_those_before(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="daily")
    player.take(player.game().board.moves()[0])
    player.press("n")
    page.click("#mode-daily")
    page.click("#ranking-row")
    page.wait_for_selector("dialog.ranking #ranking-forth:disabled")
    day = page.inner_text("#ranking-day")
    page.click("#ranking-back")
    page.wait_for_selector(f"#ranking-day:not(:text-is('{day}'))")
    page.click("#ranking-forth")
    page.wait_for_selector(f"#ranking-day:text-is('{day}')")
    assert page.evaluate("() => document.activeElement.id") == "ranking-back", "the other button is off"


def test_a_name_hidden_on_one_device_stays_hidden_when_another_saves_its_settings(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", seed=7, rows=4, cols=6)
    with player.saving(sound=False):
        player.press("m")  # this browser has settings of its own now
    player.ask("PUT", "/api/settings", {"ranked": False})  # another device of the same player
    with player.saving(ranked=False):
        player.arrive()
    page.click("#menu-settings")
    page.wait_for_selector("#set-ranked:not(:checked)")
    with player.saving(sound=True):
        page.click("#set-sound")
    assert player.ask("GET", "/api/me")["settings"]["ranked"] is False


def test_names_are_not_cut_on_a_small_phone(sit_down: MakePlayer) -> None:
    player, other = sit_down(viewport={"width": 320, "height": 640}), sit_down()
    name = "Wilhelmina the 3rd of A"
    for each in (other, player):
        each.begin(mode="classic", seed=90211, rows=4, cols=6)
        other.ask("PUT", "/api/player/name", {"name": name})
        each.win()
    page = player.page
    page.click("#ranking-row")
    page.wait_for_selector(f"dialog.ranking :text('{name}')")
    script = """() => [...document.querySelectorAll("dialog, .ranking-table th, .own-mark")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth).map((each) => each.className)"""
    assert page.evaluate(script) == []
    assert page.locator(".ranking-table .own th").inner_text().endswith(" you")
