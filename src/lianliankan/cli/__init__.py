"""The command line."""

from lianliankan.cli import benches, boards, dealing, faces, games, records, solving, tui, web
from lianliankan.cli.root import llk, main

__all__ = ["benches", "boards", "dealing", "faces", "games", "llk", "main", "records", "solving", "tui", "web"]
