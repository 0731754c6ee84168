"""The promises that a finder can make: one fixed list, so that finders can be compared and tested."""

from enum import Enum


class Promise(Enum):
    """A promise that a finder makes or does not make; its value is the full sentence.

    A *path* runs through open cells from one tile to the other; a *link* is a path that the rules allow, that is, one
    within the turn limit. FINDS and CONNECTS are about every pair of tiles; the others only about the paths returned.

    >>> llk.Promise.TURNS in llk.FINDERS["layers"].promises, llk.Promise.STEPS in llk.FINDERS["layers"].promises
    (True, False)
    >>> llk.Promise.TURNS.value
    'no path has fewer turns'
    """

    FINDS = "finds a link whenever there is one"
    SOUND = "returns a path only if there is a link"
    LEGAL = "every path is a link: through open cells, within the turn limit"
    TURNS = "no path has fewer turns"
    STEPS = "no path has fewer turns, and among those with equally few, none has fewer steps"
    SHORTEST = "no path has fewer steps, regardless of turns"
    CONNECTS = "finds a path whenever there is one, regardless of turns"

    @property
    def short(self) -> str:
        """The promise as a column heading."""
        return _SHORT[self]


_SHORT = {
    Promise.FINDS: "finds every link",
    Promise.SOUND: "no false link",
    Promise.LEGAL: "within the turn limit",
    Promise.TURNS: "fewest turns",
    Promise.STEPS: "fewest turns, then fewest steps",
    Promise.SHORTEST: "fewest steps, any turns",
    Promise.CONNECTS: "finds every path, any turns",
}
