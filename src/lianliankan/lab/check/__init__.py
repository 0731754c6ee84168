"""Check a learner's function against the kernel and find the smallest board on which it fails."""

from lianliankan.lab.check.answer import Answer
from lianliankan.lab.check.checker import CheckReport, Effort, check
from lianliankan.lab.check.contract import LEVELS, Contract, Level
from lianliankan.lab.check.fault import FAULTS, Fault, FaultKind
from lianliankan.lab.check.learner import CALL_SECONDS, BadFunction, Program
from lianliankan.lab.check.question import LinkQuestion
from lianliankan.lab.check.small_questions import FILLED_CELLS

__all__ = [
    "CALL_SECONDS",
    "FAULTS",
    "FILLED_CELLS",
    "LEVELS",
    "Answer",
    "BadFunction",
    "CheckReport",
    "Contract",
    "Effort",
    "Fault",
    "FaultKind",
    "Level",
    "LinkQuestion",
    "Program",
    "check",
]
