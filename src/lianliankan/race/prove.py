"""Effects proved by the solver: every attack leaves a board that can be won, or does something milder, or nothing."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from lianliankan.board.board import Board
from lianliankan.board.move import Move
from lianliankan.dealing.arrange import build_winnable, with_kinds
from lianliankan.dealing.shuffle import shuffle
from lianliankan.errors import IllegalMove, NotShufflable
from lianliankan.race.commands import Did, Effect
from lianliankan.race.items import ATTACKS, Item
from lianliankan.seeds import derive_seed, draw
from lianliankan.solver.solve import solve
from lianliankan.solver.verdict import Budget, Verdict

_NODES = 10_000  # of one search: enough for nearly every board of a race
_TRIES = 4  # shuffles, or pairs to put back, before something milder is done
_STREAM = 12  # of seeds


@dataclass(frozen=True, slots=True)
class EffectQuestion:
    """What an item, a hint or a board that is stuck asks the solver. It is a value: any process may answer it.

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
