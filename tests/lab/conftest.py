"""Learners' functions get all the time they need on a busy machine, but for those that never return."""

import pytest

from lianliankan.lab.check import Effort, in_place_learner, mistakes, process_learner
from support.patience import PATIENCE


@pytest.fixture(autouse=True)
def _patient_check(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (process_learner, in_place_learner):
        monkeypatch.setattr(place, "CALL_SECONDS", PATIENCE)
        monkeypatch.setattr(place, "_IMPORT_SECONDS", PATIENCE)
    monkeypatch.setattr(mistakes, "_SECONDS", PATIENCE)
    defaults = Effort.__init__.__kwdefaults__
    assert defaults
    monkeypatch.setitem(defaults, "seconds", 10 * PATIENCE)
