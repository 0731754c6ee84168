"""What the JSON endpoints of races are asked."""

from typing import Any

import msgspec

from lianliankan.race.items import Format


class GhostRaceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The recorded game to race against: one of the player's by its `id`, one as a `share` text, or a `day`'s leaders.

    Exactly one of them is given, and the games were won.
    """

    id: str | None = None
    share: str | None = None
    day: str | None = None


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
