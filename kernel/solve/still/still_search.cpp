// Solves boards without gravity: quick tests first, then the search over pairings.
#include "solve/still/still_search.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "grid/grid.h"
#include "paths/link.h"
#include "solve/odd_kinds.h"
#include "solve/pairs.h"
#include "solve/search.h"
#include "solve/still/occupancy.h"
#include "solve/still/pairing_search.h"
#include "values/cell.h"

namespace llk {

namespace {

/// Solves one board and the positions that follow from it.
template <class Grid>
class StillSearch final : public Solver {
  public:
    explicit StillSearch(const Grid& grid) : grid_{grid}, pairs_{grid}, start_{grid} {}
    StillSearch(const StillSearch&) = delete;  // the search refers to the pairs
    StillSearch& operator=(const StillSearch&) = delete;

    Outcome solve(std::span<const Move> played, Budget& budget) override {
        try {
            return solve_in_time(played, budget);
        } catch (const Spent&) {
            return {};
        }
    }

    std::size_t bytes() const override {
        return sizeof *this + grid_.bytes() + pairs_.bytes() + (search_ ? search_->bytes() : 0);
    }

  private:
    using Word = typename Grid::Word;

    Outcome solve_in_time(std::span<const Move> played, Budget& budget) {
        if (!is_tested_) run_quick_tests(budget);
        if (!search_) return outcome_;
        std::vector<Pair> assumptions;
        for (const Move move : played) assumptions.push_back(find_pair(move));
        Outcome found;
        found.winnable = search_->decide(assumptions, budget);
        if (found.winnable == Winnable::yes) found.moves = replay_closure(played);
        if (found.winnable == Winnable::no) {
            found.loss = Loss::blocked;
            if (search_->lost())
                for (const auto& set : search_->blocked_sets()) found.blocked.push_back(list_cells(set));
        }
        return found;
    }

    /// Runs the tests that may decide the board without a search; if none does, sets up the search.
    void run_quick_tests(Budget& budget) {
        if (!find_odd_kind(grid_, outcome_)) {
            if (!(plain(grid_.rules()) && has_no_walls())) find_walled_off(budget);
            if (outcome_.loss == Loss::none && static_cast<std::size_t>(pairs_.count()) <= Pairs::MAX_PAIRS)
                search_.emplace(start_, pairs_);
        }
        is_tested_ = true;
    }

    std::vector<Cell> list_cells(std::span<const Tile> tiles) const {
        std::vector<Cell> cells;
        for (const Tile tile : tiles) cells.push_back(pairs_.place(tile));
        std::ranges::sort(cells);
        return cells;
    }

    Pair find_pair(Move move) const {
        const auto find_tile = [&](Cell at) {
            for (Tile tile = 0; tile < pairs_.tiles(); ++tile)
                if (pairs_.place(tile) == at) return tile;
            return Tile{-1};
        };
        return pairs_.pair(find_tile(move.a), find_tile(move.b));
    }

    bool has_no_walls() const {
        for (std::size_t i = 0; i < grid_.size(); ++i)
            if (grid_.code(i) != Grid::EMPTY_CODE && !Grid::is_tile(grid_.code(i))) return false;
        return true;
    }

    /// Looks for an odd number of tiles of a kind that link to no other of the kind even on the empty board.
    void find_walled_off(Budget& budget) {
        Occupancy<Word> empty = start_;
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) empty.remove(pairs_.place(tile));
        std::vector<std::uint8_t> met(static_cast<std::size_t>(pairs_.tiles()));
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
            if (met[static_cast<std::size_t>(tile)]) continue;
            std::vector<Tile> group{tile};
            met[static_cast<std::size_t>(tile)] = 1;
            for (std::size_t i = 0; i < group.size(); ++i)
                for (Tile other = tile + 1; other < pairs_.last(tile); ++other) {
                    if (met[static_cast<std::size_t>(other)]) continue;
                    budget.work(LINK_COST);
                    if (!empty.link(pairs_.place(group[i]), pairs_.place(other))) continue;
                    met[static_cast<std::size_t>(other)] = 1;
                    group.push_back(other);
                }
            if (group.size() % 2 == 0) continue;
            outcome_.winnable = Winnable::no;
            outcome_.loss = Loss::walled_off;
            outcome_.tiles = list_cells(group);
            return;
        }
    }

    /// The moves of the closure without those already played, each tested on the grid.
    std::vector<Move> replay_closure(std::span<const Move> played) const {
        Grid grid = grid_;
        const auto play = [&](Move move) {
            grid.remove(move.a);
            grid.remove(move.b);
        };
        for (const Move move : played) play(move);
        std::vector<Move> moves;
        for (const ClosureStep& step : search_->closure().steps()) {
            const Move move = make_move(pairs_.place(step.tile), pairs_.place(step.partner));
            if (std::ranges::find(played, move) != played.end()) continue;
            if (!linkable(grid, move.a, move.b)) throw std::logic_error("the solver found a win that does not replay");
            play(move);
            moves.push_back(move);
        }
        if (grid.tiles() != 0) throw std::logic_error("the solver found a win that leaves tiles");
        return moves;
    }

    static constexpr std::size_t LINK_COST = 100;  // as Budget counts work

    Grid grid_;
    Pairs pairs_;
    Occupancy<Word> start_;
    std::optional<PairingSearch<Word>> search_;
    bool is_tested_ = false;
    Outcome outcome_;  // of the quick tests
};

}  // namespace

template <class Grid>
std::unique_ptr<Solver> make_still_search(const Grid& grid) {
    return std::make_unique<StillSearch<Grid>>(grid);
}

template std::unique_ptr<Solver> make_still_search(const Grid<std::uint32_t>&);
template std::unique_ptr<Solver> make_still_search(const Grid<std::uint64_t>&);

}  // namespace llk
