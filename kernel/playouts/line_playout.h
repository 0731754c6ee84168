// Random playouts under gravity on a board with one-word lines and the plain rules.
#pragma once

#include <concepts>
#include <cstddef>
#include <vector>

#include "grid/grid.h"
#include "solve/moving/line_state.h"
#include "solve/playout.h"
#include "solve/search.h"
#include "values/cell.h"
#include "values/checkpoint.h"
#include "values/random.h"

namespace llk {

/// The games of ListedPlayout, on a position that is cheaper to play on than a grid.
template <std::unsigned_integral Word>
class LinePlayout {
  public:
    explicit LinePlayout(const Grid<Word>& grid) : state_{grid}, start_(state_.saved_bytes()) {
        state_.save(start_.data());
    }

    template <class Take>
    int play(Random random, Take take, const Checkpoint& checkpoint) {
        state_.load(start_.data());
        for (;;) {
            checkpoint();
            moves_.clear();
            state_.each_move(unlimited_, [&](Move move) { moves_.push_back(move); });
            if (moves_.empty()) return state_.tiles();
            const Move move = draw_move(moves_, random);
            state_.advance(move);
            take(move);
        }
    }

  private:
    LineState<Word> state_;
    std::vector<std::byte> start_;  // the position before the first move
    std::vector<Move> moves_;
    Budget unlimited_;
};

}  // namespace llk
