// All moves of a position, and whether there is any.
//
// Only tiles beside an empty cell, and tiles that touch an equal one, can move at all. They are listed, sorted by kind,
// and compared within their kind in two stages that have hardly a branch to guess wrong: the reaches of the two must
// meet at all; then a lane must be free. Moves come out by kind, and in reading order within a kind.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bits.h"
#include "cell.h"
#include "grid.h"
#include "link.h"
#include "runs.h"
#include "set_bits.h"

namespace llk {

/// A list longer than this is refused: as Python objects it would take more than a gigabyte.
inline constexpr std::size_t MAX_MOVES = std::size_t{1} << 24;

struct TooManyMoves : std::length_error {
    TooManyMoves() : std::length_error("the board has more than " + std::to_string(MAX_MOVES) + " moves") {}
};

/// Finds moves of at most two turns on a board of one-word lines.
template <std::unsigned_integral Word>
class MoveFinder {
  public:
    explicit MoveFinder(const Grid<Word>& grid) : grid_{grid}, cols_{grid.cols()}, inside_{from_to<Word>(1, cols_)} {}

    /// Hands batches of moves, in order, to take(first, last) until it answers true.
    template <class Take>
    bool each_batch(Take take) {
        sort_by_kind(list_movable());
        const auto& starts = grid_.palette().starts;
        std::uint32_t* note = pair_.data();  // where the next pair goes; one that does not meet is written over
        for (std::size_t kind = 1; kind + 1 < starts.size(); ++kind) {
            const Reach* const end = reach_.data() + next_[kind];
            std::uint32_t slot = starts[kind];
            for (const Reach* a = reach_.data() + slot; a < end; ++a, ++slot) {
                const Reach reach = *a;
                std::uint32_t pair = slot << 16 | slot;
                for (const Reach* b = a + 1; b < end; ++b) {
                    *note = ++pair;
                    note += reach.meets(*b);
                }
                if (note >= &pair_[FULL]) {
                    if (keep_linked(note, take)) return true;
                    note = pair_.data();
                }
            }
        }
        return keep_linked(note, take);
    }

  private:
    using Reach = typename Grid<Word>::Reach;
    static constexpr std::size_t MAX_CELLS = Grid<Word>::MAX_CELLS;
    static constexpr std::size_t FULL = 512;

    /// Lists the cells of all movable tiles (and walls) in reading order; says how many there are.
    std::size_t list_movable() {
        Cell* out = movable_.data();
        Word above = grid_.row_word(-1), here = grid_.row_word(0), equal_above = 0;
        for (int row = 0; row < grid_.rows(); ++row) {
            const Word below = grid_.row_word(row + 1), open = static_cast<Word>(~here);
            const auto [right, down] = grid_.equal(row);
            const Word beside_empty = static_cast<Word>((open << 1) | (open >> 1) | ~above | ~below);
            const Word beside_equal = static_cast<Word>((right & (here >> 1)) | ((right & here) << 1) | (down & below) |
                                                        (equal_above & above));
            const Word found = static_cast<Word>(((beside_empty | beside_equal) & here & inside_) >> 1);
            for (int first = 0; first < cols_; first += 8)
                out += write_cells(out, row, first, static_cast<unsigned>(found >> first) & 0xffu);
            equal_above = down;
            above = here;
            here = below;
        }
        return static_cast<std::size_t>(out - movable_.data());
    }

    /// Puts the movable tiles into slots: a kind's tiles side by side, in reading order.
    void sort_by_kind(std::size_t count) {
        const auto& starts = grid_.palette().starts;
        std::copy(starts.begin(), starts.end(), next_.begin());
        const auto* const codes = grid_.codes();
        for (const Cell *at = movable_.data(), *end = at + count; at != end; ++at) {
            const std::size_t index = grid_.index(*at);
            const auto kind = codes[index];
            if (!Grid<Word>::is_tile(kind)) continue;
            const std::size_t slot = next_[kind]++;
            reach_[slot] = grid_.reach(index);
            std::memcpy(&at_[slot], at, sizeof(Cell));  // as one word, which assignment does not do
        }
    }

    /// Keeps of the noted pairs those that link, and hands them on.
    template <class Take>
    bool keep_linked(const std::uint32_t* notes_end, Take take) {
        std::array<Move, FULL + MAX_CELLS> found;
        Move* end = found.data();
        for (const std::uint32_t* note = pair_.data(); note != notes_end; ++note) {
            const std::size_t a = *note >> 16, b = *note & 0xffff;
            std::memcpy(&end->a, &at_[a], sizeof(Cell));
            std::memcpy(&end->b, &at_[b], sizeof(Cell));
            end += grid_.any_lane(at_[a], reach_[a], at_[b], reach_[b]);
        }
        if (!plain(grid_.rules()))
            end = std::remove_if(found.data(), end, [&](Move move) { return !linkable(grid_, move.a, move.b); });
        return end != found.data() && take(found.data(), end);
    }

