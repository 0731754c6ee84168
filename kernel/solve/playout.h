// Games played by chance: every legal move of a position is equally likely to be the next.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "moves/gravity.h"
#include "moves/moves.h"
#include "paths/link.h"
#include "solve/pairs.h"
#include "values/cell.h"
#include "values/hash.h"
#include "values/random.h"

namespace llk {

/// The generator of one game among many: the same whoever plays the others.
inline Random game_random(std::uint64_t seed, std::uint64_t game) { return Random{mix(seed, game)}; }

/// Games on any board: the moves are listed before each.
template <class Grid>
class ListedPlayout {
  public:
    explicit ListedPlayout(const Grid& grid) : start_{grid} {}

    /// Plays until no move is left and says how many tiles are; take(move) is told every move. Now and then go_on is
    /// called; whoever wants the game to end throws.
    template <class Take, class GoOn>
    int play(Random random, Take take, GoOn go_on) {
        Grid grid = start_;
        for (;;) {
            go_on();
            list_moves(grid, moves_, std::ref(go_on));
            if (moves_.empty()) return grid.tiles();
            std::ranges::sort(moves_);  // the list has no order of its own, but a seed means one game
            const Move move = moves_[random.below(static_cast<std::uint32_t>(moves_.size()))];
            play_move(grid, move);
            take(move);
        }
    }

  private:
    const Grid& start_;
    std::vector<Move> moves_;
};

/// Games on a board of one-word lines on which nothing moves. A pair of equal tiles is drawn until one links, which
/// makes every move equally likely; only where that takes long are all pairs looked at.
template <class Grid>
class DrawnPlayout {
  public:
    explicit DrawnPlayout(const Grid& grid) : start_{grid}, now_{grid}, pairs_{grid} {}

    template <class Take, class GoOn>
    int play(Random random, Take take, GoOn go_on) {
        now_ = start_;
        left_.resize(static_cast<std::size_t>(pairs_.count()));
        for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = static_cast<Pair>(i);
        gone_.assign(static_cast<std::size_t>(pairs_.tiles()), 0);
        int tiles = pairs_.tiles();
        for (Pair pair; (pair = draw(random)) != NO_PAIR; tiles -= 2) {
            go_on();
            const auto [a, b] = pairs_.ends(pair);
            for (const Tile tile : {a, b}) {
                now_.remove(pairs_.place(tile));
                gone_[static_cast<std::size_t>(tile)] = 1;
            }
            take(move_of(pairs_.place(a), pairs_.place(b)));
        }
        return tiles;
    }

  private:
    bool gone(Tile tile) const { return gone_[static_cast<std::size_t>(tile)] != 0; }
    bool links(Pair pair) const {
        const auto [a, b] = pairs_.ends(pair);
        return linkable(now_, pairs_.place(a), pairs_.place(b));
    }

    /// A pair that links, all equally likely; NO_PAIR where none does.
    Pair draw(Random& random) {
        for (std::size_t tries = left_.size() / 4; tries > 0 && !left_.empty();) {
            Pair& pair = left_[random.below(static_cast<std::uint32_t>(left_.size()))];
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
        for (const Pair pair : left_)
            if (links(pair)) linked_.push_back(pair);
        return linked_.empty() ? NO_PAIR : linked_[random.below(static_cast<std::uint32_t>(linked_.size()))];
    }

    const Grid& start_;
    Grid now_;
    Pairs pairs_;
    std::vector<Pair> left_, linked_;  // pairs neither of whose tiles is known to have gone
    std::vector<std::uint8_t> gone_;   // by tile
};

/// Calls work(playout) with the way of playing that suits the board.
template <class Grid, class Work>
auto with_playout(const Grid& grid, Work work) {
    if constexpr (requires { typename Grid::Word; }) {
        if (grid.rules().gravity == Gravity::still && Pairs::count_in(grid) <= Pairs::MAX_PAIRS) {
            DrawnPlayout<Grid> playout{grid};
            return work(playout);
        }
    }
    ListedPlayout<Grid> playout{grid};
    return work(playout);
}

/// Plays many games on several threads; how many tiles each leaves. Whoever wants it to end throws from go_on.
template <class Grid, class GoOn>
std::vector<std::int32_t> play_out(const Grid& grid, std::size_t games, std::uint64_t seed, int threads, GoOn go_on) {
    std::vector<std::int32_t> left(games);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::exception_ptr problem;  // the first that any thread met
    std::mutex first;
    struct Stopped {};
    const auto work = [&](auto ask) {
        try {
            with_playout(grid, [&](auto& playout) {
                for (std::size_t game; (game = next++) < games;)
                    left[game] = playout.play(
                        game_random(seed, game), [](Move) {},
                        [&] {
                            if (stop) throw Stopped{};
                            ask();
                        });
            });
        } catch (const Stopped&) {
            return;
        } catch (...) {
            const std::scoped_lock lock{first};
            if (!problem) problem = std::current_exception();
            stop = true;
        }
    };
    std::vector<std::thread> others;
    try {
        for (int i = 1; i < threads; ++i) others.emplace_back(work, [] {});
    } catch (const std::system_error&) {
        // Fewer threads than asked for will do.
    }
    work(std::ref(go_on));
    for (auto& thread : others) thread.join();
    if (problem) std::rethrow_exception(problem);
    return left;
}

}  // namespace llk
