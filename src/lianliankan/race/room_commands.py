"""The commands of a room, as values and as text."""

import json
from typing import Literal, Self, get_args

import msgspec

from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import ParseError
from lianliankan.race.commands import parse_seat
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings
from lianliankan.seeds import SEEDS
from lianliankan.text import shorten

RoomWord = Literal["join", "bot", "leave", "kick", "ready", "unready", "settings", "away", "back", "start", "tick"]

ROOM_COMMANDS: tuple[RoomWord, ...] = get_args(RoomWord)
"""The words of room commands; all others are commands to the race."""

_SEATLESS = ("join", "start", "tick")
_WITH_ARGUMENT = ("join", "bot", "kick", "settings", "start")


class RoomCommand(msgspec.Struct, frozen=True):
    """A command to a room: the seat that gives it (from 0; in text from 1), a word, and perhaps an argument.

    - "join NAME": takes the first free seat; the first person is the host. "leave": frees it.
    - "ready", "unready": for the next race. "away", "back": the connection was lost, or is there again.
    - By the host: "kick SEAT", "bot STRENGTH NAME", "settings JSON".
    - "start SEED DEAL": ends the countdown; the seed is for the items. Against ghosts, the deal is left out.
    - "tick": only time has passed.

    >>> RoomCommand.parse("1 bot 3 Bot Lin").bot_name, str(RoomCommand.parse("join Ann"))
    ('Bot Lin', 'join Ann')
    """

    seat: int
    word: RoomWord
    argument: str = ""

    def __str__(self) -> str:
        seat = [] if self.word in _SEATLESS else [str(self.seat + 1)]
        return " ".join([*seat, self.word, *([self.argument] if self.argument else [])])

    @classmethod
    def is_one(cls, text: str) -> bool:
        """Return whether a text is a command to a room, not to a race.

        >>> RoomCommand.is_one("2 ready"), RoomCommand.is_one("2 play 1,1-1,2")
        (True, False)
        """
        first, second, *_ = [*text.split()[:2], "", ""]
        return first in _SEATLESS or second in ROOM_COMMANDS

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a command as `str` writes it."""
        first, _, rest = text.strip().partition(" ")
        if first in _SEATLESS:
            word, argument, seat = first, rest.strip(), -1
        else:
            word, _, argument = rest.strip().partition(" ")
            seat, argument = parse_seat(first), argument.strip()
        if word not in ROOM_COMMANDS or (word in _SEATLESS) != (seat < 0):
            raise ParseError(f"unknown command {shorten(text)} (choose from {', '.join(ROOM_COMMANDS)})")
        if bool(argument) != (word in _WITH_ARGUMENT):
            raise ParseError(f"{word} takes {'an argument' if word in _WITH_ARGUMENT else 'no argument'}")
        return cls(seat, word, argument)

    def check(self) -> None:
        """Raise ParseError or BadOptions if the argument is not valid."""
        if self.word == "join":
            Racer(self.argument)
        elif self.word == "bot":
            Racer(self.bot_name, self.bot_level)
        elif self.word in ("kick", "settings", "start"):
            getattr(self, "target" if self.word == "kick" else self.word)

    @property
    def target(self) -> int:
        """The seat to kick."""
        return parse_seat(self.argument)

    @property
    def bot_level(self) -> int:
        """The strength of the bot to add."""
        level = self.argument.partition(" ")[0]
        if not (len(level) == 1 and level.isascii() and level.isdigit() and level != "0"):
            raise ParseError(f"{shorten(level)} is not the strength of a bot")
        return int(level)

    @property
    def bot_name(self) -> str:
        """The name of the bot to add."""
        return self.argument.partition(" ")[2].strip()

    @property
    def settings(self) -> RaceSettings:
        """The settings of the next race."""
        try:
            return RaceSettings.from_dict(json.loads(self.argument))
        except (json.JSONDecodeError, RecursionError):
            raise ParseError("the settings are not JSON") from None

    @property
    def start(self) -> tuple[int, Deal | None]:
        """The seed of the items, and the deal; None for a race against ghosts, on their board."""
        seed, _, deal = self.argument.partition(" ")
        if not (seed.isascii() and seed.isdigit() and len(seed) <= len(str(SEEDS))):
            raise ParseError(f"{shorten(seed)} is not a seed")
        return int(seed), Deal.parse(deal) if deal else None
