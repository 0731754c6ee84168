"""The new-game form without its looks: its fields, which of them each mode has, and the plan they make."""

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, cast

from lianliankan.board.rules import GRAVITIES, Gravity, Rules
from lianliankan.dealing.deal_spec import Deal, parse_size
from lianliankan.errors import ParseError
from lianliankan.game.modes import MODES, Plan, daily, level, plan
from lianliankan.game.options import WHEN_STUCK, Options, WhenStuck
from lianliankan.seeds import SEEDS
from lianliankan.solver.rate import DIFFICULTIES
from lianliankan.terminal.dialogs.form_field import FormField

if TYPE_CHECKING:
    from lianliankan.store import Progress

__all__ = ["MAX_SIDE", "SIZES", "InvalidField", "NewGameForm", "plan_game"]

SIZES = ("6x8", "6x10", "6x12", "7x12", "8x14", "6x16", "9x16", "8x18", "10x16", "12x24", "14x26", "16x30")
"""Common sizes, rows x columns, in landscape."""

MAX_SIDE = 60
"""The maximum number of rows and columns in the dialog: larger boards take long to deal and cannot be searched."""

_DIGITS = "0123456789"


class InvalidField(ValueError):
    """A field with an invalid value: `name` is the text that says why, `values` are filled into it."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(name)
        self.name, self.values = name, values


class NewGameForm:
    """The fields by name, and which of them each mode has."""

    def __init__(self, *, mode: str, seed: int, today: date, progress: "Progress | None") -> None:
        self.today, self.progress = today, progress
        highest = 1 if progress is None else progress.level
        fields = (
            FormField("mode", mode, choices=(*MODES, "own")),
            FormField("level", str(highest), choices=[str(number) for number in range(1, highest + 1)]),
            FormField("size", "8x18", choices=SIZES, characters=_DIGITS + "x"),
            FormField("kinds", "0", characters=_DIGITS),
            FormField("gravity", "still", choices=GRAVITIES),
            FormField("difficulty", "any", choices=("any", *DIFFICULTIES)),
            FormField("turns", "2", choices=("0", "1", "2", "3", "4", "unlimited")),
            FormField("outside", "yes", choices=("yes", "no")),
            FormField("adjacent", "yes", choices=("yes", "no")),
            FormField("stuck", "shuffle", choices=WHEN_STUCK),
            FormField("deal", str(seed), characters=_DIGITS),
        )
        self.fields = {field.name: field for field in fields}

    @property
    def names(self) -> list[str]:
        """The fields that the mode has."""
        match self.fields["mode"].value:
            case "daily":
                return ["mode"]
            case "campaign":
                return ["mode", "level"]
            case "own":
                return [name for name in self.fields if name != "level"]
            case _:
                return ["mode", "size", "kinds", "gravity", "difficulty", "deal"]

    def plan(self) -> Plan:
        """Return the plan for the values entered; raises a ValueError that says what is wrong."""
        return plan_game({name: field.value for name, field in self.fields.items()}, self.today, self.progress)


def plan_game(values: dict[str, str], today: date, progress: "Progress | None") -> Plan:
    """Make a plan from the values entered.

    >>> import datetime
    >>> form = NewGameForm(mode="timed", seed=7, today=datetime.date(2026, 11, 15), progress=None)
    >>> str(form.plan().deal), form.plan().options.limit
    ('8x18 seed=7', 360.0)
    """
    mode = values["mode"]
    if mode == "daily":
        return daily(today)
    if mode == "campaign":
        return level(int(values["level"])) if progress is None else level(int(values["level"]), lives=progress.lives)
    rows, cols = _parse_size(values["size"])
    kinds = int(values["kinds"] or 0) or None
    if kinds is not None and kinds > rows * cols // 2:
        raise InvalidField("kinds", pairs=rows * cols // 2)
    if not values["deal"] or int(values["deal"]) >= SEEDS:
        raise InvalidField("deal", most=SEEDS - 1)
    seed = int(values["deal"])
    difficulty = None if values["difficulty"] == "any" else values["difficulty"]
    rules = Rules(gravity=cast(Gravity, values["gravity"]))
    if mode != "own":
        return plan(mode, seed=seed, rows=rows, cols=cols, kinds=kinds, rules=rules, difficulty=difficulty)
    rules = replace(
        rules,
        max_turns=None if values["turns"] == "unlimited" else int(values["turns"]),
        outside=values["outside"] == "yes",
        adjacent=values["adjacent"] == "yes",
    )
    deal = Deal(rows=rows, cols=cols, kinds=kinds, seed=seed, rules=rules, difficulty=difficulty)
    return Plan(deal, Options(when_stuck=cast(WhenStuck, values["stuck"])))


def _parse_size(text: str) -> tuple[int, int]:
    try:
        rows, cols = parse_size(text)
    except ParseError:
        raise InvalidField("size", most=MAX_SIDE) from None
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise InvalidField("size", most=MAX_SIDE)
    if rows * cols % 2:
        raise InvalidField("odd", cells=rows * cols)
    return rows, cols
