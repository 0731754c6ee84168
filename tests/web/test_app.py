"""The page, its files, the drawn faces, and the headers of every response."""

import http.client
import re
from pathlib import Path
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
def test_the_page(client: Client, path: str) -> None:
    answer = client.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert re.sub("/static/[0-9a-f]{12}/", "/static/", answer.text) == (STATIC / "index.html").read_text("utf-8")
    # A link from another site comes without the cookie, and the page must not replace it.
    assert "set-cookie" not in answer.headers


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
    assert len(paths) > 10
    for path in paths:
        answer = client.http.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.content == (STATIC / path.split("/", 3)[3]).read_bytes()
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
    """Reading and packing them takes a tenth of a second, in which no move would be answered."""
    page_files._files.cache_clear()
    with run_server(tmp_path) as running, open_http(running.address) as http:
        http.get("/healthz")
        read = page_files._files.cache_info().misses
        assert read > 0
        assert http.get("/static/icon.svg").status_code == 200
        assert page_files._files.cache_info().misses == read
