// Chooses the grid of a board.
#include "board.h"

#include <algorithm>
#include <type_traits>

#include "grid_board.h"

namespace llk {

std::unique_ptr<const Board> Board::make(int rows, int cols, const Rules& rules, int phase,
                                         std::span<const std::int32_t> numbers) {
    const int side = std::max(rows, cols);
    const auto as = [&]<class Grid>(std::type_identity<Grid>) -> std::unique_ptr<const Board> {
        return std::make_unique<const GridBoard<Grid>>(Grid(rows, cols, rules, phase, numbers));
    };
    if (side <= SmallGrid::MAX_SIDE) return as(std::type_identity<SmallGrid>{});
    if (side <= MiddleGrid::MAX_SIDE) return as(std::type_identity<MiddleGrid>{});
    return as(std::type_identity<WideGrid>{});
}

std::optional<IllegalMove> find_illegal_move(const Board& board, std::span<const Move> moves,
                                             const Checkpoint& checkpoint) {
    std::unique_ptr<const Board> now;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        checkpoint();
        const Board& before = now ? *now : board;
        const PairStatus status = before.pair_status(moves[i].a, moves[i].b);
        if (status != PairStatus::linked) return IllegalMove{i, status, std::move(now)};
        now = before.play(moves[i]);
    }
    return std::nullopt;
}

}  // namespace llk
