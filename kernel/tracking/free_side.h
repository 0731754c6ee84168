// The free side of a line of tiles: removing a tile there moves no other tile.
#pragma once

#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// A direction along a line, and the end of the segment that packs together.
struct FreeSide {
    int down = 0, across = 0;
    int last = 0;  // the last row or column of the segment, seen from its packed end

    friend constexpr bool operator==(const FreeSide&, const FreeSide&) = default;

    /// Whether every cell has a free side under a gravity: lines pack along one axis, always in the same direction.
    static constexpr bool known(Gravity gravity) { return gravity != Gravity::still && gravity < Gravity::outward; }

    /// The free side of a cell under such a gravity.
    static constexpr FreeSide find(Cell at, int rows, int cols, Gravity gravity) {
        const int upper = (rows + 1) / 2, left = (cols + 1) / 2;
        const bool above = at.row < upper, before = at.col < left;
        switch (gravity) {
            case Gravity::down: return {-1, 0, 0};
            case Gravity::up: return {1, 0, rows - 1};
            case Gravity::left: return {0, 1, cols - 1};
            case Gravity::right: return {0, -1, 0};
            case Gravity::split_rows: return above ? FreeSide{1, 0, upper - 1} : FreeSide{-1, 0, upper};
            case Gravity::split_columns: return before ? FreeSide{0, 1, left - 1} : FreeSide{0, -1, left};
            case Gravity::gather_rows: return above ? FreeSide{-1, 0, 0} : FreeSide{1, 0, rows - 1};
            case Gravity::gather_columns: return before ? FreeSide{0, -1, 0} : FreeSide{0, 1, cols - 1};
            case Gravity::slide_left_right: return above ? FreeSide{0, 1, cols - 1} : FreeSide{0, -1, 0};
            case Gravity::slide_down_up: return before ? FreeSide{-1, 0, 0} : FreeSide{1, 0, rows - 1};
            default: return {};
        }
    }

    /// Whether a cell is the last of its segment.
    constexpr bool ends_at(Cell at) const { return (down ? at.row : at.col) == last; }
    constexpr Cell beyond(Cell at) const { return cell(at.row + down, at.col + across); }
};

/// Whether a move on a packed board moves no other tile; false if the rules do not tell.
template <class State>
bool moves_nothing(const State& state, Move move) {
    const Gravity gravity = state.rules().gravity;
    if (!FreeSide::known(gravity)) return false;
    const auto free = [&](Cell at, Cell other) {
        const FreeSide side = FreeSide::find(at, state.rows(), state.cols(), gravity);
        if (side.ends_at(at)) return true;
        const Cell beyond = side.beyond(at);
        return beyond == other || !State::is_tile(state.code(beyond));
    };
    return free(move.a, move.b) && free(move.b, move.a);
}

}  // namespace llk
