// Paths with any number of turns: two tiles link if they border the same connected component of open cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "values/cell.h"
#include "values/checkpoint.h"
#include "values/rules.h"

namespace llk {

/// The connected components of open cells of a grid, ring included, labelled once.
template <class Grid>
class Components {
  public:
    Components(const Grid& grid, const Checkpoint& checkpoint)
        : grid_{grid},
          checkpoint_{checkpoint},
          labels_(static_cast<std::size_t>(grid.rows() + 2) * static_cast<std::size_t>(grid.cols() + 2)) {
        for (int row = -1; row <= grid.rows(); ++row) {
            checkpoint_();
            for (int col = -1; col <= grid.cols(); ++col)
                if (grid.open(cell(row, col)) && label(cell(row, col)) == 0) flood(cell(row, col), ++count_);
        }
    }

    /// Calls take(move) for every move until it returns true.
    template <class Take>
    bool each_move(Take take) const {
        std::vector<std::vector<Border>> by_kind(grid_.kind_codes().count() + 1);
        for (std::size_t i = 0; i < grid_.size(); ++i) {
            if (i % BETWEEN_CHECKS == 0) checkpoint_();
            if (!Grid::is_tile(grid_.code(i))) continue;
            const Cell at = grid_.place(i);
            for (const std::uint32_t component : components_beside(at))
                if (component != 0) by_kind[grid_.code(i)].push_back({component, at});
            for (const Cell next : {cell(at.row, at.col + 1), cell(at.row + 1, at.col)})
                if (grid_.rules().adjacent && grid_.contains(next) && grid_.code(next) == grid_.code(i) &&
                    !share_component(at, next) && take(Move{at, next}))
                    return true;
        }
        for (auto& borders : by_kind) {
            std::ranges::sort(borders);
            for (std::size_t i = 0; i < borders.size(); ++i) {
                if (i % BETWEEN_ROWS == 0) checkpoint_();
                for (std::size_t j = i + 1; j < borders.size() && borders[j].component == borders[i].component; ++j)
                    if (first_shared(borders[i].at, borders[j].at) == borders[i].component &&
                        take(make_move(borders[i].at, borders[j].at)))
                        return true;
            }
        }
        return false;
    }

  private:
    static constexpr std::size_t BETWEEN_CHECKS = 1 << 16, BETWEEN_ROWS = 16;

    /// A tile next to a component.
    struct Border {
        std::uint32_t component;
        Cell at;
        friend constexpr auto operator<=>(const Border&, const Border&) = default;
    };
    using Bordered = std::array<std::uint32_t, 4>;

    std::uint32_t& label(Cell at) {
        return labels_[static_cast<std::size_t>(at.row + 1) * static_cast<std::size_t>(grid_.cols() + 2) +
                       static_cast<std::size_t>(at.col + 1)];
    }
    std::uint32_t label(Cell at) const { return const_cast<Components*>(this)->label(at); }

    static std::array<Cell, 4> around(Cell at) {
        return {cell(at.row - 1, at.col), cell(at.row, at.col - 1), cell(at.row, at.col + 1), cell(at.row + 1, at.col)};
    }

    void flood(Cell from, std::uint32_t component) {
        label(from) = component;
        waiting_.push_back(from);
        for (std::size_t cells = 1; !waiting_.empty(); ++cells) {
            if (cells % BETWEEN_CHECKS == 0) checkpoint_();
            const Cell here = waiting_.back();
            waiting_.pop_back();
            for (const Cell next : around(here)) {
                if (!grid_.open(next) || label(next) != 0) continue;
                label(next) = component;
                waiting_.push_back(next);
            }
        }
    }

    /// The components that a tile borders, each once, then zeros.
    Bordered components_beside(Cell at) const {
        Bordered found{};
        std::size_t count = 0;
        for (const Cell next : around(at))
            if (const std::uint32_t component = label(next);
                std::find(found.begin(), found.end(), component) == found.end())
                found[count++] = component;
        return found;
    }

    /// The lowest component that two tiles both border, or 0.
    std::uint32_t first_shared(Cell a, Cell b) const {
        std::uint32_t lowest = 0;
        const Bordered beside_b = components_beside(b);
        for (const std::uint32_t component : components_beside(a))
            if (component != 0 && (lowest == 0 || component < lowest) &&
                std::find(beside_b.begin(), beside_b.end(), component) != beside_b.end())
                lowest = component;
        return lowest;
    }
    bool share_component(Cell a, Cell b) const { return first_shared(a, b) != 0; }

    const Grid& grid_;
    const Checkpoint& checkpoint_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> labels_;  // 0 if no path can pass
    std::vector<Cell> waiting_;
};

}  // namespace llk
