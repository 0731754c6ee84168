"""The configuration of nginx in deploy/, with the real nginx in front of two servers on one database."""

import json
import select
import signal
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import httpx2
import pytest

from reserved_port import reserve_port
from support.careful_player import CarefulPlayer
from support.children import child, read_line
from support.nginx import NGINX, OPENSSL, Nginx, run_nginx
from support.patience import PATIENCE, wait_until
from support.race_stage import RoomWindow, open_room, play_on, play_to_the_end, start_race
from support.unhurried_server import UNHURRIED_LLK
from support.web_stage import Client

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not (NGINX and OPENSSL), reason="nginx or openssl is not installed; e.g.: apt install nginx openssl"
    ),
]


class Site:
    """nginx and the servers behind it; `logs` are the files of the servers' logs."""

    def __init__(self, nginx: Nginx, ports: list[int], folder: Path, url: str, stack: ExitStack) -> None:
        self._url, self._stack = url, stack
        self.nginx, self.ports = nginx, ports
        self.logs = [folder / "first.log", folder / "second.log"]
        self.address = f"https://127.0.0.1:{nginx.port}"
        self.servers = [self.start_server(place) for place in range(2)]

    def start_server(self, place: int) -> "subprocess.Popen[str]":
        command = [*UNHURRIED_LLK, "serve", "--store", self._url, "--port", str(self.ports[place])]
        command += ["--name", "play.example", "--proxy", "127.0.0.1"]
        log = self._stack.enter_context(self.logs[place].open("a"))
        process = self._stack.enter_context(child(command, stdout=subprocess.PIPE, stderr=log))
        assert read_line(process).startswith("lianliankan: ")
        return process

    def restart_server(self, place: int) -> None:
        """Stop a server, wait until it has ended, and start another one in its place."""
        self.servers[place].send_signal(signal.SIGTERM)
        assert self.servers[place].wait(PATIENCE) == 0
        self.servers[place] = self.start_server(place)
        before = self.logs[place].stat().st_size
        wait_until(lambda: self.is_healthy() and self.logs[place].stat().st_size > before)  # nginx uses it again

    def is_healthy(self) -> bool:
        try:
            return self.get("/healthz").is_success
        except httpx2.HTTPError:
            return False

    def log_lines(self) -> "list[dict[str, object]]":
        return [json.loads(line) for log in self.logs for line in log.read_text().splitlines()]

    def get(self, path: str, *, source: str = "127.0.0.1", **headers: str) -> httpx2.Response:
        transport = httpx2.HTTPTransport(local_address=source, verify=False)
        with httpx2.Client(base_url=self.address, transport=transport, headers=headers, timeout=PATIENCE) as http:
            return http.get(path)


