// The free side of a line of tiles: removing a tile there moves no other tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "moves/gravity.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// A direction along a line, and the end of the segment that packs together.
struct FreeSide {
    int down = 0, across = 0;
    int last = 0;  // the last row or column of the segment, seen from its packed end

    /// The free side of a cell under a gravity that packs one way.
    static constexpr FreeSide find(Cell at, int rows, int cols, Gravity gravity) {
        const Pass& pass = PASSES[static_cast<int>(gravity)][0];
        const bool columns = pass.axis == Pass::COLUMNS;
        const int lines = columns ? cols : rows, length = columns ? rows : cols, half = pass.half_of_line(length);
        const bool first_half = (columns ? at.row : at.col) < half;
        const bool first = first_half && (columns ? at.col : at.row) < pass.half_of_board(lines);
        const bool forwards = (first ? pass.way : Pass::opposite(pass.way)) == Pass::BACK;
        const int step = forwards ? 1 : -1, last = forwards ? (first_half ? half : length) - 1 : first_half ? 0 : half;
        return columns ? FreeSide{step, 0, last} : FreeSide{0, step, last};
    }

    /// Whether a cell is the last of its segment.
    constexpr bool ends_at(Cell at) const { return (down ? at.row : at.col) == last; }
    constexpr Cell beyond(Cell at) const { return cell(at.row + down, at.col + across); }
};

/// Whether a move on a packed board moves no other tile; false if the rules do not tell.
template <class State>
bool moves_nothing(const State& state, Move move) {
    const Gravity gravity = state.rules().gravity;
    if (!packs_one_way(gravity)) return false;
    const auto free = [&](Cell at, Cell other) {
        const FreeSide side = FreeSide::find(at, state.rows(), state.cols(), gravity);
        if (side.ends_at(at)) return true;
        const Cell beyond = side.beyond(at);
        return beyond == other || !State::is_tile(state.code(beyond));
    };
    return free(move.a, move.b) && free(move.b, move.a);
}

/// The free sides of all cells of a board, for a state whose code(i) is that of cell i, and empty after the last cell.
class FreeSides {
  public:
    /// Free sides that are not known.
    FreeSides() = default;

    /// The free sides under a gravity; not known if it does not pack one way.
    FreeSides(int rows, int cols, Gravity gravity) {
        if (!packs_one_way(gravity)) return;
        const auto size = static_cast<std::uint32_t>(rows * cols);
        for (std::uint32_t i = 0; i < size; ++i) {
            const Cell at = cell(static_cast<int>(i) / cols, static_cast<int>(i) % cols);
            const FreeSide side = FreeSide::find(at, rows, cols, gravity);
            beyond_.push_back(side.ends_at(at) ? size : i + static_cast<std::uint32_t>(side.down * cols + side.across));
            line_.push_back(side.down ? at.col : at.row);
            forwards_.push_back(side.down + side.across > 0);
        }
    }

    bool known() const { return !beyond_.empty(); }

    /// The next cell towards the free side; after the last one, the cell after the board.
    std::size_t beyond(std::size_t i) const { return beyond_[i]; }

    /// Whether no tile has an empty cell between itself and its packed end; false if the free sides are not known.
    template <class State>
    bool packed(const State& state) const {
        for (std::size_t i = 0; i < beyond_.size(); ++i)
            if (state.code(i) == State::EMPTY_CODE && State::is_tile(state.code(beyond_[i]))) return false;
        return known();
    }

    /// Two cells, ordered so that closing the gap of the first leaves the second where it is.
    std::pair<std::size_t, std::size_t> far_first(std::size_t a, std::size_t b) const {
        return line_[a] == line_[b] && (b > a) == forwards_[a] ? std::pair{b, a} : std::pair{a, b};
    }

    /// Calls slide(from, to) for each tile beyond a tile to remove and returns the cell that is empty in the end.
    template <class State, class Slide>
    std::size_t close_gap(const State& state, std::size_t gap, Slide slide) const {
        for (std::size_t next = beyond_[gap]; State::is_tile(state.code(next)); gap = next, next = beyond_[gap])
            slide(next, gap);
        return gap;
    }

  private:
    std::vector<std::uint32_t> beyond_;
    std::vector<std::int16_t> line_;  // the line along which a cell packs
    std::vector<char> forwards_;      // whether its free side is towards higher indices
};

}  // namespace llk
