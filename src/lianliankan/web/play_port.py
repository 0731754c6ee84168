"""Which port `llk play` uses for a folder of games, as other programs on this machine find it."""

from contextlib import suppress
from pathlib import Path

_FILE = "play-port"


def read_play_port(folder: Path) -> int | None:
    """Return the port of a folder, None if it has none yet."""
    try:
        port = int((folder / _FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return port if 0 < port < 65536 else None


def write_play_port(folder: Path, port: int) -> None:
    """Make a port that of a folder, if the folder can be written to."""
    with suppress(OSError):
        (folder / _FILE).write_text(f"{port}\n", encoding="ascii")
