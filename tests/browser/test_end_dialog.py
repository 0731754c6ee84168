"""How games end and what follows; the clock while the player is away; sounds."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import lianliankan as llk
from lianliankan.records.share import to_share
from support.browser_stage import Player, solution
from support.own_clock import OwnClock
from support.web_stage import run_server

MakePlayer = Callable[..., Player]


def test_the_time_runs_out_by_itself(sit_down: MakePlayer, tmp_path: Path) -> None:
    with run_server(tmp_path / "data", clock=OwnClock()) as server:
        player = sit_down(at=SimpleNamespace(url=server.address), locale="zh-CN")
        page = player.page
        options = llk.Options(mode="timed", limit=2, hints=5, shuffles=2, undo=False)
        first = player.begin(share=to_share(llk.Game(llk.deal(4, 6, seed=7), options)))
        assert page.locator("[data-stat=time].low-time").count() == 1
        player.take(solution(player.game().board)[0])
        server.pass_time(2)
        page.wait_for_selector("dialog.end-dialog p:has-text('时间到。还剩 22 张牌。')")
        assert player.stat("time") == "0:00"
        assert player.game().loss == "time"
        player.shoot("time-up")
        page.click("[data-action='do try']")
        page.wait_for_url(lambda url: not url.endswith(first))
        player.await_stat("tiles", 24)
        assert player.game().options.limit == 2
        page.goto("about:blank")  # before the server stops


def test_who_looks_elsewhere_finds_the_game_as_it_was(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.begin(mode="classic", rows=4, cols=6, seed=7)
    player.take(solution(player.game().board)[0])
    said = page.inner_text("#message")
    player.look_away(away=True)
    page.wait_for_selector(".board.hidden")
    before = player.game()
    assert before.state == "paused"
    player.look_away(away=False)
    page.wait_for_selector(".board:not(.hidden)")
    assert page.is_hidden("#overlay")
    assert page.inner_text("#message") == said
    after = player.game()
    assert after.state == "playing"
    assert after.seconds() == before.seconds(), "the clock stood"
    page.reload()  # which the server may take for a player who has left
    player.await_board()
    player.await_message("Welcome back.")
    assert page.evaluate("() => document.activeElement === document.body"), "nothing has taken the focus"


def test_a_daily_game_leads_to_itself_or_to_other_games(sit_down: MakePlayer) -> None:
    player = sit_down()
    page = player.page
    player.arrive()
    player.choose("daily")
    page.click("[data-action='daily play']")
    page.wait_for_selector("#mode:has-text('Daily')")
    first, board = player.id, player.game().board
    player.press("x")
    page.click("#dialog-yes")
    page.click("[data-action='do modes']")
    page.wait_for_selector("#mode-daily")
    player.press("Escape")
    page.click("[data-action='do try']")
    page.wait_for_url(lambda url: not url.endswith(first))
    player.await_board()
    assert player.game().board == board
    assert player.ask("GET", "/api/me")["daily"]["summary"]["id"] == player.id, "and it counts as today's"


def test_every_sound_is_audible_and_not_too_loud(sit_down: MakePlayer) -> None:
    player = sit_down()
    player.page.goto(f"{player.url}/")
    script = """async () => {
        const rate = 22050;
        let made;
        window.AudioContext = class extends OfflineAudioContext {
            constructor() {
                super(1, 3 * rate, rate);
                made = this;
            }
            get state() {
                return "running";
            }
        };
        const found = {};
        const {sounds: named} = await import("/static/js/game/sound.js");
        for (const name of Object.keys(named)) {
            const {sounds, wakeSound} = await import(`/static/js/game/sound.js?${name}`);  // with a new context
            wakeSound();
            sounds[name](20);
            const wave = (await made.startRendering()).getChannelData(0).map(Math.abs);
            found[name] = [Math.max(...wave), wave.findLastIndex((height) => height > 0.002) / rate];
        }
        return found;
    }"""
    found: dict[str, tuple[float, float]] = player.page.evaluate(script)
    assert set(found) == {"pick", "link", "refuse", "hint", "shuffle", "undo", "stuck", "tick", "won", "lost"}
    for name, (loudest, seconds) in found.items():
        assert 0.02 < loudest < 0.5, name
        assert 0.02 < seconds < 1.5, name
