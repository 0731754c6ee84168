// The solver of boards too large for an exact search: it tries a few random playouts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "moves/gravity.h"
#include "moves/moves.h"
#include "solve/odd_kinds.h"
#include "solve/playout.h"
#include "solve/search.h"
#include "values/cell.h"

namespace llk {

/// Answers yes if a playout wins, no only if a kind is odd or no move is left.
template <class Grid>
class GreedySearch final : public Solver {
  public:
    static constexpr int GAMES = 16;

    GreedySearch(const Grid& grid, std::uint64_t seed) : grid_{grid}, seed_{seed} {}

    Outcome solve(std::span<const Move> played, Budget& budget) override {
        try {
            return solve_in_time(played, budget);
        } catch (const Spent&) {
            return {};
        }
    }

    std::size_t bytes() const override { return sizeof *this + grid_.bytes(); }

  private:
    Outcome solve_in_time(std::span<const Move> played, Budget& budget) {
        Grid now = grid_;
        for (const Move move : played) {
            budget.work(now.size());
            play_move(now, move);
        }
        Outcome outcome;
        if (find_odd_kind(now, outcome)) return outcome;
        const auto checkpoint = [&] { budget.work(SEARCH_COST); };
        with_listed_playout(now, checkpoint, [&](auto& playout) {
            for (std::uint64_t game = 0; game < GAMES && outcome.winnable == Winnable::unknown; ++game) {
                if (!budget.spend()) break;
                play(now, playout, game, outcome, budget);
            }
        });
        return outcome;
    }

    template <class Playout>
    void play(const Grid& now, Playout& playout, std::uint64_t game, Outcome& outcome, Budget& budget) const {
        std::vector<Move> moves;
        const auto take = [&](Move move) {
            if (!budget.spend()) throw Spent{};
            moves.push_back(move);
        };
        const int left = playout.play(playout_random(seed_, game), take, [&] { budget.work(SEARCH_COST); });
        if (left == 0) {
            outcome.winnable = Winnable::yes;
            outcome.moves = std::move(moves);
        } else if (moves.empty()) {
            outcome.winnable = Winnable::no;
            outcome.loss = Loss::exhausted;
            if (now.rules().gravity == Gravity::still) block(now, outcome);
        }
    }

    static constexpr std::size_t SEARCH_COST = 10'000;  // of the moves of one tile, as Budget counts work

    /// If no move is left, all tiles together are a blocked set.
    static void block(const Grid& grid, Outcome& outcome) {
        outcome.loss = Loss::blocked;
        outcome.blocked.emplace_back();
        for (std::size_t i = 0; i < grid.size(); ++i)
            if (Grid::is_tile(grid.code(i))) outcome.blocked[0].push_back(grid.place(i));
    }

    Grid grid_;
    std::uint64_t seed_;
};

}  // namespace llk
