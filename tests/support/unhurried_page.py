"""The page for tests: no limit of its own is reached because the machine is busy."""

import re
from functools import cache

from lianliankan.web.http import page_files
from lianliankan.web.http.page_files import STATIC, CachedContent
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

_read_files = page_files._files


@cache
def lifted_files() -> dict[str, bytes]:
    """Return the files that have limits, without them."""
    return {name: _lift(name, constants) for name, constants in _LIMITS.items()}


def _lift(name: str, constants: tuple[str, ...]) -> bytes:
    text = (STATIC / name).read_text(encoding="utf-8")
    for constant in constants:
        text, found = re.subn(
            rf"^const {constant} = \d+;", f"const {constant} = {10 * PATIENCE:.0f};", text, flags=re.M
        )
        assert found == 1, f"{name} has no constant {constant} in seconds"
    return text.encode()


@cache
def unhurried_files(cache_control: str) -> dict[str, CachedContent]:
    """Return the page's files as a server for tests has them."""
    lifted = {name: CachedContent(body, "text/javascript", cache_control) for name, body in lifted_files().items()}
    return _read_files(cache_control) | lifted
