"""The textbook algorithms that look for a link, one file each, behind one contract and traced step by step."""

from lianliankan.finders.finder import Finder, Limits, Search
from lianliankan.finders.promises import Promise
from lianliankan.finders.registry import FINDERS, PUBLISHED, find, finder_named
from lianliankan.finders.steps import Link, Look, Queue, Read, Reject, Step, Try, Visit

__all__ = [
    "FINDERS",
    "PUBLISHED",
    "Finder",
    "Limits",
    "Link",
    "Look",
    "Promise",
    "Queue",
    "Read",
    "Reject",
    "Search",
    "Step",
    "Try",
    "Visit",
    "find",
    "finder_named",
]
