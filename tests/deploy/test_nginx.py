"""The configuration of nginx in deploy/, with the real nginx in front of two servers on one database."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from support.careful_player import CarefulPlayer
from support.children import child
from support.paths import ROOT
from support.patience import PATIENCE, wait_until
from support.web_stage import Client

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not (NGINX and OPENSSL), reason="nginx or openssl is not installed; e.g.: apt install nginx openssl"
    ),
]

LLK = [sys.executable, "-c", "from lianliankan.cli import main; main()"]
AROUND = """
daemon off;
pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Site:
    """nginx and the servers behind it; `logs` are the files of the servers' logs."""

    def __init__(self, folder: Path, url: str, stack: ExitStack) -> None:
        self._folder, self._url, self._stack = folder, url, stack
        self.logs = [folder / "first.log", folder / "second.log"]
        self.ports = [free_port() for _ in self.logs]
        self.https, self.http = (free_port() for _ in range(2))
        self.address = f"https://127.0.0.1:{self.https}"
        self.servers = [self.start_server(place) for place in range(2)]

    def start_server(self, place: int) -> "subprocess.Popen[str]":
        command = [*LLK, "serve", "--store", self._url, "--port", str(self.ports[place])]
        command += ["--name", "play.example", "--proxy", "127.0.0.1", "--drain-seconds", "60"]
        log = self._stack.enter_context(self.logs[place].open("a"))
        process = self._stack.enter_context(child(command, stdout=subprocess.PIPE, stderr=log))
        assert process.stdout
        assert process.stdout.readline().startswith("lianliankan: ")
        return process

    def restart_server(self, place: int) -> None:
        """Stop a server, wait until it has ended, and start another one in its place."""
        self.servers[place].send_signal(signal.SIGTERM)
        assert self.servers[place].wait(PATIENCE) == 0
        self.servers[place] = self.start_server(place)
        before = self.logs[place].stat().st_size
        wait_until(
            lambda: self.get("/healthz").is_success and self.logs[place].stat().st_size > before
        )  # nginx uses it again

    def log_lines(self) -> "list[dict[str, object]]":
        return [json.loads(line) for log in self.logs for line in log.read_text().splitlines()]

    def get(self, path: str, *, source: str = "127.0.0.1", **headers: str) -> httpx2.Response:
        transport = httpx2.HTTPTransport(local_address=source, verify=False)
        with httpx2.Client(base_url=self.address, transport=transport, headers=headers) as http:
            return http.get(path)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def site_file(site: Site, folder: Path) -> str:
    """Return the file of deploy/ with other ports and paths, and nothing else changed."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    servers = " ".join(f"server 127.0.0.1:{port} fail_timeout=1s;" for port in site.ports)
    for before, after in {
        "server 127.0.0.1:8000 fail_timeout=1s;": servers,
        "listen 80;": f"listen 127.0.0.1:{site.http};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{site.https} ssl http2;",
        "listen [::]:443 ssl http2;": "",
        "/etc/ssl/lianliankan": str(folder),
    }.items():
        assert before in text
        text = text.replace(before, after)
    return text


@contextmanager
def unprivileged_folder() -> "Iterator[tuple[Path, dict[str, Any]]]":
    """Make a folder, and yield it with the account to use it: another one than root."""
    with tempfile.TemporaryDirectory(prefix="llk-nginx-", ignore_cleanup_errors=True) as name:
        if os.getuid() != 0:
            yield Path(name), {}
            return
        import pwd

        account = pwd.getpwnam("nobody")
        os.chown(name, account.pw_uid, account.pw_gid)
        yield Path(name), {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


@pytest.fixture(scope="module")
def site(shared_postgres_url: str) -> Iterator[Site]:
    assert NGINX
    with ExitStack() as stack:
        folder, account = stack.enter_context(unprivileged_folder())
        stack.enter_context(pytest.MonkeyPatch.context()).setenv("SSL_CERT_FILE", str(folder / "fullchain.pem"))
        make_certificate(folder)
        site = Site(folder, shared_postgres_url, stack)
        (folder / "site.conf").write_text(site_file(site, folder))
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
        command = [NGINX, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "nginx.log")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False, **account)
        assert checked.returncode == 0, checked.stderr
        assert "[warn]" not in checked.stderr
        stack.enter_context(child(command, **account))
        wait_until(lambda: is_open(site.https))
        yield site


def make_certificate(folder: Path) -> None:
    assert OPENSSL
    names = "subjectAltName=DNS:play.example,IP:127.0.0.1"
    command = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=play.example"]
    command += ["-addext", names, "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
    (folder / "privkey.pem").chmod(0o644)  # nginx is another user here; the key is worth nothing


def is_open(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def test_the_page_comes_by_tls_with_its_headers(site: Site) -> None:
    page = site.get("/")
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=63072000"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert len(page.headers.get_list("x-content-type-options")) == 1
    assert site.get("/", **{"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "; Secure" in site.get("/api/me").headers["set-cookie"]
    assert site.get("/no-such-page").headers["strict-transport-security"]
    with httpx2.Client() as http:
        plain = http.get(f"http://127.0.0.1:{site.http}/play/x?lang=zh")
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
