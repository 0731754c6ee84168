"""The textbook algorithms that look for a link, one file each, behind one contract and traced step by step."""

from lianliankan.finders.counterexamples import Counterexample, counterexamples
from lianliankan.finders.finder import Finder, Limits, Search
from lianliankan.finders.maintained import Links, all_links
from lianliankan.finders.promises import Promise
from lianliankan.finders.registry import FINDERS, PUBLISHED, find, finder_named
from lianliankan.finders.replay import Replay
from lianliankan.finders.steps import Link, Look, Queue, Read, Reject, Step, Try, Visit

__all__ = [
    "FINDERS",
    "PUBLISHED",
    "Counterexample",
    "Finder",
    "Limits",
    "Link",
    "Links",
    "Look",
    "Promise",
    "Queue",
    "Read",
    "Reject",
    "Replay",
    "Search",
    "Step",
    "Try",
    "Visit",
    "all_links",
    "counterexamples",
    "find",
    "finder_named",
]