    const Grid<Word>& grid_;
    int cols_;
    Word inside_;  // the bits of a row that are not ring
    std::array<Cell, MAX_CELLS + SET_BITS_AT_ONCE> movable_;
    std::array<Cell, MAX_CELLS> at_;  // by slot
    std::array<Reach, MAX_CELLS> reach_;
    std::array<std::uint32_t, MAX_CELLS + 2> next_;     // the next free slot of every kind
    std::array<std::uint32_t, FULL + MAX_CELLS> pair_;  // two slots in one word
};

/// Whether two tiles of one kind see the ring from the same side: a sure link that is quickly found where one is.
template <std::unsigned_integral Word>
bool links_round_the_ring(const Grid<Word>& grid) {
    if (!grid.rules().outside || grid.rules().max_turns < 2) return false;
    using Seen = std::array<std::uint64_t, Grid<Word>::MAX_CELLS / 64 + 1>;
    const std::size_t used = grid.palette().kinds() / 64 + 1;
    Seen seen;
    const auto start = [&] { std::fill_n(seen.begin(), used, 0); };
    const auto twice = [&](Cell at) {
        const auto kind = grid.code(at);
        if (!Grid<Word>::is_tile(kind)) return false;
        const std::uint64_t mark = std::uint64_t{1} << (kind % 64);
        const bool before = (seen[kind / 64] & mark) != 0;
        seen[kind / 64] |= mark;
        return before;
    };
    const int rows = grid.rows(), cols = grid.cols();
    const auto inside_col = from_to<Word>(1, rows), inside_row = from_to<Word>(1, cols);
    start();
    for (int col = 0; col < cols; ++col)
        if (const Word tiles = grid.col_word(col) & inside_col; tiles && twice(cell(lowest(tiles) - 1, col)))
            return true;
    start();
    for (int col = 0; col < cols; ++col)
        if (const Word tiles = grid.col_word(col) & inside_col; tiles && twice(cell(highest(tiles) - 1, col)))
            return true;
    start();
    for (int row = 0; row < rows; ++row)
        if (const Word tiles = grid.row_word(row) & inside_row; tiles && twice(cell(row, lowest(tiles) - 1)))
            return true;
    start();
    for (int row = 0; row < rows; ++row)
        if (const Word tiles = grid.row_word(row) & inside_row; tiles && twice(cell(row, highest(tiles) - 1)))
            return true;
    return false;
}

/// Calls take(move) for every move, found by searching from each tile, until it answers true.
template <class Grid, class Take>
bool each_move_by_search(const Grid& grid, Take take) {
    auto& runs = Runs<Grid>::scratch();
    std::vector<Cell> partners;
    for (int row = 0; row < grid.rows(); ++row) {
        for (int col = 0; col < grid.cols(); ++col) {
            const Cell here = cell(row, col);
            const auto kind = grid.code(here);
            if (!Grid::is_tile(kind)) continue;
            partners.clear();
            runs.each_reached(grid, here, [&](Cell there) {
                if (here < there && grid.code(there) == kind) partners.push_back(there);
                return false;
            });
            std::ranges::sort(partners);
            const auto repeated = std::ranges::unique(partners);
            partners.erase(repeated.begin(), repeated.end());
            for (const Cell there : partners)
                if (take(Move{here, there})) return true;
        }
    }
    return false;
}

/// Sorts moves by kind, and in reading order within a kind.
template <class Grid>
void sort_moves(const Grid& grid, std::vector<Move>& moves) {
    std::ranges::sort(moves, {}, [&](const Move& move) { return std::pair{grid.code(move.a), move}; });
}

/// Writes every move, by kind and in reading order within a kind.
template <std::unsigned_integral Word>
void list_moves(const Grid<Word>& grid, std::vector<Move>& out) {
    out.clear();
    const auto room = [&](std::size_t more) {
        if (out.size() + more > MAX_MOVES) throw TooManyMoves();
    };
    if (grid.rules().max_turns > 2) {
        each_move_by_search(grid, [&](Move move) {
            room(1);
            out.push_back(move);
            return false;
        });
        sort_moves(grid, out);
        return;
    }
    MoveFinder<Word> finder{grid};
    finder.each_batch([&](const Move* first, const Move* last) {
        room(static_cast<std::size_t>(last - first));
        out.insert(out.end(), first, last);
        return false;
    });
}

/// Whether there is any move.
template <std::unsigned_integral Word>
bool has_move(const Grid<Word>& grid) {
    if (links_round_the_ring(grid)) return true;
    const auto at_once = [](auto...) { return true; };
    if (grid.rules().max_turns > 2) return each_move_by_search(grid, at_once);
    MoveFinder<Word> finder{grid};
    return finder.each_batch(at_once);
}

}  // namespace llk
