"""The game: a command goes in, events come out. It knows no screen, no clock of its own, and no chance but its seed."""

from operator import index
from typing import Literal, NamedTuple, Self

from lianliankan.board.board import Board, check_board
from lianliankan.board.cell import Cell
from lianliankan.dealing.deal_spec import Deal
from lianliankan.errors import BadBoard
from lianliankan.game import events as ev
from lianliankan.game.commands import Command
from lianliankan.game.engine import Engine, LossReason
from lianliankan.game.options import Options
from lianliankan.seeds import check_seed

__all__ = ["Entry", "Game", "State"]

State = Literal["playing", "stuck", "won", "lost", "paused"]


class Entry(NamedTuple):
    """A command that was accepted, and `at`, when: in thousandths of a second since the game was made."""

    at: int
    command: Command


class Game(Engine):
    """A game of a board.

    Every command is a method, and a text for `do`; each gives back what happened, and takes `at`: how many seconds have
    passed since the game was made (left out, none since the last command). `options` say what is allowed, `seed` is
    all the chance there is, and `deal` is the number that the board came from, if any.

    >>> import lianliankan as llk
    >>> game = llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 ."))
    >>> game.pick((0, 1), at=1.0)
    [Picked(cell=Cell(row=0, col=1), kind=2)]
    >>> [event.name for event in game.pick((0, 2), at=1.5)]
    ['linked']
    >>> game.play((1, 1), (0, 0), at=2.0)[0].reason
    'different kinds'
    >>> for command in ("play 2,2-2,3", "play 1,1-1,4"):
    ...     happened = game.do(command, at=3.0)
    >>> game.state, happened[-1].stars, game.score
    ('won', 3, 60)
    """

    def __init__(
        self, board: Board, options: Options | None = None, *, seed: int = 0, deal: Deal | None = None
    ) -> None:
        check_board(board)
        if not isinstance(options, Options | None):
            raise TypeError(f"options are made by llk.Options(...), not {options!r}")
        if deal and (deal.rows, deal.cols, deal.rules) != (board.rows, board.cols, board.rules):
            raise BadBoard(f"the deal {deal} is another board")
        super().__init__(board, options or Options(), check_seed(seed))
        self._deal = deal
        self._entries: list[Entry] = []

    @classmethod
    def of(cls, deal: Deal, options: Options | None = None, *, seed: int | None = None) -> Self:
        """Begin a game of a deal; its number is also the seed where none is given.

        >>> import lianliankan as llk
        >>> llk.Game.of(llk.Deal(rows=4, cols=6, seed=7)).board == llk.deal(4, 6, seed=7)
        True
        """
        return cls(deal.board(), options, seed=deal.seed if seed is None else seed, deal=deal)

    # ---- What there is to see ----------------------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The number that its shuffles come from."""
        return self._seed

    @property
    def deal(self) -> Deal | None:
        """The deal that the board came from, if it is known."""
        return self._deal

    @property
    def state(self) -> State:
        """One of "playing", "stuck" (tiles are left, no move is), "paused", "won" and "lost"."""
        return "paused" if self._clock.is_paused else self._state

    @property
    def loss(self) -> LossReason:
        """Why the game is lost; empty where it is not."""
        return self._loss

    @property
    def picked(self) -> Cell | None:
        """The cell of the tile that is selected."""
        return self._picked

    @property
    def combo(self) -> int:
        """How many pairs in a row came each quickly after the one before."""
        return self._combo

    @property
    def shuffles_used(self) -> int:
        """How many shuffles there were, asked for or not."""
        return self._used.shuffles

    @property
    def hints_used(self) -> int:
        """How many hints were given."""
        return self._used.hints

    @property
    def undos_used(self) -> int:
        """How often something was taken back."""
        return self._used.undos

    @property
    def stars(self) -> int:
        """The stars of a game that is won; 0 before."""
        return self._stars

    @property
    def at(self) -> float:
        """The time of the last command, in seconds since the game was made."""
        return self._clock.now / 1000

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All commands that were accepted, with their times: with board, options and seed they are the whole game."""
        return tuple(self._entries)

    @property
    def last_entry(self) -> Entry | None:
        """The last command that was accepted."""
        return self._entries[-1] if self._entries else None

    @property
    def entry_count(self) -> int:
        """How many commands were accepted."""
        return len(self._entries)

    def entries_after(self, number: int) -> tuple[Entry, ...]:
        """Give the commands that were accepted after so many others, without touching those."""
        return tuple(self._entries[number:])

    # ---- Commands ----------------------------------------------------------------------------------------------------

    def pick(self, cell: tuple[int, int], *, at: float | None = None) -> list[ev.Event]:
        """Select a tile, or play the selected one with it.

        A second tile that links with the first is played. The same tile again drops the selection; any other tile
        becomes the selected one, after a refusal that says why the two did not go.
        """
        return self.do(Command("pick", (_cell(cell),)), at=at)

    def play(self, a: tuple[int, int], b: tuple[int, int], *, at: float | None = None) -> list[ev.Event]:
        """Take away two tiles, if a path joins them."""
        return self.do(Command("play", (_cell(a), _cell(b))), at=at)

    def hint(self, *, at: float | None = None) -> list[ev.Event]:
        """Ask for a pair that keeps the game winnable, if there is one; to ask again in the same place is free."""
        return self.do(Command("hint"), at=at)

    def auto(self, *, at: float | None = None) -> list[ev.Event]:
        """Take a hint and play it, for no points."""
        return self.do(Command("auto"), at=at)

    def shuffle(self, *, at: float | None = None) -> list[ev.Event]:
        """Lay the tiles anew, so that the game can be won."""
        return self.do(Command("shuffle"), at=at)

    def undo(self, *, at: float | None = None) -> list[ev.Event]:
        """Take the last pair or shuffle back, with its points; hints, shuffles and time stay used."""
        return self.do(Command("undo"), at=at)

    def redo(self, *, at: float | None = None) -> list[ev.Event]:
        """Make again what was taken back."""
        return self.do(Command("redo"), at=at)

    def restart(self, *, at: float | None = None) -> list[ev.Event]:
        """Begin anew with the same board, a full stock and a new clock."""
        return self.do(Command("restart"), at=at)

    def pause(self, *, at: float | None = None) -> list[ev.Event]:
        """Stop the clock."""
        return self.do(Command("pause"), at=at)

    def resume(self, *, at: float | None = None) -> list[ev.Event]:
        """Let the clock go on."""
        return self.do(Command("resume"), at=at)

    def give_up(self, *, at: float | None = None) -> list[ev.Event]:
        """Lose the game."""
        return self.do(Command("give-up"), at=at)

    def tick(self, *, at: float | None = None) -> list[ev.Event]:
        """Let time pass: where a limit is over, the game is lost."""
        return self.do(Command("tick"), at=at)

    def do(self, command: Command | str, *, at: float | None = None) -> list[ev.Event]:
        """Do what a command or its text says; what was not only refused is kept in `entries`.

        Raises ParseError for a text that is no command, and BadTime for a time before the last one.
        """
        if isinstance(command, str):
            command = Command.parse(command)
        elif not isinstance(command, Command):
            raise TypeError(f"a command is a Command or its text, not {command!r}")
        now = self._clock.to_milliseconds(at)
        if self._time_is_up(now):
            command = Command("tick")
        self._clock.now = now
        happened = self._dispatch(command)
        if command.word == "auto" and isinstance(happened[0], ev.Hinted):
            command = Command("auto", happened[0].move)
        if any(not isinstance(event, ev.Refused) for event in happened):
            self._entries.append(Entry(now, command))
        return happened

    def replay(self, entry: Entry) -> list[ev.Event]:
        """Do an entry of a game again, without asking the solver for what changes nothing.

        No doom is told, and a hint names just any pair; the game comes to the same, and finds out the rest when asked.
        """
        self._is_replaying = True
        try:
            return self.do(entry.command, at=entry.at / 1000)
        finally:
            self._is_replaying = False

    def copy(self) -> Self:
        """Give a game that stands where this one does, and goes its own way from here."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._entries = list(self._entries)
        other._clock, other._history = self._clock.copy(), self._history.copy()
        return other

    __copy__ = copy

    def __repr__(self) -> str:
        return f"<Game: {self.state}, {self.board.tile_count} tiles left>"


def _cell(cell: tuple[int, int]) -> Cell:
    try:
        row, col = cell
        return Cell(index(row), index(col))
    except (TypeError, ValueError):
        raise TypeError(f"a cell is a pair (row, col) of integers, not {cell!r}") from None
