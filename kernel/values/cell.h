// Cells, moves and routes: the small values that go in and out of the kernel.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace llk {

/// A place on the board, counting from 0; the ring is row or column -1 and R or C. Order is reading order.
struct Cell {
    std::int16_t row, col;
    friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

/// Makes a cell from plain integers.
constexpr Cell cell(int row, int col) { return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(col)}; }

/// Steps between two cells of one line, and the least steps between any two.
constexpr int distance(Cell a, Cell b) { return std::abs(a.row - b.row) + std::abs(a.col - b.col); }

/// Two cells that share an edge.
constexpr bool touching(Cell a, Cell b) { return distance(a, b) == 1; }

/// Two equal tiles that link, a before b in reading order.
struct Move {
    Cell a, b;
    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

/// The two cells as a move, in reading order.
constexpr Move move_of(Cell a, Cell b) { return a < b ? Move{a, b} : Move{b, a}; }

/// A path by its corners, both ends included; empty where there is no link.
using Route = std::vector<Cell>;

}  // namespace llk
