// What the binding files share: boards as Python objects, and pairs of cells as given.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <span>
#include <utility>

#include "board.h"
#include "python/errors.h"
#include "python/long_work.h"
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

/// Boards with more cells than this are searched without the interpreter lock.
inline constexpr int LONG_WORK = 4096;

/// Marks an object as busy while it works without the lock.
class BusyGuard {
  public:
    explicit BusyGuard(bool& busy) : busy_{busy} { busy_ = true; }
    ~BusyGuard() { busy_ = false; }
    BusyGuard(const BusyGuard&) = delete;
    BusyGuard& operator=(const BusyGuard&) = delete;

  private:
    bool& busy_;
};

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
    if (moves.empty()) return;
    const Board& start = *nb::cast<const PyBoard&>(board);
    auto illegal =
        without_lock([&](const Checkpoint& checkpoint) { return find_illegal_move(start, moves, checkpoint); });
    if (!illegal) return;
    const Move move = moves[illegal->index];
    const nb::object a = nb::steal(python_cell(move.a)), b = nb::steal(python_cell(move.b));
    const nb::object before = illegal->board ? make_board(board.type(), std::move(illegal->board)) : nb::borrow(board);
    raise_for_pair("illegal_move", illegal->status, before, CellPair{a, b}, illegal->index + 1);
}

void bind_board(nb::module_& m);
void bind_position(nb::module_& m);
void bind_solver(nb::module_& m);
void bind_random(nb::module_& m);
void bind_bench(nb::module_& m);
void bind_time(nb::module_& m);

}  // namespace llk::python
