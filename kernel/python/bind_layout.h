// Binds what Board and Position share.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "board.h"
#include "python/bindings.h"

namespace llk::python {

/// A move of two cells as they were given; raises IllegalMove if they do not link.
template <class Self>
Move read_move(const Self& self, nb::handle a, nb::handle b) {
    const CellPair pair{a, b};
    const PairStatus found = self->pair_status(pair.a, pair.b);
    if (found != PairStatus::linked) raise_for_pair("illegal_move", found, nb::find(self), pair);
    return make_move(pair.a, pair.b);
}
template <class Self>
Move read_move(const Self& self, nb::handle move) {
    const auto [a, b] = read_ends(move);
    return read_move(self, a, b);
}

/// Whether two cells link; raises for any two that are a mistake.
template <class Self>
bool links(const Self& self, const CellPair& pair) {
    const PairStatus found = self->pair_status(pair.a, pair.b);
    if (found > PairStatus::different) raise_for_pair("pair_error", found, nb::find(self), pair);
    return found == PairStatus::linked;
}

template <class Self>
std::int32_t number_at(const Self& self, nb::handle where) {
    const CellPair pair{where, where};
    if (!self->contains(pair.a)) raise_for_pair("pair_error", PairStatus::off_board, nb::find(self), pair);
    return self->number(pair.a);
}

template <class Self>
void bind_layout(nb::class_<Self>& bound) {
    bound.def_prop_ro(
             "rows", [](const Self& self) { return self->rows(); }, "The number of rows.")
        .def_prop_ro(
            "cols", [](const Self& self) { return self->cols(); }, "The number of columns.")
        .def_prop_ro(
            "tile_count", [](const Self& self) { return self->tiles(); }, "The number of tiles left.")
        .def_prop_ro(
            "is_clear", [](const Self& self) { return self->tiles() == 0; }, "Whether no tile is left.")
        .def_prop_ro(
            "zobrist", [](const Self& self) { return self->hash(); },
            "The hash of the position: 64 bits, the same on every machine.")
        .def("__getitem__", &number_at<Self>, nb::sig("def __getitem__(self, cell: tuple[int, int], /) -> int"))
        .def(
            "linkable", [](const Self& self, nb::handle a, nb::handle b) { return links(self, {a, b}); },
            nb::sig("def linkable(self, a: tuple[int, int], b: tuple[int, int], /) -> bool"),
            "Return whether the tiles on two cells link.\n\n"
            ">>> import lianliankan as llk\n"
            ">>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')\n"
            ">>> board.linkable((0, 0), (0, 3)), board.linkable((0, 0), (0, 1))\n"
            "(True, False)\n")
        .def(
            "link",
            [](const Self& self, nb::handle a, nb::handle b) -> nb::object {
                const CellPair pair{a, b};
                return links(self, pair) ? python_path(self->route(pair.a, pair.b)) : nb::none();
            },
            nb::sig("def link(self, a: tuple[int, int], b: tuple[int, int], /) -> "
                    "lianliankan.board.path.Path | None"),
            "Return the best path between the tiles on two cells, or None if they do not link.\n\n"
            "The best path has the fewest turns, then the fewest steps. Ties go to the path whose corners, read from\n"
            "the tile that comes first in reading order, come first in reading order; so link(b, a) is link(a, b)\n"
            "reversed.\n\n"
            ">>> import lianliankan as llk\n"
            ">>> board = llk.Board.parse('1 2 2 1 / . 3 3 .')\n"
            ">>> path = board.link((0, 0), (0, 3))\n"
            ">>> str(path), path.turns, path.steps\n"
            "('1,1-0,1-0,4-1,4', 2, 5)\n");
}

}  // namespace llk::python
