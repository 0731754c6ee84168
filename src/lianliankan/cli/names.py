"""The names that options choose from: always those that the code has, loaded when they are needed."""

from collections.abc import Iterable

from lianliankan.cli.options import Name

CUSTOM_PREFIX = "own:"
"""The prefix of the name of a custom picture set."""


def _difficulties() -> Iterable[str]:
    from lianliankan.solver.rate import DIFFICULTIES

    return DIFFICULTIES


def _faces() -> Iterable[str]:
    from lianliankan.faces.registry import FACE_SETS

    return FACE_SETS


def _finders() -> Iterable[str]:
    from lianliankan.lab.finders import FINDERS

    return FINDERS


def _gravities() -> Iterable[str]:
    from lianliankan.board.rules import GRAVITIES

    return GRAVITIES


def _languages() -> Iterable[str]:
    from lianliankan.texts import LANGUAGES

    return LANGUAGES


def _modes() -> Iterable[str]:
    from lianliankan.game.modes import ALL_MODES

    return ALL_MODES


def _shapes() -> Iterable[str]:
    from lianliankan.dealing.shapes import SHAPES

    return SHAPES


COLOUR = Name("value", lambda: ("auto", "always", "never"))
DIFFICULTY = Name("difficulty", _difficulties, others=", or a range of scores, e.g. 30-60")
FACES = Name("faces", _faces, others=f", or {CUSTOM_PREFIX}NAME for custom pictures")
FACE_SET = Name("faces", _faces)
FINDER = Name("finder", _finders, others=", or a published version, e.g. published.cases")
GRAVITY = Name("gravity", _gravities)
LANGUAGE = Name("language", _languages)
MODE = Name("mode", _modes)
SHAPE = Name("shape", _shapes)
THEME = Name("theme", lambda: ("light", "dark"))
