"""A worker process for tests: no limit inside of its work is reached because the machine is busy."""

import os
import sys
from collections.abc import Mapping
from dataclasses import replace

from lianliankan.child_process import ChildProcess
from lianliankan.game import analysis
from lianliankan.game.game import Game
from lianliankan.web.work import worker
from support.paths import ROOT
from support.patience import PATIENCE
from support.unhurried_commands import change_for_good

_find_course = analysis.find_course


def make_unhurried_child(module: str, *arguments: str, environment: Mapping[str, str]) -> ChildProcess:
    """Return a worker process like this one in the place of a usual one."""
    assert module == worker.__name__, module
    path = os.pathsep.join(filter(None, [str(ROOT / "tests"), os.environ.get("PYTHONPATH")]))
    return ChildProcess(__name__, *arguments, environment={**environment, "PYTHONPATH": path})


def find_course(game: Game, *, seconds: float) -> analysis.Course:
    """Judge the course of a game without a limit of its own: the job has one."""
    assert seconds > 0
    return _find_course(game)


if __name__ == "__main__":
    change_for_good(analysis, "find_course", find_course)  # before anything imports it
    from lianliankan.web.endpoints import replay_view

    assert vars(replay_view)["find_course"] is find_course
    change_for_good(replay_view, "_WIN_BUDGET", replace(replay_view._WIN_BUDGET, seconds=PATIENCE))
    worker.main(*sys.argv[1:])
