// Games of practice: played by chance until they are stuck, each learning from the best so far which tiles to pair.
//
// Nested rollout policy adaptation (Rosin, 2011). Every pair of tiles of a kind has a weight; a game takes the pairs it
// can by chance, by their weights, and the weights move towards the best game so far. The best game of a series is then
// walked back, move by move, for as long as a short search proves the position lost: either that search finds a win, or
// what is left of the game is its part that was not lost yet. The best such part of several series teaches the next
// one. Then all is forgotten but the dead positions: a fresh start finds more than a long course.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "solve/moving/dead_end_search.h"
#include "solve/moving/dead_positions.h"
#include "solve/moving/pair_weights.h"
#include "solve/search.h"
#include "tracking/tile_tracker.h"
#include "values/cell.h"
#include "values/random.h"

namespace llk {

/// Games from one position, with the dead positions of all searches. Takes at most some 30 MB where it is fit.
template <class State>
class Practice {
  public:
    template <class Grid>
    Practice(const Grid& grid, DeadStates& dead, std::uint64_t seed, Budget& budget)
        : budget_{budget},
          random_{seed},
          state_{grid},
          start_(state_.room()),
          first_places_{state_},
          places_{state_},
          numbers_{state_},
          learnt_{numbers_.count()},
          weights_{learnt_},
          search_{state_, dead, seed, budget} {
        state_.save(start_.data());
    }

    /// Whether a board is small enough: a game writes down all the pairs it could take at every move.
    static bool fit(const State& state) {
        return PairNumbers{state}.count() * static_cast<std::size_t>(state.tiles()) < MUCH;
    }

    /// Plays one series; may well find out nothing but what helps the next one.
    Winnable play_series() {
        if (++series_ % COURSE == 0) forget();
        weights_ = learnt_;
        Game best;
        for (int i = 0; i < GAMES; ++i) {
            play();
            if (budget_.spent()) return Winnable::unknown;
            if (game_.left <= best.left) best = game_;
            if (best.left == 0) break;
            learn(weights_, best);
        }
        const Winnable found = walk_back(best);
        if (best.left <= best_.left) best_ = best;
        learn(learnt_, best_);
        return found;
    }

    /// The win, where a series found one.
    const std::vector<Move>& line() const { return line_; }

  private:
    static constexpr int GAMES = 100, COURSE = 100;  // games of a series, series until all is forgotten
    static constexpr std::uint64_t PATIENCE = 4000;  // positions that may die at each step back
    static constexpr std::size_t MUCH = std::size_t{1} << 22;

    struct Game {
        int left = std::numeric_limits<int>::max();  // tiles
        std::vector<Move> moves;
        std::vector<PairNumber> taken;  // by move
        std::vector<PairNumber> could;  // what could be taken instead, itself included, move after move
        std::vector<std::size_t> ends;  // where that ends, by move
    };

    void forget() {
        learnt_ = PairWeights{numbers_.count()};
        best_ = {};
    }

    /// Plays a game until it is stuck or won.
    void play() {
        state_.load(start_.data());
        places_ = first_places_;
        game_.moves.clear();
        game_.taken.clear();
        game_.could.clear();
        game_.ends.clear();
        while (state_.tiles() > 0 && budget_.spend())
            if (!play_one()) break;
        game_.left = state_.tiles();
    }

    /// Plays a move by chance; false where there is none.
    bool play_one() {
        const std::size_t first = game_.could.size();
        moves_.clear();
        state_.each_move(budget_, [&](Move move) {
            moves_.push_back(move);
            game_.could.push_back(numbers_(places_.tile(move.a), places_.tile(move.b)));
        });
        if (moves_.empty()) return false;
        const std::size_t drawn = weights_.draw(std::span{game_.could}.subspan(first), random_);
        game_.moves.push_back(moves_[drawn]);
        game_.taken.push_back(game_.could[first + drawn]);
        game_.ends.push_back(game_.could.size());
        state_.play(moves_[drawn]);
        places_.play(moves_[drawn]);
        return true;
    }

    static void learn(PairWeights& weights, const Game& game) {
        weights.begin_lessons();
        std::size_t first = 0;
        for (std::size_t i = 0; i < game.taken.size(); first = game.ends[i++])
            weights.learn(game.taken[i], std::span{game.could}.subspan(first, game.ends[i] - first));
    }

    /// Takes back moves of a game while the position is proved lost; a win from there is a win of the whole.
    Winnable walk_back(Game& game) {
        state_.load(start_.data());
        for (const Move move : game.moves) state_.play(move);
        for (;;) {
            const Winnable found = search_.try_once(PATIENCE);
            game.left = state_.tiles();
            if (found == Winnable::yes) {
                line_ = game.moves;
                for (const Move move : search_.line()) line_.push_back(move);
            }
            if (found != Winnable::no || game.moves.empty()) return found;
            state_.undo();
            game.moves.pop_back();
            game.taken.pop_back();
            game.ends.pop_back();
        }
    }

    Budget& budget_;
    Random random_;
    State state_;
    std::vector<std::byte> start_;
    Whereabouts first_places_, places_;
    PairNumbers numbers_;
    PairWeights learnt_, weights_;  // from series to series, and within one
    DeadEndSearch<State> search_;
    int series_ = 0;
    Game game_, best_;
    std::vector<Move> moves_, line_;
};

}  // namespace llk
