// Tiles that walls keep apart: a kind that cannot be paired even without any other tile on the board.
//
// Every tile is given all cells that it could ever reach: those of its line between two walls if lines pack along one
// axis, else all that steps along rows and columns reach without crossing a wall. Two tiles could link if, on the board
// of walls alone, a path joins any such cell of one to any such cell of the other. This allows too much, never too
// little, so what it rules out is proved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "grid/wide_grid.h"
#include "moves/gravity.h"
#include "paths/link.h"
#include "solve/search.h"
#include "values/cell.h"
#include "values/rules.h"

namespace llk {

/// Finds such tiles of one position.
template <class Grid>
class WalledOff {
  public:
    WalledOff(const Grid& grid, Budget& budget)
        : grid_{grid}, budget_{budget}, walls_{only_walls(grid)}, parent_(grid.size()) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    /// An odd number of tiles of one kind that could never link to any other tile of the kind; empty if there are none.
    std::vector<Cell> find() {
        join_places();
        list_regions();
        for (auto& tiles : grid_.tiles_by_kind())
            if (auto odd = odd_group(std::move(tiles)); !odd.empty()) return odd;
        return {};
    }

    static bool is_wall(typename Grid::Code code) { return code != Grid::EMPTY_CODE && !Grid::is_tile(code); }

  private:
    static constexpr std::size_t TEST_COST = 100;        // as Budget counts work
    static constexpr std::size_t MAX_TESTS = 1'000'000;  // link tests in all; after that, tiles are taken to link

    /// The same board without tiles; adjacent tiles may always link, which allows more.
    static WideGrid only_walls(const Grid& grid) {
        std::vector<std::int32_t> numbers(grid.size());
        for (std::size_t i = 0; i < grid.size(); ++i)
            if (is_wall(grid.code(i))) numbers[i] = WALL;
        Rules rules = grid.rules();
        rules.adjacent = true;
        return WideGrid(grid.rows(), grid.cols(), rules, 0, numbers);
    }

    std::uint32_t root(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    std::uint32_t region(Cell at) { return root(static_cast<std::uint32_t>(grid_.index(at))); }
    void join(std::size_t i, std::size_t j) {
        parent_[root(static_cast<std::uint32_t>(i))] = root(static_cast<std::uint32_t>(j));
    }

    /// Joins neighbouring cells between which a tile could move.
    void join_places() {
        const Gravity gravity = grid_.rules().gravity;
        const Pass::Axis axis = packs_one_way(gravity) ? PASSES[static_cast<int>(gravity)][0].axis : Pass::NONE;
        for (std::size_t i = 0; i < grid_.size(); ++i) {
            if (is_wall(grid_.code(i))) continue;
            const Cell at = grid_.place(i);
            for (const Cell next : {cell(at.row + 1, at.col), cell(at.row, at.col + 1)}) {
                if (!grid_.contains(next) || is_wall(grid_.code(next))) continue;
                if (axis == Pass::NONE || (axis == Pass::COLUMNS) == (next.row != at.row)) join(i, grid_.index(next));
            }
        }
    }
    void list_regions() {
        regions_.resize(grid_.size());
        for (std::size_t i = 0; i < grid_.size(); ++i)
            if (!is_wall(grid_.code(i))) regions_[root(static_cast<std::uint32_t>(i))].push_back(grid_.place(i));
    }

    /// Whether a tile of one region could ever link to one of another.
    bool could_link(std::uint32_t a, std::uint32_t b) {
        if (a == b) return true;
        const std::size_t work = grid_.rules().max_turns > 2 ? grid_.size() : 1;  // a search visits the whole board
        for (const Cell from : regions_[a]) {
            for (const Cell to : regions_[b]) {
                if ((tests_ += work) > MAX_TESTS) return true;
                budget_.work(TEST_COST * work);
                if (linkable(walls_, from, to)) return true;
            }
        }
        return false;
    }

    /// Groups the tiles of a kind by the links they could have; returns the first group of odd size.
    std::vector<Cell> odd_group(std::vector<Cell> left) {
        while (!left.empty()) {
            std::vector<Cell> group{left.back()};
            left.pop_back();
            for (std::size_t i = 0; i < group.size(); ++i) {
                const auto linked = std::ranges::partition(
                    left, [&](Cell other) { return !could_link(region(group[i]), region(other)); });
                group.insert(group.end(), linked.begin(), linked.end());
                left.erase(linked.begin(), linked.end());
            }
            if (group.size() % 2 == 0) continue;
            std::ranges::sort(group);
            return group;
        }
        return {};
    }

    const Grid& grid_;
    Budget& budget_;
    WideGrid walls_;
    std::vector<std::uint32_t> parent_;       // by cell: another cell of its region
    std::vector<std::vector<Cell>> regions_;  // by their root cell
    std::size_t tests_ = 0;
};

/// The tiles of one kind that walls keep from being paired; empty if there are none, and on boards too large for the
/// test to pay.
template <class Grid>
std::vector<Cell> find_walled_off(const Grid& grid, Budget& budget) {
    constexpr std::size_t max_cells = 4096;
    const auto is_wall = [&](std::size_t i) { return WalledOff<Grid>::is_wall(grid.code(i)); };
    if (grid.size() > max_cells) return {};
    for (std::size_t i = 0; i < grid.size(); ++i)
        if (is_wall(i)) return WalledOff<Grid>(grid, budget).find();
    return {};
}

}  // namespace llk
