// All moves and whether there is any, by the way that suits the grid and the rules.
#include "moves/moves.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "grid/grid.h"
#include "grid/wide_grid.h"
#include "moves/move_finder.h"
#include "moves/wide_move_finder.h"
#include "paths/components.h"
#include "paths/link.h"
#include "paths/runs.h"
#include "values/bits.h"

namespace llk {

namespace {

/// Calls take(move) for every move, found by a search from every tile with an equal one after it, until it returns
/// true; passes the checkpoint before each search. each_reached(tile, visit) is the search.
template <class Grid, class Search, class Take>
bool each_move_by_search(const Grid& grid, Search each_reached, Take take, const Checkpoint& checkpoint) {
    auto left = grid.count_by_kind();
    std::vector<Cell> partners;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const auto kind = grid.code(i);
        if (!Grid::is_tile(kind) || --left[kind] == 0) continue;
        checkpoint();
        const Cell here = grid.place(i);
        partners.clear();
        each_reached(here, [&](Cell there) {
            if (here < there && grid.code(there) == kind) partners.push_back(there);
        });
        std::ranges::sort(partners);  // some are reached twice
        const auto repeated = std::ranges::unique(partners);
        partners.erase(repeated.begin(), repeated.end());
        for (const Cell there : partners)
            if (take(Move{here, there})) return true;
    }
    return false;
}

/// Calls take(move) for every move, of any number of turns, in no order, until it returns true.
template <class Grid, class Take>
bool each_long_move(const Grid& grid, Take take, const Checkpoint& checkpoint) {
    if (grid.rules().max_turns == UNLIMITED) return Components<Grid>(grid, checkpoint).each_move(take);
    return with_runs<Grid>(grid, [&](Runs<Grid>& runs) {
        const auto search = [&](Cell from, auto visit) { runs.each_reached(grid, from, visit); };
        return each_move_by_search(grid, search, take, checkpoint);
    });
}

/// Calls take(first, last) with batches of moves, in no order, until it returns true.
template <class Grid, class Take>
bool each_batch(const Grid& grid, Take take, const Checkpoint& checkpoint) {
    const auto take_one = [&](Move move) { return take(&move, &move + 1); };
    if (grid.rules().max_turns > 2) return each_long_move(grid, take_one, checkpoint);
    if constexpr (requires { typename Grid::Word; })
        return MoveFinder<typename Grid::Word>{grid}.each_batch(take);
    else
        return WideMoveFinder{grid, checkpoint}.each_move(take_one);
}

/// Whether two tiles of one kind see the ring on the same side: a certain link, and quick to find.
template <std::unsigned_integral Word>
bool links_round_the_ring(const Grid<Word>& grid) {
    if (!grid.rules().outside || grid.rules().max_turns < 2) return false;
    using Seen = std::array<std::uint64_t, Grid<Word>::MAX_CELLS / 64 + 1>;
    const std::size_t used = grid.kind_codes().count() / 64 + 1;
    Seen seen;
    const auto twice = [&](Cell at) {
        const auto kind = grid.code(at);
        if (!Grid<Word>::is_tile(kind)) return false;
        const std::uint64_t mark = std::uint64_t{1} << (kind % 64);
        const bool before = (seen[kind / 64] & mark) != 0;
        seen[kind / 64] |= mark;
        return before;
    };
    const auto twice_in = [&](int lines, Word inside, auto word, auto nearest) {
        std::fill_n(seen.begin(), used, 0);
        for (int line = 0; line < lines; ++line)
            if (const Word tiles = word(line) & inside; tiles && twice(nearest(tiles, line))) return true;
        return false;
    };
    const auto in_cols = [&](auto end) {
        return twice_in(
            grid.cols(), from_to<Word>(1, grid.rows()), [&](int col) { return grid.col_word(col); },
            [&](Word tiles, int col) { return cell(end(tiles) - 1, col); });
    };
    const auto in_rows = [&](auto end) {
        return twice_in(
            grid.rows(), from_to<Word>(1, grid.cols()), [&](int row) { return grid.row_word(row); },
            [&](Word tiles, int row) { return cell(row, end(tiles) - 1); });
    };
    const auto first = [](Word tiles) { return lowest(tiles); };
    const auto last = [](Word tiles) { return highest(tiles); };
    return in_cols(first) || in_cols(last) || in_rows(first) || in_rows(last);
}

/// The same on a board with lines of many words.
bool links_round_the_ring(const WideGrid& grid) {
    if (!grid.rules().outside || grid.rules().max_turns < 2) return false;
    std::vector<bool> seen;
    const auto twice_in = [&](int lines, auto nearest) {
        seen.assign(grid.kind_codes().count() + 1, false);
        for (int line = 0; line < lines; ++line) {
            const Cell at = nearest(line);
            if (!grid.contains(at) || !WideGrid::is_tile(grid.code(at))) continue;
            if (seen[grid.code(at)]) return true;
            seen[grid.code(at)] = true;
        }
        return false;
    };
    const int rows = grid.rows(), cols = grid.cols();
    return twice_in(cols, [&](int col) { return cell(grid.look_south(cell(-1, col)), col); }) ||
           twice_in(cols, [&](int col) { return cell(grid.look_north(cell(rows, col)), col); }) ||
           twice_in(rows, [&](int row) { return cell(row, grid.look_east(cell(row, -1))); }) ||
           twice_in(rows, [&](int row) { return cell(row, grid.look_west(cell(row, cols))); });
}

}  // namespace

template <class Grid>
void list_moves(const Grid& grid, std::vector<Move>& out, const Checkpoint& checkpoint) {
    out.clear();
    const auto take = [&](const Move* first, const Move* last) {
        if (out.size() + static_cast<std::size_t>(last - first) > MAX_MOVES) throw TooManyMoves();
        out.insert(out.end(), first, last);
        return false;
    };
    each_batch(grid, take, checkpoint);
}

template <class Grid>
bool has_move(const Grid& grid, const Checkpoint& checkpoint) {
    if (links_round_the_ring(grid)) return true;
    return each_batch(grid, [](const Move*, const Move*) { return true; }, checkpoint);
}

template void list_moves(const Grid<std::uint32_t>&, std::vector<Move>&, const Checkpoint&);
template void list_moves(const Grid<std::uint64_t>&, std::vector<Move>&, const Checkpoint&);
template void list_moves(const WideGrid&, std::vector<Move>&, const Checkpoint&);
template bool has_move(const Grid<std::uint32_t>&, const Checkpoint&);
template bool has_move(const Grid<std::uint64_t>&, const Checkpoint&);
template bool has_move(const WideGrid&, const Checkpoint&);

}  // namespace llk
