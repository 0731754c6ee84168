// Nested rollout policy adaptation (Rosin, 2011): random playouts that learn from the best so far which tiles to pair.
//
// Every pair of tiles of a kind has a weight; a playout draws its moves by weight, and the weights move towards the
// best playout so far. The best playout of a series is then undone, move by move, as long as a short search proves the
// position lost: either that search finds a win, or what remains of the playout is not lost yet. The best such remains
// of several series teach the next one. After that everything but the dead positions is forgotten: a fresh start finds
// more than a long run.
//
// Teams play it with options. A strength above 0 draws and teaches with a bias for each move on top (Cazenave's
// generalization of 2020). And playouts can avoid dead positions: they turn back from a move into one, and a position
// without another move is dead too. Then less of a playout is in vain, and the series alone come to prove a loss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "solve/moving/dead_end_search.h"
#include "solve/moving/dead_positions.h"
#include "solve/moving/move_bias.h"
#include "solve/moving/pair_weights.h"
#include "solve/search.h"
#include "tracking/tile_tracker.h"
#include "values/cell.h"
#include "values/random.h"

namespace llk {

/// What teams change; one thread searches with the defaults, on which the boards of deal numbers depend.
struct NrpaOptions {
    std::span<const int> strengths = {};  // of the bias, one after the other with every fresh start; none for no bias
    bool avoid_dead = false;              // whether playouts avoid dead positions
};

/// Playouts from one position, with the dead positions of all searches; takes at most about 30 MB if the board fits.
template <class State, class Dead = DeadPositions>
class Nrpa {
  public:
    template <class Grid>
    Nrpa(const Grid& grid, Dead& dead, std::uint64_t seed, Budget& budget, NrpaOptions options = {})
        : dead_{dead},
          budget_{budget},
          bias_{grid.rows(), grid.cols(), grid.rules().gravity},
          options_{options},
          random_{seed},
          state_{grid},
          start_(state_.saved_bytes()),
          first_tiles_{state_, state_.foresees()},
          tiles_{first_tiles_},
          numbers_{state_},
          learnt_{numbers_.count()},
          weights_{learnt_},
          search_{state_, dead, seed, budget} {
        state_.save(start_.data());
    }

    /// Whether a board is small enough: a playout records all pairs that it could draw at every move.
    static bool fits(const State& state) {
        return PairNumbers{state}.count() * static_cast<std::size_t>(state.tiles()) < MAX_RECORDED;
    }

    /// Plays one series of playouts.
    Winnable play_series() {
        if (++series_ % SERIES == 0) forget();
        const auto strengths = options_.strengths;
        strength_ = strengths.empty() ? 0 : strengths[series_ / SERIES % strengths.size()];
        weights_ = learnt_;
        Playout best;
        for (int i = 0; i < PLAYOUTS; ++i) {
            play();
            if (budget_.spent()) return Winnable::unknown;
            if (playout_.left <= best.left) best = playout_;
            if (best.left == 0) break;
            adapt(weights_, best);
        }
        const Winnable found = undo_lost(best);
        if (best.left <= best_.left) best_ = best;
        adapt(learnt_, best_);
        return found;
    }

    /// The win, if a series found one.
    const std::vector<Move>& line() const { return line_; }

  private:
    static constexpr int PLAYOUTS = 100;             // playouts of a series
    static constexpr std::size_t SERIES = 100;       // series until everything is forgotten
    static constexpr std::uint64_t PATIENCE = 4000;  // positions that may die at each undone move
    static constexpr std::size_t MAX_RECORDED = std::size_t{1} << 22;

    struct Playout {
        int left = std::numeric_limits<int>::max();  // tiles
        std::vector<Move> moves;
        std::vector<PairNumber> taken;     // by move
        std::vector<PairNumber> could;     // the pairs available at each move, concatenated
        std::vector<std::int32_t> biases;  // of those pairs, if there is a bias
        std::vector<std::size_t> ends;     // where those of each move end
    };

    void forget() {
        learnt_ = PairWeights{numbers_.count()};
        best_ = {};
    }

