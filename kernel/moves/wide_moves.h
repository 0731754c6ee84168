// Lists all moves of a board of any size, and tells whether there is any.
#pragma once

#include <algorithm>
#include <vector>

#include "grid/wide_grid.h"
#include "moves/moves.h"
#include "paths/link.h"
#include "values/cell.h"

namespace llk {

/// Whether testing all pairs of a kind is cheaper than searching from every tile, as on nearly empty boards.
inline bool pairs_are_cheaper(const WideGrid& grid, const std::vector<std::vector<Cell>>& by_kind) {
    const double empty = static_cast<double>(grid.size()) - grid.tiles() + 1;
    const double run = 2 * empty / (grid.tiles() + 1) + 1;  // cells seen along one axis, roughly
    const double searched = std::min(run * run * run, static_cast<double>(grid.size())) * grid.tiles();
    double pairs = 0;
    for (const auto& tiles : by_kind) pairs += 0.5 * static_cast<double>(tiles.size() * tiles.size());
    return pairs * std::min(run, static_cast<double>(std::max(grid.rows(), grid.cols()))) < searched;
}

/// Calls take(move) for every move, in no order, until it returns true.
template <class Take, class Checkpoint>
bool each_move(const WideGrid& grid, Take take, Checkpoint checkpoint) {
    if (grid.rules().max_turns > 2) return each_move_by_search(grid, take, checkpoint);
    std::vector<std::vector<Cell>> by_kind(grid.kind_codes().count() + 1);
    for (std::size_t i = 0; i < grid.size(); ++i)
        if (WideGrid::is_tile(grid.code(i))) by_kind[grid.code(i)].push_back(grid.place(i));
    if (!pairs_are_cheaper(grid, by_kind)) return each_move_by_search(grid, take, checkpoint);
    for (const auto& tiles : by_kind) {
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            checkpoint();
            for (std::size_t j = i + 1; j < tiles.size(); ++j)
                if (linkable(grid, tiles[i], tiles[j]) && take(Move{tiles[i], tiles[j]})) return true;
        }
    }
    return false;
}

/// Lists every move, in no order.
template <class Checkpoint = NoCheckpoint>
void list_moves(const WideGrid& grid, std::vector<Move>& out, Checkpoint checkpoint = {}) {
    out.clear();
    const auto take = [&](Move move) {
        if (out.size() == MAX_MOVES) throw TooManyMoves();
        out.push_back(move);
        return false;
    };
    each_move(grid, take, checkpoint);
}

}  // namespace llk
