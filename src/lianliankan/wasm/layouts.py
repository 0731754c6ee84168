"""The common part of boards and positions: the cells, and whether their tiles link."""

from typing import TYPE_CHECKING, NoReturn

from lianliankan.board.cell import Cell
from lianliankan.wasm.addresses import LayoutAddress
from lianliankan.wasm.bridge import ILLEGAL_PAIR, ask, call, check
from lianliankan.wasm.values import make_path, pack, read_cell, read_ends

if TYPE_CHECKING:
    from lianliankan.board.path import Path

Cells = tuple[tuple[int, int], tuple[int, int]]

_STATUSES = ("linked", "apart", "different", "off board", "no tile", "same cell")
_LINKED, _DIFFERENT, _OFF_BOARD = 0, 2, 3


class Layout:
    """An object of the kernel, by its address."""

    __slots__ = ("_address", "_cols", "_rows")

    _address: LayoutAddress
    _rows: int
    _cols: int

    def __getattr__(self, name: str) -> NoReturn:
        if name in Layout.__slots__:
            raise TypeError(f"this {type(self).__name__} was never made: its __init__ was not called")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._rows

    @property
    def cols(self) -> int:
        """The number of columns."""
        return self._cols

    @property
    def tile_count(self) -> int:
        """The number of tiles left."""
        count: int = call.tile_count(self._address)
        return count

    @property
    def is_clear(self) -> bool:
        """Whether no tile is left."""
        return self.tile_count == 0

    @property
    def zobrist(self) -> int:
        """The hash of the position: 64 bits, the same on every machine."""
        return int(call.zobrist(self._address)) & 0xFFFF_FFFF_FFFF_FFFF

    def __getitem__(self, cell: tuple[int, int], /) -> int:
        at = read_cell(cell)
        number: int = call.number_at(self._address, pack(at))
        if number <= ILLEGAL_PAIR:
            raise_for_pair("pair_error", _OFF_BOARD, self, (at, at), (cell, cell))
        return number

    def linkable(self, a: object, b: object, /) -> bool:
        """Return whether the tiles on two cells link."""
        cells = read_cell(a), read_cell(b)
        return self._links(call.pair_status(self._address, pack(cells[0]), pack(cells[1])), cells, (a, b))

    def link(self, a: object, b: object, /) -> "Path | None":
        """Return the best path between the tiles on two cells, or None if they do not link."""
        cells = read_cell(a), read_cell(b)
        status, corners = ask("link", self._address, pack(cells[0]), pack(cells[1]))
        return make_path(corners) if self._links(status, cells, (a, b)) else None

    def _links(self, status: int, cells: Cells, given: tuple[object, ...]) -> bool:
        if check(status) > _DIFFERENT:
            raise_for_pair("pair_error", status, self, cells, given)
        return status == _LINKED

    def _read_move(self, ends: tuple[object, ...]) -> tuple[Cells, tuple[object, object]]:
        """Return the two cells of a move, as the kernel reads them and as they were given."""
        if len(ends) not in (1, 2):
            raise TypeError(f"play() takes a move or two cells, not {len(ends)} arguments")
        given = read_ends(ends[0]) if len(ends) == 1 else (ends[0], ends[1])
        return (read_cell(given[0]), read_cell(given[1])), given

    def _check_move(self, result: int, cells: Cells, given: tuple[object, object]) -> int:
        """Return the result of playing a move, or raise IllegalMove if its cells do not link."""
        if result <= ILLEGAL_PAIR:
            raise_for_pair("illegal_move", ILLEGAL_PAIR - result, self, cells, given)
        return check(result)


def raise_for_pair(
    function: str, status: int, layout: Layout, cells: Cells, given: tuple[object, ...], *more: int
) -> NoReturn:
    """Raise an error of kernel_errors.py about two cells: pair_error or illegal_move."""
    from lianliankan.board import kernel_errors

    read = Cell(*cells[0]), Cell(*cells[1])
    raise getattr(kernel_errors, function)(_STATUSES[status], layout, read, given, *more)
