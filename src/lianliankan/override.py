"""The decorator of methods that override another, which mypy checks; Python has it from 3.12 on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import override as override
else:

    def override(method: object) -> object:
        """Return the method."""
        return method
