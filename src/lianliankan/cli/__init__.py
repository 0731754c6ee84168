"""The command line.

Importing the modules of `commands` registers the commands.
"""

from lianliankan.cli import commands as commands
from lianliankan.cli.main import llk, main

__all__ = ["commands", "llk", "main"]
