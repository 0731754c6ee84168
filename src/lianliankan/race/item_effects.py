"""What items do to a seat: which question they ask, whether an effect is valid, and what it changes."""

from lianliankan.board.board import Board
from lianliankan.board.cell import Cell
from lianliankan.race.commands import Did, Effect, RaceCommand
from lianliankan.race.events import Attacked
from lianliankan.race.items import Item
from lianliankan.race.prove import EffectQuestion, board_after, is_proved
from lianliankan.race.seat import Seat
from lianliankan.race.settings import RaceSettings
from lianliankan.seeds import derive_seed, draw

_ASK, _HIDE = 13, 14  # streams of seeds
_MAX_PUTS = 8  # pairs to choose from when one is put back: the last ones

# What each attack may do in fact; "nothing" is always possible.
_MAY_DO: dict[Item, tuple[Did, ...]] = {
    "shuffle": ("shuffle", "hide"),
    "put-back": ("put-back", "hide"),
    "hide": ("hide",),
    "turn": ("turn",),
    "block": ("block",),
}


def make_question(
    command: RaceCommand, seat: Seat, target: Seat | None, seed: int, version: int
) -> EffectQuestion | None:
    """Return what a command asks the solver, or None if it asks nothing."""
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
    board = board_under(target, effect)
    return board if is_proved(board, effect.line) else None


def board_under(seat: Seat, effect: Effect) -> Board | None:
    """Return the board of a seat after an effect, proved or not; None if the effect is not one for it."""
    put = None if effect.put is None else seat.table.put_back(seat.number, effect.put)
    return board_after(seat.board, effect, put)


def strike(settings: RaceSettings, seed: int, target: Seat, command: RaceCommand, now: int, number: int) -> Attacked:
    """Let a proved attack change what its victim sees and may do, and return the event."""
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
