"""The worker of a site by itself: what it answers is kept, whatever happens to it."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import lianliankan as llk
from lianliankan.web.http.page_files import STATIC
from support.patience import PATIENCE
from support.static_site import StaticHost

pytestmark = pytest.mark.full

CLIENT = """async ({base, files, takeOver, id}) => {
    const worker = new Worker(files + "js/local/worker.js", {type: "module"});
    const client = (window.clients ??= {})[id] = {worker, inbox: [], wake: () => {}};
    worker.onmessage = ({data}) => {
        if (data.type === "progress") return;
        client.inbox.push(data);
        client.wake();
    };
    client.take = async (isWanted) => {
        for (;;) {
            const place = client.inbox.findIndex(isWanted);
            if (place >= 0) return client.inbox.splice(place, 1)[0];
            await new Promise((resolve) => (client.wake = resolve));
        }
    };
    worker.postMessage({type: "start", base, list: `${files}runtime/files.json`, language: "en", takeOver});
    const first = await client.take((message) => message.type === "ready" || message.type === "failed");
    return first.type === "ready" ? "ready" : first.code;
}"""
REQUEST = """async ({client, id, method, path, body}) => {
    const {worker, take} = clients[client];
    const headers = {"Content-Type": "application/json"};
    const bytes = body === null ? null : new TextEncoder().encode(body).buffer;
    worker.postMessage({type: "request", id, method, path, headers, body: bytes});
    const answer = await take((message) => message.type === "answer" && message.id === id);
    return [answer.status, new TextDecoder().decode(answer.body)];
}"""
OPEN = """async ({client, id, path}) => {
    const {worker, take} = clients[client];
    worker.postMessage({type: "open", id, path});
    await take((message) => message.type === "opened" && message.id === id);
}"""
ASK = """async ({client, id, text}) => {
    const {worker, take} = clients[client];
    worker.postMessage({type: "text", id, text});
    return (await take((message) => message.type === "text" && message.id === id)).text;
}"""


class LocalClient:
    """A page's side of the worker."""

    def __init__(self, page: Page, host: StaticHost, version: str, *, take_over: bool = False) -> None:
        self._page, self._number = page, 0
        self._id = str(page.evaluate("() => Object.keys(window.clients ?? {}).length"))
        about = {"base": host.url, "files": f"{host.url}{version}/", "takeOver": take_over, "id": self._id}
        self.outcome = page.evaluate(CLIENT, about)

    def request(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        self._number += 1
        text = None if body is None else json.dumps(body)
        asked = {"client": self._id, "id": self._number, "method": method, "path": path, "body": text}
        status, answer = self._page.evaluate(REQUEST, asked)
        return status, json.loads(answer)

    def open_game(self, id: str) -> dict[str, Any]:
        self._number += 1
        self._socket = self._number
        self._page.evaluate(OPEN, {"client": self._id, "id": self._socket, "path": f"/ws/{id}"})
        return self.ask(type="hello", v=3)

    def ask(self, **message: object) -> dict[str, Any]:
        asked = {"client": self._id, "id": self._socket, "text": json.dumps(message)}
        answer: dict[str, Any] = json.loads(self._page.evaluate(ASK, asked))
        return answer

    def take(self) -> dict[str, Any]:
        """Return the next message of the socket."""
        message: dict[str, Any] = json.loads(self.wait_for("text")["text"])
        return message

    def wait_for(self, type: str) -> Any:  # noqa: ANN401
        return self._page.evaluate(
            "([id, type]) => clients[id].take((message) => message.type === type)", [self._id, type]
        )

    def terminate(self) -> None:
        self._page.evaluate("(id) => clients[id].worker.terminate()", self._id)


@pytest.fixture(scope="module")
def version(host: StaticHost) -> str:
    (mark,) = host.folder.rglob("lianliankan-site.json")
    return str(json.loads(mark.read_bytes())["versions"][0])


@pytest.fixture
def page(browser: Browser, host: StaticHost) -> Iterator[Page]:
    """A page of the site's origin without scripts of its own."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(2000 * PATIENCE)
        page.goto(f"{host.url}lianliankan-site.json")
        yield page


def test_a_killed_worker_loses_nothing_that_it_has_answered(page: Page, host: StaticHost, version: str) -> None:
    random, id, answered, board = Random(1), "", 0, llk.Board.parse("AA")
    for life in range(3):
        client = LocalClient(page, host, version)
        assert client.outcome == "ready"
        if not id:
            _, started = client.request("POST", "/api/games", {"mode": "classic", "rows": 6, "cols": 8, "seed": 5})
            id = started["id"]
        state = client.open_game(id)
        assert state["version"] in (answered, answered + 1)  # the last one was written, or not
        board, answered = llk.Board.from_rows(state["rows"]), state["version"]
        for _ in range(random.randint(1, 4)):
            move = llk.solve(board).moves[0]
            done = client.ask(type="do", n=answered, version=answered, command=f"play {move}")
            assert done["type"] == "done"
            board, answered = board.play(move), done["version"]
        move = llk.solve(board).moves[0]
        page.evaluate(
            """async ([id, socket, text, frames]) => {
                clients[id].worker.postMessage({type: "text", id: socket, text});
                for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
                clients[id].worker.terminate();
            }""",
            [
                client._id,
                client._socket,
                json.dumps({"type": "do", "n": 99, "version": answered, "command": f"play {move}"}),
                life,
            ],
        )
    client = LocalClient(page, host, version)
    assert client.request("GET", f"/api/games/{id}/replay")[0] == 200


PAGES = """

// The state after each change follows from its number: some pages have that number in them, and the size differs.
function* changes() {
    const pages = new Map();
    for (let number = 1; ; number++) {
        const count = 1 + (number * 7) % 11;
        const written = new Map();
        for (let page = 0; page < count; page++)
            if (page === 0 || page === count - 1 || (number + page) % 3 === 0 || !pages.has(page))
                written.set(page, new Uint8Array(4096).fill(number % 251));
        for (const [page, bytes] of written) pages.set(page, bytes);
        for (const page of pages.keys()) if (page >= count) pages.delete(page);
        yield { number, written, size: count * 4096, pages };
    }
}

const { file, bytes } = await KeptFile.open("crash test", () => {});
let isFound = bytes === null, number = 0;
const steps = changes();
self.onmessage = async ({ data: answered }) => {
    for (const step of steps) {
        if (!isFound) {
            const isSame = step.size === bytes.length && [...step.pages].every(([page, part]) =>
                bytes[page * 4096] === part[0] && bytes[page * 4096 + 4095] === part[0]);
            if (step.number < answered || !isSame) {
                if (step.number > answered + 1) return self.postMessage(`damaged after ${answered}`);
                continue;
            }
            isFound = true;
            continue;
        }
        await file.keep(step.written, step.size);
        self.postMessage(step.number);
    }
};
if (isFound) self.postMessage(0);
else self.postMessage("open");
"""


def test_every_change_of_the_file_is_kept_as_a_whole(page: Page) -> None:
    code = (STATIC / "js" / "local" / "kept_file.js").read_text(encoding="utf-8").replace("\nexport ", "\n") + PAGES
    found = page.evaluate(
        """async ([code, lives]) => {
            const url = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
            let answered = 0;
            for (let life = 0; life < lives; life++) {
                const worker = new Worker(url, {type: "module"});
                let left = 1 + (life * 13) % 5;  // changes that are answered in this life
                const problem = await new Promise((resolve) => {
                    worker.onerror = (event) => resolve(event.message);
                    worker.onmessage = ({data}) => {
                        if (data === "open" || data === 0) return worker.postMessage(answered);
                        if (typeof data !== "number") return resolve(data);
                        answered = data;
                        if (--left === 0) setTimeout(() => resolve(""), life % 4);  // amid later ones
                    };
                });
                worker.terminate();
                if (problem) return [life, problem, answered];
            }
            return [lives, "", answered];
        }""",
        [code, 100],
    )
    assert found[:2] == [100, ""]
    assert found[2] >= 300


FILL = """async () => {
    const opening = indexedDB.open("something else", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("bytes", {autoIncrement: true});
    await new Promise((resolve) => (opening.onsuccess = resolve));
    for (let size = 1_000_000; size > 500; size /= 2)
        for (let isFull = false; !isFull; ) {
            const transaction = opening.result.transaction("bytes", "readwrite");
            transaction.objectStore("bytes").add(new Uint8Array(size));
            isFull = await new Promise((resolve) => {
                transaction.oncomplete = () => resolve(false);
                transaction.onabort = () => resolve(true);
            });
        }
}"""


def test_what_does_not_fit_on_the_disk_is_not_done(page: Page, host: StaticHost, version: str) -> None:
    devtools = page.context.new_cdp_session(page)
    origin = page.evaluate("() => location.origin")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 4_000_000})
    client = LocalClient(page, host, version)
    _, started = client.request("POST", "/api/games", {"mode": "classic", "rows": 4, "cols": 6, "seed": 7})
    state = client.open_game(started["id"])
    move = llk.Board.from_rows(state["rows"]).moves()[0]
    page.evaluate(FILL)
    play = {"type": "do", "n": 1, "version": 0, "command": f"play {move}"}
    assert client.ask(**play)["code"] == "store"
    assert client.take()["version"] == 0  # the game as it is
    status, problem = client.request("POST", "/api/games", {"mode": "classic", "rows": 4, "cols": 6})
    assert (status, problem["code"]) == (503, "store")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    done = client.ask(**play)
    assert (done["type"], done["version"]) == ("done", 1)
    client.terminate()
    again = LocalClient(page, host, version)
    assert again.open_game(started["id"])["version"] == 1
    assert len(again.request("GET", "/api/games")[1]) == 1
