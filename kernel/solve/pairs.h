// Numbers for tiles and pairs: tiles are numbered kind by kind, and any two tiles of a kind are a numbered pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "values/cell.h"

namespace llk {

using Tile = std::int32_t;
using Pair = std::int32_t;
inline constexpr Pair NO_PAIR = -1;

/// The tiles and pairs of one position.
class Pairs {
  public:
    /// More pairs than this are too many for a search that keeps a value, a level and a reason for each.
    static constexpr std::size_t MAX_PAIRS = 2'000'000;

    struct Ends {
        Tile a, b;
        Tile other(Tile tile) const { return a ^ b ^ tile; }
    };

    /// The number of pairs on a grid.
    template <class Grid>
    static std::size_t count_in(const Grid& grid) {
        std::size_t pairs = 0;
        for (const std::size_t tiles : grid.count_by_kind()) pairs += tiles * (tiles - (tiles > 0)) / 2;
        return pairs;
    }

    template <class Grid>
    explicit Pairs(const Grid& grid) {
        for (const auto& cells : grid.tiles_by_kind()) add_kind(cells);
    }

    Tile tiles() const { return static_cast<Tile>(place_.size()); }
    Pair count() const { return static_cast<Pair>(ends_.size()); }
    Cell place(Tile tile) const { return place_[static_cast<std::size_t>(tile)]; }
    Ends ends(Pair pair) const { return ends_[static_cast<std::size_t>(pair)]; }

    /// The tiles of a tile's kind, itself included, are first … last - 1.
    Tile first(Tile tile) const { return kind_[static_cast<std::size_t>(tile)].first; }
    Tile last(Tile tile) const { return kind_[static_cast<std::size_t>(tile)].last; }

    /// The number of the pair of two tiles of one kind.
    Pair pair(Tile a, Tile b) const {
        if (b < a) std::swap(a, b);
        const Range& kind = kind_[static_cast<std::size_t>(a)];
        return kind.row + b;
    }

    std::size_t bytes() const {
        return place_.capacity() * sizeof(Cell) + ends_.capacity() * sizeof(Ends) + kind_.capacity() * sizeof(Range);
    }

  private:
    struct Range {
        Tile first, last;
        Pair row;  // the pair of this tile and a later tile b is row + b
    };

    void add_kind(const std::vector<Cell>& cells) {
        const Tile first = tiles(), last = first + static_cast<Tile>(cells.size());
        for (const Cell at : cells) {
            const Tile tile = tiles();
            kind_.push_back({first, last, count() - (tile + 1)});
            place_.push_back(at);
            for (Tile other = tile + 1; other < last; ++other) ends_.push_back({tile, other});
        }
    }

    std::vector<Cell> place_;
    std::vector<Range> kind_;
    std::vector<Ends> ends_;
};

}  // namespace llk
