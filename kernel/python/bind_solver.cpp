// Binds Solver.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "board.h"
#include "python/bindings.h"
#include "solve/search.h"

namespace llk::python {

namespace {

/// A solver that remembers what it learns from question to question; not for two threads at once.
struct PySolver {
    nb::object board;
    std::unique_ptr<Solver> solver;
    bool busy = false;
};

nb::tuple python_cells(const std::vector<Cell>& cells) {
    nb::list list;
    for (const Cell at : cells) list.append(nb::steal(python_cell(at)));
    return nb::tuple(list);
}

nb::tuple solver_solve(PySolver& self, nb::sequence played, std::uint64_t nodes, double seconds) {
    const std::vector<Move> moves = read_moves(played);
    check_moves(self.board, moves);
    if (self.busy) raise("solver_busy");
    const BusyGuard guard{self.busy};
    std::uint64_t spent = 0;
    const Outcome outcome = without_lock([&](const Checkpoint& checkpoint) {
        Budget budget(nodes, seconds, checkpoint);
        Outcome found = self.solver->solve(moves, budget);
        spent = budget.nodes();
        return found;
    });
    static constexpr const char* LOSSES[] = {"", "odd", "walled off", "blocked", "exhausted"};
    nb::object winnable = nb::none();
    if (outcome.winnable != Winnable::unknown) winnable = nb::bool_(outcome.winnable == Winnable::yes);
    nb::list sets;
    for (const auto& set : outcome.blocked) sets.append(python_cells(set));
    return nb::make_tuple(winnable, nb::tuple(python_moves(outcome.moves)), spent,
                          LOSSES[static_cast<int>(outcome.loss)], python_cells(outcome.tiles), nb::tuple(sets));
}

}  // namespace

void bind_solver(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<PySolver>(m, "Solver", "The compiled part of solve(), advise() and blame().")
        .def(
            "__init__",
            [](PySolver* self, nb::pointer_and_handle<PyBoard> board, std::uint64_t seed, bool by_moves, int threads) {
                auto made =
                    without_lock([&](const Checkpoint&) { return (*board.p)->solver(seed, by_moves, threads); });
                new (self) PySolver{nb::borrow(board.h), std::move(made)};
            },
            "board"_a, "seed"_a, "by_moves"_a = false, "threads"_a = 1,
            nb::sig("def __init__(self, board: Board, seed: int, by_moves: bool = False, threads: int = 1) -> None"))
        .def("solve", &solver_solve, "played"_a, "nodes"_a, "seconds"_a,
             nb::sig("def solve(self, played: collections.abc.Sequence[tuple[tuple[int, int], tuple[int, int]]], "
                     "nodes: int, seconds: float) -> tuple[bool | None, tuple[lianliankan.board.move.Move, ...], int, "
                     "str, tuple[lianliankan.board.cell.Cell, ...], "
                     "tuple[tuple[lianliankan.board.cell.Cell, ...], ...]]"),
             "Solve the board after these moves: winnable, a win, nodes, why it is lost, the tiles, the blocked sets.")
        .def_prop_ro(
            "bytes",
            [](const PySolver& self) {
                if (self.busy) raise("solver_busy");
                return self.solver->bytes();
            },
            "The bytes in use.");
}

}  // namespace llk::python
