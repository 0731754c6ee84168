"""A real nginx with the site of deploy/, in front of servers on this machine."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from reserved_port import reserve_port
from support.children import child
from support.paths import ROOT
from support.patience import wait_until

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")

_AROUND = """
daemon off;
pid {folder}/nginx.pid;
worker_rlimit_nofile 20000;
events {{ worker_connections 10000; }}
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


class Nginx(NamedTuple):
    """A running nginx: its ports, and the certificate to trust."""

    port: int
    http_port: int
    certificate: Path


@contextmanager
def run_nginx(servers: Sequence[int], *, tls: bool = True, changes: Mapping[str, str] = {}) -> Iterator[Nginx]:
    """Run nginx in front of servers at these ports, with the file of deploy/; without TLS only for attacks.

    `changes` are other texts of the file and what replaces them, for tests of limits that nothing else reaches.
    """
    assert NGINX
    port, http_port = reserve_port(), reserve_port()
    with _unprivileged_folder() as (folder, account):
        _make_certificate(folder)
        (folder / "site.conf").write_text(_site_file(servers, port, http_port, folder, tls=tls, changes=changes))
        (folder / "nginx.conf").write_text(_AROUND.format(folder=folder))
        command = [NGINX, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "nginx.log")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False, **account)
        assert checked.returncode == 0, checked.stderr
        assert "[warn]" not in checked.stderr
        with child(command, **account):
            wait_until(lambda: _is_open(port))
            yield Nginx(port, http_port, folder / "fullchain.pem")


def _site_file(
    servers: Sequence[int], port: int, http_port: int, folder: Path, *, tls: bool, changes: Mapping[str, str]
) -> str:
    """Return the file of deploy/ with other ports, paths and changes, and nothing else changed."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for before, after in {
        "server 127.0.0.1:8000 fail_timeout=1s;": " ".join(f"server 127.0.0.1:{n} fail_timeout=1s;" for n in servers),
        "listen 80;": f"listen 127.0.0.1:{http_port};",
        "listen [::]:80;": "",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port}{' ssl http2' if tls else ''};",
        "listen [::]:443 ssl http2;": "",
        "/etc/ssl/lianliankan": str(folder),
        **changes,
    }.items():
        assert before in text
        text = text.replace(before, after)
    return text


@contextmanager
def _unprivileged_folder() -> "Iterator[tuple[Path, dict[str, Any]]]":
    """Make a folder, and yield it with the account to use it: another one than root."""
    with tempfile.TemporaryDirectory(prefix="llk-nginx-", ignore_cleanup_errors=True) as name:
        if os.getuid() != 0:
            yield Path(name), {}
            return
        import pwd

        account = pwd.getpwnam("nobody")
        os.chown(name, account.pw_uid, account.pw_gid)
        yield Path(name), {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _make_certificate(folder: Path) -> None:
    assert OPENSSL
    names = "subjectAltName=DNS:play.example,IP:127.0.0.1"
    command = [OPENSSL, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=play.example"]
    command += ["-addext", names, "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
    (folder / "privkey.pem").chmod(0o644)  # nginx is another user here; the key is worth nothing


def _is_open(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0
