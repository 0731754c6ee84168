"""The size of everything that the page loads before its first board, on the wire and without the tile set."""

import http.client
import re
from urllib.parse import urlsplit

from support.patience import PATIENCE
from support.web_stage import RunningServer

MAX_BYTES = 100_000


def test_the_first_load_is_light(generous_server: RunningServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(generous_server.address).netloc, timeout=PATIENCE)

    def load(path: str) -> tuple[http.client.HTTPResponse, bytes]:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        return answer, answer.read()

    connection.request("GET", "/")
    page = connection.getresponse().read().decode()
    named = set(re.findall(r'(?:href|src)="(/[^"]+)"', page))
    asked = {"/", "/api/me"}
    sizes = {}
    for path in named | asked:
        answer, body = load(path)
        assert answer.status == 200, path
        sizes[path] = len(body)
        if len(body) > 2000:
            assert answer.headers["Content-Encoding"] == "gzip", path
    connection.close()
    assert sum(path.endswith((".js", ".css")) for path in sizes) == 2
    assert sum(sizes.values()) < MAX_BYTES, sizes
