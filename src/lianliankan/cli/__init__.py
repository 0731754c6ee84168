"""The command line."""

from lianliankan.cli import (
    benches,
    boards,
    checking,
    dealing,
    faces,
    games,
    lab,
    lab_benches,
    own_faces,
    records,
    solving,
    tui,
    web,
)
from lianliankan.cli.root import llk, main

__all__ = [
    "benches",
    "boards",
    "checking",
    "dealing",
    "faces",
    "games",
    "lab",
    "lab_benches",
    "llk",
    "main",
    "own_faces",
    "records",
    "solving",
    "tui",
    "web",
]
