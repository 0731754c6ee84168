"""What the JSON endpoints of races are asked."""

from typing import Any

import msgspec

from lianliankan.race.items import Format

__all__ = ["NewRoomRequest", "QuickMatchRequest", "RaceNameRequest"]


class NewRoomRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room to open: its settings, as `RaceSettings` has them, and whether lists show it."""

    settings: dict[str, Any] = {}
    is_public: bool = False


class QuickMatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The format to race in."""

    format: Format = "sprint"


class RaceNameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to race under; an empty one takes it away."""

    name: str
