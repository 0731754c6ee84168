// The solver of boards with gravity, under any rules and of any size.
#pragma once

#include <cstdint>
#include <memory>

#include "solve/search.h"

namespace llk {

/// The nodes after which the solver also tries NRPA: easy boards are decided well before.
inline constexpr std::uint64_t NRPA_AFTER = 20'000;

/// Makes the solver of a board, for every type of grid. With more than one thread it is not known which one decides a
/// hard board, so neither the win nor the number of nodes repeats itself.
template <class Grid>
std::unique_ptr<Solver> make_moving_search(const Grid& grid, std::uint64_t seed, int threads = 1,
                                           std::uint64_t nrpa_after = NRPA_AFTER);

}  // namespace llk
