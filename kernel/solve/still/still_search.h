// The solver of boards without gravity.
#pragma once

#include <memory>

#include "solve/search.h"

namespace llk {

/// Makes the solver of a board with one-word lines, for Grid<std::uint32_t> and Grid<std::uint64_t>.
///
/// Beyond Pairs::MAX_PAIRS pairs it only tries quick tests, so that memory stays bounded.
template <class Grid>
std::unique_ptr<Solver> make_still_search(const Grid& grid);

}  // namespace llk
