// Paths with any number of turns: two tiles link if they border the same connected piece of open cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// The connected pieces of open cells of a grid, ring included, labelled once.
template <class Grid>
class Components {
  public:
    explicit Components(const Grid& grid)
        : grid_{grid}, labels_(static_cast<std::size_t>(grid.rows() + 2) * static_cast<std::size_t>(grid.cols() + 2)) {
        for (int row = -1; row <= grid.rows(); ++row)
            for (int col = -1; col <= grid.cols(); ++col)
                if (grid.open(cell(row, col)) && label(cell(row, col)) == 0) flood(cell(row, col), ++count_);
    }

    /// Calls take(move) for every move until it answers true.
    template <class Take>
    bool each_move(Take take) const {
        std::vector<std::vector<Border>> by_kind(grid_.palette().kinds() + 1);
        for (std::size_t i = 0; i < grid_.size(); ++i) {
            if (!Grid::is_tile(grid_.code(i))) continue;
            const Cell at = grid_.place(i);
            for (const std::uint32_t piece : pieces_beside(at))
                if (piece != 0) by_kind[grid_.code(i)].push_back({piece, at});
            for (const Cell next : {cell(at.row, at.col + 1), cell(at.row + 1, at.col)})
                if (grid_.rules().adjacent && grid_.contains(next) && grid_.code(next) == grid_.code(i) &&
                    !share_piece(at, next) && take(Move{at, next}))
                    return true;
        }
        for (auto& borders : by_kind) {
            std::ranges::sort(borders);
            for (std::size_t i = 0; i < borders.size(); ++i)
                for (std::size_t j = i + 1; j < borders.size() && borders[j].piece == borders[i].piece; ++j)
                    if (first_shared(borders[i].at, borders[j].at) == borders[i].piece &&
                        take(move_of(borders[i].at, borders[j].at)))
                        return true;
        }
        return false;
    }

  private:
    /// A tile beside a piece.
    struct Border {
        std::uint32_t piece;
        Cell at;
        friend constexpr auto operator<=>(const Border&, const Border&) = default;
    };
    using Pieces = std::array<std::uint32_t, 4>;

    std::uint32_t& label(Cell at) {
        return labels_[static_cast<std::size_t>(at.row + 1) * static_cast<std::size_t>(grid_.cols() + 2) +
                       static_cast<std::size_t>(at.col + 1)];
    }
    std::uint32_t label(Cell at) const { return const_cast<Components*>(this)->label(at); }

    static std::array<Cell, 4> around(Cell at) {
        return {cell(at.row - 1, at.col), cell(at.row, at.col - 1), cell(at.row, at.col + 1), cell(at.row + 1, at.col)};
    }

    void flood(Cell from, std::uint32_t piece) {
        label(from) = piece;
        waiting_.push_back(from);
        while (!waiting_.empty()) {
            const Cell here = waiting_.back();
            waiting_.pop_back();
            for (const Cell next : around(here)) {
                if (!grid_.open(next) || label(next) != 0) continue;
                label(next) = piece;
                waiting_.push_back(next);
            }
        }
    }

    /// The pieces that a tile borders, each once, then zeros.
    Pieces pieces_beside(Cell at) const {
        Pieces found{};
        std::size_t count = 0;
        for (const Cell next : around(at))
            if (const std::uint32_t piece = label(next); std::find(found.begin(), found.end(), piece) == found.end())
                found[count++] = piece;
        return found;
    }

    /// The lowest piece that two tiles both border, or 0.
    std::uint32_t first_shared(Cell a, Cell b) const {
        std::uint32_t lowest = 0;
        const Pieces beside_b = pieces_beside(b);
        for (const std::uint32_t piece : pieces_beside(a))
            if (piece != 0 && (lowest == 0 || piece < lowest) &&
                std::find(beside_b.begin(), beside_b.end(), piece) != beside_b.end())
                lowest = piece;
        return lowest;
    }
    bool share_piece(Cell a, Cell b) const { return first_shared(a, b) != 0; }

    const Grid& grid_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> labels_;  // 0 where no path can pass
    std::vector<Cell> waiting_;
};

}  // namespace llk
