"""The commands of the command line, one module per subject."""

from lianliankan.cli.commands import (
    admin,
    bench,
    boards,
    check,
    completion,
    custom_faces,
    deal,
    faces,
    games,
    lab,
    play,
    records,
    serve,
    solve,
    stats,
    tui,
)

__all__ = [
    "admin",
    "bench",
    "boards",
    "check",
    "completion",
    "custom_faces",
    "deal",
    "faces",
    "games",
    "lab",
    "play",
    "records",
    "serve",
    "solve",
    "stats",
    "tui",
]
