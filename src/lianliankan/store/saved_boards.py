"""Boards that players have drawn and saved under a name: one setting of a player."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from lianliankan.board.board import Board
from lianliankan.errors import QuotaExceeded
from lianliankan.records.share import to_share

if TYPE_CHECKING:
    from lianliankan.store.store import Store

MAX_BOARDS: Final = 100
"""How many boards a player may save."""

MAX_BOARDS_BYTES: Final = 48_000
"""The bytes of all of them, as JSON."""

SETTING: Final = "boards"
"""The name of the setting."""


class SavedBoard(msgspec.Struct, frozen=True):
    """A saved board: its name, its share text, when it was saved (seconds since 1970), its size and its tiles."""

    name: str
    share: str
    saved: int
    rows: int
    cols: int
    tiles: int


def list_boards(store: "Store") -> list[SavedBoard]:
    """Return the boards of a player, the last saved first; what cannot be one, because it was imported, is left out."""
    found = []
    for value in store.setting(SETTING, list[Any]()):
        try:
            found.append(msgspec.convert(value, SavedBoard))
        except msgspec.ValidationError:
            continue
    return found


def save_board(store: "Store", name: str, board: Board, now: int) -> list[SavedBoard]:
    """Save a board in place of the one with this name, and return all; raises QuotaExceeded if there are too many."""
    new = SavedBoard(name, to_share(board), now, board.rows, board.cols, board.tile_count)
    return _store(store, [new, *_without(store, name)])


def remove_board(store: "Store", name: str) -> list[SavedBoard]:
    """Remove the board with this name, if there is one, and return the others."""
    return _store(store, _without(store, name))


def add_boards(here: object, given: list[Any]) -> list[Any]:
    """Return the boards stored here together with those of a zip that have other names."""
    kept: list[Any] = here if isinstance(here, list) else []
    names = [board.get("name") for board in kept if isinstance(board, dict)]
    new = [board for board in given if isinstance(board, dict) and board.get("name") not in names]
    return [*kept, *new][:MAX_BOARDS]


def _without(store: "Store", name: str) -> list[SavedBoard]:
    return [board for board in list_boards(store) if board.name != name]


def _store(store: "Store", boards: Sequence[SavedBoard]) -> list[SavedBoard]:
    if len(boards) > MAX_BOARDS or len(msgspec.json.encode(boards)) > MAX_BOARDS_BYTES:
        raise QuotaExceeded(f"players are limited to {MAX_BOARDS} saved boards of {MAX_BOARDS_BYTES} bytes in all")
    store.set_setting(SETTING, msgspec.to_builtins(boards))
    return list(boards)
