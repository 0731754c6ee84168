// Solvers: can a position be won?
#include <vector>

#include "solve/search.h"
#include "wasm/interface.h"

namespace llk::wasm {

LLK_EXPORT(make_solver)
Number make_solver(const Board* board, Number seed_low, Number seed_high, Number by_moves) {
    return guard([&] { return own(board->solver(join(seed_low, seed_high), by_moves != 0, 1)); });
}
LLK_EXPORT(solver_bytes) Number solver_bytes(const Solver* solver) { return static_cast<Number>(solver->bytes()); }

/// Solves a board after the moves in the input. In the output: Winnable, Loss, the nodes (64 bits), the numbers of
/// moves, tiles and blocked sets; then these moves and tiles; then each set as its size and its tiles.
LLK_EXPORT(solve)
Number solve(Solver* solver, const Board* board, Number nodes_low, Number nodes_high, double seconds) {
    return guard([&]() -> Number {
        const std::vector<Move> played = read_moves();
        if (write_illegal_move(*board, played)) return ILLEGAL_MOVE;
        Budget budget(join(nodes_low, nodes_high), seconds, make_checkpoint());
        const Outcome outcome = solver->solve(played, budget);
        write(static_cast<Number>(outcome.winnable));
        write(static_cast<Number>(outcome.loss));
        write(budget.nodes());
        for (const std::size_t size : {outcome.moves.size(), outcome.tiles.size(), outcome.blocked.size()})
            write(static_cast<Number>(size));
        for (const Move move : outcome.moves) write(move);
        for (const Cell tile : outcome.tiles) write(tile);
        for (const auto& set : outcome.blocked) {
            write(static_cast<Number>(set.size()));
            for (const Cell tile : set) write(tile);
        }
        return 0;
    });
}

}  // namespace llk::wasm
