// Lists all moves of a position, and tells whether there is any.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "values/cell.h"
#include "values/checkpoint.h"

namespace llk {

/// The longest list of moves; as Python objects a longer one would take more than a gigabyte.
inline constexpr std::size_t MAX_MOVES = std::size_t{1} << 24;

/// Thrown if a board has more than MAX_MOVES moves.
struct TooManyMoves : std::length_error {
    TooManyMoves() : std::length_error("too many moves") {}
};

/// Lists every move, in no order.
template <class Grid>
void list_moves(const Grid& grid, std::vector<Move>& out, const Checkpoint& checkpoint = NO_CHECKPOINT);

/// Whether there is any move; the first one found ends the search.
template <class Grid>
bool has_move(const Grid& grid, const Checkpoint& checkpoint = NO_CHECKPOINT);

}  // namespace llk
