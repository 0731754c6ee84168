// Random playouts: every legal move of a position is equally likely.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "moves/gravity.h"
#include "moves/moves.h"
#include "moves/position.h"
#include "paths/link.h"
#include "solve/pairs.h"
#include "values/cell.h"
#include "values/checkpoint.h"
#include "values/hash.h"
#include "values/random.h"

namespace llk {

/// The generator of one playout among many, independent of the others.
inline Random playout_random(std::uint64_t seed, std::uint64_t game) { return Random{mix(seed, game)}; }

/// One of several moves, all equally likely: a seed must give one game, so it is drawn from the list in reading order,
/// though the list itself has no order.
inline Move draw_move(std::vector<Move>& moves, Random& random) {
    const auto drawn = moves.begin() + random.below(static_cast<std::uint32_t>(moves.size()));
    std::ranges::nth_element(moves, drawn);
    return *drawn;
}

/// Playouts on any board: lists the moves before each one.
template <class Grid>
class ListedPlayout {
  public:
    explicit ListedPlayout(const Grid& grid) : start_{grid} {}

    /// Plays until no move is left, calling take(move) for each, and returns the number of tiles left.
    template <class Take>
    int play(Random random, Take take, const Checkpoint& checkpoint) {
        Grid grid = start_;
        for (;;) {
            checkpoint();
            list_moves(grid, moves_, checkpoint);
            if (moves_.empty()) return grid.tiles();
            const Move move = draw_move(moves_, random);
            play_move(grid, move);
            take(move);
        }
    }

  private:
    const Grid& start_;
    std::vector<Move> moves_;
};

/// The same playouts on a large board without gravity, where a list that is kept up to date is cheaper.
template <class Grid>
class MaintainedPlayout {
  public:
    MaintainedPlayout(const Grid& grid, const Checkpoint& checkpoint) : start_{grid, Upkeep::automatic, checkpoint} {}

    /// Whether a board is such a board.
    static bool suits(const Grid& grid) { return GridPosition<Grid>::maintains(grid); }

    template <class Take>
    int play(Random random, Take take, const Checkpoint& checkpoint) {
        GridPosition<Grid> now = start_;
        for (;;) {
            checkpoint();
            if (now.moves().empty()) return now.grid().tiles();
            const Move move = draw_move(now.unordered_moves(), random);
            now.advance(move);
            take(move);
        }
    }

  private:
    GridPosition<Grid> start_;
};

/// Playouts on a board with one-word lines and without gravity. Pairs of equal tiles are drawn until one links, which
/// makes every move equally likely; only if that takes long are all pairs tested.
template <class Grid>
class DrawnPlayout {
  public:
    explicit DrawnPlayout(const Grid& grid) : start_{grid}, now_{grid}, pairs_{grid} {}

    template <class Take>
    int play(Random random, Take take, const Checkpoint& checkpoint) {
        now_ = start_;
        left_.resize(static_cast<std::size_t>(pairs_.count()));
        for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = static_cast<Pair>(i);
        gone_.assign(static_cast<std::size_t>(pairs_.tiles()), 0);
        int tiles = pairs_.tiles();
        for (Pair pair; (pair = draw(random, checkpoint)) != NO_PAIR; tiles -= 2) {
            const auto [a, b] = pairs_.ends(pair);
            for (const Tile tile : {a, b}) {
                now_.remove(pairs_.place(tile));
                gone_[static_cast<std::size_t>(tile)] = 1;
            }
            take(make_move(pairs_.place(a), pairs_.place(b)));
        }
        return tiles;
    }

  private:
    static constexpr std::size_t BETWEEN_CHECKS = 1024;  // link tests

    bool gone(Tile tile) const { return gone_[static_cast<std::size_t>(tile)] != 0; }
    bool links(Pair pair) const {
        const auto [a, b] = pairs_.ends(pair);
        return linkable(now_, pairs_.place(a), pairs_.place(b));
    }

    /// Draws a pair that links, all equally likely; NO_PAIR if there is none.
    Pair draw(Random& random, const Checkpoint& checkpoint) {
        checkpoint();
        for (std::size_t tries = left_.size() / 4; tries > 0 && !left_.empty();) {
            if (tries % BETWEEN_CHECKS == 0) checkpoint();
            Pair& pair = random.pick(left_);
            const auto [a, b] = pairs_.ends(pair);
            if (gone(a) || gone(b)) {
                pair = left_.back();
                left_.pop_back();
                continue;
            }
            if (links(pair)) return pair;
            --tries;
        }
        std::erase_if(left_, [&](Pair pair) {
            const auto [a, b] = pairs_.ends(pair);
            return gone(a) || gone(b);
        });
        linked_.clear();
        for (std::size_t i = 0; i < left_.size(); ++i) {
            if (i % BETWEEN_CHECKS == 0) checkpoint();
            if (links(left_[i])) linked_.push_back(left_[i]);
        }
        return linked_.empty() ? NO_PAIR : random.pick(linked_);
    }

    const Grid& start_;
    Grid now_;
    Pairs pairs_;
    std::vector<Pair> left_, linked_;  // pairs of which no tile is known to be gone
    std::vector<std::uint8_t> gone_;   // by tile
};

/// Calls work(playout) with the playout that lists moves and suits the board.
template <class Grid, class Work>
auto with_listed_playout(const Grid& grid, const Checkpoint& checkpoint, Work work) {
    if (MaintainedPlayout<Grid>::suits(grid)) {
        MaintainedPlayout<Grid> playout{grid, checkpoint};
        return work(playout);
    }
    ListedPlayout<Grid> playout{grid};
    return work(playout);
}

}  // namespace llk
