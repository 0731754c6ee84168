"""A private PostgreSQL cluster in a temporary folder, which ends with the process that started it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

_OWNER = "llk"
_SECONDS = 180.0  # to start, and to stop, on a machine that is busy
_READY_LINE = 7  # of postmaster.pid, counting from 0
_ACCOUNTS = ("postgres", "nobody")
_FAST = {"fsync": "off", "full_page_writes": "off"}
_STRATEGY_VERSION = 15
_STILL_IN_USE = "pre-existing shared memory block"  # until the last child of a killed postmaster has ended

# Removes the folder, and what still runs or remains in memory, once its input ends: with this process at the latest.
# Line 7 of postmaster.pid names the one piece of shared memory that does not end with the processes.
_WATCHDOG = """
cat >/dev/null
if [ -f "$1/data/postmaster.pid" ]; then
    { read -r pid; for n in 2 3 4 5 6; do read -r _; done; read -r _ memory; } <"$1/data/postmaster.pid"
    if kill -QUIT "$pid"; then while kill -0 "$pid"; do sleep 0.05; done; else ipcrm -m "$memory"; fi
fi 2>/dev/null
for n in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" 2>/dev/null && break; sleep 0.2; done
"""


class NoPostgres(ValueError):
    """PostgreSQL is not installed, or does not start; the message says what to do."""


class PrivateCluster:
    """A PostgreSQL cluster of this process alone, reached by a Unix socket in its private folder.

    PostgreSQL refuses to run as root; root runs it as the user `postgres` or `nobody`. Settings are PostgreSQL's
    defaults, so every commit waits for the disk. `fast` does not: what was committed then survives a kill of every
    process, but not a power failure. `parent` is where the folder is made, which that user must be able to enter.
    """

    def __init__(
        self, *, fast: bool = False, settings: Mapping[str, str] | None = None, parent: Path | None = None
    ) -> None:
        self._programs = _find_programs()
        self._account = _account()
        # Shared memory in the folder ends with the folder.
        fixed = {"listen_addresses": "", "dynamic_shared_memory_type": "mmap"}
        self._settings = fixed | (_FAST if fast else {}) | dict(settings or {})
        self._parent = parent
        self._folder = Path()
        self._postmaster: subprocess.Popen[bytes] | None = None
        self._watchdog: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="llk-pg-", dir=self._parent))
        try:
            if self._account:
                os.chown(self._folder, self._account["user"], self._account["group"])
            self._watchdog = self._spawn(["/bin/sh", "-c", _WATCHDOG, "sh", str(self._folder)], stdin=subprocess.PIPE)
            words = ["-D", str(self._data), "-U", _OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            self._run("initdb", *words)
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The URL of the database `postgres`, which every cluster has."""
        return self.url_of("postgres")

    def url_of(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://{_OWNER}@/{quote(name)}?host={quote(str(self._folder), safe='')}"

    @property
    def folder(self) -> Path:
        """The folder with the socket, the log and the data."""
        return self._folder

    @property
    def pid(self) -> int:
        """The process id of the postmaster, the parent of all other processes of the cluster; 0 if it does not run."""
        return 0 if self._postmaster is None else self._postmaster.pid

    @property
    def log(self) -> str:
        """The log of PostgreSQL."""
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")

    def create_database(self, name: str, *, template: str = "template0") -> str:
        """Create a database as a copy of another, which must have no connections, and return its URL."""
        # Copying files is quickest where nothing waits for the disk; before version 15 there was no other way.
        is_new = int((self._data / "PG_VERSION").read_text()) >= _STRATEGY_VERSION
        how = ["--strategy=file_copy"] if is_new and self._settings.get("fsync") == "off" else []
        self._run("createdb", "-h", str(self._folder), "-U", _OWNER, "-T", template, *how, name)
        return self.url_of(name)

    def drop_database(self, name: str) -> None:
        """Drop a database, and the connections to it."""
        self._run("dropdb", "-h", str(self._folder), "-U", _OWNER, "--force", name)

    def kill(self) -> None:
        """Kill the postmaster with SIGKILL; its children notice and end by themselves."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Start it again, killed or not, with the same URLs."""
        self._end(signal.SIGINT)
        self._start()

    def stop(self) -> None:
        """End it and remove the folder."""
        self._end(signal.SIGINT)
        if self._watchdog is not None:
            self._watchdog.communicate()
            self._watchdog = None
        shutil.rmtree(self._folder, ignore_errors=True)

    # ---- Processes ---------------------------------------------------------------------------------------------------

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _start(self) -> None:
        options = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self._folder), *options]
        until = time.monotonic() + _SECONDS
        while True:
            with (self._folder / "log").open("ab") as log:
                begin = log.tell()
                self._postmaster = self._spawn(command, stdout=log, stderr=subprocess.STDOUT)
            while not self._is_ready():
                if self._postmaster.poll() is not None or time.monotonic() > until:
                    break
                time.sleep(0.01)
            else:
                return
            self._end(signal.SIGKILL)
            logged = (self._folder / "log").read_bytes()[begin:].decode(errors="replace")
            if _STILL_IN_USE not in logged or time.monotonic() > until:
                raise NoPostgres(f"PostgreSQL did not start: {logged.strip()}")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        """Return whether this postmaster, not one before it, has written that it takes connections."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > _READY_LINE and int(lines[0]) == self.pid and lines[_READY_LINE].strip() == "ready"

    def _end(self, how: signal.Signals) -> None:
        if self._postmaster is None:
            return
        self._postmaster.send_signal(how)
        try:
            self._postmaster.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            self._postmaster.kill()
            self._postmaster.wait()
        self._postmaster = None

    def _run(self, program: str, *words: str) -> None:
        process = self._spawn([str(self._programs / program), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said, _ = process.communicate()
        if process.returncode:
            raise NoPostgres(f"{program} failed: {said.decode(errors='replace').strip()}")

    def _spawn(self, command: Sequence[str], **options: Any) -> "subprocess.Popen[bytes]":  # noqa: ANN401
        """Start a process as the unprivileged user, untouched by Ctrl-C and by settings for other clusters."""
        usual = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_"))}
        environ = usual | {"HOME": str(self._folder), "LC_ALL": "C", "TZ": "UTC"}
        options = {"stdin": subprocess.DEVNULL, "cwd": self._folder, "env": environ, **self._account, **options}
        return subprocess.Popen(command, start_new_session=True, **options)


def _find_programs() -> Path:
    """Return the folder of PostgreSQL's programs, the newest that is not on the PATH where it is not there."""
    if os.name != "posix":
        raise NoPostgres("a private PostgreSQL cluster needs a Unix system")
    for folder in _places():
        if all((folder / name).is_file() for name in ("initdb", "postgres", "createdb", "dropdb")):
            return folder
    how = "brew install postgresql" if sys.platform == "darwin" else "apt install postgresql"
    raise NoPostgres(f"PostgreSQL is not installed; on this system, e.g.: {how}")


def _places() -> list[Path]:
    places = [Path(found).resolve().parent for found in [shutil.which("postgres")] if found]
    if config := shutil.which("pg_config"):
        said = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
        places += [Path(said)] if said else []
    for parent, pattern in (
        ("/usr/lib/postgresql", "*/bin"),  # Debian, Ubuntu
        ("/usr", "pgsql-*/bin"),  # Fedora, Red Hat
        ("/opt/homebrew/opt", "postgresql@*/bin"),
        ("/usr/local/opt", "postgresql@*/bin"),
    ):
        places += sorted(Path(parent).glob(pattern), key=_version, reverse=True)
    return places


def _version(folder: Path) -> int:
    return int("".join(filter(str.isdigit, folder.parent.name)) or 0)


def _account() -> dict[str, Any]:
    """Return options of Popen that run PostgreSQL as an unprivileged user if this user is root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    for name in _ACCOUNTS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise NoPostgres(f"PostgreSQL refuses to run as root, and none of these users exists: {', '.join(_ACCOUNTS)}")
