// The first thing to ask of a board that is to be won: whether every kind has an even number of tiles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solve/search.h"

namespace llk {

/// Whether a kind has an odd number of tiles; then the outcome says so and names its tiles.
template <class Grid>
bool find_odd(const Grid& grid, Outcome& outcome) {
    std::vector<std::uint32_t> count(grid.palette().kinds() + 1);
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
