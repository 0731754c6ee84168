"""The command line."""

from lianliankan.cli import benches, boards, dealing, solving
from lianliankan.cli.root import llk, main

__all__ = ["benches", "boards", "dealing", "llk", "main", "solving"]
