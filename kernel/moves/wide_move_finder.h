// Finds the moves of at most two turns on a board with lines of many words.
//
// A tile can be part of a move only if it is next to an empty cell or to an equal tile. Adjacent pairs of which one
// tile is next to no empty cell are taken as they are found. The other tiles, few of them on a full board, are compared
// within their kind by their reaches; where a kind has too many for that, each looks around for its partners.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grid/wide_grid.h"
#include "paths/link.h"
#include "values/bits.h"
#include "values/cell.h"
#include "values/checkpoint.h"

namespace llk {

/// Calls visit(tile) for every tile that a path of at most two turns reaches from a tile, some of them several times.
/// It only looks along lines, so it needs no memory.
class NearTiles {
  public:
    NearTiles(const WideGrid& grid, Cell from) : grid_{grid}, from_{from} {}

    template <class Visit>
    void each(Visit visit) const {
        look<ROW>(from_, grid_.rules().max_turns, visit);
        look<COL>(from_, grid_.rules().max_turns, visit);
    }

  private:
    enum Axis { ROW, COL };

    /// Looks along the run through a cell and, with turns left, from each of its cells along the other axis.
    template <Axis AXIS, class Visit>
    void look(Cell through, int turns, Visit visit) const {
        const auto place = [&](int i) { return AXIS == ROW ? cell(through.row, i) : cell(i, through.col); };
        const int here = AXIS == ROW ? through.col : through.row;
        const int before = AXIS == ROW ? grid_.look_west(through) : grid_.look_north(through);
        const int after = AXIS == ROW ? grid_.look_east(through) : grid_.look_south(through);
        see(place(before + 1), place(before), visit);
        see(place(after - 1), place(after), visit);
        if (turns == 0) return;
        for (int i = before + 1; i < after; ++i)
            if (i != here) look<AXIS == ROW ? COL : ROW>(place(i), turns - 1, visit);
    }

    template <class Visit>
    void see(Cell beside, Cell end, Visit visit) const {
        if (!grid_.contains(end) || !WideGrid::is_tile(grid_.code(end))) return;
        if (beside != from_ || grid_.rules().adjacent) visit(end);
    }

    const WideGrid& grid_;
    Cell from_;
};

/// Finds the moves of one position.
class WideMoveFinder {
  public:
    WideMoveFinder(const WideGrid& grid, const Checkpoint& checkpoint) : grid_{grid}, checkpoint_{checkpoint} {}

    /// Calls take(move) for every move, in no order, until it returns true.
    template <class Take>
    bool each_move(Take take) {
        if (grid_.rules().adjacent && each_enclosed_pair(take)) return true;
        count_free();
        return pairs_are_cheaper() ? each_pair(take) : each_partner(take);
    }

  private:
    using Word = BitLines::Word;
    using Code = WideGrid::Code;
    using Reach = WideGrid::Reach;

    /// Calls take(move) for the adjacent pairs that are not both next to an empty cell.
    template <class Take>
    bool each_enclosed_pair(Take take) {
        const int cols = grid_.cols();
        std::vector<Word> free = free_in(0), free_below;
        const auto has_free = [](const std::vector<Word>& line, int col) {
            return has(line[static_cast<std::size_t>((col + 1) / WIDTH<Word>)], (col + 1) % WIDTH<Word>);
        };
        const Code* here = grid_.codes();
        for (int row = 0; row < grid_.rows(); ++row, here += cols) {
            checkpoint_();
            free_below = free_in(row + 1);
            for (int col = 0; col < cols; ++col) {
                const bool right = col + 1 < cols && here[col] == here[col + 1], down = here[col] == here[col + cols];
                if (!(right || down) || !WideGrid::is_tile(here[col])) continue;
                const bool is_free = has_free(free, col);
                if (right && !(is_free && has_free(free, col + 1)) && take(Move{cell(row, col), cell(row, col + 1)}))
                    return true;
                if (down && !(is_free && has_free(free_below, col)) && take(Move{cell(row, col), cell(row + 1, col)}))
                    return true;
            }
            std::swap(free, free_below);
        }
        return false;
    }

