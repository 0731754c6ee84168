"""A learner's own function, checked against the truth: the smallest board on which it fails, or none."""

from lianliankan.checking.answer import Answer
from lianliankan.checking.asking import CALL_SECONDS, BadFunction, Program
from lianliankan.checking.checker import Effort, Report, check
from lianliankan.checking.contract import LEVELS, Contract, Level
from lianliankan.checking.judging import FAULTS, Fault, FaultKind
from lianliankan.checking.question import FILLED_CELLS, Question

__all__ = [
    "CALL_SECONDS",
    "FAULTS",
    "FILLED_CELLS",
    "LEVELS",
    "Answer",
    "BadFunction",
    "Contract",
    "Effort",
    "Fault",
    "FaultKind",
    "Level",
    "Program",
    "Question",
    "Report",
    "check",
]
