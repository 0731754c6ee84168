"""Learners' programs in the browser: checked, stopped, and kept away from everything else. Python starts slowly."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lianliankan.site.builder import MARK
from lianliankan.web.http.security import LEARNER_POLICY
from support.browser_stage import Player, serving, skip_lesson
from support.patience import PATIENCE
from support.static_site import StaticHost

from .conftest import MakePlayer, Visit, note_errors

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OPEN = """async () => {
    const main = document.querySelector("script[type=module]").src;
    const {LearnerPython} = (await import(new URL("lab_check_check_tab.js", main).href)).$lab$learner$learner_python;
    window.learner = new LearnerPython({quiet: 600});  // seconds: machines may be busy
    return LearnerPython.lack()?.text ?? null;
}"""
ASK = """(request) => {
    const phases = new Set();
    const answer = async () => {
        try {
            const onProgress = ({phase}) => phases.add(phase);
            return {...(await learner.ask(request, {onProgress})), phases: [...phases]};
        } catch (problem) {
            return {code: problem.code, text: problem.text, told: problem.told};
        }
    };
    window.answer = answer();
}"""
STRAIGHT = """
def straight(grid, a, b):
    (r, c), (s, d) = sorted((a, b))
    if r == s:
        return not any(grid[r][k] for k in range(c + 1, d))
    return c == d and not any(grid[k][c] for k in range(r + 1, s))
"""
WRONG = "def straight(grid, a, b):\n    return a[0] == b[0]\n"
IN_C = "def straight(grid, a, b):\n    return sum(range(10**12))\n"
CALL = "straight([[1, 1]], (0, 0), (0, 1))"
BREAKS_PYTHON = """
import builtins, sys
builtins.len = sys.modules["heapq"] = sys.modules["lianliankan.lab.check.judge"] = None
"""
LOOKS_FOR_A_WAY_OUT = """
import json, os, shutil, sys, urllib.request
frame, proxy = sys._getframe(), None
while proxy is None and frame is not None:  # what the judge calls to tell how far it is
    proxy = next((value for value in frame.f_locals.values() if "JsProxy" in str(type(value))), None)
    frame = frame.f_back
found = {}

def attempt(name, action):
    try:
        found[name] = f"done: {action()}"
    except BaseException as problem:
        found[name] = type(problem).__name__

attempt("js", lambda: __import__("js").fetch("/api/me"))
attempt("pyodide_js", lambda: __import__("pyodide_js"))
attempt("run_js", lambda: __import__("pyodide.code").code.run_js("fetch('/api/me')"))
attempt("urllib", lambda: urllib.request.urlopen("http://127.0.0.1/"))
attempt("function", lambda: proxy.constructor("return fetch('/api/me')")())
attempt("function of functions", lambda: proxy.bind.constructor.constructor("return indexedDB")())
attempt("nonsense", lambda: proxy("nonsense"))
attempt("forged", lambda: proxy('{"type": "answer", "text": "{}", "outcome": "passed"}'))
attempt("files", lambda: shutil.rmtree("/", ignore_errors=True))

def straight(grid, a, b):
    print(json.dumps(found))
    return None
