// A position of any size under any rules, for searching: a grid, and the grids to undo to.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "moves/gravity.h"
#include "moves/moves.h"
#include "solve/moving/dead_positions.h"
#include "solve/search.h"
#include "tracking/free_side.h"
#include "values/cell.h"
#include "values/hash.h"
#include "values/rules.h"

namespace llk {

/// Keeps a grid every few steps, as many as fit into a fixed memory; steps in between are replayed.
template <class Grid>
class GridState {
  public:
    using Code = typename Grid::Code;
    static bool is_tile(Code code) { return Grid::is_tile(code); }

    explicit GridState(const Grid& grid) : grid_{grid}, kept_{grid}, left_{grid.count_by_kind()} {}

    int rows() const { return grid_.rows(); }
    int cols() const { return grid_.cols(); }
    const Rules& rules() const { return grid_.rules(); }
    int tiles() const { return grid_.tiles(); }
    int left(Code kind) const { return left_[kind]; }
    Code code(Cell at) const { return grid_.code(at); }

    /// The grid's hash and a second, independent one.
    PositionKey key() const {
        std::uint64_t check = 0;
        for (std::size_t i = 0; i < grid_.size(); ++i)
            if (is_tile(grid_.code(i))) check += mix(mix(SECOND_KEY + i) ^ grid_.code(i));
        return {grid_.hash(), check};
    }

    /// Plays a move that links and returns whether any other tile moved.
    bool play(Move move) {
        left_[grid_.code(move.a)] -= 2;
        played_.push_back(move);
        const bool moved = play_move(grid_, move);
        if (played_.size() == kept_.size() * stride_) keep();
        return moved;
    }

    void undo() {
        const Move move = played_.back();
        played_.pop_back();
        while ((kept_.size() - 1) * stride_ > played_.size()) kept_.pop_back();
        grid_ = kept_.back();
        for (std::size_t i = (kept_.size() - 1) * stride_; i < played_.size(); ++i) play_move(grid_, played_[i]);
        left_[grid_.code(move.a)] += 2;
    }

    /// The work of playing and undoing a move, as Budget counts it.
    std::size_t step_cost() const { return STEP_COST * grid_.size(); }

    /// The key after a move is not known without playing it.
    static constexpr bool foresees() { return false; }
    PositionKey key_after(Move) const { return {}; }

    /// Whether a move on a packed board moves no other tile; false if the rules do not tell.
    bool moves_nothing(Move move) const { return llk::moves_nothing(*this, move); }

    /// Calls take(move) for every move, in no order; checks the clock meanwhile, since large boards take long.
    template <class Take>
    void each_move(Budget& budget, Take take) {
        list_moves(grid_, found_, [&] { budget.work(SEARCH_COST); });
        for (const Move move : found_) {
            budget.work(MOVE_COST);
            take(move);
        }
    }

    static constexpr std::size_t MAX_BYTES = std::size_t{64} << 20;  // of the kept grids

  private:
    static constexpr std::size_t STEP_COST = 10, SEARCH_COST = 10'000, MOVE_COST = 10;  // of a cell, a search, a move
    static constexpr std::uint64_t SECOND_KEY = 0x7365636f6e64ULL << 16;

    /// Keeps the current grid; if memory is full, first drops every second one.
    void keep() {
        if ((kept_.size() + 1) * grid_.bytes() > MAX_BYTES && kept_.size() > 1) {
            std::size_t n = 0;
            for (std::size_t i = 0; i < kept_.size(); i += 2) std::swap(kept_[n++], kept_[i]);
            kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(n), kept_.end());
            stride_ *= 2;
        }
        if (played_.size() == kept_.size() * stride_ && (kept_.size() + 1) * grid_.bytes() <= MAX_BYTES)
            kept_.push_back(grid_);
    }

    Grid grid_;
    std::vector<Grid> kept_;  // after 0, stride, 2 strides … moves
    std::size_t stride_ = 1;
    std::vector<Move> played_, found_;
    std::vector<std::int32_t> left_;
};

}  // namespace llk