    /// Plays until the game is stuck or won.
    void play() {
        state_.load(start_.data());
        tiles_ = first_tiles_;
        playout_.moves.clear();
        playout_.taken.clear();
        playout_.could.clear();
        playout_.biases.clear();
        playout_.ends.clear();
        while (state_.tiles() > 0 && budget_.spend())
            if (!play_one()) break;
        playout_.left = state_.tiles();
    }

    /// Plays a move drawn by weight; false if there is none, or all lead to dead positions that are to be avoided.
    bool play_one() {
        const std::size_t first = playout_.could.size();
        moves_.clear();
        state_.each_move(budget_, [&](Move move) {
            moves_.push_back(move);
            playout_.could.push_back(numbers_(tiles_.tile(move.a), tiles_.tile(move.b)));
        });
        if (moves_.empty()) return false;
        if (strength_ > 0) bias_.append(state_, moves_, strength_, playout_.biases);
        for (;;) {
            const auto [pairs, biases] = part(playout_, first, playout_.could.size());
            const std::size_t drawn = weights_.draw(pairs, biases, random_);
            state_.play(moves_[drawn]);
            if (!options_.avoid_dead || !dead_.contains(state_.key())) {
                playout_.moves.push_back(moves_[drawn]);
                playout_.taken.push_back(playout_.could[first + drawn]);
                playout_.ends.push_back(playout_.could.size());
                tiles_.play(moves_[drawn]);
                return true;
            }
            state_.undo();
            budget_.work(state_.step_cost());
            drop(first, drawn);
            if (moves_.empty()) {
                dead_.insert(state_.key());
                return false;
            }
        }
    }

    /// Drops one of the moves that are available, whose pairs begin at `first`.
    void drop(std::size_t first, std::size_t drawn) {
        const auto drop_from = [](auto& values, std::size_t i) {
            values[i] = values.back();
            values.pop_back();
        };
        drop_from(moves_, drawn);
        drop_from(playout_.could, first + drawn);
        if (!playout_.biases.empty()) drop_from(playout_.biases, first + drawn);
    }

    void adapt(PairWeights& weights, const Playout& playout) {
        budget_.work(playout.could.size());
        weights.begin_adapting();
        std::size_t first = 0;
        for (std::size_t i = 0; i < playout.taken.size(); first = playout.ends[i++]) {
            const auto [pairs, biases] = part(playout, first, playout.ends[i]);
            weights.adapt(playout.taken[i], pairs, biases);
        }
    }

    /// The pairs that were available at a move, and their biases, if there are any.
    static std::pair<std::span<const PairNumber>, std::span<const std::int32_t>> part(const Playout& playout,
                                                                                      std::size_t first,
                                                                                      std::size_t end) {
        const std::span<const PairNumber> pairs{playout.could};
        const std::span<const std::int32_t> biases{playout.biases};
        return {pairs.subspan(first, end - first), biases.empty() ? biases : biases.subspan(first, end - first)};
    }

    /// Undoes moves of a playout while the position is proved lost; a win from there completes the playout.
    Winnable undo_lost(Playout& playout) {
        state_.load(start_.data());
        for (const Move move : playout.moves) state_.play(move);
        for (;;) {
            const Winnable found = search_.try_once(PATIENCE);
            playout.left = state_.tiles();
            if (found == Winnable::yes) {
                line_ = playout.moves;
                for (const Move move : search_.line()) line_.push_back(move);
            }
            if (found != Winnable::no || playout.moves.empty()) return found;
            state_.undo();
            playout.moves.pop_back();
            playout.taken.pop_back();
            playout.ends.pop_back();
        }
    }

    Dead& dead_;
    Budget& budget_;
    MoveBias bias_;
    NrpaOptions options_;
    int strength_ = 0;
    Random random_;
    State state_;
    std::vector<std::byte> start_;
    TileTracker first_tiles_, tiles_;
    PairNumbers numbers_;
    PairWeights learnt_, weights_;  // from series to series, and within one
    DeadEndSearch<State, Dead> search_;
    std::size_t series_ = 0;
    Playout playout_, best_;
    std::vector<Move> moves_, line_;
};

}  // namespace llk
