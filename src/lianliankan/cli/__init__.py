"""The command line."""

from lianliankan.cli.commands import bench as benches
from lianliankan.cli.commands import bench_lab as lab_benches
from lianliankan.cli.commands import boards, faces, games, lab, records, tui
from lianliankan.cli.commands import check as checking
from lianliankan.cli.commands import custom_faces as own_faces
from lianliankan.cli.commands import deal as dealing
from lianliankan.cli.commands import play as web
from lianliankan.cli.commands import solve as solving
from lianliankan.cli.main import llk, main

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
