"""What a new game is asked for: the entries of the form, which of them a mode leaves open, and the plan they make."""

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
from lianliankan.terminal.dialogs.form_field import FormEntry

if TYPE_CHECKING:
    from lianliankan.store import Progress

__all__ = ["MOST_SIDE", "SIZES", "BadEntry", "Form", "plan_of"]

SIZES = ("6x8", "6x10", "6x12", "7x12", "8x14", "6x16", "9x16", "8x18", "10x16", "12x24", "14x26", "16x30")
"""The sizes that other games have, rows and columns, the wide way round."""

MOST_SIDE = 60
"""The most rows and columns that the dialog takes: larger boards are not searched, and dealing takes long."""

_DIGITS = "0123456789"


class BadEntry(ValueError):
    """An entry that makes no game: `name` says what is wrong, `values` what to say about it."""

    def __init__(self, name: str, **values: object) -> None:
        super().__init__(name)
        self.name, self.values = name, values


class Form:
    """What the dialog asks for, without its looks: the entries by name, and which of them count in which mode."""

    def __init__(self, *, mode: str, seed: int, today: date, progress: "Progress | None") -> None:
        self.today, self.progress = today, progress
        highest = 1 if progress is None else progress.level
        entries = (
            FormEntry("mode", mode, known=(*MODES, "own")),
            FormEntry("level", str(highest), known=[str(number) for number in range(1, highest + 1)]),
            FormEntry("size", "8x18", known=SIZES, typed=_DIGITS + "x"),
            FormEntry("kinds", "0", typed=_DIGITS),
            FormEntry("gravity", "still", known=GRAVITIES),
            FormEntry("difficulty", "any", known=("any", *DIFFICULTIES)),
            FormEntry("turns", "2", known=("0", "1", "2", "3", "4", "unlimited")),
            FormEntry("outside", "yes", known=("yes", "no")),
            FormEntry("adjacent", "yes", known=("yes", "no")),
            FormEntry("stuck", "shuffle", known=WHEN_STUCK),
            FormEntry("deal", str(seed), typed=_DIGITS),
        )
        self.entries = {entry.name: entry for entry in entries}

    @property
    def names(self) -> list[str]:
        """The entries that the mode leaves open."""
        match self.entries["mode"].value:
            case "daily":
                return ["mode"]
            case "campaign":
                return ["mode", "level"]
            case "own":
                return [name for name in self.entries if name != "level"]
            case _:
                return ["mode", "size", "kinds", "gravity", "difficulty", "deal"]

    def plan(self) -> Plan:
        """Give the game that is asked for; raises a ValueError that says what is wrong."""
        return plan_of({name: entry.value for name, entry in self.entries.items()}, self.today, self.progress)


def plan_of(values: dict[str, str], today: date, progress: "Progress | None") -> Plan:
    """Make a plan of what was entered.

    >>> import datetime
    >>> form = Form(mode="timed", seed=7, today=datetime.date(2026, 11, 15), progress=None)
    >>> str(form.plan().deal), form.plan().options.limit
    ('8x18 seed=7', 360.0)
    """
    mode = values["mode"]
    if mode == "daily":
        return daily(today)
    if mode == "campaign":
        return level(int(values["level"])) if progress is None else level(int(values["level"]), lives=progress.lives)
    rows, cols = _size(values["size"])
    kinds = int(values["kinds"] or 0) or None
    if kinds is not None and kinds > rows * cols // 2:
        raise BadEntry("kinds", pairs=rows * cols // 2)
    if not values["deal"] or int(values["deal"]) >= SEEDS:
        raise BadEntry("deal", most=SEEDS - 1)
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


def _size(text: str) -> tuple[int, int]:
    try:
        rows, cols = parse_size(text)
    except ParseError:
        raise BadEntry("size", most=MOST_SIDE) from None
    if not (1 <= rows <= MOST_SIDE and 1 <= cols <= MOST_SIDE):
        raise BadEntry("size", most=MOST_SIDE)
    if rows * cols % 2:
        raise BadEntry("odd", cells=rows * cols)
    return rows, cols