    /// The blocked cells of a row that are next to an empty one, as bits; none below the last row.
    std::vector<Word> free_in(int row) const {
        std::vector<Word> words(static_cast<std::size_t>(grid_.words_per_row()));
        for (int w = 0; row < grid_.rows() && w < grid_.words_per_row(); ++w)
            words[static_cast<std::size_t>(w)] = grid_.beside_empty(row, w);
        return words;
    }

    /// Calls visit(tile, kind) for every tile next to an empty cell, in reading order, until it returns true.
    template <class Visit>
    bool each_free(Visit visit) const {
        for (int row = 0; row < grid_.rows(); ++row) {
            checkpoint_();
            for (int w = 0; w < grid_.words_per_row(); ++w) {
                for (Word left = grid_.beside_empty(row, w); left;) {
                    const Cell at = cell(row, w * WIDTH<Word> + take_lowest(left) - 1);
                    if (!grid_.contains(at)) continue;
                    if (const Code kind = grid_.code(at); WideGrid::is_tile(kind) && visit(at, kind)) return true;
                }
            }
        }
        return false;
    }

    void count_free() {
        ends_.assign(grid_.kind_codes().count() + 2, 0);
        each_free([&](Cell, Code kind) {
            ++ends_[kind];
            return false;
        });
    }

    /// Whether comparing all such tiles of a kind is cheaper than looking around from each.
    bool pairs_are_cheaper() const {
        constexpr double pair = 3, look = 15;  // nanoseconds, roughly
        double tiles = 0, pairs = 0;
        for (const double of_kind : ends_) {
            tiles += of_kind;
            pairs += 0.5 * of_kind * of_kind;
        }
        const double cells = static_cast<double>(grid_.size());
        const double run = 2 * (cells - grid_.tiles() + 1) / (grid_.tiles() + 1) + 1;  // cells seen along one axis
        return pairs * pair < tiles * std::min(4 * run * run, cells) * look;
    }

    template <class Take>
    bool each_pair(Take take) {
        std::uint32_t first = 0;
        for (std::uint32_t& end : ends_) first += std::exchange(end, first);
        std::vector<Cell> at(first);
        std::vector<Reach> reach(first);
        each_free([&](Cell tile, Code kind) {
            const std::uint32_t slot = ends_[kind]++;
            at[slot] = tile;
            reach[slot] = grid_.reach(tile);
            return false;
        });
        const bool any_lane_will_do = plain(grid_.rules());
        std::size_t a = 0;
        for (const std::uint32_t end : ends_) {
            for (; a < end; ++a) {
                checkpoint_();
                for (std::size_t b = a + 1; b < end; ++b)
                    if (grid_.any_lane(at[a], reach[a], at[b], reach[b]) &&
                        (any_lane_will_do || linkable(grid_, at[a], at[b])) && take(Move{at[a], at[b]}))
                        return true;
            }
        }
        return false;
    }

    template <class Take>
    bool each_partner(Take take) {
        std::vector<Cell> partners;
        return each_free([&](Cell here, Code kind) {
            if (--ends_[kind] == 0) return false;  // the last of its kind
            checkpoint_();
            partners.clear();
            NearTiles{grid_, here}.each([&](Cell there) {
                if (here < there && grid_.code(there) == kind && grid_.is_beside_empty(there))
                    partners.push_back(there);
            });
            std::ranges::sort(partners);  // some are reached twice
            const auto repeated = std::ranges::unique(partners);
            partners.erase(repeated.begin(), repeated.end());
            return std::ranges::any_of(partners, [&](Cell there) { return take(Move{here, there}); });
        });
    }

    const WideGrid& grid_;
    const Checkpoint& checkpoint_;
    std::vector<std::uint32_t> ends_;  // by kind: how many tiles are next to an empty cell; then where they end
};

}  // namespace llk
