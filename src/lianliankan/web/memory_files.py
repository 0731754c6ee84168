"""Where processes keep files that they share as memory."""

import os
from pathlib import Path

_FOLDER = Path("/dev/shm")


def memory_folder() -> Path | None:
    """Return a folder in memory; None stands for the system's one for temporary files.

    A process is killed if it writes to a file that is mapped into its memory and the disk is full.
    """
    return _FOLDER if os.access(_FOLDER, os.W_OK | os.X_OK) else None
