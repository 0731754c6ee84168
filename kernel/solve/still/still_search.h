// The solver of boards on which nothing moves: counts first, then the search over pairings.
//
// Where there are more pairs than Pairs::MAX_PAIRS the counts are all that is tried, so that memory stays bounded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "paths/link.h"
#include "solve/odd_kinds.h"
#include "solve/pairs.h"
#include "solve/search.h"
#include "solve/still/occupancy.h"
#include "solve/still/pairing_search.h"
#include "values/cell.h"

namespace llk {

template <class Grid, class FieldType>
class StillSearch final : public Solver {
  public:
    explicit StillSearch(const Grid& grid) : grid_{grid}, pairs_{grid}, start_{grid} {
        if (find_odd(grid, outcome_)) return;
        if (!(plain(grid.rules()) && has_no_walls())) find_walled_off();
        if (outcome_.loss == Loss::none && static_cast<std::size_t>(pairs_.count()) <= Pairs::MAX_PAIRS)
            search_.emplace(start_, pairs_);
    }
    StillSearch(const StillSearch&) = delete;  // the search looks at the pairs
    StillSearch& operator=(const StillSearch&) = delete;

    Outcome solve(std::span<const Move> played, Budget& budget) override {
        if (!search_) return outcome_;
        std::vector<Pair> wanted;
        for (const Move move : played) wanted.push_back(pair_on(move));
        Outcome found;
        found.winnable = search_->decide(wanted, budget);
        if (found.winnable == Winnable::yes) found.moves = replayed(played);
        if (found.winnable == Winnable::no) {
            found.loss = Loss::blocked;
            if (search_->lost())
                for (const auto& set : search_->blocked_sets()) found.blocked.push_back(cells_of(set));
        }
        return found;
    }

    std::size_t bytes() const override {
        return sizeof *this + grid_.bytes() + pairs_.bytes() + (search_ ? search_->bytes() : 0);
    }

  private:
    std::vector<Cell> cells_of(std::span<const Tile> tiles) const {
        std::vector<Cell> cells;
        for (const Tile tile : tiles) cells.push_back(pairs_.place(tile));
        std::ranges::sort(cells);
        return cells;
    }

    Pair pair_on(Move move) const {
        const auto tile_on = [&](Cell at) {
            for (Tile tile = 0; tile < pairs_.tiles(); ++tile)
                if (pairs_.place(tile) == at) return tile;
            return Tile{-1};
        };
        return pairs_.of(tile_on(move.a), tile_on(move.b));
    }

    bool has_no_walls() const {
        for (std::size_t i = 0; i < grid_.size(); ++i)
            if (grid_.code(i) != Grid::EMPTY_CODE && !Grid::is_tile(grid_.code(i))) return false;
        return true;
    }

    /// Looks for tiles of a kind that link to no other of it even on the empty board, and whose number is odd.
    void find_walled_off() {
        FieldType empty = start_;
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) empty.remove(pairs_.place(tile));
        std::vector<std::uint8_t> met(static_cast<std::size_t>(pairs_.tiles()));
        for (Tile tile = 0; tile < pairs_.tiles(); ++tile) {
            if (met[static_cast<std::size_t>(tile)]) continue;
            std::vector<Tile> group{tile};
            met[static_cast<std::size_t>(tile)] = 1;
            for (std::size_t i = 0; i < group.size(); ++i)
                for (Tile other = tile + 1; other < pairs_.last(tile); ++other) {
                    if (met[static_cast<std::size_t>(other)]) continue;
                    if (!empty.link(pairs_.place(group[i]), pairs_.place(other))) continue;
                    met[static_cast<std::size_t>(other)] = 1;
                    group.push_back(other);
                }
            if (group.size() % 2 == 0) continue;
            outcome_.winnable = Winnable::no;
            outcome_.loss = Loss::walled_off;
            outcome_.tiles = cells_of(group);
            return;
        }
    }

    /// The moves of the plan but those played already, each tried on the grid by the rules.
    std::vector<Move> replayed(std::span<const Move> played) const {
        Grid grid = grid_;
        const auto go = [&](Move move) {
            grid.remove(move.a);
            grid.remove(move.b);
        };
        for (const Move move : played) go(move);
        std::vector<Move> moves;
        for (const PlanStep& step : search_->plan().steps()) {
            const Move move = move_of(pairs_.place(step.tile), pairs_.place(step.partner));
            if (std::ranges::find(played, move) != played.end()) continue;
            if (!linkable(grid, move.a, move.b)) throw std::logic_error("a win that does not replay");
            go(move);
            moves.push_back(move);
        }
        if (grid.tiles() != 0) throw std::logic_error("a win that leaves tiles");
        return moves;
    }

    Grid grid_;
    Pairs pairs_;
    FieldType start_;
    std::optional<PairingSearch<FieldType>> search_;
    Outcome outcome_;  // what is known without a search
};

}  // namespace llk
