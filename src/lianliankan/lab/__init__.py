"""The algorithm lab: finders raced against each other, their traces replayed, animated, measured and plotted."""

from lianliankan.lab.animation import animate
from lianliankan.lab.racing import Run, race
from lianliankan.lab.stepping import Mark, Player
from lianliankan.lab.telling import tell

__all__ = ["Mark", "Player", "Run", "animate", "race", "tell"]
