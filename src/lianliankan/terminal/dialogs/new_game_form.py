"""The new-game form without its looks: its fields, which of them each mode has, and the plan they make."""

from datetime import date
from typing import TYPE_CHECKING, cast

from msgspec import UNSET

from lianliankan.board.rules import GRAVITIES
from lianliankan.dealing.deal_spec import parse_size
from lianliankan.dealing.shapes import SHAPES
from lianliankan.game.modes import ALL_MODES, Plan
from lianliankan.game.options import WHEN_STUCK, WhenStuck
from lianliankan.game.start import SIZES, TURNS, NewGameRequest
from lianliankan.solver.rate import DIFFICULTIES
from lianliankan.terminal.dialogs.form_field import FormField

if TYPE_CHECKING:
    from lianliankan.store import Progress

_DIGITS = "0123456789"


class NewGameForm:
    """The fields by name, and which of them each mode has."""

    def __init__(
        self, *, mode: str, seed: int, today: date, progress: "Progress | None", asks_first: bool = False
    ) -> None:
        self.today, self.progress, self._drawn_seed = today, progress, str(seed)
        highest = 1 if progress is None else progress.level
        fields = (
            FormField("mode", mode, choices=ALL_MODES),
            FormField("level", str(highest), choices=[str(number) for number in range(1, highest + 1)]),
            FormField("size", "8x18", choices=[f"{rows}x{cols}" for rows, cols in SIZES], characters=_DIGITS + "x"),
            FormField("shape", "full", choices=SHAPES),
            FormField("kinds", "0", characters=_DIGITS),
            FormField("gravity", "still", choices=GRAVITIES),
            FormField("difficulty", "any", choices=("any", *DIFFICULTIES)),
            FormField("turns", "2", choices=["unlimited" if turns is None else str(turns) for turns in TURNS]),
            FormField("outside", "yes", choices=("yes", "no")),
            FormField("adjacent", "yes", choices=("yes", "no")),
            FormField("stuck", "ask" if asks_first else "shuffle", choices=WHEN_STUCK),
            FormField("asks", "ask" if asks_first else "shuffle", choices=("shuffle", "ask")),
            FormField("deal", str(seed), characters=_DIGITS),
        )
        self.fields = {field.name: field for field in fields}

    @property
    def names(self) -> list[str]:
        """The fields that the mode has."""
        match self.fields["mode"].value:
            case "daily":
                return ["mode", "asks"]
            case "campaign":
                return ["mode", "level", "asks"]
            case "own":
                return [name for name in self.fields if name not in ("level", "asks")]
            case "expert":  # it has a difficulty of its own, and no shuffles
                return ["mode", "size", "shape", "kinds", "gravity", "deal"]
            case _:
                return ["mode", "size", "shape", "kinds", "gravity", "difficulty", "asks", "deal"]

    @property
    def asks_first(self) -> bool:
        """Whether the player wants to be asked before an automatic shuffle."""
        return self.fields["asks"].value == "ask"

    @property
    def has_drawn_seed(self) -> bool:
        """Whether the player has not chosen another deal number."""
        return self.fields["deal"].value == self._drawn_seed

    def request(self) -> NewGameRequest:
        """Return the request for the values entered; raises ParseError for a text that is not a size.

        >>> import datetime
        >>> form = NewGameForm(mode="timed", seed=7, today=datetime.date(2026, 11, 15), progress=None)
        >>> form.request().given
        {'mode': 'timed', 'rows': 8, 'cols': 18, 'seed': 7}
        """
        values = {name: self.fields[name].value for name in self.names}
        rows, cols = parse_size(values["size"]) if "size" in values else (None, None)
        turns = values.get("turns", "2")
        return NewGameRequest(
            mode=values["mode"],
            level=int(values["level"]) if "level" in values else None,
            rows=rows,
            cols=cols,
            shape=_chosen(values, "shape", "full"),
            kinds=int(values.get("kinds") or 0) or None,
            gravity=_chosen(values, "gravity", "still"),
            difficulty=_chosen(values, "difficulty", "any"),
            max_turns=UNSET if turns == "2" else None if turns == "unlimited" else int(turns),
            outside=False if values.get("outside") == "no" else None,
            adjacent=False if values.get("adjacent") == "no" else None,
            when_stuck=cast("WhenStuck | None", values.get("stuck")),
            ask_first=True if values.get("asks") == "ask" else None,
            seed=int(values["deal"]) if values.get("deal") else None,
        )

    def plan(self) -> Plan:
        """Return the plan for the values entered; raises a ValueError that says what is wrong."""
        return self.request().plan(self.progress, day=self.today)


def _chosen(values: dict[str, str], name: str, usual: str) -> str | None:
    return None if values.get(name) == usual else values.get(name)
