"""The atlas: which share of all deals can be won, in many variants of the game."""

from lianliankan.errors import Error


class AtlasError(Error):
    """A specification of an atlas that is invalid, or results that are damaged or contradict each other.

    >>> from lianliankan.atlas.spec import parse_spec
    >>> parse_spec("deals = many")
    Traceback (most recent call last):
    lianliankan.atlas.AtlasError: not valid TOML: Invalid value (at line 1, column 9)
    """
