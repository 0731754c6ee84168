"""The command line."""

from lianliankan.cli import benches, boards, dealing, games, records, solving, tui, web
from lianliankan.cli.root import llk, main

__all__ = ["benches", "boards", "dealing", "games", "llk", "main", "records", "solving", "tui", "web"]
