"""Masks: which cells of a board get a tile."""

import re
from collections.abc import Iterable
from typing import SupportsIndex

from lianliankan.board.board import Board
from lianliankan.board.rules import Rules
from lianliankan.errors import BadDeal
from lianliankan.text import shorten

Mask = Board | str | Iterable[str] | Iterable[Iterable[SupportsIndex]]
"""The places of tiles: a board, its text or its rows, e.g. a NumPy array. Tiles, or True, mark places; walls stay."""

_SIGNS = (".", "A", "_", "#")  # by number, from -2 to 1


def read_mask(mask: Mask, rules: Rules | None) -> Board:
    """Return a board with one kind on every place that gets a tile; raises BadDeal for anything but a mask."""
    try:
        given = mask if isinstance(mask, str | Board) else _list_rows(mask)
        board = Board.parse(spell_out(given), rules=rules) if isinstance(given, str) else given
        if not isinstance(board, Board):
            board = Board(board, rules=rules)
    except TypeError:
        raise BadDeal(
            "a mask must be a board, its text or its rows (also as a NumPy array of integers or booleans), not "
            + shorten(mask),
            "mask",
        ) from None
    rules = rules or board.rules
    phase = board.phase if rules.gravity == "rotating" else "up"
    return Board([[min(number, 1) for number in row] for row in board.to_rows()], rules=rules, phase=phase)


def spell_out(text: str) -> str:
    """Return a mask of the digits 0 and 1, one for each cell, as a board's text; other texts are returned as they are.

    In a board's text `11` is one tile of kind 11. Raises BadDeal for other numbers without spaces.

    >>> spell_out("0110/1111")
    '.AA./AAAA'
    """
    rows = [row.strip() for row in re.split(r"[/\n]", text) if row.strip()]
    if not any(len(row) > 1 for row in rows):
        return text
    if all(re.fullmatch(r"[01.#_]+", row) for row in rows):
        return text.translate({ord("0"): ".", ord("1"): "A"})
    if all(re.fullmatch(r"[0-9]{2,}", row) for row in rows):
        raise BadDeal(
            f"the mask {shorten(text)} is one column of numbers; for one cell each, write 1 and 0, or A and '.', "
            "or put spaces between the numbers",
            "mask",
        )
    return text


def mask_text(mask: Board) -> str:
    """Return a mask as text without spaces, its rows separated by "/".

    >>> mask_text(Board.parse("1 2 . / # _ 2"))
    'AA./#_A'
    """
    return "/".join("".join(_SIGNS[min(number, 1)] for number in row) for row in mask.to_rows())


def _list_rows(mask: Iterable[str] | Iterable[Iterable[SupportsIndex]]) -> str | list[list[SupportsIndex]]:
    """Return rows as lists of numbers, or rows of text as one text."""
    rows: list[str | Iterable[SupportsIndex]] = list(getattr(mask, "tolist", lambda: mask)())
    if rows and all(isinstance(row, str) for row in rows):
        return "/".join(map(str, rows))
    return [[int(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows]  # type: ignore[misc]
