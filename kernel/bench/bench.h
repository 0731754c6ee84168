// The stopwatch of `llk bench`: times one kind of work on many boards of one size.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/textbook.h"
#include "grid_board.h"
#include "moves/moves.h"
#include "values/random.h"

namespace llk {

/// The nanoseconds of one unit of work, and a checksum that changes only with behaviour.
using Timing = std::pair<double, std::uint64_t>;

/// Copies of boards of one size, with pairs of equal tiles to test on each.
class Bench {
  public:
    Bench(const std::vector<const Board*>& boards, std::uint64_t seed) {
        if (boards.empty()) throw std::invalid_argument("there are no boards to time");
        if (!adopt<SmallGrid>(boards, seed) && !adopt<MiddleGrid>(boards, seed) && !adopt<WideGrid>(boards, seed))
            throw std::invalid_argument("the boards to time differ in size");
    }

    Timing time(const std::string& work) const { return runner_->time(work); }

  private:
    struct Runner {
        virtual ~Runner() = default;
        virtual Timing time(const std::string& work) = 0;
    };

    template <class Grid>
    struct GridRunner final : Runner {
        struct Case {
            Grid grid;
            std::vector<Move> pairs;           // of equal tiles, whether or not they link
            std::vector<Move> moves;           // some of the board's moves
            std::vector<std::int32_t> matrix;  // ring included, for the textbook search
        };
        static constexpr std::size_t MAX_GAMES = 40;
        std::vector<Case> cases;

        void add(const Grid& grid, Random& random) {
            Case made{grid, {}, {}, {}};
            const int rows = grid.rows(), cols = grid.cols();
            made.matrix.assign(static_cast<std::size_t>((rows + 2) * (cols + 2)), 0);
            for (std::size_t i = 0; i < grid.size(); ++i) {
                const Cell at = grid.place(i);
                made.matrix[static_cast<std::size_t>((at.row + 1) * (cols + 2) + at.col + 1)] =
                    grid.number(grid.code(i));
            }
            for (auto& tiles : grid.tiles_by_kind()) {
                random.shuffle(tiles);
                for (std::size_t i = 0; i + 1 < tiles.size(); ++i)
                    made.pairs.push_back(make_move(tiles[i], tiles[i + 1]));
            }
            random.shuffle(made.pairs);
            list_moves(grid, made.moves);
            std::ranges::sort(made.moves);  // so that the choice does not depend on how they are found
            random.shuffle(made.moves);
            if (made.moves.size() > 10) made.moves.resize(10);
            cases.push_back(std::move(made));
        }

        Timing time(const std::string& work) override {
            if (work == "link")
                return each(&Case::pairs, [](Case& on, Move p) { return linkable(on.grid, p.a, p.b) ? 1 : 0; });
            if (work == "path")
                return each(&Case::pairs, [](Case& on, Move p) { return short_route(on.grid, p.a, p.b).count; });
            if (work == "textbook") {
                TextbookLink search{cases[0].grid.rows() + 2, cases[0].grid.cols() + 2};
                return each(&Case::pairs, [&](Case& on, Move p) {
                    return search.linkable(on.matrix, cell(p.a.row + 1, p.a.col + 1), cell(p.b.row + 1, p.b.col + 1));
                });
            }
            if (work == "moves") {
                std::vector<Move> out;
                return each_board([&](Case& on) {
                    list_moves(on.grid, out);
                    return out.size();
                });
            }
            if (work == "stuck") return each_board([](Case& on) { return has_move(on.grid); });
            if (work == "really stuck") {
                if (dead_ends.empty() && cases[0].grid.size() <= 1000)  // larger dead ends take too long to find
                    for (std::size_t i = 0; i < cases.size(); ++i) add_dead_end(cases[i].grid, i + 1);
                return clock([&](std::uint64_t& sum) {
                    for (const Grid& grid : dead_ends) sum += has_move(grid) ? 0 : 1;
                    return dead_ends.size();
                });
            }
            if (work == "play")
                return each(&Case::moves, [](Case& on, Move move) {
                    const auto kind = on.grid.code(move.a);
                    on.grid.remove(move.a);
                    on.grid.remove(move.b);
                    const std::uint64_t hash = on.grid.hash();
                    on.grid.restore(move.b, kind);
                    on.grid.restore(move.a, kind);
                    return hash;
                });
            if (work == "recompute" || work == "maintain") {
                const Upkeep upkeep = work == "maintain" ? Upkeep::maintain : Upkeep::recompute;
                return each_game([upkeep](Case& on, const std::vector<Move>& game) {
                    GridPosition<Grid> position{on.grid, upkeep};
                    std::uint64_t sum = 0;
                    for (const Move move : game) {
                        position.play(move);
                        sum += position.moves().size();
                    }
                    return sum;
                });
            }
            throw std::invalid_argument("unknown work " + work);
        }

