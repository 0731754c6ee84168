// Brute force over every sequence of moves of small boards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "moves/gravity.h"
#include "moves/moves.h"
#include "values/cell.h"
#include "values/kind_codes.h"
#include "values/random.h"

namespace llk {

template <class Grid>
Grid after(Grid grid, Move move) {
    grid.remove(move.a);
    grid.remove(move.b);
    pack(grid);
    return grid;
}

template <class Grid>
std::vector<Move> list_sorted(const Grid& grid) {
    std::vector<Move> moves;
    list_moves(grid, moves);
    std::ranges::sort(moves);
    return moves;
}

/// Tries every sequence of moves, each position once.
template <class Grid>
class BruteForce {
  public:
    bool winnable(const Grid& grid) {
        if (grid.tiles() == 0) return true;
        std::vector<int> key{grid.phase()};
        for (std::size_t i = 0; i < grid.size(); ++i) key.push_back(static_cast<int>(grid.code(i)));
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const auto moves = list_sorted(grid);
        const bool won = std::ranges::any_of(moves, [&](Move move) { return winnable(after(grid, move)); });
        return known_[key] = won;
    }

  private:
    std::map<std::vector<int>, bool> known_;
};

template <class Grid>
bool wins(Grid grid, const std::vector<Move>& moves) {
    for (const Move move : moves) {
        const auto legal = list_sorted(grid);
        if (std::ranges::find(legal, move) == legal.end()) return false;
        grid = after(grid, move);
    }
    return grid.tiles() == 0;
}

/// A small board: kinds mostly even, perhaps with gaps and walls, perhaps not packed.
inline std::vector<std::int32_t> small_board(Random& random, int rows, int cols) {
    std::vector<std::int32_t> cells(static_cast<std::size_t>(rows * cols));
    const std::uint32_t kinds = 1 + random.below(4), walls = random.below(3), gaps = random.below(3);
    for (auto& number : cells) {
        if (random.below(12) < walls)
            number = random.below(2) ? WALL : VOID;
        else if (random.below(8) >= gaps)
            number = 1;
    }
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] == 1) places.push_back(i);
    random.shuffle(places);
    if (places.size() % 2 == 1 && random.below(8) > 0) {
        cells[places.back()] = EMPTY;
        places.pop_back();
    }
    for (std::size_t i = 0; i < places.size(); ++i) cells[places[i]] = 1 + static_cast<std::int32_t>(i / 2 % kinds);
    return cells;
}

}  // namespace llk
