"""The textbook algorithms that find links, one file each, behind one contract and traced step by step."""

from lianliankan.lab.finders.counterexamples import Counterexample, counterexamples
from lianliankan.lab.finders.finder import Finder, FinderLimits, Search
from lianliankan.lab.finders.link_table import Links, all_links
from lianliankan.lab.finders.promises import Promise
from lianliankan.lab.finders.registry import FINDERS, PUBLISHED, find, finder_named
from lianliankan.lab.finders.steps import Link, Look, Queue, Read, Reject, Step, Try, Visit

__all__ = [
    "FINDERS",
    "PUBLISHED",
    "Counterexample",
    "Finder",
    "FinderLimits",
    "Link",
    "Links",
    "Look",
    "Promise",
    "Queue",
    "Read",
    "Reject",
    "Search",
    "Step",
    "Try",
    "Visit",
    "all_links",
    "counterexamples",
    "find",
    "finder_named",
]
