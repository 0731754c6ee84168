"""The commands of races and rooms, as values and as text, and the proved effects that they carry."""

import json
from collections.abc import Callable
from typing import Any, Literal, Self, cast, get_args

import msgspec

from lianliankan.board.cell import Cell, parse_cells
from lianliankan.board.move import Move
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import ParseError
from lianliankan.race.items import ATTACKS, ITEMS, Item
from lianliankan.race.seat import Racer
from lianliankan.race.settings import MAX_SEATS, RaceSettings
from lianliankan.seeds import SEEDS
from lianliankan.text import check_text, shorten

RaceWord = Literal["play", "hint", "use", "relay", "away", "back", "give-up", "leave", "kick", "tick"]

RACE_COMMANDS: tuple[RaceWord, ...] = get_args(RaceWord)
"""The words of race commands."""

PLAYER_COMMANDS: tuple[RaceWord, ...] = ("play", "hint", "use", "give-up")
"""The words of race commands that players send; all others are left to the program that runs the race."""

PROVED_COMMANDS: tuple[RaceWord, ...] = ("hint", "use", "relay")
"""The words of race commands that need an effect, which the solver proves."""

Did = Literal["shuffle", "put-back", "hide", "turn", "block", "pair", "nothing"]

_DONE: tuple[Did, ...] = get_args(Did)

RoomWord = Literal["join", "bot", "leave", "kick", "ready", "unready", "settings", "away", "back", "start", "tick"]

ROOM_COMMANDS: tuple[RoomWord, ...] = get_args(RoomWord)
"""The words of room commands; all others are commands to the race."""

SEAT_COMMANDS: tuple[RoomWord, ...] = ("ready", "unready", "leave", "bot", "kick", "settings")
"""The words of room commands that players send from their seats."""

_SEATLESS = ("join", "start", "tick")


