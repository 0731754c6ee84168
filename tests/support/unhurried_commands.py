"""`llk` in tests: no limit in seconds that something has by default is reached because the machine is busy."""

from collections.abc import Callable

from lianliankan.cli import search_limits
from lianliankan.cli.commands import check, deal, stats
from lianliankan.faces.custom import picture_worker
from lianliankan.lab.check import in_place_learner, learner_search, mistakes, process_learner
from support.patience import PATIENCE

Change = Callable[[object, str, object], None]
"""Gives something another value, as `setattr` does."""

_LIMITS = {
    search_limits: ("DEFAULT_SECONDS", "MIN_READING"),
    deal: ("DEFAULT_SECONDS",),
    stats: ("_SECONDS",),
    in_place_learner: ("CALL_SECONDS", "_IMPORT_SECONDS"),
    process_learner: ("CALL_SECONDS", "_IMPORT_SECONDS"),
    learner_search: ("_SECONDS",),
    mistakes: ("_SECONDS",),
}


def change_for_good(place: object, name: str, value: object) -> None:
    """Change something that must be there, for as long as the process lives."""
    assert hasattr(place, name), f"{place} has no {name}"
    setattr(place, name, value)


def lift_limits(change: Change = change_for_good) -> None:
    """Lift the limits, also those of learners' functions and of pictures; what tests set or ask for counts as ever."""
    for module, names in _LIMITS.items():
        for name in names:
            change(module, name, PATIENCE)
    change(picture_worker, "MAX_COMPARE_SECONDS", PATIENCE)
    change(picture_worker.PictureWorker.__init__, "__defaults__", (PATIENCE,))
    change(check, "_EXERCISE_EFFORT", check._EXERCISE_EFFORT | {"seconds": 10 * PATIENCE})
    (seconds,) = (option for option in check.check.params if option.name == "seconds")
    change(seconds, "show_default", str(seconds.default))
    change(seconds, "default", 10 * PATIENCE)
