// Which moves to prefer before anything has been learnt about a board.
//
// Three habits take random play further where lines pack along their length: empty the short lines first; take tiles
// from the free side, so that few others move; and leave equal neighbours of a line alone, since they stay linked. The
// strengths were fitted to the tiles that random playouts leave on deals of 8 × 18 cells (docs/solver.md).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

#include "moves/gravity.h"
#include "tracking/free_side.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// The biases of the moves of one board, as PairWeights counts weights: 256 for twice as likely.
class MoveBias {
  public:
    static constexpr int FULL = 4;  // the strength at which the biases were fitted

    MoveBias(int rows, int cols, Gravity gravity)
        : cols_{cols}, by_rows_{packs_rows(rows, cols, gravity)}, length_{by_rows_ ? cols : rows} {
        sides_ = {rows, cols, gravity};
    }

    /// Appends the bias of every move of the state's position, 0 for the best.
    template <class State>
    void append(const State& state, std::span<const Move> moves, int strength, std::vector<std::int32_t>& biases) {
        const std::size_t first = biases.size();
        if (strength == 0) return biases.resize(first + moves.size());
        std::int32_t best = std::numeric_limits<std::int32_t>::min();
        for (const Move move : moves) {
            std::int32_t bias = tile(state, move.a) + tile(state, move.b);
            if (are_neighbours(move)) bias -= NEIGHBOURS;
            biases.push_back(bias);
            best = std::max(best, bias);
        }
        for (std::size_t i = first; i < biases.size(); ++i) biases[i] = (biases[i] - best) * strength / FULL;
    }

  private:
    static constexpr std::int32_t FULL_LINE = 2216, QUIET = 369, SHIFT = 739, NEIGHBOURS = 554;

    /// Whether the lines that matter are rows: the lines that pack, or the longer ones if all do.
    static bool packs_rows(int rows, int cols, Gravity gravity) {
        if (!packs_one_way(gravity)) return cols >= rows;
        return PASSES[static_cast<int>(gravity)][0].axis == Pass::ROWS;
    }

    template <class State>
    std::int32_t tile(const State& state, Cell at) const {
        const std::int32_t filled = by_rows_ ? state.filled_in_row(at.row) : state.filled_in_col(at.col);
        std::int32_t bias = -FULL_LINE * filled * filled / (length_ * length_);
        if (!sides_.known()) return bias;
        std::int32_t shifted = 0;
        for (std::size_t i = sides_.beyond(static_cast<std::size_t>(at.row * cols_ + at.col));
             State::is_tile(state.code(i)); i = sides_.beyond(i))
            ++shifted;
        return bias + (shifted == 0 ? QUIET : -SHIFT * shifted / length_);
    }

    bool are_neighbours(Move move) const {
        const int down = std::abs(move.a.row - move.b.row), across = std::abs(move.a.col - move.b.col);
        return by_rows_ ? down == 0 && across == 1 : across == 0 && down == 1;
    }

    int cols_;
    bool by_rows_;
    std::int32_t length_;
    FreeSides sides_;
};

}  // namespace llk
