"""The terminal in tests: no limit in seconds of its own is reached because the machine is busy."""

from dataclasses import replace

from lianliankan.game import start
from lianliankan.terminal import session, startup
from lianliankan.terminal.dialogs import end_dialog, new_game_dialog
from lianliankan.terminal.race import room_client
from support.patience import PATIENCE
from support.unhurried_commands import Change


def lift_terminal_limits(change: Change) -> None:
    """Lift the limits; what tests set counts as ever."""
    for module in (start, session, startup, new_game_dialog):
        change(module, "SEARCH_SECONDS", PATIENCE)
    change(room_client, "_SECONDS", PATIENCE)
    change(end_dialog, "_BLAME_BUDGET", replace(end_dialog._BLAME_BUDGET, seconds=PATIENCE))
