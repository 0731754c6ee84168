// The first test of every solver: a board can only be won if every kind has an even number of tiles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solve/search.h"

namespace llk {

/// Whether some kind has an odd number of tiles; if so, sets the outcome to a loss with its tiles.
template <class Grid>
bool find_odd_kind(const Grid& grid, Outcome& outcome) {
    std::vector<std::uint32_t> count(grid.kind_codes().count() + 1);
    for (std::size_t i = 0; i < grid.size(); ++i)
        if (Grid::is_tile(grid.code(i))) ++count[grid.code(i)];
    const auto odd = std::ranges::find_if(count, [](std::uint32_t tiles) { return tiles % 2 == 1; });
    if (odd == count.end()) return false;
    outcome.winnable = Winnable::no;
    outcome.loss = Loss::odd;
    for (std::size_t i = 0; i < grid.size(); ++i)
        if (grid.code(i) == static_cast<typename Grid::Code>(odd - count.begin()))
            outcome.tiles.push_back(grid.place(i));
    return true;
}

}  // namespace llk
