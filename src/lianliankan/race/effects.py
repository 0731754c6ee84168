"""Effects of items, hints and stuck boards: what the solver is asked, how it is proved, and what it changes."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.board.move import Move
from lianliankan.dealing.arrange import build_winnable, with_kinds
from lianliankan.dealing.shuffle import shuffle
from lianliankan.errors import IllegalMove, NotShufflable
from lianliankan.race.commands import Did, Effect, RaceCommand
from lianliankan.race.events import Attacked
from lianliankan.race.items import ATTACKS, Item
from lianliankan.race.seat import Seat
from lianliankan.race.settings import RaceSettings
from lianliankan.seeds import derive_seed, draw
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget, Verdict

_NODES = 10_000  # of one search: enough for nearly every board of a race
_TRIES = 4  # shuffles, or pairs to put back, before something milder is done
_MAX_PUTS = 8  # pairs to choose from when one is put back: the last ones
_STREAM, _ASK, _HIDE = 12, 13, 14  # of seeds

# The possible effects of each attack; "nothing" is always possible.
_MAY_DO: dict[Item, tuple[Did, ...]] = {
    "shuffle": ("shuffle", "hide"),
    "put-back": ("put-back", "hide"),
    "hide": ("hide",),
    "turn": ("turn",),
    "block": ("block",),
}


@dataclass(frozen=True, slots=True)
class EffectQuestion:
    """A question to the solver for an item, a hint or a stuck board. It is a value: any process may answer it.

    - `item`: the item, "hint" for a hint, or None for a stuck board.
    - `board`: the board it is about: that of the victim or, for a hint and a bomb, one's own.
    - `puts`: the pairs that can be put back, and the board after each.
    - `seed`: decides between equally good answers.

    >>> question = EffectQuestion("shuffle", llk.Board.parse("AB/AB"), seed=1)
    >>> effect = question.answer()
    >>> effect.did, is_proved(board_after(question.board, effect), effect.line)
    ('shuffle', True)
    >>> EffectQuestion("hide", llk.Board.parse("AB/BA"), seed=1).answer().kinds  # a lost board is laid again
    (1, 2, 1, 2)
    """

    item: Item | None
    board: Board
    puts: tuple[tuple[Move, Board], ...] = ()
    seed: int = 0

    def answer(self) -> Effect:
        """Find an effect and its proof."""
        is_attack = self.item is None or self.item in ATTACKS
        for finder in self._attacks() if is_attack else (self._pair(),):
            with suppress(NotShufflable):
                for effect in finder:
                    return effect
        return Effect("nothing") if is_attack else Effect("pair", (self.board.moves()[0],))

    def _attacks(self) -> tuple[Iterator[Effect], ...]:
        """Return what may be done, best first."""
        if self.item is None or self.item == "shuffle":
            shuffled = self._shuffles("shuffle"), self._built("shuffle")
            return shuffled if self.item is None else (*shuffled, self._as_it_is("hide"))
        if self.item == "put-back":
            return self._put_backs(), self._as_it_is("hide"), self._shuffles("hide"), self._built("hide")
        did: Did = self.item  # type: ignore[assignment]  # an attack that changes no tiles
        return self._as_it_is(did), self._shuffles(did), self._built(did)

    def _pair(self) -> Iterator[Effect]:
        if line := _win(self.board):
            yield Effect("pair", line)

    def _as_it_is(self, did: Did) -> Iterator[Effect]:
        if line := _win(self.board):
            yield Effect(did, line)

    def _shuffles(self, did: Did) -> Iterator[Effect]:
        for attempt in range(_TRIES):
            found = shuffle(self.board, seed=derive_seed(self.seed, attempt, _STREAM))
            if line := _win(found):
                yield Effect(did, line, tuple(kind for _, kind in found.tiles()))

    def _built(self, did: Did) -> Iterator[Effect]:
        """Build the board backwards, which is quick where hardly any shuffle can be won, but less random."""
        kinds = [kind for _, kind in self.board.tiles()]
        if any(tiles % 2 for tiles in self.board.kinds.values()):
            return
        for attempt in range(_TRIES):
            built = build_winnable(self.board, kinds, derive_seed(self.seed, attempt, _STREAM))
            if not isinstance(built, Verdict) and (line := _win(built)):
                yield Effect(did, line, tuple(kind for _, kind in built.tiles()))

    def _put_backs(self) -> Iterator[Effect]:
        left = list(self.puts)
        for attempt in range(min(_TRIES, len(left))):
            move, board = left.pop(draw(self.seed, attempt, len(left)))
            if line := _win(board):
                yield Effect("put-back", line, put=move)


def board_after(board: Board, effect: Effect, put: Board | None = None) -> Board | None:
    """Return the board after an effect, or None if it is not made of the same tiles; `put`: with its pair put back.

    >>> board = llk.Board.parse("AB/AB")
    >>> print(board_after(board, Effect("shuffle", kinds=(1, 1, 2, 2))))
    1 1
    2 2
    >>> board_after(board, Effect("shuffle", kinds=(1, 1, 1, 1))) is None
    True
    """
    if effect.put is not None:
        return put
    if not effect.kinds:
        return board
    if sorted(effect.kinds) != sorted(kind for _, kind in board.tiles()):
        return None
    return with_kinds(board, effect.kinds)


def is_proved(board: Board | None, line: tuple[Move, ...]) -> bool:
    """Return whether a line of moves clears a board: a proof that it can be won, checked without a solver.

    >>> is_proved(llk.Board.parse("AB/AB"), (llk.Move.parse("1,1-2,1"),))
    False
    """
    if board is None or 2 * len(line) != board.tile_count:
        return False
    try:
        for move in line:
            board = board.play(move)
    except (IllegalMove, ValueError):
        return False
    return board.is_clear


def _win(board: Board) -> tuple[Move, ...]:
    """Return moves that win a board, or none if the solver finds none."""
    verdict = solve(board, Budget(nodes=_NODES))
    return tuple(verdict.moves) if verdict.winnable else ()


def make_question(
    command: RaceCommand, seat: Seat, target: Seat | None, seed: int, version: int
) -> EffectQuestion | None:
    """Return the question of a command to the solver, or None if it has none."""
    own = derive_seed(seed, version, _ASK)
    if command.word == "relay":
        return EffectQuestion(None, seat.board, seed=own)
    if command.word == "hint" or command.item in ("hint", "bomb"):
        return EffectQuestion(command.item or "hint", seat.board, seed=own)
    if target is None:
        return None
    table = target.table
    if command.item == "put-back":
        found = ((move, table.put_back(target.number, move)) for move in table.put_choices(target.number)[:_MAX_PUTS])
        return EffectQuestion(
            "put-back", target.board, tuple((move, board) for move, board in found if board is not None), own
        )
    return EffectQuestion(command.item, target.board, seed=own)


def check_effect(target: Seat, command: RaceCommand) -> Board | None:
    """Return the board of a victim after an attack, or None if the effect is not one of this attack, or not proved."""
    effect, item = command.effect, command.item
    if effect is None or item is None:
        return None
    if effect.did == "nothing":
        return target.board if effect == Effect("nothing") else None
    has_put, has_kinds = effect.put is not None, bool(effect.kinds)
    is_whole = has_put == (effect.did == "put-back") and not (has_put and has_kinds)
    if effect.did not in _MAY_DO[item] or not is_whole or (effect.did == "shuffle" and not has_kinds):
        return None
    board = _board_under(target, effect)
    return board if is_proved(board, effect.line) else None


def _board_under(seat: Seat, effect: Effect) -> Board | None:
    """Return the board of a seat after an effect, proved or not; None if the effect is not one for it."""
    put = None if effect.put is None else seat.table.put_back(seat.number, effect.put)
    return board_after(seat.board, effect, put)


def strike(settings: RaceSettings, seed: int, target: Seat, command: RaceCommand, now: int, number: int) -> Attacked:
    """Apply a proved attack to what its victim sees and may do, and return the event."""
    effect, item = command.effect, command.item
    assert effect is not None, "it is proved"
    assert item is not None, "it is an attack"
    until: int | None = None
    cells: tuple[Cell, ...] = ()
    if effect.did == "hide":
        until = target.hidden_until = now + 1000 * settings.hide
        cells = target.hidden = _choose_cells(target.board, settings.hidden, derive_seed(seed, number, _HIDE))
    elif effect.did == "turn":
        until = target.turned_until = now + 1000 * settings.turn
    elif effect.did == "block":
        until = target.blocked_until = now + 1000 * settings.block
    return Attacked(now, target.number, command.seat, item, effect.did, until=until, cells=cells, pairs=target.pairs)


def _choose_cells(board: Board, percent: int, seed: int) -> tuple[Cell, ...]:
    """Choose some tiles at random, at least one, in reading order."""
    left = [cell for cell, _ in board.tiles()]
    wanted = max(len(left) * percent // 100, 1)
    return tuple(sorted(left.pop(draw(seed, number, len(left))) for number in range(wanted)))
