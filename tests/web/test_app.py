"""The page, its files, the drawn faces, and the headers of every response."""

import http.client
import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from lianliankan.web.http import page_files
from lianliankan.web.http.page_files import STATIC
from lianliankan.web.http.security import FILE_HEADERS, SECURITY_HEADERS
from support.patience import PATIENCE
from support.web_stage import Client, RunningServer, open_http, run_server


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


@pytest.mark.parametrize("path", ["/", "/play/abc123", "/b/llkb1_x", "/g/llkg1_x", "/replay/abc123"])
def test_the_page(server: RunningServer, path: str) -> None:
    with open_http(server.address) as http:
        answer = http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    source = (STATIC / "index.html").read_text("utf-8")
    assert all(line in answer.text.splitlines() for line in source.splitlines() if "/static/" not in line)
    assert answer.headers["cache-control"] == "no-store"
    # A link from another site comes without the cookie, and the page must not replace it.
    assert "set-cookie" not in answer.headers
    assert read_page(answer.text)["me"] is None


def read_page(html: str) -> dict[str, Any]:
    """Return what the server has written into the page."""
    (found,) = re.findall('<script type="application/json" id="page-data">(.*)</script>', html)
    return dict(json.loads(found))


def test_what_the_page_would_ask_for_is_written_into_it(client: Client, other_client: Client) -> None:
    id = client.start_game()
    client.http.put("/api/settings", json={"faces": "seals", "language": "zh", "note": "</script><b>"})
    page = client.http.get("/")
    found = read_page(page.text)
    assert found["facts"] == client.http.get("/api/game").json()
    assert found["me"] == client.http.get("/api/me").json()
    assert found["me"]["settings"]["note"] == "</script><b>"
    window = client.open_window(id)
    assert found["game"] == window.state
    window.close()
    assert re.findall('<link rel="preload" href="([^"]+)"', page.text) == ["/texts/zh.json", "/faces/seals.svg"]
    assert read_page(client.http.get(f"/play/{id}").text)["game"]["id"] == id
    for path in ("/stats", "/?mode=timed", "/play/nothing", "/play/..%2f"):
        assert read_page(client.http.get(path).text)["game"] is None, path
    assert read_page(other_client.http.get(f"/play/{id}").text)["game"] is None, "it is another player's"


@pytest.mark.parametrize(("wish", "language"), [("zh-CN,en;q=0.5", "zh"), ("de, en", "en"), ("", "en")])
def test_the_texts_of_the_browsers_language_are_loaded_at_once(server: RunningServer, wish: str, language: str) -> None:
    with open_http(server.address) as http:
        html = http.get("/", headers={"Accept-Language": wish}).text
    assert f'href="/texts/{language}.json"' in html
    assert 'href="/faces/animals.svg"' in html


def test_an_unknown_address_gets_a_page_that_leads_back(client: Client) -> None:
    for path in ("/nowhere", "/replays", "/nowhere/deeper"):
        answer = client.http.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert 'href="/"' in answer.text
        assert "No path leads here" in answer.text
        assert "此路不通" in answer.text
        again = client.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 404
        for file in re.findall(r'"(/static/[^"]+)"', answer.text):
            assert client.http.get(file).status_code == 200
    answer = client.http.get("/api/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "gone")


def test_every_response_has_the_security_headers(client: Client) -> None:
    for path in (
        "/",
        "/healthz",
        "/api/me",
        "/nowhere",
        "/static/nothing.js",
        "/faces/numbers.svg",
        "/api/games/x/record",
    ):
        answer = client.http.get(path)
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers[name] == value, path
        assert "server" not in answer.headers
    for path in ("/static/js/main.js", "/static/css/base.css"):
        headers = client.http.get(path).headers
        assert {name: headers[name] for name in FILE_HEADERS} == FILE_HEADERS
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), "other than for the kernel"


def test_the_files_of_the_page(client: Client) -> None:
    types = {
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
    }
    files = [path for path in STATIC.rglob("*") if path.suffix in types]
    assert files
    for file in files[:5]:
        path = f"/static/{file.relative_to(STATIC).as_posix()}"
        answer = client.http.get(path)
        assert answer.content == file.read_bytes()
        assert answer.headers["content-type"] == types[file.suffix]
        assert answer.headers["cache-control"] == "no-cache"
        again = client.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.http.head(path).status_code == 200
        assert client.http.post(path).status_code == 405


def test_files_at_their_lasting_addresses(client: Client) -> None:
    """The page names addresses that contain the hash of its files, so browsers ask for none of them twice."""
    page = client.http.get("/").text
    paths = re.findall(r'"(/static/[^"]+)"', page)
    assert {path.split("/", 3)[3] for path in paths} == {"css/index.css", "icon.svg", "js/main.js"}
    for path in paths:
        answer = client.http.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.http.get(paths[0].replace(paths[0].split("/")[2], "0" * 12)).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("../app.py", "..%2fapp.py", "%2e%2e/app.py", "js/../../app.py", "js/..%2f..%2fapp.py", "..%5capp.py"),
        *("", "js", "js/", "/etc/passwd", "%2fetc%2fpasswd", "index.html%00.js", ".", "~root"),
    ],
)
def test_no_path_leads_out_of_the_folder(server: RunningServer, path: str) -> None:
    connection = http.client.HTTPConnection(
        urlsplit(server.address).netloc, timeout=PATIENCE
    )  # sends the path unchanged
    connection.request("GET", f"/static/{path}")
    answer = connection.getresponse()
    assert answer.status in (404, 307), path
    assert b"import" not in answer.read()
    connection.close()


def test_faces_and_health(client: Client) -> None:
    answer = client.http.get("/faces/numbers.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert 'id="k1"' in answer.text
    assert client.http.get("/faces/numbers.svg", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert client.http.get("/faces/nobody.svg").status_code == 404
    assert client.http.get("/healthz").json()["ok"] is True


def test_the_files_are_read_before_the_first_request(tmp_path: Path) -> None:
    """Joining and packing them takes half a second, in which no move would be answered."""
    page_files._files.cache_clear()
    with run_server(tmp_path) as running, open_http(running.address) as http:
        http.get("/healthz")
        read = page_files._files.cache_info().misses
        assert read > 0
        (script,) = re.findall(r'src="(/static/[^"]+\.js)"', http.get("/").text)
        assert http.get(script).status_code == 200
        assert page_files._files.cache_info().misses == read


def test_a_page_that_is_developed_is_its_sources_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = tmp_path / "static"
    shutil.copytree(STATIC, copied)
    monkeypatch.setattr(page_files, "STATIC", copied)
    monkeypatch.setenv("LLK_DEVELOP", "1")
    with run_server(tmp_path / "store") as running, open_http(running.address) as http:
        assert '"/static/js/main.js"' in http.get("/").text
        assert http.get("/static/js/app.js").content == (STATIC / "js" / "app.js").read_bytes()
        for name in ("js/app.js", "js/new.js", "index.html"):
            (copied / name).write_text("// changed\n", encoding="utf-8")
        answers = [http.get(path) for path in ("/static/js/app.js", "/static/js/new.js", "/")]
        assert [answer.text.splitlines()[0] for answer in answers] == ["// changed"] * 3
        assert answers[0].headers["cache-control"] == "no-cache"
