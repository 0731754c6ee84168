"""The choices of the form for custom games for which its board is too large, and how large boards may be at most."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from lianliankan.board.rules import GRAVITIES
from lianliankan.dealing.deal_spec import DEFAULT_COLS, DEFAULT_ROWS, Deal
from lianliankan.dealing.shapes import SHAPES
from lianliankan.game.modes import FIXED_BOARDS, MODES, is_rated_mode
from lianliankan.game.start import PORTRAIT_SIZES, SIZES, TURNS, NewGameRequest
from lianliankan.solver.rate import DIFFICULTIES
from lianliankan.web.base.size_limits import (
    HARD_GRAVITIES,
    MAX_CELLS,
    MAX_HARD_CELLS,
    MAX_RATED_CELLS,
    MAX_UNUSUAL_CELLS,
)

Field = Literal["mode", "size", "gravity", "shape", "difficulty", "turns", "outside"]
ChoiceReason = Literal["large rated", "large rules", "large gravity"]


class ImpossibleChoice(msgspec.Struct, frozen=True):
    """A choice for which the board is too large: the `reason`, and how many cells it could have at `most`."""

    field: Field
    value: str | int | bool | None
    reason: ChoiceReason
    most: int


class CellLimit(NamedTuple):
    """How many cells some boards have at most, and which boards these are."""

    most: int
    reason: Literal[ChoiceReason, "large"]
    boards: str


def find_size_limit(deal: Deal) -> CellLimit | None:
    """Return the limit for which a board is too large, or None.

    >>> find_size_limit(llk.Deal(16, 30, seed=1, difficulty="easy"))
    CellLimit(most=240, reason='large rated', boards='boards of a chosen difficulty')
    """
    rules = deal.rules
    return _find_limit(
        deal.rows * deal.cols,
        is_rated=deal.difficulty is not None,
        is_usual=rules.max_turns == 2 and rules.outside,
        is_hard=deal.mask is not None and rules.gravity in HARD_GRAVITIES,
    )


def _find_limit(cells: int, *, is_rated: bool, is_usual: bool, is_hard: bool) -> CellLimit | None:
    limits = [
        (is_rated, CellLimit(MAX_RATED_CELLS, "large rated", "boards of a chosen difficulty")),
        (not is_usual, CellLimit(MAX_UNUSUAL_CELLS, "large rules", "boards with these rules")),
        (is_hard, CellLimit(MAX_HARD_CELLS, "large gravity", "boards of this shape under this gravity")),
        (True, CellLimit(MAX_CELLS, "large", "boards")),
    ]
    return next((limit for is_limited, limit in limits if is_limited and cells > limit.most), None)


def impossible_choices(request: NewGameRequest) -> list[ImpossibleChoice]:
    """Return what cannot be chosen instead of what a request has, because its board would be too large for it.

    A board that is too large for everything makes no choice impossible. Nothing is dealt.

    >>> request = NewGameRequest(rows=16, cols=30)
    >>> [(choice.field, choice.value, choice.most) for choice in impossible_choices(request)][:2]
    [('mode', 'expert', 240), ('difficulty', 'easy', 240)]
    """
    found = []
    for field, value, changed in _choices(request):
        limit = None if changed == request else _limit_of(changed)
        if limit is not None and limit.reason != "large":
            found.append(ImpossibleChoice(field, value, limit.reason, limit.most))
    return found


def _limit_of(request: NewGameRequest) -> CellLimit | None:
    """Return the limit for which the board of a request is too large; its mask is not looked at."""
    return _find_limit(
        (request.rows or DEFAULT_ROWS) * (request.cols or DEFAULT_COLS),
        is_rated=request.difficulty is not None or is_rated_mode(request.chosen_mode),
        is_usual=request.max_turns in (2, msgspec.UNSET) and request.outside is not False,
        is_hard=request.shape not in (None, SHAPES[0]) and request.gravity in HARD_GRAVITIES,
    )


def _choices(request: NewGameRequest) -> Iterator[tuple[Field, str | int | bool | None, NewGameRequest]]:
    """Yield each choice of the form, and the request with it."""

    def change(**values: object) -> NewGameRequest:
        return msgspec.structs.replace(request, **values)

    for mode in MODES:
        if mode not in FIXED_BOARDS:
            yield "mode", mode, change(mode=mode)
    for rows, cols in dict.fromkeys(SIZES + PORTRAIT_SIZES):
        yield "size", f"{rows}x{cols}", change(rows=rows, cols=cols)
    for gravity in GRAVITIES:
        yield "gravity", gravity, change(gravity=gravity)
    for shape in SHAPES:
        yield "shape", shape, change(shape=shape)
    for difficulty in DIFFICULTIES:
        yield "difficulty", difficulty, change(difficulty=difficulty)
    for turns in TURNS:
        yield "turns", turns, change(max_turns=turns)
    yield "outside", False, change(outside=False)