@pytest.fixture(scope="module")
def site(shared_postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    ports = [reserve_port() for _ in range(2)]
    with ExitStack() as stack:
        nginx = stack.enter_context(run_nginx(ports))
        stack.enter_context(pytest.MonkeyPatch.context()).setenv("SSL_CERT_FILE", str(nginx.certificate))
        yield Site(nginx, ports, tmp_path_factory.mktemp("site"), shared_postgres_url, stack)


def test_the_page_comes_by_tls_with_its_headers(site: Site) -> None:
    page = site.get("/")
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=63072000"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert len(page.headers.get_list("x-content-type-options")) == 1
    assert site.get("/", **{"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "; Secure" in site.get("/api/me").headers["set-cookie"]
    assert site.get("/no-such-page").headers["strict-transport-security"]
    with httpx2.Client(timeout=PATIENCE) as http:
        plain = http.get(f"http://127.0.0.1:{site.nginx.http_port}/play/x?lang=zh")
    assert (plain.status_code, plain.headers["location"]) == (301, "https://127.0.0.1/play/x?lang=zh")


def test_the_servers_see_the_address_of_the_player_and_log_the_id_of_the_request(site: Site) -> None:
    claims = {"X-Forwarded-For": "192.0.2.1", "X-Request-ID": "made-up"}
    id = site.get("/api/game", source="127.0.0.7", **claims).headers["x-request-id"]
    assert len(id) == 32
    wait_until(lambda: any(line.get("request") == id for line in site.log_lines()))
    (line,) = (line for line in site.log_lines() if line.get("request") == id)
    assert (line["path"], line["client"]) == ("/api/game", "127.0.0.7")


def test_monitoring_is_for_this_machine(site: Site) -> None:
    for path in ("/healthz", "/readyz"):
        assert site.get(path).status_code == 200
        assert site.get(path, source="127.0.0.7").status_code == 403
    assert site.get("/metrics").status_code == 404


@pytest.mark.kills
def test_players_play_on_while_the_servers_are_restarted(site: Site) -> None:
    """One server after the other is stopped and started, as for an upgrade; players notice nothing but a reconnect."""
    end, players = threading.Event(), list[CarefulPlayer]()

    def play_on() -> None:
        goals = [player.answered + 5 for player in players]
        wait_until(lambda: all(player.answered >= goal for player, goal in zip(players, goals, strict=True)))

    try:
        for _ in range(8):
            players.append(CarefulPlayer(Client(site.address), end))
            players[-1].start()
        for place in range(2):
            play_on()
            site.restart_server(place)
        play_on()
    finally:
        end.set()
        for player in players:
            player.join(PATIENCE)
            player.client.close()
    for player in players:
        assert (player.wrong, player.failed) == ([], [])
        assert set(player.codes) == {1012}


def test_a_race_is_run(site: Site) -> None:
    """Its socket has another address than those of games."""
    with ExitStack() as stack:
        clients = [stack.enter_context(closing(Client(site.address))) for _ in range(2)]
        for client in clients:
            client.http.get("/api/me")
        code = open_room(clients[0])
        first, last = [stack.enter_context(closing(RoomWindow(client, code))) for client in clients]
        start_race(first, last)
        assert first.you is not None
        while not first.boards[first.you].is_clear:
            play_on(first)
        play_to_the_end(last, first)


def test_only_websockets_change_the_protocol(site: Site) -> None:
    """What begins like one and has a body is an ordinary request: the server would wait for the rest of it."""
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    upgrade["Sec-WebSocket-Key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    with httpx2.Client(base_url=site.address, verify=False, headers=upgrade, timeout=PATIENCE) as http:
        assert http.request("GET", "/ws/abc", content=b"x").status_code == 404
        assert http.post("/ws/abc").status_code == 404
        assert http.get("/healthz", headers={"Upgrade": "h2c"}).status_code == 200


def test_heads_and_bodies_have_limits(site: Site) -> None:
    assert site.get(f"/api/replay?share={'x' * 16_000}").status_code in (400, 413)
    assert site.get("/", **{"X-Long": "x" * 30_000}).status_code in (400, 431)
    with httpx2.Client(base_url=site.address, verify=False, timeout=PATIENCE) as http:
        assert http.post("/api/games", content=b" " * 2_000_000).status_code == 413


def test_uploads_may_be_larger_than_other_bodies(site: Site) -> None:
    with closing(Client(site.address)) as client:
        client.http.get("/api/me")
        answer = client.http.post("/api/player/import", content=b" " * 2_000_000)
    assert (answer.status_code, answer.json()["code"]) == (400, "archive")  # by the server: it is no zip


@pytest.fixture(scope="module")
def impatient(site: Site) -> Iterator[Nginx]:
    """nginx in front of the same servers; it waits a second for a client."""
    names = {"client_header_timeout": "10s", "client_body_timeout": "10s", "send_timeout": "15s"}
    with run_nginx(site.ports, changes={f"{name} {time};": f"{name} 1s;" for name, time in names.items()}) as nginx:
        yield nginx


HALF_A_BODY = b"POST /api/games HTTP/1.1\r\nHost: play.example\r\nContent-Length: 10\r\n\r\n{"


@contextmanager
def connect(nginx: Nginx, source: str) -> Iterator[ssl.SSLSocket]:
    """Connect from an address of this machine; little is received before it is read."""
    context = ssl.create_default_context(cafile=str(nginx.certificate))
    with socket.socket() as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(PATIENCE)
        plain.bind((source, 0))
        plain.connect(("127.0.0.1", nginx.port))
        with context.wrap_socket(plain, server_hostname="play.example") as secure:
            yield secure


def is_ended(connection: socket.socket) -> bool:
    """Whether nginx has ended a connection, even if there is something left to read."""
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(0))


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n",
        HALF_A_BODY,
        b"GET /api/game HTTP/1.1\r\nHost: play.example\r\n\r\n" * 900,  # more than any buffer holds
    ],
    ids=["head", "body", "answer"],
)
def test_a_client_that_is_silent_is_disconnected(impatient: Nginx, sent: bytes) -> None:
    with connect(impatient, "127.0.0.9") as client:
        client.sendall(sent)
        wait_until(lambda: is_ended(client))


def ask(nginx: Nginx, source: str) -> int:
    """Ask for a file from an address, and return the status of the answer."""
    with connect(nginx, source) as client:
        client.sendall(b"HEAD /static/icon.svg HTTP/1.1\r\nHost: play.example\r\n\r\n")
        return int(client.recv(4096).split()[1])


def test_requests_beyond_the_rate_of_an_address_are_refused(site: Site) -> None:
    changes = {"rate=300r/s;": "rate=1r/m;", "burst=4000 delay=200;": "burst=10 delay=10;"}
    with run_nginx(site.ports, changes=changes) as nginx:
        statuses = [ask(nginx, "127.0.0.10") for _ in range(20)]
        assert statuses[:11] == [200] * 11
        assert 429 in statuses
        assert ask(nginx, "127.0.0.11") == 200


def test_an_address_may_have_so_many_requests_under_way(site: Site) -> None:
    changes = {
        "client_body_timeout 10s;": "client_body_timeout 1h;",
        "limit_conn lianliankan_connections 1000;": "limit_conn lianliankan_connections 2;",
    }
    with run_nginx(site.ports, changes=changes) as nginx, ExitStack() as stack:
        clients = [stack.enter_context(connect(nginx, "127.0.0.12")) for _ in range(2)]
        for client in clients:
            client.sendall(HALF_A_BODY)
        wait_until(lambda: ask(nginx, "127.0.0.12") == 429)
        clients[0].close()
        wait_until(lambda: ask(nginx, "127.0.0.12") == 200)


def test_many_requests_of_one_address_wait_for_their_turn(site: Site) -> None:
    """As when a class opens the page: more come at once than pass, and none is refused."""

    def visit(_: int) -> set[int]:
        with httpx2.Client(base_url=site.address, verify=False, timeout=PATIENCE) as http:
            return {http.get("/static/icon.svg").status_code for _ in range(20)}

    with ThreadPoolExecutor(40) as visitors:
        assert set().union(*visitors.map(visit, range(40))) == {200}