class Effect(msgspec.Struct, frozen=True):
    """The effect of a command, as proved by the solver, and moves that win the board afterwards.

    - `did`: for an attack, what is done: the item itself, something milder, or "nothing"; for a hint or a bomb, "pair".
    - `line`: moves that clear the board after the attack. For a hint or a bomb, the first is the pair itself; a line
      that does not clear the board then only says that nothing was proved.
    - `kinds`: the kinds of all tiles in reading order, if the board is laid again.
    - `put`: the pair to put back.
    """

    did: Did
    line: tuple[Move, ...] = ()
    kinds: tuple[int, ...] = ()
    put: Move | None = None

    def __str__(self) -> str:
        words: list[str] = [self.did]
        if self.put is not None:
            words.append(f"put={self.put}")
        if self.kinds:
            words.append(f"kinds={','.join(map(str, self.kinds))}")
        if self.line:
            words.append(f"line={';'.join(map(str, self.line))}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text of an effect.

        >>> effect = Effect.parse("shuffle kinds=1,1 line=1,1-1,2")
        >>> effect.did, effect.kinds, str(effect.line[0]), str(effect)
        ('shuffle', (1, 1), '1,1-1,2', 'shuffle kinds=1,1 line=1,1-1,2')
        """
        did, *words = text.split()
        if did not in _DONE:
            raise ParseError(f"unknown effect {shorten(did)} (choose from {', '.join(_DONE)})")
        given: dict[str, str] = {}
        for word in words:
            name, _, value = word.partition("=")
            if name not in ("put", "kinds", "line") or name in given or not value:
                raise ParseError(f"{shorten(word)} is not a part of an effect; expected put=, kinds= or line=, once")
            given[name] = value
        return cls(
            did,
            tuple(Move.parse(move) for move in given["line"].split(";")) if "line" in given else (),
            tuple(_parse_number(kind) for kind in given["kinds"].split(",")) if "kinds" in given else (),
            Move.parse(given["put"]) if "put" in given else None,
        )


class RaceCommand(msgspec.Struct, frozen=True):
    """A command to a race: the seat that gives it (counted from 0; in text from 1), a word, and what it applies to.

    - "play": takes a pair, `cells`.
    - "hint": asks for a pair; "use": uses an `item`, an attack on the seat `target`. Both need an `effect`.
    - "relay": lays the stuck board of the seat again, with an `effect`; the host of the race gives it.
    - "away", "back": the player left, or came back; "give-up", "leave", "kick": the seat is out.
    - "tick": only time has passed; the seat does not matter.

    >>> command = RaceCommand.parse("2 use hide 3")
    >>> command.seat, command.word, command.item, command.target, str(command)
    (1, 'use', 'hide', 2, '2 use hide 3')
    >>> str(RaceCommand.parse("1 play 1,1-2,3")), str(RaceCommand(0, "tick"))
    ('1 play 1,1-2,3', 'tick')
    """

    seat: int
    word: RaceWord
    cells: tuple[Cell, ...] = ()
    item: Item | None = None
    target: int | None = None
    effect: Effect | None = None

    def __post_init__(self) -> None:
        if self.word not in RACE_COMMANDS:
            raise ParseError(f"unknown command {shorten(str(self.word))} (choose from {', '.join(RACE_COMMANDS)})")
        for seat in (self.seat, self.target):
            if seat is not None and not (type(seat) is int and 0 <= seat < MAX_SEATS):
                raise ParseError(f"there is no seat {shorten(seat)}")
        if len(self.cells) != (2 if self.word == "play" else 0):
            raise ParseError(f"{self.word} takes {'two cells, e.g. 1,1-2,3' if self.word == 'play' else 'no cells'}")
        if (self.item is None) == (self.word == "use") or (self.item is not None and self.item not in ITEMS):
            raise ParseError(f"{self.word}: unknown item {shorten(str(self.item))} (choose from {', '.join(ITEMS)})")
        if (self.target is None) == (self.item in ATTACKS):
            raise ParseError("an attack needs the seat it is for, and nothing else does")
        if self.effect is not None and self.word not in PROVED_COMMANDS:
            raise ParseError(f"{self.word} has no effect to prove")

    @classmethod
    def from_player(cls, seat: int, text: str) -> Self:
        """Parse what the player of a seat sends, without the seat: one of `PLAYER_COMMANDS`, without an effect.

        >>> str(RaceCommand.from_player(1, "use hide 3"))
        '2 use hide 3'
        >>> RaceCommand.from_player(1, "use hide 3: nothing")
        Traceback (most recent call last):
            ...
        lianliankan.errors.ParseError: line 1, column 1: a player's command is one of play, hint, use, give-up, ...
        """
        check_text(text, "RaceCommand.from_player")
        if text.split(maxsplit=1)[:1] not in [[word] for word in PLAYER_COMMANDS] or ":" in text:
            raise ParseError(f"a player's command is one of {', '.join(PLAYER_COMMANDS)}, without an effect")
        return cls.parse(f"{seat + 1} {text}")

    def with_effect(self, effect: Effect | None) -> Self:
        """Return the command with another effect."""
        return msgspec.structs.replace(self, effect=effect)

    def __str__(self) -> str:
        if self.word == "tick":
            return "tick"
        words = [str(self.seat + 1), self.word]
        if self.cells:
            words.append("-".join(map(str, self.cells)))
        if self.item is not None:
            words.append(self.item)
        if self.target is not None:
            words.append(str(self.target + 1))
        return " ".join(words) + (f": {self.effect}" if self.effect else "")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a command: the seat counted from 1, the word, and after a colon the effect.

        >>> RaceCommand.parse("1 play 1,1")
        Traceback (most recent call last):
            ...
        lianliankan.errors.ParseError: line 1, column 1: play takes two cells, e.g. 1,1-2,3
        """
        check_text(text, "RaceCommand.parse")
        before, colon, after = text.partition(":")
        words = before.split()
        if words == ["tick"] and not colon:
            return cls(0, "tick")
        if len(words) < 2:
            raise ParseError(f"{shorten(text)} is not a command; expected a seat and a word, e.g. 1 play 1,1-2,3")
        seat, word, *rest = words
        cells: tuple[Cell, ...] = ()
        item = target = None
        if word == "play" and rest:
            cells = tuple(parse_cells(rest.pop(0)))
        elif word == "use" and rest:
            item = rest.pop(0)
            target = parse_seat(rest.pop(0)) if rest else None
        if rest or (colon and not after.strip()):
            raise ParseError(f"{shorten(text)} has too many or too few words")
        effect = Effect.parse(after) if colon else None
        return cls(parse_seat(seat), cast(RaceWord, word), cells, cast("Item | None", item), target, effect)


def parse_seat(text: str) -> int:
    """Parse a seat, counted from 1.

    >>> parse_seat("1")
    0
    """
    if not (len(text) == 1 and "1" <= text <= str(MAX_SEATS)):
        raise ParseError(f"{shorten(text)} is not a seat; expected a number from 1 to {MAX_SEATS}")
    return int(text) - 1


def _parse_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise ParseError(f"{shorten(text)} is not a kind")
    return int(text)


# ---- Rooms -----------------------------------------------------------------------------------------------------------


class RoomCommand(msgspec.Struct, frozen=True):
    """A command to a room: the seat that gives it (from 0; in text from 1), a word, and what the word needs.

    - "join NAME": takes the first free seat; the first person is the host. "leave": frees it.
    - "ready", "unready": for the next race. "away", "back": the connection was lost, or is there again.
    - By the host: "kick SEAT", "bot STRENGTH NAME", "settings JSON".
    - "start SEED DEAL": ends the countdown; the seed is for the items. Against ghosts, the deal is left out.
    - "tick": only time has passed.

    Those without a seat have -1. Raises ParseError, and BadOptions for a name or settings that are not valid.

    >>> command = RoomCommand.parse("1 bot 3 Bot Lin")
    >>> command.name, command.bot, str(RoomCommand.parse("join Ann"))
    ('Bot Lin', 3, 'join Ann')
    """

    seat: int
    word: RoomWord
    name: str = ""
    bot: int = 0
    target: int | None = None
    settings: RaceSettings | None = None
    seed: int = 0
    deal: Deal | None = None

    def __post_init__(self) -> None:
        if self.word in ("join", "bot"):
            Racer(self.name, self.bot)

    def __str__(self) -> str:
        seat = "" if self.word in _SEATLESS else f"{self.seat + 1} "
        return f"{seat}{self.word} {self._argument}".rstrip()

    @property
    def _argument(self) -> str:
        match self.word:
            case "join":
                return self.name
            case "bot":
                return f"{self.bot} {self.name}"
            case "kick" if self.target is not None:
                return str(self.target + 1)
            case "settings" if self.settings is not None:
                return json.dumps(self.settings.to_dict())
            case "start":
                return f"{self.seed} {self.deal or ''}"
        return ""

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
        if bool(argument) != (word in _ARGUMENTS):
            raise ParseError(f"{word} takes {'an argument' if word in _ARGUMENTS else 'no argument'}")
        return cls(seat, word, **(_ARGUMENTS[word](argument) if argument else {}))


def _parse_bot(text: str) -> dict[str, Any]:
    level, _, name = text.partition(" ")
    if not (len(level) == 1 and level.isascii() and level.isdigit() and level != "0"):
        raise ParseError(f"{shorten(level)} is not the strength of a bot")
    return {"name": name.strip(), "bot": int(level)}


def _parse_settings(text: str) -> dict[str, Any]:
    try:
        return {"settings": RaceSettings.from_dict(json.loads(text))}
    except (json.JSONDecodeError, RecursionError):
        raise ParseError("the settings are not JSON") from None


def _parse_start(text: str) -> dict[str, Any]:
    seed, _, deal = text.partition(" ")
    if not (seed.isascii() and seed.isdigit() and len(seed) <= len(str(SEEDS))):
        raise ParseError(f"{shorten(seed)} is not a seed")
    return {"seed": int(seed), "deal": Deal.parse(deal) if deal else None}


# The words that take an argument, and what it gives.
_ARGUMENTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "join": lambda name: {"name": name},
    "bot": _parse_bot,
    "kick": lambda seat: {"target": parse_seat(seat)},
    "settings": _parse_settings,
    "start": _parse_start,
}
