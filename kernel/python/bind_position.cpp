// Binds Position.
#include <nanobind/nanobind.h>

#include <memory>
#include <utility>
#include <vector>

#include "board.h"
#include "python/bind_layout.h"
#include "python/bindings.h"

namespace llk::python {

namespace {

/// A position, and whether a step is under way: signal handlers may run meanwhile, and must not see half of one.
struct PyPosition {
    std::unique_ptr<Position> position;
    nb::object board_type;
    bool busy = false;

    const Position* operator->() const { return get(); }
    Position* get() const {
        if (busy) raise("position_busy");
        return position.get();
    }
};

nb::object position_board(const PyPosition& self) { return make_board(self.board_type, self->board()); }

nb::object position_moves(const PyPosition& self) {
    std::vector<Move> moves(self->moves().begin(), self->moves().end());
    sort_moves(moves);
    return python_moves(moves);
}

/// Plays a move: one object, or two cells.
template <class... Ends>
void position_play(PyPosition& self, Ends... ends) {
    const Move move = read_move(self, ends...);
    Position* const position = self.get();
    if (position->rows() * position->cols() <= LONG_WORK) return position->play(move, NO_CHECKPOINT);
    const BusyGuard guard{self.busy};
    without_lock([&](const Checkpoint& checkpoint) { position->play(move, checkpoint); });
}

nb::object position_undo(PyPosition& self) {
    if (self->depth() == 0) raise("nothing_to_undo");
    const Move last = self->last();
    self.get()->undo();
    return nb::steal(python_move(last));
}

}  // namespace

void bind_position(nb::module_& m) {
    nb::class_<PyPosition> position(m, "Position", "The compiled part of lianliankan.Position.");
    bind_layout(position);
    position
        .def(
            "__init__",
            [](PyPosition* self, nb::pointer_and_handle<PyBoard> board) {
                auto made =
                    without_lock([&](const Checkpoint& checkpoint) { return (*board.p)->position(checkpoint); });
                new (self) PyPosition{std::move(made), nb::borrow(board.h.type())};
            },
            nb::sig("def __init__(self, board: Board) -> None"))
        .def_prop_ro("_board", &position_board, nb::for_getter(nb::sig("def _board(self, /) -> Board")))
        .def_prop_ro(
            "depth", [](const PyPosition& self) { return self->depth(); }, "The number of moves played.")
        .def_prop_ro(
            "is_stuck", [](const PyPosition& self) { return self->tiles() > 0 && self->moves().empty(); },
            "Whether tiles are left but no move is.")
        .def_prop_ro(
            "move_count", [](const PyPosition& self) { return self->moves().size(); }, "The number of legal moves.")
        .def("moves", &position_moves, nb::sig("def moves(self) -> list[lianliankan.board.move.Move]"),
             "Return every legal move, as Board.moves() does.")
        .def("play", &position_play<nb::handle>,
             nb::sig("def play(self, move: tuple[tuple[int, int], tuple[int, int]], /) -> None"),
             "Play a move in place. Raises IllegalMove if the two cells do not link.")
        .def("play", &position_play<nb::handle, nb::handle>,
             nb::sig("def play(self, a: tuple[int, int], b: tuple[int, int], /) -> None"))
        .def("undo", &position_undo, nb::sig("def undo(self) -> lianliankan.board.move.Move"),
             "Undo the last move and return it. Raises IllegalMove if there is none.")
        .def(
            "copy",
            [](nb::pointer_and_handle<PyPosition> self) {
                const auto& from = *self.p;
                nb::object made = nb::inst_alloc(nb::borrow<nb::type_object>(self.h.type()));
                new (nb::inst_ptr<PyPosition>(made)) PyPosition{from->copy(), from.board_type};
                nb::inst_mark_ready(made);
                return made;
            },
            nb::sig("def copy(self) -> typing.Self"), "Return an independent copy, with the same moves to undo.");
}

}  // namespace llk::python