        /// Swaps tiles until nothing links, keeping swaps that add no moves; gives up after a while.
        void add_dead_end(Grid grid, std::uint64_t seed) {
            Random random{seed};
            std::vector<Cell> tiles;
            for (std::size_t i = 0; i < grid.size(); ++i)
                if (Grid::is_tile(grid.code(i))) tiles.push_back(grid.place(i));
            std::vector<Move> moves, after;
            list_moves(grid, moves);
            for (int tries = 0; !moves.empty() && tries < 5000; ++tries) {
                const Cell one = random.pick(moves).a, other = random.pick(tiles);
                grid.swap(one, other);
                list_moves(grid, after);
                if (after.size() <= moves.size())
                    std::swap(moves, after);
                else
                    grid.swap(one, other);
            }
            if (moves.empty()) dead_ends.push_back(std::move(grid));
        }

        template <class Work>
        Timing each(std::vector<Move> Case::* moves, Work work) {
            return clock([&](std::uint64_t& sum) {
                std::size_t units = 0;
                for (auto& on : cases) {
                    for (const Move move : on.*moves) sum += static_cast<std::uint64_t>(work(on, move));
                    units += (on.*moves).size();
                }
                return units;
            });
        }
        template <class Work>
        Timing each_board(Work work) {
            return clock([&](std::uint64_t& sum) {
                for (auto& on : cases) sum += static_cast<std::uint64_t>(work(on));
                return cases.size();
            });
        }

        /// Plays a random game on every board, up to MAX_GAMES; the unit is one move.
        template <class Work>
        Timing each_game(Work work) {
            if (games.empty()) {
                Random random{1};
                std::vector<Move> out;
                for (std::size_t i = 0; i < std::min(cases.size(), MAX_GAMES); ++i) {
                    Grid grid = cases[i].grid;
                    std::vector<Move> game;
                    for (list_moves(grid, out); !out.empty(); list_moves(grid, out)) {
                        std::ranges::sort(out);
                        game.push_back(random.pick(out));
                        grid.remove(game.back().a);
                        grid.remove(game.back().b);
                    }
                    games.push_back(std::move(game));
                }
            }
            return clock([&](std::uint64_t& sum) {
                std::size_t units = 0;
                for (std::size_t i = 0; i < games.size(); ++i) {
                    sum += static_cast<std::uint64_t>(work(cases[i], games[i]));
                    units += games[i].size();
                }
                return units;
            });
        }

        /// The best of a few passes, fewer if one takes long; the first one warms the cache.
        template <class Pass>
        static Timing clock(Pass pass) {
            double best = 0;
            std::uint64_t sum = 0;
            for (int i = 0; i < 4; ++i) {
                sum = 0;
                const auto start = std::chrono::steady_clock::now();
                const std::size_t units = pass(sum);
                const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
                const double each = units ? taken.count() / static_cast<double>(units) : 0.0;
                if (i == 0 || each < best) best = each;
                if (taken > std::chrono::milliseconds(20)) break;
            }
            return {best, sum};
        }

        std::vector<std::vector<Move>> games;
        std::vector<Grid> dead_ends;
    };

    template <class Grid>
    bool adopt(const std::vector<const Board*>& boards, std::uint64_t seed) {
        auto runner = std::make_unique<GridRunner<Grid>>();
        Random random{seed};
        for (const Board* board : boards) {
            const auto* on_this_grid = dynamic_cast<const GridBoard<Grid>*>(board);
            if (!on_this_grid || board->rows() != boards[0]->rows() || board->cols() != boards[0]->cols()) return false;
            runner->add(on_this_grid->grid(), random);
        }
        runner_ = std::move(runner);
        return true;
    }

    std::unique_ptr<Runner> runner_;
};

}  // namespace llk
