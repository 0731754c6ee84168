// Whether a position is stuck: no two equal tiles link. The first move found ends the search.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "moves/moves.h"
#include "moves/wide_moves.h"
#include "paths/components.h"
#include "paths/runs.h"
#include "values/cell.h"

namespace llk {

/// Whether two tiles of one kind see the ring on the same side: a certain link, and quick to find.
template <std::unsigned_integral Word>
bool links_round_the_ring(const Grid<Word>& grid) {
    if (!grid.rules().outside || grid.rules().max_turns < 2) return false;
    using Seen = std::array<std::uint64_t, Grid<Word>::MAX_CELLS / 64 + 1>;
    const std::size_t used = grid.kind_codes().count() / 64 + 1;
    Seen seen;
    const auto start = [&] { std::fill_n(seen.begin(), used, 0); };
    const auto twice = [&](Cell at) {
        const auto kind = grid.code(at);
        if (!Grid<Word>::is_tile(kind)) return false;
        const std::uint64_t mark = std::uint64_t{1} << (kind % 64);
        const bool before = (seen[kind / 64] & mark) != 0;
        seen[kind / 64] |= mark;
        return before;
    };
    const int rows = grid.rows(), cols = grid.cols();
    const auto inside_col = from_to<Word>(1, rows), inside_row = from_to<Word>(1, cols);
    start();
    for (int col = 0; col < cols; ++col)
        if (const Word tiles = grid.col_word(col) & inside_col; tiles && twice(cell(lowest(tiles) - 1, col)))
            return true;
    start();
    for (int col = 0; col < cols; ++col)
        if (const Word tiles = grid.col_word(col) & inside_col; tiles && twice(cell(highest(tiles) - 1, col)))
            return true;
    start();
    for (int row = 0; row < rows; ++row)
        if (const Word tiles = grid.row_word(row) & inside_row; tiles && twice(cell(row, lowest(tiles) - 1)))
            return true;
    start();
    for (int row = 0; row < rows; ++row)
        if (const Word tiles = grid.row_word(row) & inside_row; tiles && twice(cell(row, highest(tiles) - 1)))
            return true;
    return false;
}

/// Whether a search from any tile reaches an equal one.
template <class Grid, class Checkpoint>
bool has_move_by_search(const Grid& grid, Checkpoint checkpoint) {
    if (grid.rules().max_turns == UNLIMITED) return Components<Grid>(grid).each_move([](Move) { return true; });
    const auto work = [&](Runs<Grid>& runs, Cell here) {
        return runs.each_reached(grid, here,
                                 [&](Cell there) { return there != here && grid.code(there) == grid.code(here); });
    };
    return search_from_each(grid, work, checkpoint);
}

/// Whether there is any move.
template <std::unsigned_integral Word, class Checkpoint = NoCheckpoint>
bool has_move(const Grid<Word>& grid, Checkpoint checkpoint = {}) {
    if (links_round_the_ring(grid)) return true;
    if (grid.rules().max_turns > 2) return has_move_by_search(grid, checkpoint);
    MoveFinder<Word> finder{grid};
    return finder.each_batch([](const Move*, const Move*) { return true; });
}

/// Whether there is any move.
template <class Checkpoint = NoCheckpoint>
bool has_move(const WideGrid& grid, Checkpoint checkpoint = {}) {
    if (grid.rules().max_turns > 2) return has_move_by_search(grid, checkpoint);
    return each_move(grid, [](Move) { return true; }, checkpoint);
}

}  // namespace llk
