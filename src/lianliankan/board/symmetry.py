"""Gravity of a mirrored or turned board: the gravity under which it is the same game, if there is one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from lianliankan.board.rules import PHASES, Gravity, Phase, Rules
from lianliankan.errors import Unsupported


class Symmetry(NamedTuple):
    """A symmetry of boards: its name, and where each side of the board goes."""

    name: str
    sides: Mapping[Phase, Phase]


MIRROR = Symmetry("mirrored", {"up": "up", "right": "left", "down": "down", "left": "right"})
FLIP = Symmetry("flipped", {"up": "down", "right": "right", "down": "up", "left": "left"})
TRANSPOSE = Symmetry("transposed", {"up": "left", "right": "down", "down": "right", "left": "up"})
QUARTER = [
    Symmetry("rotated", {side: PHASES[(PHASES.index(side) + turns) % 4] for side in PHASES}) for turns in range(4)
]
"""No, one, two and three quarter turns clockwise."""

# What packs, step by step: all lines or those of a half, each towards a side.
_Steps = tuple[frozenset[tuple[Phase | None, Phase]], ...]


def _halves(**ways: Phase) -> frozenset[tuple[Phase | None, Phase]]:
    return frozenset((half, way) for half in PHASES if (way := ways.get(half)))


_STEPS: dict[Gravity, _Steps] = {
    "still": (),
    **{side: (frozenset({(None, side)}),) for side in PHASES},
    "split-rows": (_halves(up="up", down="down"),),
    "split-columns": (_halves(left="left", right="right"),),
    "gather-rows": (_halves(up="down", down="up"),),
    "gather-columns": (_halves(left="right", right="left"),),
    "slide-left-right": (_halves(up="left", down="right"),),
    "slide-down-up": (_halves(left="down", right="up"),),
    "outward": (_halves(up="up", down="down"), _halves(left="left", right="right")),
    "inward": (_halves(up="down", down="up"), _halves(left="right", right="left")),
}
_GRAVITIES = {steps: gravity for gravity, steps in _STEPS.items()}


def turn_rules(rules: Rules, phase: Phase, turn: Symmetry, rows: int, cols: int) -> tuple[Rules, Phase]:
    """Return the rules and the phase of a board with this many rows and columns after a turn.

    Raises Unsupported if no gravity does there what this one does here.

    >>> turn_rules(Rules(gravity="slide-left-right"), "up", QUARTER[1], 4, 6)[0].gravity
    'slide-down-up'
    """
    if rules.gravity == "rotating":
        if turn.sides["right"] != PHASES[(PHASES.index(turn.sides["up"]) + 1) % 4]:
            raise Unsupported(f"a board with rotating gravity cannot be {turn.name}: it would rotate the other way")
        return rules, turn.sides[phase]
    steps = _STEPS[rules.gravity]
    turned = tuple(frozenset((half and turn.sides[half], turn.sides[way]) for half, way in step) for step in steps)
    if turned not in _GRAVITIES:
        raise Unsupported(f"a board with gravity {rules.gravity} cannot be {turn.name}: no gravity is its image")
    _check_middle_lines(rules.gravity, turn, rows, cols)
    return replace(rules, gravity=_GRAVITIES[turned]), phase


def _check_middle_lines(gravity: Gravity, turn: Symmetry, rows: int, cols: int) -> None:
    """Raise if a middle line, which belongs to the upper or the left half, would belong to the other one."""
    halves = {half for step in _STEPS[gravity] for half, _ in step}
    for half, lines, noun in (("up", rows, "rows"), ("left", cols, "columns")):
        if half in halves and turn.sides[half] in ("down", "right") and lines % 2:
            raise Unsupported(
                f"a board with gravity {gravity} and {lines} {noun} cannot be {turn.name}: "
                "its middle line would belong to the other half"
            )