"""
GONE = (
    *("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "indexedDB", "caches", "navigator", "location", "Worker"),
    *("importScripts", "postMessage", "close", "BroadcastChannel", "MessageChannel", "FontFace", "addEventListener"),
)
# A worker as that of programs, which looks around itself after the same was taken away from it.
LOCKED = """import { limitMemory, lockDown } from "/static/js/lab/learner/lock_down.js";
const send = self.postMessage.bind(self);
const refusal = async (action) => { try { return await action(); } catch (problem) { return problem.name; } };
limitMemory(2 ** 24);
lockDown();
send({
    left: %s.filter((name) => name in globalThis),
    eval: await refusal(() => (0, eval)("1 + 1")),
    function: await refusal(() => (async () => {}).constructor("return 1 + 1")()),
    timer: setTimeout("globalThis.late = 1", 0),
    elsewhere: await refusal(() => import("data:text/javascript,export default 1")),
    memory: await refusal(() => new WebAssembly.Memory({ initial: 1 }).grow(1000)),
});"""
LOOK_AROUND = """async () => {
    const main = document.querySelector("script[type=module]").src;
    const worker = new Worker(new URL("lab/learner/locked.js", main), {type: "module"});
    return new Promise((resolve, reject) => {
        worker.onmessage = ({data}) => resolve(data);
        worker.onerror = reject;
    });
}"""


@pytest.fixture(scope="module")
def player(browser: "Browser", site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """Somebody in the lab of a served game that has Python beside it; for all tests here, for Python starts slowly."""
    version = json.loads((site / MARK).read_bytes())["versions"][0]
    folder = tmp_path_factory.mktemp("learner")
    complaints: list[str] = []
    with serving(folder / "data", "--runtime", str(site / version / "runtime")) as server:
        context = skip_lesson(browser.new_context(locale="en-US", reduced_motion="reduce"))
        context.set_default_timeout(2000 * PATIENCE)
        context.clock.install()
        player = Player(note_errors(context.new_page(), complaints), server.url)
        open_lab(player.page, f"{server.url}/lab")
        yield player
        context.close()
    assert complaints == []


def open_lab(page: "Page", address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".lab .cell.has-tile")
    assert page.evaluate(OPEN) is None


def ask(page: "Page", source: str, **more: object) -> dict[str, Any]:
    page.evaluate(ASK, {"type": "check", "exercise": "straight", "source": source, "seconds": 600, **more})
    return answer(page)


def answer(page: "Page") -> dict[str, Any]:
    return dict(page.evaluate("answer"))


def ask_what_never_returns(page: "Page") -> None:
    """Ask about a program that does not return from its first call, and wait for that call."""
    page.evaluate(ASK, {"type": "check", "exercise": "straight", "source": IN_C, "seconds": 600})
    page.wait_for_function("(call) => learner.current?.progress.told?.call === call", arg=CALL)


@pytest.mark.full
def test_programs_are_judged_and_find_nothing_of_those_before(player: Player) -> None:
    passed = ask(player.page, STRAIGHT)
    assert (passed.get("outcome"), passed["phases"][-1]) == ("passed", "running"), passed
    broken = ask(player.page, BREAKS_PYTHON + STRAIGHT)
    assert broken.get("outcome") != "passed" or broken["questions"] > 0
    wrong = ask(player.page, WRONG, language="zh")
    assert (wrong.get("outcome"), wrong["fault"]["call"]) == ("failed", "straight([[1], [1]], (0, 0), (1, 0))"), wrong
    assert "straight" in wrong["title"]
    assert not wrong["title"].isascii()


@pytest.mark.full
def test_what_never_returns_is_ended(player: Player) -> None:
    slow = ask(player.page, "def straight(grid, a, b):\n    while True: pass\n")
    assert (slow.get("outcome"), slow["fault"]["kind"]) == ("failed", "slow"), slow
    ask_what_never_returns(player.page)
    player.page.evaluate("learner.stop()")
    stopped = answer(player.page)
    assert (stopped["code"], stopped["text"]) == ("stopped", "Stopped.")
    ask_what_never_returns(player.page)
    player.page.clock.fast_forward(600_000)
    hung = answer(player.page)
    assert (hung["code"], hung["told"]) == ("hung", {"share": 0, "call": CALL}), hung
    assert hung["text"] == "The program was stopped: it did not respond for 600 seconds."


@pytest.mark.full
def test_nothing_leads_out_and_the_game_goes_on(player: Player) -> None:
    page = player.page
    answer = ask(page, LOOKS_FOR_A_WAY_OUT)
    found = json.loads(answer["printed"].splitlines()[0])
    allowed = [found.pop(name) for name in ("nonsense", "forged", "files")]
    assert allowed == ["done: None"] * 3, "they harm nobody else"
    assert [name for name, problem in found.items() if problem.startswith("done")] == [], found
    assert answer["outcome"] == "failed", "a forged answer is none"
    assert ask(page, STRAIGHT)["outcome"] == "passed"
    page.evaluate("() => learner.close()")
    id = player.ask("POST", "/api/games", {"mode": "classic", "rows": 4, "cols": 6, "seed": 7})["id"]
    page.goto(f"{player.url}/play/{id}")
    player.await_board()
    player.win()


def test_the_worker_has_lost_what_leads_out(sit_down: MakePlayer) -> None:
    player = sit_down()
    headers = {"Content-Type": "text/javascript", "Content-Security-Policy": LEARNER_POLICY}
    script = LOCKED % json.dumps(GONE)
    player.page.route("**/locked.js", lambda route: route.fulfill(body=script, headers=headers))
    player.page.goto(player.url)
    player.await_board()
    assert player.page.evaluate(LOOK_AROUND) == {
        "left": [],
        "eval": "TypeError",
        "function": "TypeError",
        "timer": 0,
        "elsewhere": "TypeError",
        "memory": "RangeError",
    }


@pytest.mark.full
def test_a_site_runs_programs_without_a_network(host: StaticHost, visit: Visit) -> None:
    player = visit(host)
    player.page.goto(host.url)
    player.await_kept()
    player.page.context.set_offline(True)
    open_lab(player.page, f"{host.url}#/lab")
    assert ask(player.page, STRAIGHT)["outcome"] == "passed"


def test_without_python_the_page_says_how_to_get_it(sit_down: MakePlayer) -> None:
    for locale, words in (("en-US", "llk play --python"), ("zh-CN", "请退出后用 llk play --python 启动一次")):
        page = sit_down(locale=locale).page
        page.goto(f"{sit_down().url}/lab")
        page.wait_for_selector(".lab .cell.has-tile")
        assert words in page.evaluate(OPEN)
        page.evaluate(ASK, {"source": ""})
        assert answer(page)["code"] == "missing"
