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
    const auto count = grid.count_by_kind();
    const auto odd = std::ranges::find_if(count, [](std::int32_t tiles) { return tiles % 2 == 1; });
    if (odd == count.end()) return false;
    outcome.winnable = Winnable::no;
    outcome.loss = Loss::odd;
    outcome.tiles = grid.tiles_by_kind()[static_cast<std::size_t>(odd - count.begin())];
    return true;
}

}  // namespace llk
