"""The log of a game: its accepted commands with their times, which are the whole game together with its start."""

from typing import NamedTuple

from lianliankan.game.commands import Command
from lianliankan.game.events import Event, Hinted, Lost, Refused


class Entry(NamedTuple):
    """An accepted command and its time `at`, in milliseconds since the game was created.

    >>> game = llk.Game(llk.Board.parse("AA"))
    >>> happened = game.play((0, 0), (0, 1), at=2.5)
    >>> [(entry.seconds, str(entry.command)) for entry in game.entries]
    [(2.5, 'play 1,1-1,2')]
    """

    at: int
    command: Command

    @property
    def seconds(self) -> float:
        """The time in seconds."""
        return self.at / 1000


def log_entry(log: list[Entry], at: int, command: Command, happened: list[Event]) -> None:
    """Add a command to a log unless it did nothing or was refused; what is logged is what was done in fact.

    >>> log: list[Entry] = []
    >>> log_entry(log, 1500, Command("hint"), [Lost("time")])
    >>> str(log[0].command), log[0].seconds
    ('tick', 1.5)
    """
    if not happened or isinstance(happened[-1], Refused):  # a refusal that has consequences comes first
        return
    first = happened[0]
    if isinstance(first, Lost) and first.reason == "time":
        command = Command("tick")
    elif command.word == "auto" and isinstance(first, Hinted):
        command = Command("auto", first.move)
    log.append(Entry(at, command))
