"""The page for tests: no limit of its own is reached because the machine is busy."""

import re
from collections.abc import Iterable, Mapping

from lianliankan.web.http.joined_files import join_files
from support.patience import PATIENCE

_LIMITS = {
    "js/edit/edit_page.js": ("SEARCH_SECONDS", "SEARCH_ON"),
    "js/lab/position_search.js": ("SEARCH_SECONDS", "LONG_SEARCH"),
    "js/lab/what_if_tab.js": ("SEARCH_SECONDS",),
    "js/lab/check/check_tab.js": ("SECONDS",),
    "js/lab/check/class_dialog.js": ("SECONDS",),
    "js/lab/learner/learner_python.js": ("QUIET",),
    "js/local/picture_codec.js": ("MAX_SECONDS",),
}
"""Constants in seconds, by their files."""


def join_unhurried_files(files: Mapping[str, bytes], *, first: Iterable[str] = ()) -> dict[str, bytes]:
    """Return the files that browsers load, as those for tests are."""
    lifted = {name: _lift(name, files[name].decode(), constants) for name, constants in _LIMITS.items()}
    return join_files({**files, **lifted}, first=first)


def _lift(name: str, text: str, constants: tuple[str, ...]) -> bytes:
    for constant in constants:
        text, found = re.subn(
            rf"^const {constant} = \d+;", f"const {constant} = {10 * PATIENCE:.0f};", text, flags=re.M
        )
        assert found == 1, f"{name} has no constant {constant} in seconds"
    return text.encode()
