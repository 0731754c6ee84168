// The rules of a board.
#pragma once

#include <cstdint>
#include <limits>

namespace llk {

/// What moves after a removal, in the order of GRAVITIES in rules.py.
enum class Gravity : std::uint8_t {
    still,
    down,
    up,
    left,
    right,
    split_rows,
    split_columns,
    gather_rows,
    gather_columns,
    slide_left_right,
    slide_down_up,
    outward,
    inward,
    rotating,
};

inline constexpr int GRAVITY_COUNT = static_cast<int>(Gravity::rotating) + 1;
inline constexpr int PHASE_COUNT = 4;  // rotating: up, right, down, left

/// Any number of turns: more than any path has, and less than the "not reached" of runs.h.
inline constexpr int UNLIMITED = std::numeric_limits<int>::max() / 2;

/// What decides whether two tiles link, and what moves afterwards.
struct Rules {
    int max_turns = 2;
    bool outside = true;   // paths may use the ring around the board
    bool adjacent = true;  // adjacent tiles link directly
    Gravity gravity = Gravity::still;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace llk
