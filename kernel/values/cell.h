// Cells, moves and routes: the small values that the kernel takes and returns.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace llk {

/// A cell of the board, counted from 0; the ring is row or column -1 and R or C. Cells compare in reading order.
struct Cell {
    std::int16_t row, col;
    friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

/// Makes a cell of two integers.
constexpr Cell cell(int row, int col) { return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(col)}; }

/// The Manhattan distance between two cells.
constexpr int distance(Cell a, Cell b) { return std::abs(a.row - b.row) + std::abs(a.col - b.col); }

/// Whether two cells share an edge.
constexpr bool touching(Cell a, Cell b) { return distance(a, b) == 1; }

/// Two matching tiles that link, a before b in reading order.
struct Move {
    Cell a, b;
    friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

/// Makes a move of two cells, in reading order.
constexpr Move make_move(Cell a, Cell b) { return a < b ? Move{a, b} : Move{b, a}; }

/// A tile that gravity moves from one cell to another.
struct Shift {
    Cell start, end;
};

/// A path as its corners, both ends included; empty if there is no link.
using Route = std::vector<Cell>;

}  // namespace llk
