// Chooses the kind of random playout that suits a board.
#pragma once

#include "paths/link.h"
#include "playouts/line_playout.h"
#include "solve/pairs.h"
#include "solve/playout.h"
#include "values/checkpoint.h"
#include "values/rules.h"

namespace llk {

/// Calls work(playout) with the kind of playout that suits the board.
template <class Grid, class Work>
auto with_playout(const Grid& grid, const Checkpoint& checkpoint, Work work) {
    if constexpr (requires { typename Grid::Word; }) {
        if (grid.rules().gravity == Gravity::still && Pairs::count_in(grid) <= Pairs::MAX_PAIRS) {
            DrawnPlayout<Grid> playout{grid};
            return work(playout);
        }
        if (grid.rules().gravity != Gravity::still && plain(grid.rules())) {
            LinePlayout<typename Grid::Word> playout{grid};
            return work(playout);
        }
    }
    return with_listed_playout(grid, checkpoint, work);
}

}  // namespace llk
