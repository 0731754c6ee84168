// What the binding files share: boards as Python objects, pairs of cells as given, signals during long work.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <span>
#include <utility>

#include "board.h"
#include "python/errors.h"
#include "python/python_values.h"
#include "values/cell.h"

namespace llk::python {

/// The compiled part of lianliankan.Board.
struct PyBoard {
    std::unique_ptr<const Board> board;

    const Board* operator->() const { return board.get(); }
    const Board& operator*() const { return *board; }
};

/// Makes a board of a Python type: Board or a subclass.
inline nb::object make_board(nb::handle type, std::unique_ptr<const Board> board) {
    nb::object made = nb::inst_alloc(nb::borrow<nb::type_object>(type));
    new (nb::inst_ptr<PyBoard>(made)) PyBoard{std::move(board)};
    nb::inst_mark_ready(made);
    return made;
}

/// Two cells as they were given, read once: an integer-like object may answer differently the next time.
struct CellPair {
    nb::handle given_a, given_b;
    Cell a, b;

    CellPair(nb::handle first, nb::handle second)
        : given_a{first}, given_b{second}, a{read_cell(first)}, b{read_cell(second)} {}
};

/// Raises an error of kernel_errors.py about two cells: pair_error or illegal_move.
template <class... Args>
[[noreturn]] void raise_for_pair(const char* function, PairStatus status, nb::handle board, const CellPair& pair,
                                 Args... args) {
    static constexpr const char* NAMES[] = {"linked", "apart", "different", "off board", "no tile", "same cell"};
    const nb::object a = nb::steal(python_cell(pair.a)), b = nb::steal(python_cell(pair.b));
    raise(function, NAMES[static_cast<int>(status)], board, nb::make_tuple(a, b),
          nb::make_tuple(pair.given_a, pair.given_b), args...);
}

/// Raises IllegalMove for the first of a sequence of moves that does not link.
inline void check_moves(nb::handle board, std::span<const Move> moves) {
    auto illegal = find_illegal_move(*nb::cast<const PyBoard&>(board), moves);
    if (!illegal) return;
    const Move move = moves[illegal->index];
    const nb::object a = nb::steal(python_cell(move.a)), b = nb::steal(python_cell(move.b));
    const nb::object before = illegal->board ? make_board(board.type(), std::move(illegal->board)) : nb::borrow(board);
    raise_for_pair("illegal_move", illegal->status, before, CellPair{a, b}, illegal->index + 1);
}

/// The result of long work that needs no Python, done without the interpreter lock.
template <class Work>
auto without_lock(Work work) {
    nb::gil_scoped_release release;
    return work();
}

/// A checkpoint that handles signals on every `period`-th call, so that Ctrl-C interrupts long work.
inline Checkpoint check_signals_every(unsigned period) {
    return [period, calls = 0U]() mutable {
        if (++calls % period != 0) return;
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    };
}

void bind_board(nb::module_& m);
void bind_position(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_random(nb::module_& m);
void bind_bench(nb::module_& m);

}  // namespace llk::python
