// Whether two matching tiles link, and by which path: at most two turns here, more in runs.h.
//
// A path of at most two turns runs along a *lane*: from a's row to b's row along one column, or from a's column to b's
// column along one row. The free lanes answer everything: whether there is a link (any lane), and which path is best
// (no turn, one turn, a lane between the tiles, else the nearest lane outside).
//
// The best path has the fewest turns, then the fewest steps; ties go to the path whose corners, read from the tile that
// comes first in reading order, come first in reading order.
#pragma once

#include <algorithm>

#include "paths/runs.h"
#include "values/cell.h"
#include "values/compiler.h"
#include "values/rules.h"

namespace llk {

/// The lanes between two tiles that the rule on adjacent tiles allows.
template <class Grid>
struct LanePair {
    typename Grid::Lanes cols, rows;
};

template <class Grid>
LanePair<Grid> lanes(const Grid& grid, Cell a, Cell b) {
    LanePair<Grid> found{grid.col_lanes(a, b), grid.row_lanes(a, b)};
    if (!grid.rules().adjacent && touching(a, b)) {
        // The direct path is the lane that both tiles are on.
        if (a.row == b.row)
            found.rows.drop(a.row);
        else
            found.cols.drop(a.col);
    }
    return found;
}

/// Whether the plain rules hold: two turns, and adjacent tiles link. Then any lane is a link.
constexpr bool plain(const Rules& rules) { return rules.max_turns == 2 && rules.adjacent; }

/// A path of at most two turns as its corners, both ends included; no corners if there is no link.
struct ShortRoute {
    std::array<Cell, 4> corners{};
    int count = 0;

    bool empty() const { return count == 0; }
};

/// The best path of at most two turns between two tiles, a before b in reading order; empty if there is none.
template <class Grid>
ShortRoute short_route(const Grid& grid, Cell a, Cell b) {
    constexpr int none = Grid::Lanes::NONE;
    const int max_turns = grid.rules().max_turns;
    const auto [cols, rows] = lanes(grid, a, b);
    if (!cols.any() && !rows.any()) return {};
    if (a.row == b.row ? rows.has(a.row) : a.col == b.col && cols.has(a.col)) return {{a, b}, 2};
    if (max_turns < 1) return {};
    if (a.row != b.row && a.col != b.col) {
        if (cols.has(b.col)) return {{a, cell(a.row, b.col), b}, 3};
        if (cols.has(a.col)) return {{a, cell(b.row, a.col), b}, 3};
    }
    if (max_turns < 2) return {};
    const auto by_col = [&](int col) { return ShortRoute{{a, cell(a.row, col), cell(b.row, col), b}, 4}; };
    const auto by_row = [&](int row) { return ShortRoute{{a, cell(row, a.col), cell(row, b.col), b}, 4}; };
    const int left = std::min(a.col, b.col), right = std::max(a.col, b.col);
    if (const int col = cols.lowest_in(left + 1, right - 1); col != none) return by_col(col);
    if (const int row = rows.lowest_in(a.row + 1, b.row - 1); row != none) return by_row(row);
    // Outside, a lane costs twice its distance; ties go to above, then left, right and below.
    const int up = rows.highest_in(-1, a.row - 1), down = rows.lowest_in(b.row + 1, grid.rows());
    const int west = cols.highest_in(-1, left - 1), east = cols.lowest_in(right + 1, grid.cols());
    constexpr int far = 1 << 20;
    const int away[] = {up == none ? far : a.row - up, west == none ? far : left - west,
                        east == none ? far : east - right, down == none ? far : down - b.row};
    const auto best = std::min_element(std::begin(away), std::end(away)) - std::begin(away);
    if (away[best] == far) return {};
    return best == 0 ? by_row(up) : best == 1 ? by_col(west) : best == 2 ? by_col(east) : by_row(down);
}

/// Whether two matching tiles link under other than the plain rules.
template <class Grid>
LLK_NOINLINE bool linkable_otherwise(const Grid& grid, Cell a, Cell b) {
    const Rules& rules = grid.rules();
    if (rules.max_turns < 2) return a < b ? !short_route(grid, a, b).empty() : !short_route(grid, b, a).empty();
    const auto [cols, rows] = lanes(grid, a, b);
    if (cols.any() || rows.any()) return true;
    return rules.max_turns > 2 && with_runs<Grid>(grid, [&](Runs<Grid>& runs) { return runs.reaches(grid, a, b); });
}

/// Whether two matching tiles link under the grid's rules.
template <class Grid>
bool linkable(const Grid& grid, Cell a, Cell b) {
    return plain(grid.rules()) ? grid.any_lane(a, b) : linkable_otherwise(grid, a, b);
}

/// The best path between two matching tiles, from a to b; empty if they do not link.
template <class Grid>
Route route(const Grid& grid, Cell a, Cell b) {
    const bool reversed = b < a;
    if (reversed) std::swap(a, b);
    const ShortRoute near = short_route(grid, a, b);
    Route found(near.corners.begin(), near.corners.begin() + near.count);
    if (found.empty() && grid.rules().max_turns > 2)
        found = with_runs<Grid>(grid, [&](Runs<Grid>& runs) { return runs.route(grid, a, b); });
    if (reversed) std::ranges::reverse(found);
    return found;
}

}  // namespace llk
